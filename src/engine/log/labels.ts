/**
 * The column `template`: what kind of thing each entry tells. A verdict on a test (`ok`, `FAILED`, `✓`), or the first words of
 * the message, as many as all entries of its kind begin with and an enumeration can hold.
 */
import { Cell, type Column } from "../table.ts";
import type { Entries } from "./entries.ts";
import { LazyColumn } from "./fields.ts";
import { findVerdict, type Role } from "./results.ts";

/** As many bytes as a value in an enumeration may have. */
const LABEL_BYTES = 24;
const LABEL_WORDS = /[A-Za-z][A-Za-z_]*(?: [A-Za-z][A-Za-z_]*)*/y;
/** Where fewer entries than this share begin with words, the count of the others tells nothing. */
const MIN_LABELLED_SHARE = 0.25;
/** Characters of a line in which its verdict is looked for. */
const LOOKED_AT = 200;

/** The first words of `text[from, end)`, at most `words` of them; ends where it starts if there are none. */
function labelEnd(text: string, from: number, end: number, words: number): number {
  LABEL_WORDS.lastIndex = from;
  const found = LABEL_WORDS.exec(text)?.[0].slice(0, end - from) ?? "";
  const label: string[] = [];
  let length = -1;
  for (const word of found.split(" ")) {
    if (label.length >= words || length + 1 + word.length > LABEL_BYTES) break;
    label.push(word);
    length += 1 + word.length;
  }
  // A word that goes on with a sign or a digit is no whole word.
  const after = from + length < end ? (text[from + length] ?? " ") : " ";
  if (!/[\s:,;.]/.test(after)) length -= 1 + (label.at(-1)?.length ?? 0);
  return from + Math.max(0, length);
}

export interface LabelledEntries {
  readonly entries: Entries;
  readonly role: (entry: number) => Role;
  /** Where each message begins. */
  readonly messages: Int32Array;
  /** How many words each message has in common with all of its kind, from its start on. */
  readonly commonWords: (entry: number) => number;
}

function labelOf(text: string, e: number, { entries, role: roleOf, messages, commonWords }: LabelledEntries) {
  const role = roleOf(e);
  if (role.unlabelled) return null;
  const { lines } = entries;
  const head = entries.headLine[e] as number;
  // TAP gives the verdict on the line below the name.
  const last = Math.min(head + 1, (entries.firstLine[e + 1] as number) - 1);
  for (let line = head; role.verdict && line <= last; line++) {
    const start = line === head ? (entries.bodyStart[e] as number) : (lines.starts[line] as number);
    const verdict = findVerdict(text.slice(start, Math.min(lines.ends[line] as number, start + LOOKED_AT)));
    if (verdict !== null) return [start + verdict[0], start + verdict[1]] as const;
  }
  const from = messages[e] as number;
  const to = labelEnd(text, from, lines.ends[head] as number, commonWords(e));
  return to > from ? ([from, to] as const) : null;
}

/** The column, or null where too few entries have a label. */
export function templateColumn(text: string, labelled: LabelledEntries): Column | null {
  const { count } = labelled.entries;
  const column = new LazyColumn("template", count);
  let present = 0;
  for (let e = 0; e < count; e++) {
    const label = labelOf(text, e, labelled);
    if (label === null) continue;
    column.set(e, Cell.string, label[0], label[1]);
    present++;
  }
  return present >= MIN_LABELLED_SHARE * count ? column.made : null;
}
