/** Cuts configuration into blocks: by section headers where there are some, else by indentation. */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";
import { readSections, sectionName } from "./sections.ts";
import { type Block, type ConfigTree, NO_CHILDREN } from "./tree.ts";
import { readYaml } from "./yaml.ts";

/** Each line costs half a kilobyte while it is looked at. */
const MAX_LINES = 1_000_000;
/** The tree, or null where there are too many lines, or where what should stand below each other does not. */
export function parseConfig(text: string, checkpoint: Checkpoint): ConfigTree | null {
  const { starts, ends, count } = splitLines(text);
  if (count > MAX_LINES) return null;
  const line = (i: number): string => text.slice(starts[i], ends[i]);
  let sections = 0;
  for (let i = 0; i < count; i++)
    if (text.charCodeAt(starts[i] ?? 0) === 0x5b && sectionName(line(i)) !== null) sections++;
  const root: Block = { from: 0, to: count, head: -1, children: NO_CHILDREN, group: "" };
  const tree = { text, starts, ends, lineCount: count, root };
  if (sections >= 2) {
    readSections(root, count, line);
    return { ...tree, syntax: "sections" };
  }
  return readYaml(root, text, starts, ends, count, checkpoint) ? { ...tree, syntax: "yaml" } : null;
}
