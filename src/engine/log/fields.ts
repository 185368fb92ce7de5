/** Columns of a log: its `key=value` pairs, or level, time and template; method, status and bytes of access logs. */
import { Cell, type CellType, Column } from "../table.ts";
import { eachPair } from "./pairs.ts";

/** Keys that become columns; later ones of a line with more are not looked at in any line. */
const MAX_KEYS = 64;
const MAX_KEY_CHARS = 64;
/** Keys below first lines that are remembered; where there are more, no key is stated. */
const MAX_AVOIDED = 4096;

/** A column that takes memory only once a cell of it is filled. */
export class LazyColumn {
  /** The column, null while it is empty. */
  made: Column | null = null;
  readonly #name: string;
  readonly #units: number;

  constructor(name: string, units: number) {
    this.#name = name;
    this.#units = units;
  }

  set(unit: number, type: CellType, start: number, end: number): void {
    this.made ??= new Column(this.#name, this.#units);
    this.made.set(unit, type, start, end);
  }
}

/** Pairs of all entries, by key. */
export class PairColumns {
  readonly #columns = new Map<string, Column>();
  readonly #units: number;
  readonly #avoided = new Set<string>();
  #tooMany = false;
  /** Entries that are nothing but pairs. */
  pure = 0;

  constructor(units: number) {
    this.#units = units;
  }

  /** @returns the entry's keys in order if it is nothing but pairs, else null */
  read(text: string, unit: number, from: number, end: number): string | null {
    let keys = "";
    const pure = eachPair(text, from, end, (keyStart, keyEnd, type, start, stop, clean) => {
      const key = text.slice(keyStart, keyEnd);
      keys += `${key} `;
      if (key.length > MAX_KEY_CHARS) return;
      let column = this.#columns.get(key);
      if (column === undefined) {
        if (this.#columns.size >= MAX_KEYS) return;
        column = new Column(key, this.#units);
        this.#columns.set(key, column);
      }
      if (!clean) column.repeated = true;
      column.set(unit, type, start, stop);
    });
    if (!pure) return null;
    this.pure++;
    return keys;
  }

  /** Pairs in the lines below an entry's first: whether the entry has such a field is a matter of reading. */
  avoid(text: string, from: number, end: number): void {
    eachPair(text, from, end, (keyStart, keyEnd) => {
      if (this.#avoided.size < MAX_AVOIDED) this.#avoided.add(text.slice(keyStart, keyEnd));
      else this.#tooMany = true;
    });
  }

  /** Whether a field of this name may stand below some entry's first line. */
  avoids(name: string): boolean {
    return this.#tooMany || this.#avoided.has(name);
  }

  get all(): Column[] {
    if (this.#tooMany) return [];
    return [...this.#columns.values()].filter((column) => !this.#avoided.has(column.name));
  }
}

/** What a combined-log-format line holds behind its time: "GET /path HTTP/1.1" 200 5316 … */
const REQUEST = /"([A-Z]{3,10}) (\S+) HTTP\/[\d.]+" (\d{3}) (\d+|-)(?= |$)/y;

/** Columns of access logs, or none where fewer than all entries are such lines. */
export class AccessColumns {
  readonly #units: number;
  readonly #method: LazyColumn;
  readonly #status: LazyColumn;
  readonly #bytes: LazyColumn;
  #found = 0;

  constructor(units: number) {
    this.#units = units;
    this.#method = new LazyColumn("method", units);
    this.#status = new LazyColumn("status", units);
    this.#bytes = new LazyColumn("bytes", units);
  }

  read(text: string, unit: number, from: number, end: number): void {
    // One entry of another form, and nothing is said.
    if (this.#found !== unit) return;
    REQUEST.lastIndex = from;
    const match = REQUEST.exec(text);
    if (match === null || REQUEST.lastIndex > end) return;
    this.#found++;
    const [, method = "", , status = "", bytes = ""] = match;
    this.#method.set(unit, Cell.string, from + 1, from + 1 + method.length);
    const stop = REQUEST.lastIndex;
    if (bytes !== "-") this.#bytes.set(unit, Cell.number, stop - bytes.length, stop);
    const statusEnd = stop - bytes.length - 1;
    this.#status.set(unit, Cell.number, statusEnd - status.length, statusEnd);
  }

  get all(): (Column | null)[] {
    return this.#found === this.#units ? [this.#method.made, this.#status.made, this.#bytes.made] : [];
  }
}

/**
 * What stands between the level and the message: thread and separators (of these one more than is looked at: a stretch
 * without an end would be read to the text's end, once per line) …
 */
const SIGNS = String.raw`[\s|>\]:-]{1,201}|\[[^\]\n]{0,80}\]|\([^)\n]{0,80}\)(?=[ :])`;
const NAME = String.raw`[\w$./-]{1,120}(?:\[\d+\])?(?=: | +- | +\| )`;
/** … a name that is no word (`web_1`, `node[3]`); behind a time any logger, or host and process. */
const BEFORE_MESSAGE = new RegExp(String.raw`(?:${SIGNS}|(?=[\w$-]*[\d./[])${NAME})`, "y");
const BEFORE_TIMED_MESSAGE = new RegExp(
  String.raw`(?:${SIGNS}|${NAME}|[\w-]+ [\w./-]{1,80}(?:\[\d+\])?(?=: ))`,
  "y",
);
const MAX_PREFIX_PARTS = 8;
const PREFIX_CHARS = 200;

/**
 * Where the message of an entry begins: behind level, thread, logger, host and process.
 * @param timed whether the entry begins with a time
 */
export function messageStart(text: string, from: number, end: number, timed: boolean): number {
  const before = timed ? BEFORE_TIMED_MESSAGE : BEFORE_MESSAGE;
  const limit = Math.min(end, from + PREFIX_CHARS);
  let at = from;
  for (let part = 0; part < MAX_PREFIX_PARTS; part++) {
    before.lastIndex = at;
    if (!before.test(text) || before.lastIndex > limit) break;
    at = before.lastIndex;
  }
  return at < end ? at : from;
}
