/** Trees drawn with lines (`tree`, `npm ls --all`, `cargo tree`, `pstree`): which lines are the outline of one. */
import type { Lines } from "../../text/lines.ts";

/** Share of the lines that must be branches. */
const MIN_BRANCHES = 0.7;
/** Lines that are looked at first, and the share of branches among them below which the others are not. */
const SAMPLE = 200;
const MIN_SAMPLED = 0.4;
/** Branches of the outline: what is read at a glance. The outline ends before a level that would make it longer. */
const MAX_OUTLINE = 64;
const OUTLINE_SHARE = 0.25;

/** What stands before a branch's own sign is drawn in steps of a fixed width. */
const BRANCH = /^([│|\u00a0 ]*)(?:[├└]|[+`\\]-)/;
/** Characters of a line in which its branch is looked for. */
const LOOKED_AT = 400;

/**
 * @param headLine the line that tells what each unit is
 * @returns 1 per unit of the outline: the root, and the branches at the shallowest levels; null where this is no tree
 */
export function outlineOf(text: string, lines: Lines, headLine: Int32Array): Uint8Array | null {
  const levelAt = (line: number): number => {
    const start = lines.starts[line] as number;
    return (
      BRANCH.exec(text.slice(start, Math.min(lines.ends[line] as number, start + LOOKED_AT)))?.[1]?.length ??
      -1
    );
  };
  // Most logs are none, which a few of their lines tell.
  const step = Math.max(1, Math.floor(headLine.length / SAMPLE));
  const some = headLine.filter((_, i) => i % step === 0);
  if (some.filter((line) => levelAt(line) >= 0).length < MIN_SAMPLED * some.length) return null;
  const levels = new Map<number, number>();
  const levelOf = Array.from(headLine, (line) => {
    const level = levelAt(line);
    if (level >= 0) levels.set(level, (levels.get(level) ?? 0) + 1);
    return level;
  });
  const branches = [...levels.values()].reduce((n, count) => n + count, 0);
  if (branches < MIN_BRANCHES * headLine.length) return null;
  let room = Math.min(MAX_OUTLINE, headLine.length * OUTLINE_SHARE);
  let deepest = -1;
  for (const [level, count] of [...levels].sort((a, b) => a[0] - b[0])) {
    if (count > room) break;
    room -= count;
    deepest = level;
  }
  return Uint8Array.from(levelOf, (level) => (level >= 0 && level <= deepest ? 1 : 0));
}
