/**
 * A JSON scanner that keeps positions: every value as a slice of the input, with its original spelling, duplicate
 * keys and their order. It validates the whole grammar (RFC 8259) and neither recurses nor builds values.
 */

export const Json = {
  object: 1,
  array: 2,
  /** A string without escapes: what stands between the quotes is its value. */
  string: 3,
  escaped: 4,
  number: 5,
  true: 6,
  false: 7,
  null: 8,
} as const;
export type JsonType = (typeof Json)[keyof typeof Json];

/** Room that a tape begins with: what usual documents need, so that it seldom grows. */
const MIN_NODES = 64;
const CHARS_PER_NODE = 8;

/**
 * Nodes in document order. A container's first child is the node after it; an object's children alternate between
 * key (a string node) and value. Offsets include quotes and brackets.
 */
export class JsonTape {
  size = 0;
  starts: Int32Array<ArrayBuffer>;
  ends: Int32Array<ArrayBuffer>;
  /** First node that is not inside this one. */
  next: Int32Array<ArrayBuffer>;
  types: Uint8Array<ArrayBuffer>;

  constructor(readonly text: string) {
    const nodes = Math.max(MIN_NODES, Math.ceil(text.length / CHARS_PER_NODE));
    this.starts = new Int32Array(nodes);
    this.ends = new Int32Array(nodes);
    this.next = new Int32Array(nodes);
    this.types = new Uint8Array(nodes);
  }

  push(type: JsonType, start: number, end: number): number {
    const node = this.size;
    if (node === this.types.length) this.grow();
    this.types[node] = type;
    this.starts[node] = start;
    this.ends[node] = end;
    this.next[node] = node + 1;
    this.size = node + 1;
    return node;
  }

  private grow(): void {
    // A node and what separates or closes it take two characters; a document that ends too early may have more.
    const most = (this.text.length >> 1) + 2;
    const nodes = this.types.length < most ? Math.min(this.types.length * 2, most) : this.types.length * 2;
    const more = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const wider = new Int32Array(nodes);
      wider.set(old);
      return wider;
    };
    this.starts = more(this.starts);
    this.ends = more(this.ends);
    this.next = more(this.next);
    const types = new Uint8Array(nodes);
    types.set(this.types);
    this.types = types;
  }

  slice(node: number): string {
    return this.text.slice(this.starts[node], this.ends[node]);
  }

  /** Value of a string node. */
  stringAt(node: number): string {
    if (this.types[node] === Json.escaped) return JSON.parse(this.slice(node)) as string;
    return this.text.slice((this.starts[node] ?? 0) + 1, (this.ends[node] ?? 0) - 1);
  }

  isContainer(node: number): boolean {
    return (this.types[node] ?? 0) <= Json.array;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LITERALS = [
  ["true", Json.true],
  ["false", Json.false],
  ["null", Json.null],
] as const;

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

function isHex(c: number): boolean {
  return isDigit(c) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66);
}

/** First offset from `at` on that is not JSON white space. */
export function skipSpace(text: string, at: number, to: number): number {
  while (at < to) {
    const c = text.charCodeAt(at);
    if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) break;
    at++;
  }
  return at;
}

/** Whether `text[start, end)` is JSON white space only. */
export function isBlank(text: string, start: number, end: number): boolean {
  return skipSpace(text, start, end) === end;
}

/** End of the number that starts at `at`, or -1 where the grammar has none. */
export function scanNumber(text: string, at: number, to: number): number {
  if (text.charCodeAt(at) === 0x2d) at++;
  const first = at < to ? text.charCodeAt(at) : 0;
  if (!isDigit(first)) return -1;
  at++;
  if (first !== 0x30) while (at < to && isDigit(text.charCodeAt(at))) at++;
  if (at < to && text.charCodeAt(at) === 0x2e) {
    if (++at >= to || !isDigit(text.charCodeAt(at))) return -1;
    while (at < to && isDigit(text.charCodeAt(at))) at++;
  }
  const e = at < to ? text.charCodeAt(at) | 0x20 : 0;
  if (e === 0x65) {
    at++;
    const sign = at < to ? text.charCodeAt(at) : 0;
    if (sign === 0x2b || sign === 0x2d) at++;
    if (at >= to || !isDigit(text.charCodeAt(at))) return -1;
    while (at < to && isDigit(text.charCodeAt(at))) at++;
  }
  return at;
}

/** Pushes the string that starts at `at` (a quote); its end, or -1. */
function scanString(tape: JsonTape, at: number, to: number): number {
  const { text } = tape;
  const start = at++;
  let type: JsonType = Json.string;
  while (at < to) {
    const c = text.charCodeAt(at);
    if (c === QUOTE) {
      tape.push(type, start, at + 1);
      return at + 1;
    }
    if (c < 0x20) return -1;
    if (c !== BACKSLASH) {
      at++;
      continue;
    }
    type = Json.escaped;
    const next = text.charCodeAt(at + 1);
    if (next === 0x75) {
      for (let i = at + 2; i < at + 6; i++) if (i >= to || !isHex(text.charCodeAt(i))) return -1;
      at += 6;
    } else if ('"\\/bfnrt'.includes(text.charAt(at + 1)) && at + 1 < to) {
      at += 2;
    } else {
      return -1;
    }
  }
  return -1;
}

function scanScalar(tape: JsonTape, at: number, to: number): number {
  const { text } = tape;
  const c = text.charCodeAt(at);
  if (c === QUOTE) return scanString(tape, at, to);
  if (c === 0x2d || isDigit(c)) {
    const end = scanNumber(text, at, to);
    if (end > 0) tape.push(Json.number, at, end);
    return end;
  }
  for (const [word, type] of LITERALS) {
    if (text.startsWith(word, at) && at + word.length <= to) {
      tape.push(type, at, at + word.length);
      return at + word.length;
    }
  }
  return -1;
}

/** Values that may be open at once. Real documents have dozens; a text of nothing but brackets would fill the memory. */
const MAX_NESTING = 1_000_000;

/**
 * Scans one JSON value of `tape.text`, white space before it included, and appends its nodes.
 * @param every called with the offset once per few thousand nodes
 * @returns the offset behind the value, or -1 where there is no valid value or one that nests too deep (the tape then holds rubbish)
 */
export function scanJson(tape: JsonTape, from: number, to: number, every?: () => void): number {
  const { text } = tape;
  const open: number[] = [];
  let at = skipSpace(text, from, to);
  let steps = 0;
  for (;;) {
    if (every !== undefined && (++steps & 0x3fff) === 0) every();
    // A value starts here.
    if (at >= to) return -1;
    const c = text.charCodeAt(at);
    if (c === 0x7b || c === 0x5b) {
      const node = tape.push(c === 0x7b ? Json.object : Json.array, at, 0);
      at = skipSpace(text, at + 1, to);
      if (text.charCodeAt(at) !== c + 2 || at >= to) {
        if (open.push(node) > MAX_NESTING) return -1;
        if (c === 0x7b) at = scanKey(tape, at, to);
        if (at < 0) return -1;
        continue;
      }
      at++;
      tape.ends[node] = at;
    } else {
      at = scanScalar(tape, at, to);
      if (at < 0) return -1;
    }
    // A value has ended: close what ends with it, then go on behind the comma.
    for (;;) {
      const node = open[open.length - 1];
      if (node === undefined) return at;
      at = skipSpace(text, at, to);
      const d = at < to ? text.charCodeAt(at) : 0;
      const inObject = tape.types[node] === Json.object;
      if (d === 0x2c) {
        at = skipSpace(text, at + 1, to);
        if (inObject) at = scanKey(tape, at, to);
        if (at < 0) return -1;
        break;
      }
      if (d !== (inObject ? 0x7d : 0x5d)) return -1;
      at++;
      open.pop();
      tape.ends[node] = at;
      tape.next[node] = tape.size;
    }
  }
}

/** Scans `"key" :` and the white space behind it. */
function scanKey(tape: JsonTape, at: number, to: number): number {
  if (at >= to || tape.text.charCodeAt(at) !== QUOTE) return -1;
  let end = scanString(tape, at, to);
  if (end < 0) return -1;
  end = skipSpace(tape.text, end, to);
  if (end >= to || tape.text.charCodeAt(end) !== 0x3a) return -1;
  return skipSpace(tape.text, end + 1, to);
}

/** The tape of a text that is exactly one JSON document, or null. */
export function parseDocument(text: string, every?: () => void): JsonTape | null {
  const tape = new JsonTape(text);
  const end = scanJson(tape, 0, text.length, every);
  return end < 0 || skipSpace(text, end, text.length) !== text.length ? null : tape;
}
