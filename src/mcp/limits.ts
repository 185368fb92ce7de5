/** Every bound of the protocol, with its unit and reason. Nothing the peer sends may grow without one. */

const KiB = 1024;
const MiB = 1024 * KiB;

/** Bytes of one input line before its newline; CAVEMAN_MCP_MAX_LINE_BYTES. Larger payloads come by path. */
export const MAX_LINE_BYTES = 16 * MiB;

/** Bytes that CAVEMAN_MCP_MAX_LINE_BYTES may ask for: room for any handshake, and less than a string may have. */
export const SMALLEST_MAX_LINE_BYTES = 64 * KiB;
export const LARGEST_MAX_LINE_BYTES = 256 * MiB;

/** Bytes; longer lines are read by a worker: scanning and parsing this much takes under a millisecond. */
export const SHORT_LINE_BYTES = 64 * KiB;

/** Bytes of one id, method, name, cursor or token as written. A short line can never exceed it. */
export const MAX_LITERAL_BYTES = 64 * KiB;

/** Members of one batch. No client of 2025-03-26 is known to send more than a handful. */
export const MAX_BATCH_MEMBERS = 100;

/** Bytes of one batch's answer; members beyond it are answered with an error. Six of the largest lines. */
export const MAX_BATCH_ANSWER_BYTES = 64 * MiB;

/** Calls that run at once unless the host says otherwise; bounds the results that can be in memory. */
export const MAX_RUNNING_CALLS = 16;

/**
 * Bytes of lines whose requests are not answered yet. Beyond it nothing more is read until some are:
 * eight of the largest lines, more than any host calls in parallel.
 */
export const MAX_HELD_BYTES = 128 * MiB;

/** Requests that are not answered yet; beyond it nothing more is read until some are. */
export const MAX_HELD_REQUESTS = 1_000;

/** Bytes waiting for a slow reader; beyond it no call is started, no progress sent and no line read. */
export const MAX_QUEUED_BYTES = 8 * MiB;

/** Bytes per write: small answers are joined up to it, large ones are written in such pieces. */
export const WRITE_BYTES = 256 * KiB;

/** Cancellations kept for requests that are still being read in a long line; ids are unique and short. */
export const MAX_EARLY_CANCELLATIONS = 1_000;

/** Open `subscriptions/listen` requests; a client needs one. */
export const MAX_SUBSCRIPTIONS = 64;

/** Characters of the protocol version that an unsupported-version error repeats: a date has 10. */
export const MAX_ECHOED_VERSION = 64;

/** ms that running calls may take to finish after the end of input. */
export const EOF_GRACE_MS = 60_000;

/** ms without any byte taken by the reader, after which owed answers are given up once the input has ended. */
export const FLUSH_STALL_MS = 60_000;

/** ms for the write in progress after SIGTERM or SIGINT: all must be over within a second. */
export const STOP_FLUSH_MS = 500;

/** ms of uninterrupted reading after which timers, signals and workers get their turn. */
export const READ_SLICE_MS = 8;

/** ms that a 2026-07-28 client may keep what does not change while this process lives: an hour. */
export const STATIC_TTL_MS = 3_600_000;

/** Bytes of log lines that may wait for a slow stderr; what comes on top is lost rather than waited for. */
export const MAX_LOG_BYTES = 64 * KiB;

/** ms for the last log lines when the server has ended. */
export const LOG_FLUSH_MS = 100;
