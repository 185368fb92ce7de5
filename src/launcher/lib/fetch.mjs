/**
 * Gets one file of a release into memory: where from, which redirects, how long, how often, how large.
 * What comes back is only as long as asked for; whether it is genuine is decided elsewhere.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { redirected, shown } from "./address.mjs";
import { classified, get, NetworkError } from "./http.mjs";
import { Refusal } from "./stderr.mjs";

/** Milliseconds before the second and the third try; network errors only. */
const RETRY_DELAYS_MS = [300, 1500];
/** Seconds without a single byte before a try is given up; `CAVEMAN_DOWNLOAD_TIMEOUT` overrides it. */
const IDLE_SECONDS = 30;
const MAX_IDLE_SECONDS = 600;
/** Milliseconds for one file altogether: a server that trickles must not hold a start for ever. */
const TOTAL_MS = 30 * 60_000;
/** GitHub needs one. */
const MAX_REDIRECTS = 5;

/** Milliseconds that a connection may be silent. */
function idleLimit(env) {
  const given = env.CAVEMAN_DOWNLOAD_TIMEOUT;
  if (!given) return IDLE_SECONDS * 1000;
  const seconds = Number(given);
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= MAX_IDLE_SECONDS) return seconds * 1000;
  throw new Refusal(`CAVEMAN_DOWNLOAD_TIMEOUT is not a number of seconds between 0 and ${MAX_IDLE_SECONDS}.`);
}

/**
 * Reads a body of `size.exact` bytes, or of at most `size.limit`.
 * @param {{ exact?: number, limit?: number }} size
 */
async function readBody(response, url, size, onBytes) {
  const { exact, limit = exact ?? 0 } = size;
  const declared = response.headers["content-length"];
  if (
    declared !== undefined &&
    (exact === undefined ? Number(declared) > limit : Number(declared) !== exact)
  ) {
    throw new Refusal(
      `${shown(url)} has ${declared} bytes, not ${exact ?? `at most ${limit}`}: not the released file.`,
    );
  }
  const chunks = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      length += chunk.length;
      if (length > limit)
        throw new Refusal(`${shown(url)} is longer than the ${limit} bytes it should have: refused.`);
      chunks.push(chunk);
      onBytes(length);
    }
  } catch (error) {
    throw classified(error, url);
  }
  const whole = exact ?? (declared === undefined ? length : Number(declared));
  if (length < whole) throw new NetworkError(`the connection ended after ${length} of ${whole} bytes`);
  return Buffer.concat(chunks, length);
}

/** One try, redirects followed. */
async function tryOnce(start, size, { env, userAgent, onBytes, idleMs }) {
  const tracked = [];
  // The innermost last opened first, so that whoever waits for it hears the reason and not a reset.
  const stop = (text) => {
    for (const stoppable of tracked.toReversed()) stoppable.destroy(new NetworkError(text));
  };
  const idle = setTimeout(() => stop(`no answer for ${idleMs / 1000} seconds`), idleMs);
  const total = setTimeout(() => stop(`not finished after ${TOTAL_MS / 60_000} minutes`), TOTAL_MS);
  try {
    const headers = { "user-agent": userAgent, "accept-encoding": "identity", connection: "close" };
    const track = (stoppable) => tracked.push(stoppable);
    let url = start;
    for (let hops = 0; ; hops++) {
      const response = await get(url, { env, headers, track });
      idle.refresh();
      const { statusCode, headers: received } = response;
      if (statusCode === 200) {
        return await readBody(response, url, size, (length) => {
          idle.refresh();
          onBytes(length);
        });
      }
      response.destroy();
      if (![301, 302, 303, 307, 308].includes(statusCode) || received.location === undefined) {
        const hint = statusCode === 404 ? " Is this version released there?" : "";
        throw new Refusal(`${shown(url)} answers with status ${statusCode}.${hint}`);
      }
      if (hops === MAX_REDIRECTS)
        throw new Refusal(`${shown(start)} redirects more than ${MAX_REDIRECTS} times.`);
      url = redirected(url, received.location);
    }
  } finally {
    clearTimeout(idle);
    clearTimeout(total);
    // Whatever is still open has no listener left that waits for it.
    for (const stoppable of tracked) stoppable.on("error", () => {}).destroy();
  }
}

/**
 * A file of a release folder that was carried here: the same limits.
 * @param {{ exact?: number, limit?: number }} size
 */
function readFolder(url, size) {
  const { exact, limit = exact ?? 0 } = size;
  let fd;
  try {
    fd = openSync(fileURLToPath(url), "r");
  } catch (error) {
    throw new Refusal(
      `${shown(url)} cannot be read (${error.code}). Is the release complete in that folder?`,
    );
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Refusal(`${shown(url)} is not a file.`);
    if (exact === undefined ? stat.size > limit : stat.size !== exact) {
      throw new Refusal(
        `${shown(url)} has ${stat.size} bytes, not ${exact ?? `at most ${limit}`}: not the released file.`,
      );
    }
    const bytes = Buffer.alloc(stat.size);
    let length = 0;
    for (let got = -1; got !== 0 && length < bytes.length; length += got) {
      got = readSync(fd, bytes, length, bytes.length - length, null);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

/**
 * @param {URL} base of the release
 * @param {string} file its name there
 * @param {{ exact?: number, limit?: number }} size in bytes: how long the file is, or at most is
 * @param {{ env: NodeJS.ProcessEnv, userAgent: string, onBytes?: (length: number) => void }} options
 * @returns {Promise<Buffer>} Refuses what cannot be had; network errors are tried again first.
 */
export async function fetchFile(base, file, size, options) {
  const url = new URL(encodeURIComponent(file), base);
  const settings = { onBytes: () => {}, ...options, idleMs: idleLimit(options.env) };
  if (base.protocol === "file:") {
    const bytes = readFolder(url, size);
    settings.onBytes(bytes.length);
    return bytes;
  }
  for (let attempt = 0; ; attempt++) {
    try {
      return await tryOnce(url, size, settings);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      const delay = RETRY_DELAYS_MS[attempt];
      if (delay === undefined) {
        throw new Refusal(
          `${shown(url)} could not be downloaded: ${error.message}, ${attempt + 1} times. Check the network ` +
            "(HTTPS_PROXY, NO_PROXY), or set CAVEMAN_RELEASE_BASE to a folder or mirror that has the release.",
        );
      }
      await sleep(delay);
    }
  }
}
