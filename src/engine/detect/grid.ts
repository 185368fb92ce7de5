/** Recognises tables that are drawn with rules and bars, in ASCII or with Unicode's box drawing. */
import { cornersOf, isFrameRow, isFrameRule } from "../tabular/frame.ts";
import { type Sample, share } from "./sample.ts";

/** Clipped lines have lost their last bar. */
const CLIPPED_CHARS = 600;

export function recogniseGrid({ filled }: Sample): number {
  const top = filled.slice(0, 8).find(isFrameRule);
  if (top === undefined || cornersOf(top).length < 3) return 0;
  const rows = share(filled, (l) => isFrameRow(l) || (l.length >= CLIPPED_CHARS && /^\s*[|│┃║]/.test(l)));
  const drawn = share(filled, isFrameRule);
  return rows > 0.3 && rows + drawn > 0.8 ? 0.95 : 0;
}
