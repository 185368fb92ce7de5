/**
 * The screen that a person would see after all of a capture was printed: escapes interpreted, redraws resolved to
 * their last state, scrolled-off lines kept. An overwritten state that tells of a failure is kept as a line of its own.
 */
import type { Checkpoint } from "../contract.ts";
import { Cursor } from "./cursor.ts";
import { readSequence } from "./escapes.ts";

export interface Screen {
  readonly text: string;
  /** States of lines that were overwritten or erased and are not in `text`. */
  readonly overwritten: number;
  /** States of such lines that are in `text`: their last ones, and those that tell of a failure. */
  readonly shownStates: number;
}

/** Carriage return, line feed, backspace, escape, bell, tab stops are the characters that move. */
const CONTROL = /[\r\n\b\x1b\x07]/g;

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
    overwritten += row.overwritten + row.kept.length - kept.length;
    const redrawn = row.overwritten + row.kept.length > 0;
    shownStates += kept.length;
    // A line that was drawn and then erased for good is no line of the screen.
    if (redrawn && final.trim() === "") continue;
    if (redrawn) shownStates++;
    lines.push(redrawn ? final.trimEnd() : final);
  }
  return { text: lines.join("\n"), overwritten, shownStates };
}
