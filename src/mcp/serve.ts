/**
 * A server's life over injected streams: only the end of the input, the loss of the output or being
 * told to stop can end it.
 */
import type { LineParser, Log, ToolHost } from "./contract.ts";
import { caveError, INTERNAL_ERROR } from "./errors.ts";
import { EOF_GRACE_MS, FLUSH_STALL_MS, MAX_LINE_BYTES, READ_SLICE_MS, STOP_FLUSH_MS } from "./limits.ts";
import { type Line, LineSplitter } from "./lines.ts";
import { errorFacts } from "./log.ts";
import { Session } from "./session.ts";
import { within } from "./wait.ts";
import type { ServerInfo } from "./wire.ts";
import { type Sink, Writer } from "./writer.ts";

export interface ServeOptions {
  readonly input: AsyncIterable<Uint8Array>;
  readonly output: Sink;
  readonly host: ToolHost;
  readonly info: ServerInfo;
  /** Looks into long lines off the main thread; without it they are looked into here. */
  readonly parser?: LineParser;
  readonly log?: Log;
  /** Aborted on SIGTERM or SIGINT: what is being written is finished, and that is all. */
  readonly stop?: AbortSignal;
  /** Bytes; default MAX_LINE_BYTES. */
  readonly maxLineBytes?: number;
  /** ms for running calls after the end of input; default EOF_GRACE_MS. */
  readonly eofGraceMs?: number;
}

/** Why a server ended. None is a failure: after each of them the process exits 0. */
export type Ending = "input-ended" | "stopped" | "output-lost";

/** Serves until one of the endings; then nothing is running and all that can be written is written. */
export async function serve(options: ServeOptions): Promise<Ending> {
  const { host, info, parser, log = () => {}, maxLineBytes = MAX_LINE_BYTES } = options;
  const writer = new Writer(options.output);
  const session = new Session({ host, info, writer, log, maxLineBytes, ...(parser && { parser }) });
  const life = { over: false };
  const cut = Promise.race([
    aborted(options.stop).then((): Ending => "stopped"),
    writer.broken.then((): Ending => "output-lost"),
  ]);
  const reading = read(options.input, new LineSplitter(maxLineBytes), session, life, log);

  let ending = await Promise.race([cut, reading]);
  life.over = true;
  if (ending === "input-ended") {
    const settled = finish(session, writer, options.eofGraceMs ?? EOF_GRACE_MS).then(() => ending);
    ending = await Promise.race([cut, settled]);
  }
  session.stop();
  if (ending === "stopped") await within(STOP_FLUSH_MS, writer.room(true));
  log("info", "ended", { by: ending, ...(writer.failure && errorFacts(writer.failure)) });
  return ending;
}

/** Feeds lines to the session as fast as it can take them. */
async function read(
  input: AsyncIterable<Uint8Array>,
  splitter: LineSplitter,
  session: Session,
  life: { readonly over: boolean },
  log: Log,
): Promise<Ending> {
  let slice = performance.now();
  const take = async (lines: Iterable<Line>): Promise<void> => {
    for (const line of lines) {
      if (life.over) return;
      session.accept(line);
      if (session.full) await session.room();
      if (performance.now() - slice > READ_SLICE_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        slice = performance.now();
      }
    }
  };
  try {
    for await (const chunk of input) {
      await take(splitter.push(chunk));
      if (life.over) break;
    }
    await take(splitter.end());
  } catch (error) {
    log("error", "input failed", errorFacts(error));
  }
  return "input-ended";
}

/** After the end of input: what is owed is answered, within bounds. */
async function finish(session: Session, writer: Writer, graceMs: number): Promise<void> {
  await within(graceMs, session.idle());
  session.stop(
    caveError(
      INTERNAL_ERROR,
      "cave_shutting_down",
      `the input has ended and the call did not finish within ${graceMs} ms`,
    ),
  );
  await writer.flush(FLUSH_STALL_MS);
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
