/**
 * Templates of lines: equal masked lines have equal templates. Lines that differ in a few words only are then
 * joined as in Drain (He et al., "Drain: An Online Log Parsing Approach with Fixed Depth Tree", ICWS 2017).
 */
import { type MaskSink, maskLine, maskNumbers } from "./mask.ts";

const MASK = 0x1f;
const SPACE = 0x20;
/** FNV-1a and a second multiplier: together 53 bits and more, so that templates do not collide by chance. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const OTHER_PRIME = 0x5bd1e995;

/** Hashes a masked line. Masked values in a row, with only signs or blanks between, count as one. */
class HashSink implements MaskSink {
  text = "";
  a = 0;
  b = 0;
  /** What came since the last word or mask. */
  #gapA = 0;
  #gapB = 0;
  #afterMask = false;

  reset(text: string): void {
    this.text = text;
    this.a = FNV_OFFSET;
    this.b = 0x2545f491;
    this.#gapA = this.#gapB = 0;
    this.#afterMask = false;
  }

  #mix(value: number): void {
    this.a = Math.imul(this.a ^ value, FNV_PRIME);
    this.b = Math.imul(this.b ^ (value + (this.b >>> 15)), OTHER_PRIME);
  }

  #flush(): void {
    this.#mix(this.#gapA);
    this.#mix(this.#gapB);
    this.#gapA = this.#gapB = 0;
  }

  word(from: number, to: number): void {
    this.#flush();
    for (let i = from; i < to; i++) this.#mix(this.text.charCodeAt(i));
    this.#afterMask = false;
  }

  mask(): void {
    if (this.#afterMask) {
      this.#gapA = this.#gapB = 0;
      return;
    }
    this.#flush();
    this.#mix(MASK);
    this.#afterMask = true;
  }

  sign(code: number): void {
    this.#gapA = Math.imul(this.#gapA ^ code, FNV_PRIME) + 1;
    this.#gapB = Math.imul(this.#gapB + code, OTHER_PRIME) ^ code;
  }

  space(): void {
    this.sign(SPACE);
  }

  /** A number below 2^53 that stands for the line. */
  key(): number {
    this.#flush();
    return (this.a >>> 0) * 0x200000 + (this.b >>> 11);
  }
}

const hasher = new HashSink();

/** @returns a number that is equal for lines with equal templates */
export function templateKey(text: string, start: number, end: number): number {
  hasher.reset(text);
  maskLine(text, start, end, hasher);
  return hasher.key();
}

/** The same for a line that belongs to a stack trace or to details: only numbers vary in it. */
export function detailKey(text: string, start: number, end: number): number {
  hasher.reset(text);
  maskNumbers(text, start, end, hasher);
  return hasher.key();
}

/** Folds the key of one more line into the key of an entry. */
export function joinKeys(a: number, b: number): number {
  hasher.reset("");
  for (const part of [a, b]) {
    hasher.sign(part % 0x10000);
    hasher.sign(Math.floor(part / 0x10000) % 0x10000);
    hasher.sign(Math.floor(part / 0x100000000));
  }
  return hasher.key();
}

/** The words of a masked line, `""` for what is masked; signs are left out, since they are the same in lines alike. */
export interface TemplateWords {
  readonly words: string[];
  /** For each word, which of the line's parts between blanks it stands in: `src/a.ts` is one part of two words. */
  readonly parts: number[];
}

export function templateWords(text: string, start: number, end: number): TemplateWords {
  const words: string[] = [];
  const parts: number[] = [];
  let part = 0;
  const add = (word: string): void => {
    words.push(word);
    parts.push(part);
  };
  maskLine(text, start, end, {
    word: (from, to) => add(text.slice(from, to)),
    mask: () => {
      if (words.at(-1) !== "") add("");
    },
    sign: () => {},
    space: () => {
      part++;
    },
  });
  return { words, parts };
}
