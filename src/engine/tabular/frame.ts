/** The lines of a table that is drawn: rules with corners (`+---+`, `├───┼───┤`) and rows between bars. */
import { isBar } from "./header.ts";

/** A rule goes from corner to corner. Unicode's box drawing has many corners, and no letters. */
const ASCII_RULE = /^\+[-=+]*[-=]\+$/;
const BOX_RULE = /^[─-╿]{3,}$/;
const BOX_DASH = /[─━═╌╍┄┅┈┉]/;

export function isFrameRule(line: string): boolean {
  const drawn = line.trim();
  if (drawn.startsWith("+")) return ASCII_RULE.test(drawn);
  return BOX_RULE.test(drawn) && BOX_DASH.test(drawn);
}

/** Cells between bars, from the first to the last character. */
export function isFrameRow(line: string): boolean {
  const drawn = line.trim();
  return drawn.length > 2 && isBar(drawn.charCodeAt(0)) && isBar(drawn.charCodeAt(drawn.length - 1));
}

/** Positions of a rule's corners. */
export function cornersOf(rule: string): number[] {
  const out: number[] = [];
  const from = rule.search(/\S/);
  const to = rule.trimEnd().length;
  for (let at = from; at < to; at++) if (!/[-=─━═╌╍┄┅┈┉]/.test(rule[at] as string)) out.push(at);
  return out;
}
