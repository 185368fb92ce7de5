/** Walks a JSON document and decides which of its collections are elided and which of its strings have a view. */
import { Json, type JsonTape } from "../../text/json.ts";
import { Thrift, type ViewRequest } from "../contract.ts";
import { type Elision, elide } from "../elide/elide.ts";
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

export function planDocument(tape: JsonTape, request: ViewRequest): Plan {
  const elisions = new Map<number, Elision>();
  const strings = new Map<number, string>();
  const thrifty = (request.thrift ?? Thrift.none) >= Thrift.middles;
  let droppedChars = 0;
  let stringsLossless = true;

  const lookInto = (node: number): void => {
    const inner = innerView(tape, node, request);
    if (inner === null) return;
    strings.set(node, inner.output);
    if (!inner.losslessToModel) stringsLossless = false;
  };
  const walk = (node: number, depth: number): void => {
    const type = tape.types[node] ?? 0;
    const chars = (tape.ends[node] ?? 0) - (tape.starts[node] ?? 0);
    if (depth > MAX_DEPTH || chars < (thrifty ? CUT_CHARS : MIN_CHARS)) return;
    if (type === Json.string || type === Json.escaped) {
      if (chars >= INNER_CHARS || thrifty) lookInto(node);
      return;
    }
    if (type > Json.array) return;
    const units = collectionAt(tape, node);
    const noun = type === Json.array ? "items" : "keys";
    const table = units === null ? null : tableOf(tape, units, noun, request.checkpoint);
    const elision = table === null ? null : elide(table, request);
    if (elision !== null) {
      elisions.set(node, elision);
      droppedChars += elision.droppedChars;
    }
    const end = tape.next[node] ?? 0;
    for (let at = node + 1, i = 0; at < end; i++) {
      const value = type === Json.array ? at : at + 1;
      if (elision === null || elision.shown[i] === 1) walk(value, depth + 1);
      at = tape.next[value] ?? end;
    }
  };
  walk(0, 0);
  return { elisions, strings, droppedChars, stringsLossless };
}
