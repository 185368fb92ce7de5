/**
 * Views in TOON: marker lines are taken out of the bodies of tables, whose headers then count what is shown; what is left is
 * decoded by the format's own library and compared with the original, value by value, each table with its units.
 *
 * Numbers come back from the library as numbers; their spelling is looked for in the view, one after the other.
 */
import { decode } from "@toon-format/toon";
import type { Inner } from "../../engine/truth/documents.ts";
import type { Marker } from "../../engine/truth/grammar.ts";
import { type Json, readJson, unitOf } from "../../engine/truth/json.ts";
import { type Collection, pair } from "../../engine/truth/pair.ts";
import { markerOf } from "./pairing.ts";

interface Table {
  /** Units that its header counts. */
  readonly all: number;
  /** The rows that are shown, as null each, and markers. */
  readonly pieces: readonly (Marker | null)[];
}

const HEADER = /^( *(?:- )*)(.*)\[(\d+)\](\{.*\}:)$/;

/** The view without its markers, and the tables that had some, in order. */
function withoutMarkers(view: string): { text: string; tables: Table[] } {
  const lines = view.split("\n");
  const out: string[] = [];
  const tables: Table[] = [];
  for (let i = 0; i < lines.length; i++) {
    const [line = "", lead = "", key, all, fields] = HEADER.exec(lines[i] ?? "") ?? [lines[i]];
    const body: string[] = [];
    const pad = " ".repeat(lead.length + 2);
    if (fields !== undefined)
      while (lines[i + 1 + body.length]?.startsWith(pad)) body.push(lines[i + 1 + body.length] ?? "");
    const pieces = body.map((row) => markerOf(row));
    if (pieces.every((piece) => piece === null)) {
      out.push(line);
      continue;
    }
    const rows = body.filter((_, n) => pieces[n] === null);
    tables.push({ all: Number(all), pieces });
    out.push(`${lead}${key}[${rows.length}]${fields}`, ...rows);
    i += body.length;
  }
  return { text: out.join("\n"), tables };
}

class Comparison {
  readonly collections: Collection[] = [];
  /** Numbers of what is shown, as the original spells them, in order. */
  readonly numbers: string[] = [];

  constructor(
    private readonly tables: Table[],
    private readonly inner: Inner,
  ) {}

  /** @throws Error where `view` is not `original` */
  compare(view: Json | undefined, original: Json): void {
    if (view?.kind === "array" && original.kind === "array") this.array(view.items, original.items);
    else if (view?.kind === "object" && original.kind === "object") {
      const members = new Map(view.members);
      if (members.size !== original.members.length) throw new Error("an object of other keys");
      // An object of JavaScript has keys that are numbers first, whatever their order was.
      const named = (all: Json & { kind: "object" }): string[] =>
        all.members.flatMap(([key]) => (/^\d+$/.test(key) ? [] : [key]));
      if (named(view).join("\n") !== named(original).join("\n")) throw new Error("keys in another order");
      for (const [key, value] of original.members) this.compare(members.get(key), value);
    } else if (view?.kind === "scalar" && original.kind === "scalar" && view.type === original.type) {
      if (original.type === "number") this.numbers.push(original.literal);
      const same =
        original.type === "number"
          ? Number(view.literal) === Number(original.literal)
          : view.literal === original.literal;
      if (!same && !(original.type === "string" && this.inner(view.literal, original.literal)))
        throw new Error(`${view.literal.slice(0, 80)} for ${original.literal.slice(0, 80)}`);
    } else throw new Error(`something else for ${JSON.stringify(original).slice(0, 80)}`);
  }

  private array(items: readonly Json[], originals: readonly Json[]): void {
    if (items.length === originals.length) {
      for (const [i, item] of items.entries()) this.compare(item, originals[i] as Json);
      return;
    }
    const table = this.tables.shift();
    if (table?.all !== originals.length)
      throw new Error(`a table of ${table?.all} for ${originals.length} items`);
    let row = 0;
    this.collections.push(
      pair(
        originals.map((item) => unitOf(item)),
        table.pieces,
        (piece) => piece,
        (_, unit) => this.compare(items[row++], originals[unit] as Json),
      ),
    );
  }
}

/** @throws Error where the view shows something else than the original */
export function toonView(view: string, original: string, inner: Inner): Collection[] {
  const { text, tables } = withoutMarkers(view);
  const comparison = new Comparison(tables, inner);
  comparison.compare(readJson(JSON.stringify(decode(text))), readJson(original));
  if (tables.length > 0) throw new Error("a table with markers, of which nothing is missing");
  let at = 0;
  for (const literal of comparison.numbers) {
    const spelled = new RegExp(`(?<=[\\s,])${literal.replace(/[+.]/g, "\\$&")}(?=[,\\n]|$)`, "g");
    spelled.lastIndex = at;
    if (spelled.exec(text) === null) throw new Error(`the number ${literal} is spelled in another way`);
    at = spelled.lastIndex;
  }
  return comparison.collections;
}
