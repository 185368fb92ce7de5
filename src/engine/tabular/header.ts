/**
 * Where the header of fixed-width columns stands: above a rule of dashes, or where a line of names is expected. Used by
 * detection and by the parser, so that both mean the same lines.
 */

/** Lines in which the header, or the rule below it, is looked for. */
const HEADER_LINES = 8;
/** Characters of a line that are looked at. */
const LOOK_CHARS = 1024;

/** Bars of ASCII and of Unicode's box drawing. */
export const isBar = (c: number): boolean => c === 0x7c || c === 0x2502 || c === 0x2503 || c === 0x2551;

/** Markdown's rules have bars. */
const RULE_LINE = /^[\s+=\-─━═┼╋╬╪╫╇┿]+$/;
/** dpkg's rule: stretches of `=` with `-` between. */
const DOUBLE = /={2,}/g;
const SINGLE = /[-─━═]{2,}/g;
const MIN_SOLID = 3;
const NUMBER = /^[-+]?\d[\d.,:%]*$/;

/** Offset and end of each stretch of dashes of a rule (`---- ----`, `----+----`); none for any other line. */
export function ruleStretches(line: string): (readonly [number, number])[] {
  const looked = line.slice(0, LOOK_CHARS);
  if (!RULE_LINE.test(looked)) return [];
  return [...looked.matchAll(looked.includes("==") ? DOUBLE : SINGLE)].map((m) => [
    m.index,
    m.index + m[0].length,
  ]);
}

/** One stretch of dashes across the table. */
const isSolidRule = (line: string): boolean => {
  const [stretch, ...others] = ruleStretches(line);
  return (
    stretch !== undefined &&
    others.length === 0 &&
    line.trim().length === stretch[1] - stretch[0] &&
    line.trim().length >= MIN_SOLID
  );
};

/** Names: several, none a number, none that a value follows (`CPU:`); parted by more than one blank, or in capitals. */
export function looksLikeNames(line: string): boolean {
  const names = line.slice(0, LOOK_CHARS).trim();
  const words = names.split(/\s+/);
  if (words.length < 2 || words.some((word) => NUMBER.test(word) || word.endsWith(":"))) return false;
  return names.includes("  ") || names === names.toUpperCase();
}

export interface Header {
  readonly line: number;
  /** Of the first row. */
  readonly first: number;
  readonly ruled: boolean;
}

/** Below the first line, below a title without digits, or below the first blank line. */
function namesAt(lineAt: (line: number) => string, count: number): number {
  let blank = 0;
  while (blank < count && lineAt(blank).trim() !== "") blank++;
  const places = [0, ...(/\d/.test(lineAt(0)) ? [] : [1]), blank + 1];
  return places.find((line) => line < count && looksLikeNames(lineAt(line))) ?? -1;
}

/** The header of the table whose lines these are, or null. */
export function findHeader(lineAt: (line: number) => string, lineCount: number): Header | null {
  const count = Math.min(HEADER_LINES, lineCount);
  for (let line = 1; line < count; line++)
    if (ruleStretches(lineAt(line)).length > 1 && lineAt(line - 1).trim() !== "")
      return { line: line - 1, first: line + 1, ruled: true };
  const line = namesAt(lineAt, count);
  if (line < 0) return null;
  const ruled = line + 1 < lineCount && isSolidRule(lineAt(line + 1));
  return { line, first: line + (ruled ? 2 : 1), ruled };
}
