/** Tables of a page: which hold values, and which lay out a page. */
import { isElement } from "./page-plain.ts";
import { type Element, isLeftOut, type Node } from "./page-tree.ts";

const NOT_IN_CELLS = new Set("table ul ol h1 h2 h3 h4 h5 h6 pre form".split(" "));

/** The rows of a table of values, and what is left out between its cells; null where it only lays out a page. */
export function rowsOf(
  table: Element,
): { rows: Element[][]; caption: Element | undefined; leftOut: Element[] } | null {
  const rows: Element[][] = [];
  const leftOut: Element[] = [];
  const captions: Element[] = [];
  let strange = false;
  const below = (node: Element, inRow: Element[] | null): void => {
    for (const child of node.children) {
      if (!isElement(child)) strange ||= /\S/.test(child);
      else if (isLeftOut(child)) leftOut.push(child);
      else if (inRow !== null) {
        inRow.push(child);
        strange ||= child.tag !== "td" && child.tag !== "th";
        strange ||= child.children.some(holdsBlocks);
      } else if (child.tag === "tr") {
        const row: Element[] = [];
        rows.push(row);
        below(child, row);
      } else if (["thead", "tbody", "tfoot"].includes(child.tag)) below(child, null);
      else if (child.tag === "caption") captions.push(child);
      else strange ||= child.tag !== "colgroup" && child.tag !== "col";
    }
  };
  const holdsBlocks = (node: Node): boolean =>
    isElement(node) && (NOT_IN_CELLS.has(node.tag) || node.children.some(holdsBlocks));
  below(table, null);
  const filled = rows.filter((row) => row.length > 0);
  if (strange || captions.length > 1 || !rows.some((row) => row.length > 1)) return null;
  return { rows: filled, caption: captions[0], leftOut };
}
