/** What a form is: a text as one tool or format writes it, of any number of units, and the type that it is. */
import type { DetectedType } from "../../../../src/engine/contract.ts";

export interface Form {
  readonly type: DetectedType;
  /** @param n how many rows, items or entries */
  readonly of: (n: number) => string;
}

export type Forms = Readonly<Record<string, Form>>;

export const lines = (...l: readonly string[]): string => `${l.join("\n")}\n`;

export const repeat = (n: number, line: (i: number) => string): string[] =>
  Array.from({ length: n }, (_, i) => line(i));

export const rowsOf = (n: number, row: (i: number) => string[]): string[][] =>
  Array.from({ length: n }, (_, i) => row(i));

/** One of `values`, in turn but not evenly. */
export const pick = (values: readonly string[], i: number): string =>
  values[((i * 7919) >> 4) % values.length] ?? "";

export interface Aligned {
  /** Columns that are aligned to the right. */
  readonly right?: readonly number[];
  /** Between two columns. */
  readonly gap?: string;
  /** Narrowest width per column. */
  readonly least?: readonly number[];
}

/** Cells padded to the width of their column, as most tools do. */
export function aligned(
  rows: readonly (readonly string[])[],
  { right = [], gap = "  ", least = [] }: Aligned = {},
): string[] {
  const widths = (rows[0] ?? []).map((_, c) =>
    Math.max(least[c] ?? 0, ...rows.map((row) => row[c]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, c) => (right.includes(c) ? cell.padStart(widths[c] ?? 0) : cell.padEnd(widths[c] ?? 0)))
      .join(gap)
      .trimEnd(),
  );
}
