/** Block comments of C-like languages, found without a grammar: for text of declarations, in which nothing else goes. */
import type { Outline, Span } from "../contract.ts";

/** Comments that begin a line; one inside a line is short and stays. */
const OPENING = /^[ \t]*\/\*/gm;

export function commentOutline(source: string): Outline {
  const comments: Span[] = [];
  OPENING.lastIndex = 0;
  for (let m = OPENING.exec(source); m !== null; m = OPENING.exec(source)) {
    const start = m.index + m[0].length - 2;
    const close = source.indexOf("*/", start + 2);
    if (close < 0) break;
    comments.push([start, close + 2]);
    OPENING.lastIndex = close + 2;
  }
  return { bodies: [], comments, docs: [], errorChars: 0 };
}
