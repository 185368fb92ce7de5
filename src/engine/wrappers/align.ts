/**
 * Finds which lines of a text a view of it shows. A view consists of stretches of consecutive lines, with a marker
 * wherever lines are left out; the answer is given only where there is no other.
 */

/** Of JSON that was written anew all is one line, which holds markers: it has no number. */
const MARKER = /elided \(caveman\)|… caveman: elided/;
const COUNTED_LINES = /… (\d+) lines elided \(caveman\)/;
/** Comparisons of lines that are made at most; beyond them the answer is not known. */
const MAX_STEPS = 20_000_000;

interface Block {
  /** First line of the block in the view, and its length. */
  readonly at: number;
  readonly length: number;
  /** Lines that are left out before it, where the marker counts lines; else -1. */
  readonly gap: number;
}

interface Split {
  readonly blocks: Block[];
  /** Whether something is left out before the first and behind the last block. */
  readonly gapFirst: boolean;
  readonly gapLast: boolean;
}

function split(view: readonly string[]): Split {
  const blocks: Block[] = [];
  let at = -1;
  let gap = 0;
  let gapFirst = false;
  let marked = false;
  const close = (end: number): void => {
    if (at >= 0) blocks.push({ at, length: end - at, gap });
    at = -1;
  };
  for (const [i, line] of view.entries()) {
    if (MARKER.test(line)) {
      if (at >= 0) {
        close(i);
        gap = 0;
        marked = false;
      }
      if (/in all, \d+ elided|caveman: elided/.test(line)) continue;
      marked = true;
      const n = COUNTED_LINES.exec(line)?.[1];
      gap = n === undefined || gap < 0 ? -1 : gap + Number(n);
      if (blocks.length === 0) gapFirst = true;
    } else if (at < 0) {
      if (!marked && blocks.length > 0) gap = -1;
      at = i;
    }
  }
  const open = at >= 0;
  close(view.length);
  return { blocks, gapFirst, gapLast: !open && marked };
}

/** Whether the block stands at line `from` of the text. */
class Matcher {
  #steps = 0;
  readonly #lines: readonly string[];
  readonly #view: readonly string[];

  constructor(lines: readonly string[], view: readonly string[]) {
    this.#lines = lines;
    this.#view = view;
  }

  get exhausted(): boolean {
    return this.#steps > MAX_STEPS;
  }

  stands(block: Block, from: number): boolean {
    if (from < 0 || from + block.length > this.#lines.length) return false;
    for (let i = 0; i < block.length; i++) {
      this.#steps++;
      if (this.#lines[from + i] !== this.#view[block.at + i]) return false;
    }
    return true;
  }
}

/**
 * The leftmost (`step` 1) or rightmost (`step` -1) placing of all blocks; null where there is none. Where nothing is
 * left out before the first or behind the last block, that one has its place.
 */
function place(
  { blocks, gapFirst, gapLast }: Split,
  matcher: Matcher,
  count: number,
  step: 1 | -1,
): number[] | null {
  const places: number[] = [];
  const last = blocks.length - 1;
  let bound = step === 1 ? 0 : count;
  for (let n = 0; n <= last; n++) {
    const index = step === 1 ? n : last - n;
    const block = blocks[index] as Block;
    // Between two blocks at least one line is left out.
    const gap = n === 0 ? 0 : 1;
    const nearest = step === 1 ? bound + gap : bound - block.length - gap;
    const only = index === 0 && !gapFirst ? 0 : index === last && !gapLast ? count - block.length : null;
    let from = only ?? nearest;
    if ((from - nearest) * step < 0) return null;
    while (!matcher.stands(block, from)) {
      from += step;
      if (only !== null || matcher.exhausted || from < 0 || from + block.length > count) return null;
    }
    places.push(from);
    bound = step === 1 ? from + block.length : from;
  }
  return step === 1 ? places : places.reverse();
}

/** Each marker counts lines: then every place follows from the counts. */
function placeByCounts(blocks: readonly Block[], matcher: Matcher): number[] | null {
  const places: number[] = [];
  let at = 0;
  for (const block of blocks) {
    if (block.gap < 0) return null;
    at += block.gap;
    if (!matcher.stands(block, at)) return null;
    places.push(at);
    at += block.length;
  }
  return places;
}

/**
 * @param lines of the text
 * @param view  lines of a view of it, markers included
 * @returns for each line of the view the index of the line it shows, -1 for markers; null where that is not certain
 */
export function alignLines(lines: readonly string[], view: readonly string[]): Int32Array | null {
  const parts = split(view);
  const { blocks } = parts;
  const matcher = new Matcher(lines, view);
  let places = placeByCounts(blocks, matcher);
  if (places === null) {
    // A view may end without the empty line that a text without a last line feed ends with.
    let count = lines.length;
    while (view.at(-1) !== "" && lines[count - 1] === "") count--;
    const left = place(parts, matcher, count, 1);
    const right = left === null ? null : place(parts, matcher, count, -1);
    if (left === null || right === null || left.some((p, i) => p !== right[i])) return null;
    places = left;
  }
  const origins = new Int32Array(view.length).fill(-1);
  for (const [n, block] of blocks.entries()) {
    for (let i = 0; i < block.length; i++) origins[block.at + i] = (places[n] as number) + i;
  }
  return origins;
}
