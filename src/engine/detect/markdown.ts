/** Recognises prose and Markdown: the type of everything that nothing else claims. */
import { type Sample, share } from "./sample.ts";

/** Confidence of plain text: any recogniser that is sure of something beats it. */
const FALLBACK = 0.4;

/** A heading; the C preprocessor and shell comments write `# ` too. */
const HEADING =
  /^#{1,6} (?!(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma|error|warning)\b)\S/;
const INLINE = /\[[^\]\n]{1,200}\]\([^)\n]{1,400}\)|\*\*[^*\n]{1,200}\*\*|`[^`\n]{1,200}`/;
const LIST = /^\s*(?:[-*+]|\d+\.) \S/;
const SENTENCE_END = /[.!?](?:\s|$)/;
/** Characters of a sentence; shorter ones are in every log. */
const SENTENCE_CHARS = 22;

/** Whether a line holds a sentence. Cut at ends of sentences first: one pattern for it all would take cubic time. */
function hasSentence(line: string): boolean {
  const parts = line.split(SENTENCE_END);
  return parts.some(
    (part, i) => i < parts.length - 1 && part.length >= SENTENCE_CHARS && /[a-z]{2}/.test(part),
  );
}

const LATEX =
  /^\s*\\(?:documentclass|usepackage|begin|end|(?:sub)*section|chapter|item|label|title|author)\b/;

export function recogniseText({ filled }: Sample): number {
  const headings = share(filled, (l) => HEADING.test(l));
  const fences = share(filled, (l) => /^\s*(?:```|~~~)/.test(l));
  const inline = share(filled, (l) => INLINE.test(l));
  const lists = share(filled, (l) => LIST.test(l));
  const sentences = share(filled, hasSentence);
  const markdown =
    (headings > 0 && (inline > 0.02 || fences > 0 || lists > 0.1 || sentences > 0.1)) || inline > 0.25;
  // `# ` also begins comments; prose or links beside it make it Markdown.
  if (markdown && headings + inline + fences + lists + sentences > 0.2) return 0.82;
  if (share(filled, (l) => LATEX.test(l)) > 0.2) return 0.75;
  return sentences > 0.4 ? 0.7 : FALLBACK;
}
