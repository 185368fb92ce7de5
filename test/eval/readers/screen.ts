/** A small terminal: draws a capture cell by cell, and remembers what stood in a line before it was drawn anew. */

export interface Drawn {
  /** States of the line that were written over or erased, in order; blank ones are none. */
  readonly states: string[];
  /** What stands there in the end. */
  readonly last: string;
}

/** No cursor goes further up than this. */
const MAX_ROWS = 500;
/** Wider lines are no terminal's: this reader does not draw over them. */
const MAX_COLUMNS = 4096;

/** A control sequence, a title or link, a charset or mode; in this order. */
const ESCAPE = /\x1b(?:\[([0-?]*)[ -/]*([@-~])|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|[()*+\-./#%].|[0-~])/y;

const isPair = (cell: string | undefined): boolean => cell !== undefined && cell.length === 2;

class Line {
  /** One cell a column. A character of two columns stands in the first, and "" in the second. */
  readonly cells: string[] = [];
  readonly states: string[] = [];

  get text(): string {
    return this.cells.join("");
  }

  remember(): void {
    const state = this.text.trim();
    if (state !== "") this.states.push(state);
  }

  /** Empties the cells from..to; of a character that is half in there, the other half becomes a blank. */
  clear(from: number, to: number, filler: string): void {
    if (this.cells[from] === "") this.cells[from - 1] = " ";
    if (isPair(this.cells[to - 1])) this.cells[to] = " ";
    for (let at = from; at < to; at++) this.cells[at] = filler;
  }
}

class Terminal {
  readonly lines: Line[] = [new Line()];
  #row = 0;
  #column = 0;
  /** What stood in the line when the cursor came is remembered already. */
  #remembered = false;
  #backspaced = false;

  get #line(): Line {
    return this.lines[this.#row] as Line;
  }

  #goTo(row: number, column: number): void {
    const top = Math.max(0, this.lines.length - MAX_ROWS);
    this.#row = row < this.#row ? Math.max(top, row) : row;
    this.#column = Math.max(0, column);
    this.#remembered = false;
  }

  print(character: string): void {
    const line = this.#line;
    const to = this.#column + character.length;
    if (this.#column < line.cells.length) {
      if (line.cells.length > MAX_COLUMNS) throw new Error("a line that no terminal shows");
      if (!this.#remembered && !this.#backspaced) line.remember();
      this.#remembered = true;
      line.clear(this.#column, Math.min(to, line.cells.length), " ");
    }
    while (line.cells.length < this.#column) line.cells.push(" ");
    line.cells[this.#column] = character;
    if (character.length === 2) line.cells[this.#column + 1] = "";
    this.#column = to;
    this.#backspaced = false;
  }

  control(character: string): void {
    if (character === "\r") this.#goTo(this.#row, 0);
    else if (character === "\b") {
      this.#column = Math.max(0, this.#column - 1);
      this.#backspaced = true;
    } else if (character === "\n") {
      if (this.#row + 1 === this.lines.length) this.lines.push(new Line());
      this.#goTo(this.#row + 1, 0);
    }
  }

  #newScreen(): void {
    this.#row = this.lines.length - 1;
    if (this.#line.cells.length > 0) this.control("\n");
    this.#goTo(this.#row, 0);
  }

  #erase(how: number): void {
    const line = this.#line;
    const { length } = line.cells;
    if (length === 0 || (how === 0 && this.#column >= length)) return;
    if (!this.#remembered) line.remember();
    if (how === 1) line.clear(0, Math.min(this.#column, length), " ");
    else {
      const from = how === 0 ? this.#column : 0;
      line.clear(from, length, "");
      line.cells.length = from;
    }
    this.#remembered = line.text.trim() !== "";
  }

  #eraseBelow(): void {
    this.#erase(0);
    for (const line of this.lines.slice(this.#row + 1)) {
      line.remember();
      line.cells.length = 0;
    }
  }

  sequence(final: string, parameters: string): void {
    const first = /^\d+/.exec(parameters)?.[0];
    const how = Number(first ?? 0);
    const n = Math.max(1, how);
    const down = Math.min(this.lines.length - 1, this.#row + n);
    if (final === "A") this.#goTo(this.#row - n, this.#column);
    else if (final === "B") this.#goTo(down, this.#column);
    else if (final === "C") this.#goTo(this.#row, this.#column + n);
    else if (final === "D") this.#goTo(this.#row, this.#column - n);
    else if (final === "E") this.#goTo(down, 0);
    else if (final === "F") this.#goTo(this.#row - n, 0);
    else if (final === "G") this.#goTo(this.#row, n - 1);
    else if (final === "H" || final === "f" || (final === "J" && how > 1)) this.#newScreen();
    else if (final === "J" && how === 0) this.#eraseBelow();
    else if (final === "K") this.#erase(how);
  }
}

/** Every line that a capture drew. @throws Error where it holds what this terminal does not know */
export function draw(capture: string): Drawn[] {
  const terminal = new Terminal();
  const text = capture.replace(/\r+\n/g, "\n");
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (character === "\x1b") {
      ESCAPE.lastIndex = at;
      const found = ESCAPE.exec(text);
      if (found === null) throw new Error("an escape that this terminal does not know");
      if (found[2] !== undefined) terminal.sequence(found[2], found[1] ?? "");
      at += found[0].length;
      continue;
    }
    if (/[\r\n\b]/.test(character)) terminal.control(character);
    else if (character !== "\x07") terminal.print(character);
    at += character.length;
  }
  return terminal.lines.map((line) => ({ states: line.states, last: line.text }));
}
