/** Blocks of prose as a table of units. Two blocks are of one kind only if they are nearly the same words. */
import type { Checkpoint } from "../contract.ts";
import { Clusters } from "../log/clusters.ts";
import { detailKey } from "../log/template.ts";
import type { UnitTable } from "../table.ts";
import { Block, type Blocks } from "./blocks.ts";
import { contentWords } from "./content-words.ts";

/** Share of content words, place by place, that near-duplicates have in common. */
const NEAR_DUPLICATE = 0.9;
/** In a shorter text (a parameter, a name in a list) every word counts. */
const MIN_WORDS = 10;
const CHECK_EVERY = 512;

export function tableOfBlocks(text: string, blocks: Blocks, checkpoint: Checkpoint): UnitTable {
  const { count, lines, types } = blocks;
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const kinds = new Int32Array(count);
  const pinned = new Uint8Array(count);
  const clusters = new Clusters(NEAR_DUPLICATE);
  const known = new Map<string, number>();
  for (let b = 0; b < count; b++) {
    if (b % CHECK_EVERY === 0) checkpoint();
    const next = blocks.firstLine[b + 1] as number;
    starts[b] = lines.starts[blocks.firstLine[b] as number] as number;
    ends[b] = next < lines.count ? (lines.starts[next] as number) : text.length;
    const type = types[b];
    // Code and tables are alike only letter by letter, numbers aside.
    const exact = type === Block.code || type === Block.table;
    const words = exact ? [] : contentWords(text.slice(starts[b], ends[b]));
    const key = `${type} ${exact ? detailKey(text, starts[b] as number, ends[b] as number) : words.join(" ")}`;
    let kind = known.get(key);
    if (kind === undefined) {
      const short = words.length < MIN_WORDS;
      kind =
        exact || short
          ? clusters.alone(words)
          : clusters.add([`${type}${words[0] ?? ""}`, ...words.slice(1)]);
      known.set(key, kind);
    }
    kinds[b] = kind;
    // Headings are the structure in which everything else is found.
    if (type === Block.heading) pinned[b] = 1;
  }
  return {
    text,
    noun: "paragraphs",
    count,
    starts,
    ends,
    kinds,
    kindCount: clusters.count,
    columns: [],
    pinned,
    kindsResemble: true,
  };
}
