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
  /** Lines that have such states. */
  readonly redrawnLines: number;
}

/** No terminal is wider; a carriage return behind this column starts a new line instead of overwriting. */
const MAX_COLUMNS = 4096;
/** Cursor movements reach back over this many lines at most: no terminal is taller. */
const MAX_ROWS_UP = 500;
/** Kept failures of one line; more are the same failure again. */
const MAX_KEPT = 16;

const FAILURE =
  /\b(?:error|err!|fail(?:ed|ure)?|fatal|panic|exception|denied|refused|cannot|could not|unable|warn(?:ing)?|critical|abort(?:ed)?)\b/i;
/** Carriage return, line feed, backspace, escape, bell, tab stops are the characters that move. */
const CONTROL = /[\r\n\b\x1b\x07]/g;

class Row {
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

  private get current(): Row {
    return this.rows[this.row] as Row;
  }

  write(run: string): void {
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

  carriageReturn(): void {
    if (this.current.text.length > MAX_COLUMNS) this.lineFeed();
    else this.moveTo(0);
  }

  lineFeed(): void {
    this.row++;
    if (this.row === this.rows.length) this.rows.push(new Row());
    this.moveTo(0);
  }

  backspace(): void {
    this.column = Math.max(0, this.column - 1);
    this.backspaced = true;
  }

  up(rows: number): void {
    this.row = Math.max(0, this.row - Math.min(rows, MAX_ROWS_UP));
    this.retired = false;
  }

  down(rows: number): void {
    for (let n = Math.min(rows, MAX_ROWS_UP); n > 0 && this.row < this.rows.length - 1; n--) this.row++;
    this.retired = false;
  }

  /** Behind everything printed so far: the capture's screen was cleared, its history was not. */
  newScreen(): void {
    this.row = this.rows.length - 1;
    if (this.current.text !== "") this.lineFeed();
    this.moveTo(0);
  }

  eraseLine(how: number): void {
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
    for (const row of this.rows.slice(this.row + 1)) {
      row.retire();
      row.text = "";
    }
  }
}

/** Control sequences that matter, by final letter: `n` is the first parameter (1 where none is given), `how` as written. */
const MOVES: Readonly<Record<string, (cursor: Cursor, n: number, how: number) => void>> = {
  A: (cursor, n) => cursor.up(n),
  B: (cursor, n) => cursor.down(n),
  C: (cursor, n) => cursor.moveTo(cursor.column + n),
  D: (cursor, n) => cursor.moveTo(cursor.column - n),
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
  let redrawnLines = 0;
  for (const row of rows) {
    const final = row.text;
    for (const state of row.kept) if (!final.includes(state)) lines.push(state);
    overwritten += row.overwritten;
    // A line that was drawn and then erased for good is no line of the screen.
    if (row.overwritten > 0 && final.trim() === "") continue;
    if (row.overwritten > 0) redrawnLines++;
    lines.push(row.overwritten > 0 ? final.trimEnd() : final);
  }
  return { text: lines.join("\n"), overwritten, redrawnLines };
}
