/**
 * Joins templates that differ in few words ("user Ann logged in", "user Bob logged in") into one kind, in the manner of
 * Drain: same number of words, same first word, and most words in common. Members share at least half of their words.
 */

/** Share of words that all members of a cluster of log lines keep in common. */
const COMMON_SHARE = 0.6;
/** Clusters that one new template is compared with, and words compared in all: beyond them nothing is joined. */
const MAX_CANDIDATES = 64;
const MAX_COMPARED_WORDS = 20_000_000;
/** Of more kinds than this the words are not kept, and nothing joins them. */
const MAX_KEPT = 100_000;
const NO_WORDS: readonly string[] = [];
/** Longer lines are compared by their first words only if those are equal to the rest; so they are left alone. */
const MAX_WORDS = 64;

interface Cluster {
  readonly kind: number;
  /** The words that all members share; null where they differ. */
  readonly words: (string | null)[];
}

/** Whether at least half of the parts are the same, each with all of its words: paths that share a folder are not alike. */
function halfAlike(
  common: readonly (string | null)[],
  words: readonly string[],
  parts: readonly number[],
): boolean {
  let all = 0;
  let alike = 0;
  for (let i = 0; i < words.length; ) {
    const part = parts[i];
    let same = true;
    for (; i < words.length && parts[i] === part; i++) if (common[i] !== words[i]) same = false;
    all++;
    if (same) alike++;
  }
  return alike * 2 >= all;
}

export class Clusters {
  readonly #byShape = new Map<string, Cluster[]>();
  /** Of each kind, how many of its leading words are words and the same in every member. */
  readonly #clusters: Cluster[] = [];
  readonly #share: number;
  #compared = 0;
  #count = 0;

  /** @param share of words, place by place, that all members of a cluster keep in common; at least a half */
  constructor(share = COMMON_SHARE) {
    this.#share = share;
  }

  get count(): number {
    return this.#count;
  }

  /** A kind of its own, which nothing joins. */
  alone(words: readonly string[]): number {
    const kind = this.#count++;
    if (kind < MAX_KEPT) this.#clusters.push({ kind, words: [...words] });
    return kind;
  }

  /**
   * The kind of a template that was not seen before.
   * @param parts for each word the part between blanks that it stands in; without it each word is a part
   */
  add(words: readonly string[], parts?: readonly number[]): number {
    const n = words.length;
    if (n < 2 || n > MAX_WORDS) return this.alone(words);
    const shape = `${n} ${words[0]}`;
    const candidates = this.#byShape.get(shape) ?? [];
    // Half of two words, two of three, and so on; of short lines the first word is always among them.
    const needed = Math.max(Math.ceil(n / 2), Math.ceil(n * this.#share - (n <= 3 ? 1 : 0)));
    for (const cluster of candidates.slice(-MAX_CANDIDATES)) {
      if (this.#compared > MAX_COMPARED_WORDS) break;
      this.#compared += n;
      let common = 0;
      let spoken = 0;
      for (let i = 0; i < n; i++) {
        if (cluster.words[i] !== words[i]) continue;
        common++;
        if (words[i] !== "") spoken++;
      }
      if (common < needed || spoken === 0 || spoken < n - common) continue;
      if (parts !== undefined && !halfAlike(cluster.words, words, parts)) continue;
      for (let i = 0; i < n; i++) if (cluster.words[i] !== words[i]) cluster.words[i] = null;
      return cluster.kind;
    }
    const kind = this.alone(words);
    const cluster = this.#clusters[kind];
    if (cluster === undefined) return kind;
    candidates.push(cluster);
    this.#byShape.set(shape, candidates);
    return kind;
  }

  /** How many words a template begins with that every member of the kind has. */
  leadingWords(kind: number): number {
    const words = this.#clusters[kind]?.words ?? NO_WORDS;
    const end = words.findIndex((w) => w === null || w === "");
    return end < 0 ? words.length : end;
  }
}
