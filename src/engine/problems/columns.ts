/** Columns of a list of problems: the file of each, and its code (`TS2339`) or rule (`no-undef`). */
import { Cell, Column } from "../table.ts";
import { problemSpans } from "./parse.ts";

/** Where fewer entries than this share are problems, what else there is counts for more. */
const MIN_SHARE = 0.5;

export class ProblemColumns {
  readonly #file: Column;
  readonly #code: Column;
  readonly #units: number;
  #problems = 0;
  /** The line that stands above problems without a path. */
  #heading: readonly [start: number, end: number] | null = null;

  constructor(units: number) {
    this.#units = units;
    this.#file = new Column("file", units);
    this.#code = new Column("code", units);
  }

  /** A line that is no problem: it may be the heading of those below it. */
  other(from: number, end: number): void {
    this.#heading = [from, end];
  }

  /** The line `text[from, end)` of a problem. */
  read(text: string, unit: number, from: number, end: number): void {
    const spans = problemSpans(text.slice(from, end));
    if (spans === null) return;
    this.#problems++;
    const { path, code } = spans;
    if (path !== null) this.#file.set(unit, Cell.string, from + path[0], from + path[1]);
    else if (this.#heading !== null) this.#file.set(unit, Cell.string, ...this.#heading);
    if (code !== null) this.#code.set(unit, Cell.string, from + code[0], from + code[1]);
  }

  get all(): Column[] {
    return this.#problems >= MIN_SHARE * this.#units ? [this.#file, this.#code] : [];
  }
}
