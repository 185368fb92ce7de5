/** Reads build/character-classes.txt and lays it out for look-ups by code point. */
import * as classes from "../src/tokens/classes.ts";

const CODE_POINTS = 0x110000;
const BLOCK = 256;
const BMP = 0x10000;

/** Class of every code point. */
export function parseClasses(text: string): Uint8Array {
  const numbers: Record<string, number> = { ...classes };
  const table = new Uint8Array(CODE_POINTS).fill(classes.OTHER);
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [name = "", ...ranges] = line.split(" ");
    const number = numbers[name];
    if (number === undefined) throw new Error(`character-classes.txt: no class ${name}`);
    for (const range of ranges) {
      const [first = "", last = first] = range.split("-");
      table.fill(number, Number.parseInt(first, 16), Number.parseInt(last, 16) + 1);
    }
  }
  return table;
}

/** The plane that texts use is flat; the rest, mostly empty, shares equal blocks of 256. */
export function layOut(table: Uint8Array): { bmp: Uint8Array; index: Uint8Array; blocks: Uint8Array[] } {
  const index = new Uint8Array((CODE_POINTS - BMP) / BLOCK);
  const blocks: Uint8Array[] = [];
  const known = new Map<string, number>();
  for (let i = 0; i < index.length; i++) {
    const block = table.subarray(BMP + i * BLOCK, BMP + (i + 1) * BLOCK);
    const key = block.join();
    const number = known.get(key) ?? blocks.push(block) - 1;
    known.set(key, number);
    index[i] = number;
  }
  if (blocks.length > 256) throw new Error("more than 256 different blocks of classes");
  return { bmp: table.subarray(0, BMP), index, blocks };
}
