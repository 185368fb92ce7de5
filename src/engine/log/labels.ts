/**
 * The column `template`: how entries begin. The label of an entry is the verdict on a test (`ok`, `FAILED`, `✓`) that stands on
 * it; else the longest of the labels that its message begins with. So whoever reads the labels can count by them.
 */
import { statedValue } from "../facts/words.ts";
import { Cell, type Column } from "../table.ts";
import type { Entries } from "./entries.ts";
import { LazyColumn } from "./fields.ts";

/** As many bytes as a value in an enumeration may have. */
const LABEL_BYTES = 24;
/** Labels that one enumeration may hold. */
const MAX_LABELS = 40;
/** The beginning of fewer messages than this is no label. */
const MIN_ENTRIES = 2;
/** Of more beginnings than this those that were met once are forgotten: hundreds of thousands would take as many strings. */
const MAX_BEGINNINGS = 65_536;
/** Where fewer entries than this share have a label, the count of the others tells nothing. */
const MIN_LABELLED_SHARE = 0.25;
const LABEL_WORDS = /[A-Za-z][A-Za-z_]*(?: [A-Za-z][A-Za-z_]*)*/y;

/** The first words of `text[from, end)`, at most `most` of them. */
function firstWords(text: string, from: number, end: number, most: number): string {
  LABEL_WORDS.lastIndex = from;
  const found = LABEL_WORDS.exec(text)?.[0].slice(0, end - from) ?? "";
  const words: string[] = [];
  let length = -1;
  for (const word of found.split(" ")) {
    if (words.length >= most || length + 1 + word.length > LABEL_BYTES) break;
    words.push(word);
    length += 1 + word.length;
  }
  // A word that goes on with a sign or a digit is no whole word.
  const after = from + length < end ? (text[from + length] ?? " ") : " ";
  if (!/[\s:,;.]/.test(after)) words.pop();
  return words.join(" ");
}

export interface LabelledEntries {
  readonly entries: Entries;
  /** Where each message begins. */
  readonly messages: Int32Array;
  /** Where the verdict of each entry stands; an end of 0 where it has none. */
  readonly verdictStarts: Int32Array;
  readonly verdictEnds: Int32Array;
  /** The kind of each entry's first line, of `kindCount`. */
  readonly kind: (entry: number) => number;
  readonly kindCount: number;
  /** How many words the messages of a kind have in common, from their start on. */
  readonly commonWords: (kind: number) => number;
}

class Labels {
  readonly #verdicts = new Set<string>();
  /** Beginnings of messages, and how many have each in common with their kind. */
  readonly #words = new Map<string, number>();
  #full = false;

  addVerdict(verdict: string): void {
    this.#verdicts.add(verdict);
  }

  addWords(words: string, entries: number): void {
    if (words === "") return;
    const met = this.#words.get(words) ?? 0;
    if (met === 0 && this.#full) return;
    this.#words.set(words, met + entries);
    if (this.#words.size <= MAX_BEGINNINGS) return;
    for (const [once, n] of this.#words) if (n === 1) this.#words.delete(once);
    // Where hardly any were, those that are known do.
    this.#full = this.#words.size > MAX_BEGINNINGS / 2;
  }

  /** What a message that begins with any of these is counted as: as many as an enumeration holds beside the verdicts. */
  choose(): string[] {
    // A verdict counts tests, whatever else begins with the same word.
    const fit = [...this.#words].filter(
      ([words]) => !this.#verdicts.has(words) && statedValue(words, LABEL_BYTES) !== null,
    );
    let least = MIN_ENTRIES;
    const frequent = (): string[] => fit.flatMap(([words, n]) => (n >= least ? [words] : []));
    while (frequent().length > MAX_LABELS - this.#verdicts.size) least *= 2;
    return frequent();
  }
}

/** Labels by the character that they begin with, the longest first. */
function byFirst(labels: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const label of labels.toSorted((a, b) => b.length - a.length)) {
    const first = label.charCodeAt(0);
    const list = found.get(first);
    if (list === undefined) found.set(first, [label]);
    else list.push(label);
  }
  return found;
}

/** Counts the beginnings of messages, one for each kind: its entries have them in common. */
function labelsOf(text: string, labelled: LabelledEntries, endOf: (e: number) => number): Labels {
  const { entries, messages, verdictStarts, verdictEnds, kind, kindCount, commonWords } = labelled;
  const labels = new Labels();
  const firsts = new Int32Array(kindCount).fill(-1);
  const counts = new Int32Array(kindCount);
  for (let e = 0; e < entries.count; e++) {
    if (verdictEnds[e] !== 0) {
      labels.addVerdict(text.slice(verdictStarts[e], verdictEnds[e]));
      continue;
    }
    const k = kind(e);
    if (firsts[k] === -1) firsts[k] = e;
    counts[k] = (counts[k] as number) + 1;
  }
  for (let k = 0; k < kindCount; k++) {
    const e = firsts[k] as number;
    if (e < 0) continue;
    labels.addWords(firstWords(text, messages[e] as number, endOf(e), commonWords(k)), counts[k] as number);
  }
  return labels;
}

const BOUNDARY = /[\s:,;.]/;

/** The column, or null where too few entries have a label. */
export function templateColumn(text: string, labelled: LabelledEntries): Column | null {
  const { entries, messages, verdictStarts, verdictEnds } = labelled;
  const { count, lines, headLine } = entries;
  const endOf = (e: number): number => lines.ends[headLine[e] as number] as number;
  const labels = byFirst(labelsOf(text, labelled, endOf).choose());
  const column = new LazyColumn("template", count);
  let present = 0;
  const set = (e: number, from: number, to: number): void => {
    column.set(e, Cell.string, from, to);
    present++;
  };
  for (let e = 0; e < count; e++) {
    const from = messages[e] as number;
    if (verdictEnds[e] !== 0) {
      const verdict = text.slice(verdictStarts[e], verdictEnds[e]);
      if (statedValue(verdict, LABEL_BYTES) !== null)
        set(e, verdictStarts[e] as number, verdictEnds[e] as number);
      continue;
    }
    const end = endOf(e);
    for (const label of labels.get(text.charCodeAt(from)) ?? []) {
      const to = from + label.length;
      if (to > end || !text.startsWith(label, from) || (to < end && !BOUNDARY.test(text[to] ?? ""))) continue;
      set(e, from, to);
      break;
    }
  }
  if (column.made === null || present < MIN_LABELLED_SHARE * count) return null;
  column.made.derived = true;
  return column.made;
}
