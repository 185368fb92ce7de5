/**
 * Line numbers that read tools write before each line: `   12→text`, `12⇥text`, `00012| text`, `12: text`. A view gets
 * them back only where it is certain which lines of the original it shows.
 */
import { alignLines } from "./align.ts";
import type { Wrapped } from "./wrapped.ts";

const FORMS: readonly RegExp[] = [
  /^( *\d{1,9}→)/,
  /^( *\d{1,9}\t)/,
  /^( *\d{1,9}\| ?)/,
  /^( *\d{1,9} \| ?)/,
  /^( *\d{1,9}: )/,
  /^( *\d{1,9}:)/,
];
const MIN_LINES = 2;
/** A file of one long line has one number: `     1→{…}`, `1⇥{…}`, `00001| {…}`. */
const LONE_FORMS = FORMS.slice(0, 3);
/** The `12:text` of `grep -n` on neighbouring lines looks the same; a gutter of that form has at least this many lines. */
const MIN_COLON_LINES = 20;
/** Text behind the numbered lines that a tool adds: a reminder, an end-of-file note. */
const MAX_TAIL_LINES = 40;

interface Gutter {
  /** Per numbered line, offset of its start, of its text, and of its end (without line end). */
  readonly starts: number[];
  readonly texts: number[];
  readonly ends: number[];
  /** Offset where what follows the numbered lines begins. */
  readonly tail: number;
}

function read(text: string, form: RegExp): Gutter | null {
  const starts: number[] = [];
  const texts: number[] = [];
  const ends: number[] = [];
  let number = -1;
  let at = 0;
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    // Long enough for any gutter; the empty last lines of some tools have lost their trailing blank.
    const head = text.slice(at, Math.min(end, at + 24));
    const gutter = form.exec(head)?.[1] ?? (form.exec(`${head} `)?.[1] ?? "").trimEnd();
    const n = gutter === "" ? -1 : Number.parseInt(gutter, 10);
    if (n < 0 || (number >= 0 && n !== number + 1)) break;
    number = n;
    starts.push(at);
    texts.push(Math.min(end, at + gutter.length));
    ends.push(end);
    at = end + 1;
  }
  const tail = Math.min(at, text.length);
  if (starts.length < MIN_LINES && !(LONE_FORMS.includes(form) && number === 1)) return null;
  const rest = text.slice(tail);
  if (rest.trim() !== "" && rest.split("\n", MAX_TAIL_LINES + 1).length > MAX_TAIL_LINES) return null;
  return { starts, texts, ends, tail };
}

/** TSV whose first column counts up is no gutter: each of its lines has the same tabs beyond the first. */
function isTsv(text: string, gutter: Gutter): boolean {
  let tabs = -1;
  for (let i = 0; i < Math.min(gutter.starts.length, 50); i++) {
    const n = text.slice(gutter.texts[i], gutter.ends[i]).split("\t").length - 1;
    if (n === 0 || (tabs >= 0 && n !== tabs)) return false;
    tabs = n;
  }
  return true;
}

function wrap(text: string, gutter: Gutter): Wrapped {
  const { starts, texts, ends, tail } = gutter;
  const lines = texts.map((from, i) => text.slice(from, ends[i]));
  const last = ends.length - 1;
  // The line end of the last numbered line belongs to it, if it has one.
  const inner = lines.join("\n") + (tail > (ends[last] as number) ? "\n" : "");
  const innerStarts: number[] = [];
  let at = 0;
  for (const line of lines) {
    innerStarts.push(at);
    at += line.length + 1;
  }
  return {
    inner,
    rewrap: (view) => {
      const shown = view.endsWith("\n") ? view.slice(0, -1).split("\n") : view.split("\n");
      const origins = alignLines(lines, shown);
      if (origins === null) return null;
      const out = shown.map((line, i) => {
        const origin = origins[i] as number;
        return origin < 0 ? line : text.slice(starts[origin], texts[origin]) + line;
      });
      return `${out.join("\n")}${view.endsWith("\n") || tail < text.length ? "\n" : ""}${text.slice(tail)}`;
    },
    outer: (offset) => {
      let low = 0;
      let high = last;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((innerStarts[middle] as number) <= offset) low = middle;
        else high = middle - 1;
      }
      const within = offset - (innerStarts[low] as number);
      // A record that begins with a line begins with the line's number.
      return within === 0 ? (starts[low] as number) : Math.min(tail, (texts[low] as number) + within);
    },
  };
}

export function unwrapGutter(text: string): Wrapped | null {
  if (!/^ *\d/.test(text.slice(0, 24))) return null;
  for (const [i, form] of FORMS.entries()) {
    const gutter = read(text, form);
    if (gutter === null) continue;
    if (i === 1 && isTsv(text, gutter)) return null;
    if (i >= 4 && gutter.starts.length < MIN_COLON_LINES) return null;
    return wrap(text, gutter);
  }
  return null;
}
