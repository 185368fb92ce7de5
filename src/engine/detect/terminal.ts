/** Recognises what was captured from a terminal: ANSI escapes, carriage-return redraws, overstriking. */
import { type Sample, share } from "./sample.ts";

/** Share of lines with an escape from which on they are the capture's, not a line that happens to quote one. */
const ESCAPE_SHARE = 0.02;
/** Redraws that make a terminal capture even where the sample has none. */
const REDRAWS = 3;

/** Carriage returns that overwrite their line: neither part of a line end nor at the input's end. Stops at `limit`. */
function redraws(text: string, limit: number): number {
  let n = 0;
  for (let at = text.indexOf("\r"); at >= 0 && n < limit; at = text.indexOf("\r", at)) {
    while (text.charCodeAt(at) === 13) at++;
    if (at < text.length && text.charCodeAt(at) !== 10) n++;
  }
  return n;
}

export function recogniseTerminal({ text, lines }: Sample): number {
  if (text.includes("\x1b")) {
    const escapes = share(lines, (l) => /\x1b[[\]()PX^_=>78NOM]/.test(l));
    if (escapes >= ESCAPE_SHARE) return 0.99;
  }
  if (/.\x08./.test(text.slice(0, 1 << 14))) return 0.9;
  const n = redraws(text, REDRAWS);
  return n >= REDRAWS ? 0.99 : n > 0 ? 0.9 : 0;
}
