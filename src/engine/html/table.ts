/** Reads a table of values; a table that only lays out a page is none. */
import { isNoise } from "./noise.ts";
import { NOT_IN_CELLS } from "./tags.ts";
import type { ElementNode, PageNode } from "./tree.ts";

export interface Table {
  readonly caption: ElementNode | null;
  /** Cells by row; no row is without any. */
  readonly rows: readonly (readonly ElementNode[])[];
  /** What is left out between cells. */
  readonly noise: readonly ElementNode[];
}

const GROUPS = new Set(["thead", "tbody", "tfoot"]);

function laysOut(node: PageNode): boolean {
  return typeof node !== "string" && (NOT_IN_CELLS.has(node.tag) || node.children.some(laysOut));
}

/** Null where a cell holds blocks, something stands between the cells, or no row has two of them. */
export function readTable(table: ElementNode): Table | null {
  const rows: ElementNode[][] = [];
  const noise: ElementNode[] = [];
  let caption: ElementNode | null = null;
  /** False where something is found that a table of values does not hold. */
  const read = (node: ElementNode, row: ElementNode[] | null): boolean =>
    node.children.every((child) => {
      if (typeof child === "string") return child.trim() === "";
      const { tag } = child;
      if (isNoise(child)) noise.push(child);
      else if (row !== null) {
        row.push(child);
        return (tag === "td" || tag === "th") && !child.children.some(laysOut);
      } else if (tag === "tr") {
        const cells: ElementNode[] = [];
        rows.push(cells);
        return read(child, cells);
      } else if (GROUPS.has(tag)) return read(child, null);
      else if (tag === "caption" && caption === null) caption = child;
      else return tag === "colgroup" || tag === "col";
      return true;
    });
  if (!read(table, null) || !rows.some((row) => row.length > 1)) return null;
  return { caption, rows: rows.filter((row) => row.length > 0), noise };
}
