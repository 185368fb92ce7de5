/** The cursor of a terminal: writes, moves and erases, and tells each line when a state of it ends. */
import { before, behind, isHigh, Row } from "./row.ts";

/** No terminal is wider: what stands before this many last characters of a line can no longer be overwritten. */
const MAX_COLUMNS = 4096;
/** No terminal is taller: lines above have scrolled off, where no cursor reaches them. */
const MAX_ROWS = 500;

export class Cursor {
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
    const cut = isHigh(row.text.charCodeAt(beyond - 1)) ? beyond - 1 : beyond;
    row.head.push(row.text.slice(0, cut));
    row.text = row.text.slice(cut);
    this.column = Math.max(0, this.column - cut);
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
      row.text = before(text, this.column) + run + behind(text, this.column + run.length);
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
    if (how === 0) row.text = before(text, this.column);
    else if (how === 1) row.text = " ".repeat(Math.min(this.column, text.length)) + behind(text, this.column);
    else row.text = "";
    // Where nothing is left, what is written next is a state of its own.
    this.retired = row.text.trim() !== "";
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
