/** Whether a text is a sequence of lines rather than prose: no Markdown, hardly a sentence, many short lines. */
import { sampleOf, share } from "../detect/sample.ts";
import { templateKey } from "../log/template.ts";

const MIN_LINES = 8;
const MARKDOWN = /^(?:#{1,6} |\s*(?:```|~~~)|>\s)|\]\(\S+\)/;
const SENTENCE = /[a-z]{2,}[^.!?]{20,}[.!?](?:\s|$)/;
/** Lines of wrapped prose are about this long and end without a stop. */
const WRAPPED = /^[A-Za-z"'(].{50,100}[a-z,]$/;

/** Lines that a program wrote are alike but for what varies: so many of one template, in this share of the lines. */
const MIN_ALIKE = 4;
const ALIKE_SHARE = 0.6;

/** Whether most lines have the template of several others: a program's words, though they may be sentences. */
function isRepetitive(filled: readonly string[]): boolean {
  const keys = filled.map((line) => templateKey(line, 0, line.length));
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keys.filter((key) => (counts.get(key) ?? 0) >= MIN_ALIKE).length >= ALIKE_SHARE * keys.length;
}

export function isLineOriented(text: string): boolean {
  const { filled } = sampleOf(text);
  if (filled.length < MIN_LINES) return false;
  // Names under each other are a list, of which each one counts.
  if (share(filled, (l) => !/\S\s+\S/.test(l)) >= 0.5) return false;
  if (share(filled, (l) => MARKDOWN.test(l)) >= 0.02) return false;
  const prose = share(filled, (l) => SENTENCE.test(l)) >= 0.2 || share(filled, (l) => WRAPPED.test(l)) >= 0.3;
  return !prose || isRepetitive(filled);
}
