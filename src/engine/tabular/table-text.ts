/** A text table taken apart: rows and cells as slices of the input. What the formats have in common. */
import type { Checkpoint } from "../contract.ts";
import { Cell, Column, type UnitTable } from "../table.ts";

export type TableFormat = "csv" | "markdown" | "fixed" | "grid";

export interface TextTable {
  readonly text: string;
  readonly format: TableFormat;
  /** `,` `\t` `;` `|`, or "" for fixed-width columns and drawn tables. */
  readonly delimiter: string;
  readonly width: number;
  /** Names of the columns, or null where the first row is data. */
  readonly header: readonly string[] | null;
  /** Everything before the first data row, as it stands (header, Markdown's rule); without the last line break. */
  readonly headEnd: number;
  /** Where the header's line begins, if other lines stand before it. */
  readonly headerStart?: number;
  /** What follows the last row (psql's row count); the text's length where nothing does. */
  readonly tailStart: number;
  /** Data rows. */
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Cell slices, row by row, `width` each; quotes and padding not included. */
  readonly cellStarts: Int32Array;
  readonly cellEnds: Int32Array;
  /** 1 where the cell is spelled with doubled quotes or escaped pipes. */
  readonly escaped: Uint8Array;
}

/** Cells of columns beyond are kept in view rows, but nothing is stated about them. */
const MAX_CELLS = 16_000_000;

/** The table as units and columns. An empty cell is an absent value. */
export function unitsOf(table: TextTable, checkpoint: Checkpoint): UnitTable {
  const { count, width } = table;
  const columns: Column[] = [];
  for (let c = 0; c < width && (c + 1) * count <= MAX_CELLS; c++) {
    checkpoint();
    const column = new Column(table.header?.[c] ?? "", count);
    for (let unit = 0, cell = c; unit < count; unit++, cell += width) {
      const start = table.cellStarts[cell] ?? 0;
      const end = table.cellEnds[cell] ?? 0;
      if (start === end) continue;
      column.set(unit, table.escaped[cell] === 1 ? Cell.escaped : Cell.string, start, end);
    }
    columns.push(column);
  }
  return {
    text: table.text,
    noun: "rows",
    count,
    starts: table.starts,
    ends: table.ends,
    ...kindsOf(columns, count),
    columns,
  };
}

/** Rows are of one kind if the same cells are filled. */
function kindsOf(columns: readonly Column[], count: number): { kinds: Int32Array; kindCount: number } {
  const optional = columns.filter((column) => column.types.includes(Cell.absent));
  const kinds = new Int32Array(count);
  if (optional.length === 0) return { kinds, kindCount: 1 };
  // Refined column by column: pairs of (kind so far, filled or not) become the new kinds.
  let kindCount = 1;
  for (const { types } of optional) {
    const ids = new Map<number, number>();
    for (let unit = 0; unit < count; unit++) {
      const key = (kinds[unit] ?? 0) * 2 + (types[unit] === Cell.absent ? 0 : 1);
      let id = ids.get(key);
      if (id === undefined) {
        id = ids.size;
        ids.set(key, id);
      }
      kinds[unit] = id;
    }
    kindCount = ids.size;
  }
  return { kinds, kindCount };
}
