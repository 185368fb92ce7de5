/** Writes a JSON document without its white space, elided collections with their markers, spellings untouched. */
import { Json, type JsonTape } from "../../text/json.ts";
import type { ViewRequest } from "../contract.ts";
import type { Elision } from "../elide/elide.ts";
import { NOTE_FROM_CHARS, note, runMarker } from "../markers.ts";
import { wholeMarkerOf } from "../whole.ts";
import type { Plan } from "./plan.ts";

/** The slice without white space between its tokens. */
export function minify(text: string, start: number, end: number): string {
  let out = "";
  let from = start;
  for (let at = start; at < end; at++) {
    const c = text.charCodeAt(at);
    if (c === 0x22) {
      at++;
      while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
    } else if (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) {
      out += text.slice(from, at);
      from = at + 1;
    }
  }
  return out + text.slice(from, end);
}

class Renderer {
  private readonly parts: string[] = [];
  private noted = false;

  constructor(
    private readonly tape: JsonTape,
    private readonly plan: Plan,
    private readonly request: ViewRequest,
    /** Containers that hold an elided collection somewhere below. */
    private readonly busy: ReadonlySet<number>,
  ) {}

  value(node: number): void {
    const { tape } = this;
    if (!this.busy.has(node)) {
      this.parts.push(minify(tape.text, tape.starts[node] ?? 0, tape.ends[node] ?? 0));
      return;
    }
    const isArray = tape.types[node] === Json.array;
    this.parts.push(isArray ? "[" : "{");
    const elision = this.plan.elisions.get(node);
    if (elision === undefined) this.children(node, isArray);
    else this.units(node, isArray, elision);
    this.parts.push(isArray ? "]" : "}");
  }

  private member(at: number, isArray: boolean): void {
    if (!isArray) this.parts.push(this.tape.slice(at), ":");
    this.value(isArray ? at : at + 1);
  }

  private children(node: number, isArray: boolean): void {
    const end = this.tape.next[node] ?? 0;
    for (let at = node + 1; at < end; at = this.tape.next[isArray ? at : at + 1] ?? end) {
      if (at > node + 1) this.parts.push(",");
      this.member(at, isArray);
    }
  }

  private units(node: number, isArray: boolean, elision: Elision): void {
    const { noun, count } = elision.table;
    const end = this.tape.next[node] ?? 0;
    let comma = "";
    let markers = 0;
    const mark = (marker: string): void => {
      markers++;
      this.parts.push(comma, isArray ? "" : `"…${markers}":`, JSON.stringify(marker));
      comma = ",";
    };
    for (let at = node + 1, unit = 0; at < end; ) {
      if (elision.shown[unit] === 1) {
        this.parts.push(comma);
        comma = ",";
        this.member(at, isArray);
        at = this.tape.next[isArray ? at : at + 1] ?? end;
        unit++;
        continue;
      }
      const from = unit;
      while (unit < count && elision.shown[unit] !== 1) {
        at = this.tape.next[isArray ? at : at + 1] ?? end;
        unit++;
      }
      mark(runMarker(noun, unit - from));
    }
    if (!this.noted && this.plan.droppedChars >= NOTE_FROM_CHARS) {
      this.noted = true;
      mark(note(noun, this.request.hint));
    }
    const whole = wholeMarkerOf(elision, this.request);
    if (whole !== null) mark(whole);
  }

  toString(): string {
    return this.parts.join("");
  }
}

/** All ancestors of elided collections, themselves included. */
function ancestorsOf(tape: JsonTape, plan: Plan): Set<number> {
  const busy = new Set<number>();
  const targets = [...plan.elisions.keys()].sort((a, b) => a - b);
  const walk = (node: number, from: number, to: number): void => {
    if (from === to) return;
    busy.add(node);
    const isArray = tape.types[node] === Json.array;
    const end = tape.next[node] ?? 0;
    let i = targets[from] === node ? from + 1 : from;
    for (let at = node + 1; at < end && i < to; ) {
      const value = isArray ? at : at + 1;
      const next = tape.next[value] ?? end;
      const first = i;
      while (i < to && (targets[i] ?? 0) < next) i++;
      walk(value, first, i);
      at = next;
    }
  };
  walk(0, 0, targets.length);
  return busy;
}

export function renderJson(tape: JsonTape, plan: Plan, request: ViewRequest): string {
  const renderer = new Renderer(tape, plan, request, ancestorsOf(tape, plan));
  renderer.value(0);
  return renderer.toString();
}
