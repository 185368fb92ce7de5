/** Writes a JSON document without its white space, elided collections with their markers, spellings untouched. */
import { Json, type JsonTape } from "../../text/json.ts";
import type { Pieces } from "./markers.ts";
import type { Plan } from "./plan.ts";

/** The slice without white space between its tokens. */
export function minify(text: string, start: number, end: number): string {
  const parts: string[] = [];
  let from = start;
  for (let at = start; at < end; at++) {
    const c = text.charCodeAt(at);
    if (c === 0x22) {
      at++;
      while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
    } else if (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) {
      if (at > from) parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  if (from === start) return text.slice(start, end);
  parts.push(text.slice(from, end));
  return parts.join("");
}

class Renderer {
  readonly parts: string[] = [];

  constructor(
    private readonly tape: JsonTape,
    private readonly plan: Plan,
    private readonly pieces: Pieces,
    /** Containers that hold an elided collection or a string with a view somewhere below. */
    private readonly busy: ReadonlySet<number>,
  ) {}

  value(node: number): void {
    const { tape } = this;
    const string = this.plan.strings.get(node);
    if (string !== undefined) {
      this.parts.push(JSON.stringify(string));
      return;
    }
    if (!this.busy.has(node)) {
      this.parts.push(minify(tape.text, tape.starts[node] ?? 0, tape.ends[node] ?? 0));
      return;
    }
    const isArray = tape.types[node] === Json.array;
    this.parts.push(isArray ? "[" : "{");
    this.children(node, isArray);
    this.parts.push(isArray ? "]" : "}");
  }

  private children(node: number, isArray: boolean): void {
    const { tape } = this;
    const end = tape.next[node] ?? 0;
    let at = node + 1;
    let unit = 0;
    const member = (): void => {
      if (!isArray) this.parts.push(tape.slice(at), ":");
      this.value(isArray ? at : at + 1);
    };
    const step = (): void => {
      at = tape.next[isArray ? at : at + 1] ?? end;
      unit++;
    };
    const pieces = this.pieces.of(node);
    if (pieces === null) {
      for (; at < end; step()) {
        if (unit > 0) this.parts.push(",");
        member();
      }
      return;
    }
    let markers = 0;
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) this.parts.push(",");
      if ("marker" in piece) {
        if (!isArray) this.parts.push(`"…${++markers}":`);
        this.parts.push(JSON.stringify(piece.marker));
        continue;
      }
      while (unit < piece.unit) step();
      member();
    }
  }
}

/** All ancestors of what the plan changes, themselves included. */
function ancestorsOf(tape: JsonTape, plan: Plan): Set<number> {
  const busy = new Set<number>();
  const targets = [...plan.elisions.keys(), ...plan.strings.keys()].sort((a, b) => a - b);
  const walk = (node: number, from: number, to: number): void => {
    if (from === to) return;
    if (plan.strings.has(node)) return;
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

export function renderJson(tape: JsonTape, plan: Plan, pieces: Pieces): string {
  const renderer = new Renderer(tape, plan, pieces, ancestorsOf(tape, plan));
  renderer.value(0);
  return renderer.parts.join("");
}
