/**
 * The screen that a person would see after all of a capture was printed: escapes interpreted, redraws resolved to
 * their last state, scrolled-off lines kept. An overwritten state that tells of a failure is kept as a line of its own.
 */
import type { Checkpoint } from "../contract.ts";
import { readSequence } from "./escapes.ts";

export interface Screen {
  readonly text: string;
  /** States of lines that were overwritten or erased and are not in `text`. */
  readonly overwritten: number;
  /** States of such lines that are in `text`: their last ones, and those that tell of a failure. */
  readonly shownStates: number;
}

/** No terminal is wider: what stands before this many last characters of a line can no longer be overwritten. */
const MAX_COLUMNS = 4096;
/** No terminal is taller: lines above have scrolled off, where no cursor reaches them. */
const MAX_ROWS = 500;
/** Kept failures of one line; more are the same failure again. */
const MAX_KEPT = 16;

const FAILURE =
  /\b(?:errors?|err!|fail(?:ed|s|ures?)?|fatal|panic|exception|denied|refused|cannot|can't|could not|unable|warn(?:ings?)?|critical|abort(?:ed)?|killed|timed out|timeout|not found|no such|no space|disk full|invalid|broken|crash(?:ed)?|segmentation|unreachable|rejected)\b|^[EW]:|[✗✘✖❌⚠]/iu;
/** Carriage return, line feed, backspace, escape, bell, tab stops are the characters that move. */
const CONTROL = /[\r\n\b\x1b\x07]/g;

class Row {
  /** What has moved out of reach of the cursor at the line's start. */
  readonly head: string[] = [];
  text = "";
  overwritten = 0;
  readonly kept: string[] = [];

  /** What stood here is about to go. */
  retire(): void {
    const state = this.text.trim();
    if (state === "") return;
    if (FAILURE.test(state) && this.kept.length < MAX_KEPT && this.kept.at(-1) !== state)
      this.kept.push(state);
    else this.overwritten++;
  }
}

class Cursor {
  readonly rows: Row[] = [new Row()];
  row = 0;
  column = 0;
  /** The row's state was retired since the cursor last moved. */
  private retired = false;
  private backspaced = false;
  /** No row below holds text. */
  private filled = 0;

  private get current(): Row {
    return this.rows[this.row] as Row;
  }

  /** Moves the start of a line that is longer than a terminal is wide out of reach, so that each step costs little. */
  private narrow(): void {
    const row = this.current;
    const beyond = row.text.length - MAX_COLUMNS;
    if (beyond <= MAX_COLUMNS) return;
    row.head.push(row.text.slice(0, beyond));
    row.text = row.text.slice(beyond);
    this.column = Math.max(0, this.column - beyond);
  }

  write(run: string): void {
    if (this.column < this.current.text.length) this.narrow();
    this.filled = Math.max(this.filled, this.row);
    const row = this.current;
    const { text } = row;
    if (this.column >= text.length) {
      row.text = text + " ".repeat(Math.min(this.column - text.length, MAX_COLUMNS)) + run;
    } else {
      if (!this.retired && !this.backspaced) row.retire();
      this.retired = true;
      row.text = text.slice(0, this.column) + run + text.slice(this.column + run.length);
    }
    this.column += run.length;
    this.backspaced = false;
  }

  moveTo(column: number): void {
    this.column = Math.min(Math.max(0, column), MAX_COLUMNS);
    this.retired = false;
  }

  moveBy(columns: number): void {
    this.narrow();
    this.column = Math.min(Math.max(0, this.column + columns), Math.max(this.column, MAX_COLUMNS));
    this.retired = false;
  }

  carriageReturn(): void {
    const { head, text } = this.current;
    if (head.length > 0 || text.length > MAX_COLUMNS) this.lineFeed();
    else this.moveTo(0);
  }

  lineFeed(): void {
    this.row++;
    if (this.row === this.rows.length) this.rows.push(new Row());
    this.moveTo(0);
  }

  backspace(): void {
    this.narrow();
    this.column = Math.max(0, this.column - 1);
    this.backspaced = true;
  }

  up(rows: number): void {
    this.row = Math.max(0, this.rows.length - MAX_ROWS, this.row - rows);
    this.retired = false;
  }

  down(rows: number): void {
    this.row = Math.min(this.rows.length - 1, this.row + rows);
    this.retired = false;
  }

  /** Behind everything printed so far: the capture's screen was cleared, its history was not. */
  newScreen(): void {
    this.row = this.rows.length - 1;
    if (this.current.text !== "") this.lineFeed();
    this.moveTo(0);
  }

  eraseLine(how: number): void {
    this.narrow();
    const row = this.current;
    const { text } = row;
    if (text === "") return;
    if (how === 0 && this.column >= text.length) return;
    if (!this.retired) row.retire();
    this.retired = true;
    if (how === 0) row.text = text.slice(0, this.column);
    else if (how === 1) row.text = " ".repeat(Math.min(this.column, text.length)) + text.slice(this.column);
    else row.text = "";
  }

  eraseBelow(): void {
    this.eraseLine(0);
    for (let below = this.row + 1; below <= this.filled; below++) {
      const row = this.rows[below] as Row;
      row.retire();
      row.text = "";
    }
    this.filled = Math.min(this.filled, this.row);
  }
}

/** Control sequences that matter, by final letter: `n` is the first parameter (1 where none is given), `how` as written. */
const MOVES: Readonly<Record<string, (cursor: Cursor, n: number, how: number) => void>> = {
  A: (cursor, n) => cursor.up(n),
  B: (cursor, n) => cursor.down(n),
  C: (cursor, n) => cursor.moveBy(n),
  D: (cursor, n) => cursor.moveBy(-n),
  E: (cursor, n) => {
    cursor.down(n);
    cursor.moveTo(0);
  },
  F: (cursor, n) => {
    cursor.up(n);
    cursor.moveTo(0);
  },
  G: (cursor, n) => cursor.moveTo(n - 1),
  H: (cursor) => cursor.newScreen(),
  f: (cursor) => cursor.newScreen(),
  J: (cursor, _, how) => {
    if (how === 2 || how === 3) cursor.newScreen();
    else if (how === 0) cursor.eraseBelow();
  },
  K: (cursor, _, how) => cursor.eraseLine(how),
};

function apply(cursor: Cursor, final: string, parameters: readonly number[]): void {
  const first = parameters[0] ?? Number.NaN;
  const how = Number.isNaN(first) ? 0 : first;
  MOVES[final]?.(cursor, Math.max(1, how), how);
}

export function resolveScreen(input: string, checkpoint: Checkpoint): Screen {
  const cursor = new Cursor();
  let at = 0;
  let steps = 0;
  while (at < input.length) {
    if (steps++ % 4096 === 0) checkpoint();
    CONTROL.lastIndex = at;
    const found = CONTROL.exec(input);
    const stop = found === null ? input.length : found.index;
    if (stop > at) cursor.write(input.slice(at, stop));
    if (found === null) break;
    at = stop + 1;
    switch (found[0]) {
      case "\r":
        while (input[at] === "\r") at++;
        if (input[at] !== "\n") cursor.carriageReturn();
        break;
      case "\n":
        cursor.lineFeed();
        break;
      case "\b":
        cursor.backspace();
        break;
      case "\x1b": {
        const { final, parameters, end } = readSequence(input, stop);
        apply(cursor, final, parameters);
        at = end;
        break;
      }
    }
  }
  const { rows } = cursor;
  const lines: string[] = [];
  let overwritten = 0;
  let shownStates = 0;
  for (const row of rows) {
    const final = [...row.head, row.text].join("");
    const kept = row.kept.filter((state) => !final.includes(state));
    lines.push(...kept);
    overwritten += row.overwritten;
    const redrawn = row.overwritten + row.kept.length > 0;
    shownStates += kept.length;
    // A line that was drawn and then erased for good is no line of the screen.
    if (redrawn && final.trim() === "") continue;
    if (redrawn) shownStates++;
    lines.push(redrawn ? final.trimEnd() : final);
  }
  return { text: lines.join("\n"), overwritten, shownStates };
}
