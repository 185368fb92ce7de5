/**
 * Prose and Markdown, cut into headings, paragraphs, list items, fenced code and tables as docs/reference/logs.md says;
 * text without sentences is read as a log.
 */
import { markersIn, type Reader } from "../verdict.ts";
import { linesOfText } from "./logs.ts";
import { linesOf, verdictOfUnits } from "./units.ts";

type Kind = "heading" | "paragraph" | "item" | "code" | "table";

interface Block {
  kind: Kind;
  readonly indent: number;
  readonly lines: string[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^#{1,6}(?:\s|$)/;
const UNDERLINE = /^(?:={3,}|-{3,})$/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const ROW = /^\|.*\|$/;

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/** What a line begins below `above`, the block above it; null where it goes on with that block. */
function beginning(line: string, above: Block | undefined, detached: boolean): Kind | null {
  if (HEADING.test(line)) return "heading";
  const below = above?.kind === "item";
  if (ITEM.test(line)) return below && indentOf(line) > above.indent ? null : "item";
  if (ROW.test(line.trim())) return above?.kind === "table" && !detached ? null : "table";
  if (above === undefined || above.kind === "table") return "paragraph";
  if (!detached) return null;
  return below && indentOf(line) >= 2 ? null : "paragraph";
}

/** The blocks of a text, whose lines together are its lines. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const leading: string[] = [];
  let fence: string | null = null;
  /** Whether a blank line, a heading or the end of a fence separates the next line from what is above. */
  let detached = true;
  for (const whole of linesOf(text)) {
    const line = whole.replace(/\r?\n$/, "");
    const above = blocks.at(-1);
    const add = (kind: Kind | null): void => {
      if (kind === null && above !== undefined) above.lines.push(whole);
      else blocks.push({ kind: kind ?? "paragraph", indent: indentOf(line), lines: [whole] });
    };
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      add(null);
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      detached = fence === null;
    } else if (mark !== undefined) {
      fence = mark;
      add(above?.kind === "item" && indentOf(line) > 0 ? null : "code");
    } else if (line.trim() === "") {
      detached = true;
      if (above === undefined) leading.push(whole);
      else above.lines.push(whole);
    } else if (
      UNDERLINE.test(line.trimEnd()) &&
      above?.kind === "paragraph" &&
      !detached &&
      above.lines.length === 1
    ) {
      above.kind = "heading";
      add(null);
      detached = true;
    } else {
      const kind = beginning(line, above, detached);
      add(kind);
      detached = kind === "heading";
    }
  }
  blocks[0]?.lines.unshift(...leading);
  return blocks;
}

/** Whether the markers speak of paragraphs; of anything else only a log's do. */
const ofParagraphs = (view: string): boolean =>
  markersIn(view).some((marker) => / paragraphs (?:elided|in all)/.test(marker));

export const text: Reader = (view, original) => {
  if (!ofParagraphs(view)) return linesOfText(view, original);
  const blocks = blocksOf(original);
  const texts = blocks.map(({ lines }) => lines.join(""));
  return verdictOfUnits(view, { noun: "paragraphs", texts, units: texts.map(() => new Map()) });
};
