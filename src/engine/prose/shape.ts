/** Whether a text is a sequence of lines rather than prose: no Markdown, hardly a sentence, many short lines. */
import { sampleOf, share } from "../detect/sample.ts";

const MIN_LINES = 8;
const MARKDOWN = /^(?:#{1,6} |\s*(?:```|~~~)|>\s)|\]\(\S+\)/;
const SENTENCE = /[a-z]{2,}[^.!?]{20,}[.!?](?:\s|$)/;
/** Lines of wrapped prose are about this long and end without a stop. */
const WRAPPED = /^[A-Za-z"'(].{50,100}[a-z,]$/;

export function isLineOriented(text: string): boolean {
  const { filled } = sampleOf(text);
  if (filled.length < MIN_LINES) return false;
  return (
    // Names under each other are a list, of which each one counts.
    share(filled, (l) => !/\S\s+\S/.test(l)) < 0.5 &&
    share(filled, (l) => MARKDOWN.test(l)) < 0.02 &&
    share(filled, (l) => SENTENCE.test(l)) < 0.2 &&
    share(filled, (l) => WRAPPED.test(l)) < 0.3
  );
}
