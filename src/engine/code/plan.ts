/**
 * Which lines of a source go: the insides of function bodies, and comments beyond their first lines. Signatures,
 * imports, types and everything at the top level stay. Only whole lines go.
 */
import type { Lines } from "../../text/lines.ts";
import type { Outline, Span } from "../contract.ts";

/** Fewer lines or characters are shown: the marker would cost as much. */
const MIN_LINES = 3;
const MIN_CHARS = 100;
/** A body that holds this many bodies of its own, and most of the file, wraps a module: it is opened, not dropped. */
const WRAPPER_BODIES = 3;
const WRAPPER_SHARE = 0.5;
/** Comment lines that stay: of a block `/**` and its first sentence, of line comments the first two. */
const COMMENT_LINES = 2;
/** Lines that stay before and behind those that the caller asks for; a single one stands alone. */
const ASKED_LINES = 2;

/** Lines `from`..`to` (exclusive) that go. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly body: boolean;
}

export interface CodePlan {
  readonly gaps: readonly Gap[];
  /** Function bodies, those within others included. */
  readonly bodies: number;
}

class LineIndex {
  constructor(
    readonly text: string,
    readonly lines: Lines,
  ) {}

  /** The line that holds `offset`. */
  at(offset: number): number {
    let [low, high] = [0, this.lines.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lines.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  chars(from: number, to: number): number {
    return to <= from ? 0 : (this.lines.ends[to - 1] ?? 0) - (this.lines.starts[from] ?? 0);
  }

  /** Whether only blanks stand before `offset` on its line. */
  startsLine(offset: number): boolean {
    return this.text.slice(this.lines.starts[this.at(offset)], offset).trim() === "";
  }

  /** Whether only blanks stand behind `offset` on its line. */
  endsLine(offset: number): boolean {
    return this.text.slice(offset, this.lines.ends[this.at(Math.max(0, offset - 1))]).trim() === "";
  }
}

/** Bodies that go: outermost ones, but of those that wrap a module the ones inside. */
function chosenBodies(bodies: readonly Span[], length: number): Span[] {
  const out: Span[] = [];
  const walk = (from: number, to: number): void => {
    for (let i = from; i < to; ) {
      const body = bodies[i] as Span;
      let inner = i + 1;
      while (inner < to && (bodies[inner] as Span)[0] < body[1]) inner++;
      const direct = inner - i - 1;
      if (direct >= WRAPPER_BODIES && body[1] - body[0] > WRAPPER_SHARE * length) walk(i + 1, inner);
      else out.push(body);
      i = inner;
    }
  };
  walk(0, bodies.length);
  return out;
}

/** The lines inside a body: behind the line that opens it (or its docstring's first line), before the one that closes it. */
function bodyGap(index: LineIndex, [start, end]: Span): Gap {
  const open = index.at(start);
  const close = index.at(end - 1);
  const braced = index.text[start] === "{";
  // What an indented block shares its first line with (the signature, a documentation string) stays, and what
  // follows it on its last line.
  const doc = !braced && /^[rRuU]?(?:"""|''')/.test(index.text.slice(start, start + 4));
  const from = braced || doc || !index.startsLine(start) ? open + 1 : open;
  return { from, to: braced || !index.endsLine(end) ? close : close + 1, body: true };
}

/** The lines of a comment behind its first ones; a block's closing line stays where it holds nothing else. */
function commentGap(index: LineIndex, [start, end]: Span): Gap {
  const first = index.at(start);
  const last = index.at(end - 1);
  const closing = /^\s*(?:\*+\/|"""|'''|-->)\s*$/.test(
    index.text.slice(index.lines.starts[last], index.lines.ends[last]),
  );
  return { from: first + COMMENT_LINES, to: closing ? last : last + 1, body: false };
}

/** Comments that follow each other line by line are one. */
function joined(index: LineIndex, comments: readonly Span[]): Span[] {
  const out: [number, number][] = [];
  for (const [start, end] of comments) {
    if (!index.startsLine(start) || !index.endsLine(end)) continue;
    const before = out.at(-1);
    const adjacent =
      before !== undefined &&
      index.at(start) === index.at(before[1] - 1) + 1 &&
      !index.text.startsWith("/*", start) &&
      !index.text.startsWith("/*", before[0]);
    if (adjacent) before[1] = end;
    else out.push([start, end]);
  }
  return out;
}

/** What is left of a gap where the asked lines, and some around them, stay. */
function around(gap: Gap, asked: readonly number[], lines: number): Gap[] {
  const out: Gap[] = [];
  let from = gap.from;
  for (const line of asked) {
    if (line < gap.from || line >= gap.to) continue;
    out.push({ ...gap, from, to: Math.max(from, line - lines) });
    from = Math.min(gap.to, line + lines + 1);
  }
  return [...out, { ...gap, from }];
}

/** @param asked lines, in order, that the caller's words point at */
export function planCode(text: string, lines: Lines, outline: Outline, asked: readonly number[]): CodePlan {
  const index = new LineIndex(text, lines);
  const worth = (gap: Gap): boolean =>
    gap.to - gap.from >= MIN_LINES && index.chars(gap.from, gap.to) >= MIN_CHARS;
  const bodies = chosenBodies(outline.bodies, text.length).map((span) => bodyGap(index, span));
  const comments = [...joined(index, outline.comments), ...outline.docs].map((span) =>
    commentGap(index, span),
  );
  const gaps: Gap[] = [];
  const parts = [...bodies, ...comments].flatMap((gap) =>
    around(gap, asked, asked.length > 1 ? ASKED_LINES : 0),
  );
  for (const gap of parts.filter(worth).sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (gap.from >= (gaps.at(-1)?.to ?? 0)) gaps.push(gap);
  }
  return { gaps, bodies: outline.bodies.length };
}
