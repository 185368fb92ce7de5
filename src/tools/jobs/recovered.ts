/**
 * An original that is too long for one line goes to a private file, and the answer says where it is
 * and what it looks like. Where nothing may be written it goes inline all the same.
 */
import type { World } from "../offload/world.ts";

/** Lines shown from either end of the file. */
const SHOWN_LINES = 5;

/** Longest shown piece of a line, in UTF-16 units. */
const SHOWN_CHARS = 200;

function clip(line: string): string {
  if (line.length <= SHOWN_CHARS) return line;
  const pair = /[\ud800-\udbff]/.test(line[SHOWN_CHARS - 1] ?? "");
  return `${line.slice(0, pair ? SHOWN_CHARS - 1 : SHOWN_CHARS)}…`;
}

/** The first lines of a text without splitting all of it. */
function firstLines(text: string): string[] {
  const lines: string[] = [];
  for (let at = 0; lines.length < SHOWN_LINES && at < text.length; ) {
    const end = text.indexOf("\n", at);
    lines.push(clip(text.slice(at, end < 0 ? undefined : end)));
    at = end < 0 ? text.length : end + 1;
  }
  return lines;
}

function lastLines(text: string): string[] {
  const lines: string[] = [];
  for (
    let end = text.endsWith("\n") ? text.length - 1 : text.length;
    lines.length < SHOWN_LINES && end >= 0;
  ) {
    const at = end === 0 ? -1 : text.lastIndexOf("\n", end - 1);
    lines.unshift(clip(text.slice(at + 1, end)));
    end = at;
  }
  return lines;
}

/**
 * Writes the original and describes it.
 * @param text null where the bytes are no UTF-8
 * @returns the answer's text (JSON), or null where no file may be or could be written
 */
export function describeRecovered(
  handle: string,
  bytes: Uint8Array,
  text: string | null,
  world: World,
): string | null {
  const file = world.commit(() => world.writeRecovered(handle, bytes));
  if (file === null) return null;
  return JSON.stringify({
    recovered_to: file.path,
    bytes: file.bytes,
    sha256: file.sha256,
    ...(text === null ? {} : { first_lines: firstLines(text), last_lines: lastLines(text) }),
    note: "The original is too long for one answer. It is whole in this file; read the part you need, or retrieve with a query to get only the records that match.",
  });
}
