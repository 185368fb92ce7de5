/** Shortens the prose of a description: the first sentence and what binds the caller stay, whole sentences go. */
import { runMarker } from "../markers.ts";

/** Fewer characters are not worth the marker in their place. */
const MIN_GONE_CHARS = 80;

/** Ends with a full stop that ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s("'`])(?:e\.g|i\.e|etc|vs|cf|al|approx|incl|excl|resp|no|nos|fig|eq|sec|ch|vol|pp?|ed|st|mr|mrs|ms|dr|prof|inc|ltd|co|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|a\.m|p\.m|[A-Za-z])\.$/i;
/** Characters before a full stop that an abbreviation, and what stands before it, may take. */
const LONGEST_ABBREVIATION = 12;
/** What a caller has to keep to. */
const BINDING =
  /\b(?:must|never|always|not|don't|cannot|can't|required|requires?|only|optional|deprecated|defaults?|instead|format|limits?|maximum|minimum|max|min|at (?:most|least)|warning|important|note|unless|before|after|one of|allowed|valid)\b/i;

/** The sentences of a text, each with the blanks behind it; together they are the text. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let from = 0;
  const end = /[.!?](?:["')\]`]*)(?:\s+|$)|\n\s*\n\s*/g;
  for (let m = end.exec(text); m !== null; m = end.exec(text)) {
    const to = m.index + m[0].length;
    const paragraph = /\n\s*\n/.test(m[0]);
    const before = text.slice(Math.max(from, m.index - LONGEST_ABBREVIATION), m.index + 1);
    const next = text[to];
    const goesOn = next !== undefined && /[a-z,;:)]/.test(next);
    if (!paragraph && (ABBREVIATION.test(before) || goesOn)) continue;
    out.push(text.slice(from, to));
    from = to;
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}

/** The shortened text with a marker wherever sentences are missing; null where too little would go. */
export function shortenProse(text: string): string | null {
  const sentences = sentencesOf(text);
  const keep = sentences.map((sentence, i) => i === 0 || BINDING.test(sentence));
  const out: string[] = [];
  let gone = 0;
  for (let from = 0; from < sentences.length; ) {
    let to = from + 1;
    while (to < sentences.length && keep[to] === keep[from]) to++;
    const run = sentences.slice(from, to).join("");
    if (keep[from] || run.length < MIN_GONE_CHARS) out.push(run);
    else {
      if (out.length > 0 && !/\s$/.test(out.at(-1) ?? "")) out.push(" ");
      out.push(runMarker("sentences", to - from), to < sentences.length ? " " : "");
      gone += run.length;
    }
    from = to;
  }
  return gone === 0 ? null : out.join("");
}
