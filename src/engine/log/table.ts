/** A log as a table of entries: kinds by template, columns for what can be stated, failures marked. */
import type { Checkpoint } from "../contract.ts";
import { Cell, Column, type UnitTable } from "../table.ts";
import type { Entries } from "./entries.ts";
import { AccessColumns, levelOf, messageStart, PairColumns } from "./fields.ts";
import { Kinds } from "./kinds.ts";
import { isSummary, MAX_PINNED_SUMMARIES, pinFailures } from "./results.ts";

/** From this share of entries that are nothing but pairs on, the log is logfmt: its keys are its fields. */
const LOGFMT_SHARE = 0.5;
/** A label of the template: its first words, up to what an enumeration may hold. */
const LABEL_BYTES = 24;
const LABEL_WORDS = /[A-Za-z][A-Za-z_]*(?: [A-Za-z][A-Za-z_]*)*/y;
/** Where fewer entries than this share begin with words, the count of the others tells nothing. */
const MIN_LABELLED_SHARE = 0.25;
const CHECK_EVERY = 2048;

/** The first words of a message that are the same in all entries of its kind; end equals start where there are none. */
function labelEnd(text: string, from: number, end: number, words: number): number {
  LABEL_WORDS.lastIndex = from;
  const found = LABEL_WORDS.exec(text)?.[0].slice(0, end - from) ?? "";
  let label = 0;
  let n = 0;
  for (const word of found.split(" ")) {
    const next = label === 0 ? word.length : label + 1 + word.length;
    if (n >= words || next > LABEL_BYTES) break;
    label = next;
    n++;
  }
  // A word that goes on with a sign or a digit is not the whole word.
  const after = text[from + label] ?? " ";
  return /[\s:,;.]/.test(after) || from + label >= end
    ? from + label
    : from + Math.max(0, found.lastIndexOf(" ", label - 1));
}

/** TAP: the result of the subtest whose name is the line above; an empty slice where there is none. */
const VERDICT = /\s*((?:not )?ok)(?= \d)/y;

function verdict(text: string, from: number): readonly [number, number] {
  VERDICT.lastIndex = from;
  const word = VERDICT.exec(text)?.[1] ?? "";
  const end = word === "" ? from : VERDICT.lastIndex;
  return [end - word.length, end];
}

export function tableOfEntries(text: string, entries: Entries, checkpoint: Checkpoint): UnitTable {
  const { count, lines } = entries;
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const kinds = new Int32Array(count);
  const heads = new Int32Array(count);
  const messages = new Int32Array(count);
  const failing = new Uint8Array(count);
  const pinned = new Uint8Array(count);
  const pairs = new PairColumns(count);
  const access = new AccessColumns(count);
  const level = new Column("level", count);
  const time = new Column("time", count);
  const kindsOf = new Kinds();
  const pure = new Uint8Array(count);
  let summaries = 0;

  for (let e = 0; e < count; e++) {
    if (e % CHECK_EVERY === 0) checkpoint();
    const first = entries.firstLine[e] as number;
    const next = entries.firstLine[e + 1] as number;
    const head = entries.headLine[e] as number;
    const headEnd = lines.ends[head] as number;
    const body = entries.bodyStart[e] as number;
    starts[e] = lines.starts[first] as number;
    ends[e] = next < lines.count ? (lines.starts[next] as number) : text.length;

    const timeEnd = entries.timeEnd[e] as number;
    if (timeEnd > 0) time.set(e, Cell.string, entries.timeStart[e] as number, timeEnd);
    if (pairs.read(text, e, body, headEnd)) pure[e] = 1;
    access.read(text, e, body, headEnd);
    const levelSpan = pure[e] === 1 ? null : levelOf(text, body, headEnd);
    if (levelSpan !== null) level.set(e, Cell.string, levelSpan[0], levelSpan[1]);
    const levelWord = levelSpan === null ? "" : text.slice(levelSpan[0], levelSpan[1]);
    const message = messageStart(text, Math.max(body, levelSpan?.[1] ?? 0), headEnd);
    messages[e] = message;
    const kind = kindsOf.head(text, message, headEnd, levelWord);
    heads[e] = kind.kind;
    kinds[e] = next > head + 1 ? kindsOf.detailed(text, kind.kind, lines, head + 1, next) : kind.kind;
    if (kind.failing) failing[e] = 1;
    if (isSummary(text.slice(body, Math.min(headEnd, body + 200)))) {
      pinned[e] = 1;
      summaries++;
    }
  }
  if (summaries > MAX_PINNED_SUMMARIES) pinned.fill(0);
  pinFailures(failing, kinds, pinned);

  const logfmt = pairs.pure >= LOGFMT_SHARE * count && count > 0;
  const columns = pairs.all;
  if (!logfmt) {
    columns.push(...access.all);
    const template = new Column("template", count);
    let labelled = 0;
    for (let e = 0; e < count; e++) {
      const head = entries.headLine[e] as number;
      let from = messages[e] as number;
      let to = labelEnd(text, from, lines.ends[head] as number, kindsOf.leadingWords(heads[e] as number));
      if (to === from && head + 1 < (entries.firstLine[e + 1] as number)) {
        [from, to] = verdict(text, lines.starts[head + 1] as number);
      }
      if (to > from) {
        template.set(e, Cell.string, from, to);
        labelled++;
      }
    }
    const taken = new Set(columns.map((c) => c.name));
    if (labelled < MIN_LABELLED_SHARE * count) template.types.fill(Cell.absent);
    for (const column of [level, time, template]) {
      // A key of the same name would make the fact ambiguous: neither is stated.
      if (!taken.has(column.name)) columns.push(column);
      else for (const other of columns) if (other.name === column.name) other.repeated = true;
    }
  }
  return {
    text,
    noun: entries.allSingle ? "lines" : "entries",
    count,
    starts,
    ends,
    kinds,
    kindCount: kindsOf.count,
    columns: columns.filter((c) => c.types.some((type) => type !== Cell.absent)),
    failing,
    pinned,
    kindsResemble: !logfmt,
  };
}
