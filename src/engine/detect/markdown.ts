/** Recognises prose and Markdown: the type of everything that nothing else claims. */
import { type Sample, share } from "./sample.ts";

/** Confidence of plain text: any recogniser that is sure of something beats it. */
const FALLBACK = 0.4;

/** A heading; the C preprocessor and shell comments write `# ` too. */
const HEADING =
  /^#{1,6} (?!(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma|error|warning)\b)\S/;
const INLINE = /\[[^\]\n]{1,200}\]\([^)\n]{1,400}\)|\*\*[^*\n]{1,200}\*\*|`[^`\n]{1,200}`/;
const LIST = /^\s*(?:[-*+]|\d+\.) \S/;
const SENTENCE = /[a-z]{2,}[^.!?]{20,}[.!?](?:\s|$)/;

export function recogniseText({ filled }: Sample): number {
  const headings = share(filled, (l) => HEADING.test(l));
  const fences = share(filled, (l) => /^\s*(?:```|~~~)/.test(l));
  const inline = share(filled, (l) => INLINE.test(l));
  const lists = share(filled, (l) => LIST.test(l));
  const sentences = share(filled, (l) => SENTENCE.test(l));
  const markdown =
    (headings > 0 && (inline > 0.02 || fences > 0 || lists > 0.1 || sentences > 0.1)) || inline > 0.25;
  // `# ` also begins comments; prose or links beside it make it Markdown.
  if (markdown && headings + inline + fences + lists + sentences > 0.2) return 0.82;
  return sentences > 0.4 ? 0.7 : FALLBACK;
}
