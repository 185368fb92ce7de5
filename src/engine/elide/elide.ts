/** Decides which units of a table stay visible (promises 4 and 5 of the engine). */
import { type Profile, profile } from "../columns/profile.ts";
import { type Checkpoint, Thrift, type ThriftStep } from "../contract.ts";
import { NOTE_FROM_CHARS } from "../markers.ts";
import type { UnitTable } from "../table.ts";
import { showCategories } from "./categories.ts";
import { chooseFailures, findFailures } from "./failures.ts";
import { type Groups, groupUnits } from "./groups.ts";
import { findSwitches } from "./numbers.ts";
import { showNumericSignal } from "./numeric-signal.ts";
import { findMatches } from "./query.ts";
import { showGroups } from "./resemblance.ts";

/** Fewer units are all shown: a marker would cost as much as it saves. */
export const MIN_UNITS = 8;
/** Elision goes ahead only if this share of the characters goes; else repetition is not what the data is. */
const MIN_DROPPED_SHARE = 0.3;
/**
 * Fewer characters, of about 150 tokens, are not worth a question back: a call of retrieve costs as many, and what was
 * hidden comes with it.
 */
const MIN_DROPPED_CHARS = 512;
/** Runs that cost no more than their marker are shown, and single units up to some more: they read better. */
const MARKER_CHARS = 48;
const SINGLE_CHARS = 128;

export interface ElideOptions {
  readonly query: string;
  readonly checkpoint: Checkpoint;
  /** Instead of `MIN_DROPPED_SHARE`, where what repeats is worth leaving out among much that does not. */
  readonly minDroppedShare?: number;
  readonly thrift?: ThriftStep;
  /** Whether the table is all of the view; collections of a document are worth leaving out together. */
  readonly alone?: boolean;
  /** Bytes that the view may have: where it has to become shorter, what is worth while is no question. */
  readonly budget?: number;
}

export interface Elision {
  readonly table: UnitTable;
  readonly profiles: readonly Profile[];
  /** 1 per unit that stays visible. */
  readonly shown: Uint8Array;
  readonly dropped: number;
  /** Characters of the dropped units. */
  readonly droppedChars: number;
}

/** A stretch of units that are all shown, or all dropped. `to` is exclusive. */
export interface Segment {
  readonly shown: boolean;
  readonly from: number;
  readonly to: number;
}

export function segments(shown: Uint8Array): Segment[] {
  const out: Segment[] = [];
  for (let from = 0; from < shown.length; ) {
    let to = from + 1;
    while (to < shown.length && shown[to] === shown[from]) to++;
    out.push({ shown: shown[from] === 1, from, to });
    from = to;
  }
  return out;
}

/** A whole marker has about this share of the dropped characters, between these bounds. */
const MARKER_SHARE = 0.15;
const LEAST_MARKER = 60;
const MOST_MARKER = 700;
/**
 * A query's matches may make a view this much larger; beyond that they take the place of the note, which no view with
 * a query has, and of other examples.
 */
const QUERY_GROWTH = 1.04;
const NOTE_CHARS = 100;

/** The choice of visible units for one table; what does not depend on the query is found once. */
class Choice {
  private readonly groups: Groups;
  private readonly essential: Uint8Array;

  constructor(
    private readonly table: UnitTable,
    private readonly profiles: readonly Profile[],
    private readonly checkpoint: Checkpoint,
    private readonly thrift: ThriftStep,
  ) {
    const shown = new Uint8Array(table.count);
    const show = (unit: number): void => {
      shown[unit] = 1;
    };
    if (table.pinned !== undefined) shown.set(table.pinned);
    show(0);
    show(table.count - 1);
    chooseFailures(findFailures(table, profiles), thrift >= Thrift.signal).forEach(show);
    if (thrift < Thrift.signal) {
      for (const p of profiles) {
        for (const unit of findSwitches(p)) {
          show(unit - 1);
          show(unit);
        }
      }
      showNumericSignal(table.text, profiles, show);
    }
    this.essential = shown;
    this.groups = groupUnits(table, profiles, checkpoint);
  }

  /** @param examples whether one unit of each category's value is shown as well */
  private shownWith(matches: readonly number[], examples: boolean): Uint8Array {
    const shown = this.essential.slice();
    for (const unit of matches) shown[unit] = 1;
    if (examples) showCategories(this.table, this.profiles, shown);
    showGroups(this.table, this.groups, shown, this.checkpoint);
    return showShortRuns(this.table, shown);
  }

  private size(shown: Uint8Array): number {
    const gone = droppedChars(this.table, shown);
    let chars = Math.min(MOST_MARKER, LEAST_MARKER + gone * MARKER_SHARE);
    for (const { shown: on, from, to } of segments(shown)) {
      chars += on ? (this.table.ends[to - 1] ?? 0) - (this.table.starts[from] ?? 0) : MARKER_CHARS;
    }
    return chars;
  }

  /**
   * The visible units; as many of the matches, best first, as fit into a view of about the same size.
   * @param least characters that must be dropped for the view to be worth while
   * @param insist whether the best one is shown where it does not fit: the caller then finds room among the facts
   */
  decide(matches: readonly number[], least: number, insist: boolean): Uint8Array {
    const examples = this.thrift < Thrift.examples;
    const plain = this.shownWith([], examples);
    const noted = droppedChars(this.table, plain) >= NOTE_FROM_CHARS;
    const most = this.size(plain) * QUERY_GROWTH + (noted ? NOTE_CHARS : 0);
    for (let n = matches.length; n > 0; n--) {
      for (const withExamples of examples ? [true, false] : [false]) {
        const shown = this.shownWith(matches.slice(0, n), withExamples);
        if (this.size(shown) <= most && droppedChars(this.table, shown) >= least) return shown;
      }
    }
    if (!insist || matches.length === 0) return plain;
    const best = this.shownWith(matches.slice(0, 1), examples);
    return droppedChars(this.table, best) >= least ? best : plain;
  }
}

function droppedChars({ starts, ends }: UnitTable, shown: Uint8Array): number {
  let chars = 0;
  for (const { shown: on, from, to } of segments(shown)) {
    if (!on) chars += (ends[to - 1] ?? 0) - (starts[from] ?? 0);
  }
  return chars;
}

/** Shows dropped runs that cost no more than their marker. */
function showShortRuns(table: UnitTable, shown: Uint8Array): Uint8Array {
  for (const { shown: on, from, to } of segments(shown)) {
    if (on) continue;
    const size = (table.ends[to - 1] ?? 0) - (table.starts[from] ?? 0);
    if (size < MARKER_CHARS || (to - from === 1 && size < SINGLE_CHARS)) shown.fill(1, from, to);
  }
  return shown;
}

/** The units to drop, or null where too little would go (every unit distinct, or few units). */
export function elide(table: UnitTable, options: ElideOptions): Elision | null {
  const {
    query,
    checkpoint,
    minDroppedShare = MIN_DROPPED_SHARE,
    thrift = Thrift.none,
    alone = false,
    budget = Number.POSITIVE_INFINITY,
  } = options;
  if (table.count < MIN_UNITS) return null;
  const profiles = table.columns.map((column) => {
    checkpoint();
    return profile(table.text, column);
  });
  const found = query === "" ? [] : findMatches(table, query, checkpoint);
  const matches = thrift < Thrift.matches ? found : found.slice(0, 1);
  const share = minDroppedShare * ((table.ends[table.count - 1] ?? 0) - (table.starts[0] ?? 0));
  const enough = alone && budget === Number.POSITIVE_INFINITY ? MIN_DROPPED_CHARS : 0;
  const least = Math.max(share, enough);
  const telling = profiles.filter(({ column }) => !column.derived);
  const shown = new Choice(table, telling, checkpoint, thrift).decide(matches, least, alone);
  const gone = droppedChars(table, shown);
  if (gone < least) return null;
  let dropped = 0;
  for (const on of shown) if (on === 0) dropped++;
  return { table, profiles, shown, dropped, droppedChars: gone };
}
