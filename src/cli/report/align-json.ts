/** Views that are JSON: both documents are walked together, and markers count the elements that are left out. */
import { Json, type JsonTape, parseDocument } from "../../text/json.ts";
import {
  type Alignment,
  type Gone,
  type MarkerSpan,
  markerAt,
  markersOf,
  partsOf,
  runLength,
} from "./parts.ts";

/** Deeper values count as shown: the walk recurses. */
const MAX_DEPTH = 200;

class Mismatch extends Error {
  override readonly name = "Mismatch";
}

function children(tape: JsonTape, node: number): number[] {
  const out: number[] = [];
  const end = tape.next[node] ?? 0;
  for (let at = node + 1; at < end; at = tape.next[at] ?? end) out.push(at);
  return out;
}

/** A member of an object or an element of an array. */
interface Unit {
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

function unitsOf(tape: JsonTape, node: number): Unit[] {
  const nodes = children(tape, node);
  const start = (at: number) => tape.starts[at] ?? 0;
  const end = (at: number) => tape.ends[at] ?? 0;
  if (tape.types[node] === Json.array)
    return nodes.map((at) => ({ value: at, start: start(at), end: end(at) }));
  return nodes.flatMap((key, i) => {
    const value = nodes[i + 1];
    return i % 2 === 1 || value === undefined ? [] : [{ value, start: start(key), end: end(value) }];
  });
}

class Walk {
  readonly gone: Gone[] = [];
  constructor(
    readonly original: JsonTape,
    readonly view: JsonTape,
    readonly markers: readonly MarkerSpan[],
  ) {}

  /** @throws Mismatch where the view's units do not add up to the original's */
  compare(original: number, view: number, depth: number): void {
    const type = this.original.types[original];
    if (!this.original.isContainer(original) || type !== this.view.types[view] || depth > MAX_DEPTH) return;
    const units = unitsOf(this.original, original);
    let at = 0;
    for (const shown of unitsOf(this.view, view)) {
      const run = this.runOf(shown);
      if (run === null) {
        const unit = units[at++];
        if (unit === undefined) throw new Mismatch();
        this.compare(unit.value, shown.value, depth + 1);
      } else if (run > 0) {
        const first = units[at];
        const last = units[at + run - 1];
        if (first === undefined || last === undefined) throw new Mismatch();
        this.gone.push({ start: first.start, end: last.end, marker: markerAt(this.markers, shown.start) });
        at += run;
      }
    }
    if (at !== units.length) throw new Mismatch();
  }

  private runOf({ value }: Unit): number | null {
    const type = this.view.types[value];
    if (type !== Json.string && type !== Json.escaped) return null;
    const text = this.view.stringAt(value);
    // A long string that lost its middle holds a marker too, but is no marker.
    return text.startsWith("… ") && text.endsWith(" …") ? runLength(text) : null;
  }
}

/** Null where one of the two is no JSON document, or they do not add up. */
export function alignJson(original: string, view: string): Alignment | null {
  const documents = [parseDocument(original), parseDocument(view)];
  const [from, to] = documents;
  if (from == null || to == null) return null;
  const walk = new Walk(from, to, markersOf(view));
  try {
    walk.compare(0, 0, 0);
  } catch (error) {
    if (error instanceof Mismatch) return null;
    throw error;
  }
  return partsOf(original.length, walk.gone);
}
