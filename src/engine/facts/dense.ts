/**
 * Sets of ids without gaps: `ord-1001..ord-1423 ord-1425..ord-1500` names exactly the values that there are.
 */

/** Runs and single values beyond which the list is no longer something to read. */
const MAX_SEGMENTS = 48;
/** Digits that a double counts exactly. */
const MAX_DIGITS = 15;
/** Groups of one prefix and width: each makes a run at least. */
const MAX_GROUPS = 48;

export interface DenseSet {
  /** `A..B` (same prefix, same digit width, no gap) or a single value. */
  readonly segments: readonly [first: string, last: string][];
  readonly distinct: number;
}

interface Group {
  readonly prefix: string;
  readonly width: number;
  readonly numbers: number[];
}

/** Start of the digits that end `text[start, end)`. */
function digitsFrom(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && end - at < MAX_DIGITS) {
    const c = text.charCodeAt(at - 1);
    if (c < 0x30 || c > 0x39) break;
    at--;
  }
  return at;
}

/**
 * The set of the given slices as runs, or null where they are no dense sequences.
 * @param each calls back with every slice once
 */
export function denseSet(
  text: string,
  starts: Int32Array,
  ends: Int32Array,
  isPresent: (unit: number) => boolean,
): DenseSet | null {
  const groups: Group[] = [];
  let last: Group | undefined;
  for (let unit = 0; unit < starts.length; unit++) {
    if (!isPresent(unit)) continue;
    const start = starts[unit] ?? 0;
    const end = ends[unit] ?? 0;
    const digits = digitsFrom(text, start, end);
    const width = end - digits;
    if (width === 0) return null;
    const fits = (group: Group | undefined): boolean =>
      group !== undefined &&
      group.width === width &&
      group.prefix.length === digits - start &&
      text.startsWith(group.prefix, start);
    if (!fits(last)) {
      last = groups.find(fits);
      if (last === undefined) {
        if (groups.length === MAX_GROUPS) return null;
        last = { prefix: text.slice(start, digits), width, numbers: [] };
        groups.push(last);
      }
    }
    let number = 0;
    for (let at = digits; at < end; at++) number = number * 10 + text.charCodeAt(at) - 0x30;
    last?.numbers.push(number);
  }
  const segments: [string, string][] = [];
  let distinct = 0;
  for (const group of groups) {
    const spell = (n: number): string => group.prefix + String(n).padStart(group.width, "0");
    const sorted = new Float64Array(group.numbers).sort();
    let first = sorted[0] ?? 0;
    let at = first;
    distinct++;
    for (let i = 1; i <= sorted.length; i++) {
      const n = sorted[i];
      if (n === at) continue;
      if (n !== undefined) distinct++;
      if (n !== at + 1) {
        segments.push([spell(first), spell(at)]);
        if (segments.length > MAX_SEGMENTS) return null;
        first = n ?? 0;
      }
      at = n ?? 0;
    }
  }
  return { segments, distinct };
}
