/** A log as a table of entries: kinds by template, columns for what can be stated, failures marked. */
import type { Checkpoint } from "../contract.ts";
import { ProblemColumns } from "../problems/columns.ts";
import { Cell, type Column, type UnitTable } from "../table.ts";
import type { Entries } from "./entries.ts";
import { AccessColumns, LazyColumn, messageStart, PairColumns } from "./fields.ts";
import { Kinds } from "./kinds.ts";
import { templateColumn } from "./labels.ts";
import { findLevel } from "./level.ts";
import { Mended, mendedOf, pinFailures, thinTraces } from "./mended.ts";
import { findVerdict, GoTests, MAX_PINNED_SUMMARIES } from "./results.ts";
import { outlineOf } from "./tree.ts";

/** From this share of entries that are nothing but pairs on, the log is logfmt: its keys are its fields. */
const LOGFMT_SHARE = 0.5;
/** Characters of a line that tell what it is. */
const LOOKED_AT = 200;
const CHECK_EVERY = 2048;

/** Puts columns of our own beside those of keys. A name that is both would make its facts ambiguous: neither is stated. */
function addColumns(columns: Column[], own: readonly Column[]): void {
  for (const column of own) {
    const same = columns.filter((c) => c.name === column.name);
    for (const other of same) other.repeated = true;
    if (same.length === 0) columns.push(column);
  }
}

/** @param everyFailure whether failures stay as long as they are few; else a few of each kind stand for them */
export function tableOfEntries(
  text: string,
  entries: Entries,
  checkpoint: Checkpoint,
  everyFailure = true,
): UnitTable {
  const { count, lines } = entries;
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const kinds = new Int32Array(count);
  /** Numbers of the templates of first lines. */
  const heads = new Int32Array(count);
  const messages = new Int32Array(count);
  const verdictStarts = new Int32Array(count);
  const verdictEnds = new Int32Array(count);
  const failing = new Uint8Array(count);
  const pinned = new Uint8Array(count);
  const traces = new Uint8Array(count);
  const mended = new Uint8Array(count);
  const numbering = new Kinds();
  const goTests = new GoTests();
  const pairs = new PairColumns(count);
  const access = new AccessColumns(count);
  const problems = new ProblemColumns(count);
  const level = new LazyColumn("level", count);
  const time = new LazyColumn("time", count);

  for (let e = 0; e < count; e++) {
    if (e % CHECK_EVERY === 0) checkpoint();
    const head = entries.headLine[e] as number;
    const next = entries.firstLine[e + 1] as number;
    const headEnd = lines.ends[head] as number;
    const body = entries.bodyStart[e] as number;
    starts[e] = lines.starts[entries.firstLine[e] as number] as number;
    ends[e] = next < lines.count ? (lines.starts[next] as number) : text.length;

    const timeEnd = entries.timeEnd[e] as number;
    if (timeEnd > 0) time.set(e, Cell.string, entries.timeStart[e] as number, timeEnd);
    access.read(text, e, body, headEnd);
    const keys = pairs.read(text, e, body, headEnd);
    const levelSpan = keys === null ? findLevel(text, body, headEnd) : null;
    if (levelSpan !== null) level.set(e, Cell.string, levelSpan[0], levelSpan[1]);
    const levelWord = levelSpan === null ? "" : text.slice(levelSpan[0], levelSpan[1]);
    const message = messageStart(text, Math.max(body, levelSpan?.[1] ?? 0), headEnd, timeEnd > 0);
    messages[e] = message;

    const line = (): string => text.slice(body, Math.min(headEnd, body + LOOKED_AT));
    const hasDetails = next > head + 1;
    const below = hasDetails ? ([lines.starts[head + 1], lines.ends[head + 1]] as [number, number]) : null;
    const verdict = findVerdict(text, body, headEnd, below);
    if (verdict !== null) {
      verdictStarts[e] = verdict[0];
      verdictEnds[e] = verdict[1];
    }
    const mark = { level: levelWord, verdict: text.slice(verdictStarts[e], verdictEnds[e]) };
    const first = keys === null ? numbering.head(text, message, headEnd, mark, line) : numbering.ofKeys(keys);
    if (hasDetails) pairs.avoid(text, headEnd, ends[e] as number);
    const whole = hasDetails ? numbering.detailed(text, first, lines, head + 1, next) : first;
    heads[e] = first.id;
    kinds[e] = whole.kind;
    if (whole.failing) failing[e] = 1;
    if (hasDetails && !first.role.testReport) traces[e] = 1;
    mended[e] = mendedOf(first.role, whole.failing, hasDetails);
    if (first.role.problem) problems.read(text, e, body, headEnd);
    else problems.other(body, headEnd);
    if (first.role.summary) pinned[e] = 1;
    if (verdict !== null) {
      const cause = goTests.read(e, line(), hasDetails);
      if (cause >= 0) {
        failing[cause] = 1;
        traces[cause] = 0;
        mended[cause] = Mended.whole;
      }
    }
  }
  if (pinned.reduce((n, p) => n + p, 0) > MAX_PINNED_SUMMARIES) pinned.fill(0);
  thinTraces(failing, traces, kinds);
  outlineOf(text, lines, entries.headLine)?.forEach((on, e) => {
    if (on === 1) pinned[e] = 1;
  });
  if (everyFailure) pinFailures({ failing, kinds, mended, starts, ends }, pinned);

  const logfmt = pairs.pure >= LOGFMT_SHARE * count;
  const columns = pairs.all;
  if (!logfmt) {
    const template = templateColumn(text, {
      entries,
      messages,
      verdictStarts,
      verdictEnds,
      kind: (e) => numbering.byId(heads[e] as number).kind,
      kindCount: numbering.count,
      commonWords: (kind) => numbering.leadingWords(kind),
    });
    const own = [...access.all, ...problems.all, level.made, time.made, template];
    addColumns(
      columns,
      own.flatMap((column) => (column === null || pairs.avoids(column.name) ? [] : [column])),
    );
  }
  return {
    text,
    noun: entries.allSingle ? "lines" : "entries",
    count,
    starts,
    ends,
    kinds,
    kindCount: numbering.count,
    columns,
    failing,
    pinned,
    kindsResemble: !logfmt,
  };
}
