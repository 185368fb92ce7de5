/** Walks a JSON document and decides which of its collections are elided and which of its strings have a view. */
import { Json, type JsonTape } from "../../text/json.ts";
import { Thrift, type View, type ViewRequest } from "../contract.ts";
import { type Elision, elide, segments } from "../elide/elide.ts";
import { collectionAt } from "./collections.ts";
import { tableOf } from "./fields.ts";
import { CUT_CHARS, INNER_CHARS, innerView } from "./strings.ts";

/** Deeper containers are copied as they are: neither walked nor a danger to the stack. */
export const MAX_DEPTH = 200;
/** A collection, or a shown unit, of fewer characters is not looked into: nothing is to be gained there. */
const MIN_CHARS = 512;

export interface Plan {
  /** The elided collections by their container's node. */
  readonly elisions: ReadonlyMap<number, Elision>;
  /** The text that stands for a long string, by the string's node. */
  readonly strings: ReadonlyMap<number, string>;
  /** Characters that elided collections do without. */
  readonly droppedChars: number;
  /** Whether something of some string is not in view. */
  readonly stringsLossless: boolean;
}

/**
 * Of collections with at most so many units, each of at least so many characters, the units themselves are worth seeing if
 * what lies deep inside them can go instead: the packages of a tree, not all that is below the first of them.
 */
const FEW_UNITS = 64;
const LARGE_UNIT_CHARS = 512;
/** … and if they then need at most this share of their characters, or no more than a few of them whole. */
const ALL_UNITS_SHARE = 0.2;
/** Characters of a run marker, and of what is said of a whole collection. */
const RUN_CHARS = 36;
const WHOLE_CHARS = 240;

class Planner {
  readonly elisions: [node: number, Elision][] = [];
  readonly strings: [node: number, View][] = [];
  readonly #thrifty: boolean;

  constructor(
    private readonly tape: JsonTape,
    private readonly request: ViewRequest,
  ) {
    this.#thrifty = (request.thrift ?? Thrift.none) >= Thrift.middles;
  }

  /**
   * Plans what is below `node`.
   * @param behind node of the key that it stands behind
   * @returns characters that its view will have, about
   */
  plan(node: number, depth: number, behind: number | null): number {
    const { tape } = this;
    const type = tape.types[node] ?? 0;
    const chars = (tape.ends[node] ?? 0) - (tape.starts[node] ?? 0);
    if (depth > MAX_DEPTH || chars < (this.#thrifty ? CUT_CHARS : MIN_CHARS)) return chars;
    if (type === Json.string || type === Json.escaped) {
      const view = chars >= INNER_CHARS || this.#thrifty ? innerView(tape, node, this.request) : null;
      if (view === null) return chars;
      this.strings.push([node, view]);
      return view.output.length;
    }
    if (type > Json.array) return chars;
    const units = collectionAt(tape, node, behind);
    const noun = type === Json.array ? "items" : "keys";
    const table = units === null ? null : tableOf(tape, units, noun, this.request.checkpoint);
    const elision = table === null ? null : elide(table, this.request);
    const inside = this.#inside(node, depth, elision);
    return elision === null ? chars - inside.saved : this.#elided(node, chars, elision, inside);
  }

  /** Plans the units of an elided collection that are in view, or all of them; the values of any other container. */
  #inside(node: number, depth: number, elision: Elision | null): Inside {
    const { tape } = this;
    const count = elision?.table.count ?? 0;
    const all =
      elision === null ||
      (count <= FEW_UNITS && (tape.ends[node] ?? 0) - (tape.starts[node] ?? 0) >= count * LARGE_UNIT_CHARS);
    const isArray = tape.types[node] === Json.array;
    const end = tape.next[node] ?? 0;
    const marks: (readonly [elisions: number, strings: number])[] = [];
    let saved = 0;
    let shownSaved = 0;
    for (let at = node + 1, i = 0; at < end; i++) {
      const value = isArray ? at : at + 1;
      const shown = elision === null || elision.shown[i] === 1;
      if (elision !== null) marks.push([this.elisions.length, this.strings.length]);
      if (all || shown) {
        const gain =
          (tape.ends[value] ?? 0) -
          (tape.starts[value] ?? 0) -
          this.plan(value, depth + 1, isArray ? null : at);
        saved += gain;
        if (shown) shownSaved += gain;
      }
      at = tape.next[value] ?? end;
    }
    return { all, marks, saved, shownSaved };
  }

  #elided(node: number, chars: number, elision: Elision, { all, marks, saved, shownSaved }: Inside): number {
    const runs = segments(elision.shown).filter((segment) => !segment.shown).length;
    const elided = chars - elision.droppedChars - shownSaved + runs * RUN_CHARS + WHOLE_CHARS;
    if (all && chars - saved <= Math.max(elided, ALL_UNITS_SHARE * chars)) return chars - saved;
    if (all) this.#forgetHidden(elision, marks);
    this.elisions.push([node, elision]);
    return elided;
  }

  /** What was planned inside units that are not in view is no longer wanted. */
  #forgetHidden(elision: Elision, marks: Inside["marks"]): void {
    const [firstElision = 0, firstString = 0] = marks[0] ?? [];
    const elisions = this.elisions.splice(firstElision);
    const strings = this.strings.splice(firstString);
    for (const [i, [fromElision, fromString]] of marks.entries()) {
      if (elision.shown[i] !== 1) continue;
      const [toElision, lastString] = marks[i + 1] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      this.elisions.push(...elisions.slice(fromElision - firstElision, toElision - firstElision));
      this.strings.push(...strings.slice(fromString - firstString, lastString - firstString));
    }
  }
}

interface Inside {
  /** Whether units out of view were planned too. */
  readonly all: boolean;
  /** Per unit how many elisions and strings had been planned before it. */
  readonly marks: readonly (readonly [elisions: number, strings: number])[];
  /** Characters that go inside all units that were planned, and inside those in view. */
  readonly saved: number;
  readonly shownSaved: number;
}

export function planDocument(tape: JsonTape, request: ViewRequest): Plan {
  const planner = new Planner(tape, request);
  planner.plan(0, 0, null);
  const { elisions, strings } = planner;
  return {
    elisions: new Map(elisions),
    strings: new Map(strings.map(([node, view]) => [node, view.output])),
    droppedChars: elisions.reduce((sum, [, elision]) => sum + elision.droppedChars, 0),
    stringsLossless: strings.every(([, view]) => view.losslessToModel),
  };
}
