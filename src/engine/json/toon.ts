/**
 * Writes a JSON document as TOON, straight from its slices. Without elision the result is valid TOON that decodes to
 * the document; an elided collection is a table whose length counts all units, with marker lines in its body.
 */
import { Json, type JsonTape } from "../../text/json.ts";
import { toonKey, toonScalar, toonString } from "./toon-words.ts";

/** Thrown where TOON cannot say what the document says; `writeToon` turns it into null. */
class NotToon extends Error {}

/** A table's columns: a field, or a group of fields below one key. */
type Shape = readonly (readonly [key: string, group: Shape | null])[];

/** Deeper documents are left to JSON: the library that decodes TOON recurses. */
const MAX_DEPTH = 100;

/** Lines that stand for units of an elided array: `line(i)` for a unit, or a marker. */
export type ElidedBody = (writeUnit: (unit: number) => string) => string[];

class Writer {
  readonly lines: string[] = [];

  constructor(
    private readonly tape: JsonTape,
    /** What stands for a string, by its node. */
    private readonly strings: ReadonlyMap<number, string>,
    /** The body of an elided collection; null for all others. */
    private readonly elided: (node: number) => ElidedBody | null,
  ) {}

  private children(node: number): number[] {
    const out: number[] = [];
    const end = this.tape.next[node] ?? 0;
    for (let at = node + 1; at < end; at = this.tape.next[at] ?? end) out.push(at);
    return out;
  }

  /** Keys and value nodes of an object; TOON has no place for a key that occurs twice. */
  private members(node: number): [key: string, value: number][] {
    const nodes = this.children(node);
    const out: [string, number][] = [];
    for (let i = 0; i < nodes.length; i += 2) {
      out.push([this.tape.stringAt(nodes[i] ?? 0), nodes[i + 1] ?? 0]);
    }
    if (out.length > 1 && new Set(out.map(([key]) => key)).size !== out.length) throw new NotToon();
    return out;
  }

  private scalar(node: number): string {
    const string = this.strings.get(node);
    const value = string === undefined ? toonScalar(this.tape, node) : toonString(string);
    if (value === null) throw new NotToon();
    return value;
  }

  private isScalar(node: number): boolean {
    return !this.tape.isContainer(node);
  }

  /** The shape of an object all of whose leaves are scalars; null for anything else. */
  private shapeOf(node: number, depth: number): Shape | null {
    if (this.tape.types[node] !== Json.object || depth > MAX_DEPTH) return null;
    const members = this.members(node);
    if (members.length === 0) return null;
    const shape: [string, Shape | null][] = [];
    for (const [key, value] of members) {
      const group = this.isScalar(value) ? null : this.shapeOf(value, depth + 1);
      if (group === null && !this.isScalar(value)) return null;
      shape.push([key, group]);
    }
    return shape;
  }

  private header(shape: Shape): string {
    return `{${shape.map(([key, group]) => toonKey(key) + (group === null ? "" : this.header(group))).join(",")}}`;
  }

  /** Appends the cells of a row to `out`; false where the object has another shape (another order of keys included). */
  private cells(node: number, shape: Shape, out: string[] | null): boolean {
    const { tape } = this;
    if (tape.types[node] !== Json.object) return false;
    const end = tape.next[node] ?? 0;
    let at = node + 1;
    for (const [key, group] of shape) {
      if (at >= end || !this.isKey(at, key)) return false;
      const value = at + 1;
      if (group !== null) {
        if (!this.cells(value, group, out)) return false;
      } else if (!this.isScalar(value)) return false;
      else out?.push(this.scalar(value));
      at = tape.next[value] ?? end;
    }
    return at === end;
  }

  private isKey(node: number, key: string): boolean {
    const { tape } = this;
    if (tape.types[node] === Json.escaped) return tape.stringAt(node) === key;
    const start = (tape.starts[node] ?? 0) + 1;
    return (tape.ends[node] ?? 0) - 1 - start === key.length && tape.text.startsWith(key, start);
  }

  /** Rows of a table, or null where the values are not all of one shape. */
  private rows(values: readonly number[], shape: Shape): string[] | null {
    const rows: string[] = [];
    for (const value of values) {
      const cells: string[] = [];
      if (!this.cells(value, shape, cells)) return null;
      rows.push(cells.join(","));
    }
    return rows;
  }

  private put(depth: number, lead: string, text: string): void {
    this.lines.push(lead === "" ? "  ".repeat(depth) + text : lead + text);
  }

  /** @param lead what stands before the first line instead of its indentation (`- ` of a list item) */
  fields(node: number, depth: number, lead = ""): void {
    // Marker members have no place in TOON's objects.
    if (this.elided(node) !== null) throw new NotToon();
    for (const [i, [key, value]] of this.members(node).entries()) {
      this.field(toonKey(key), value, depth, i === 0 ? lead : "");
    }
  }

  private field(key: string, value: number, depth: number, lead: string): void {
    if (depth > MAX_DEPTH) throw new NotToon();
    if (this.isScalar(value)) this.put(depth, lead, `${key}: ${this.scalar(value)}`);
    else if (this.tape.types[value] === Json.array) this.array(key, value, depth, lead);
    else if (!this.map(key, value, depth, lead)) {
      this.put(depth, lead, `${key}:`);
      this.fields(value, depth + 1);
    }
  }

  /** An object whose members are of one shape is a table with keys; false for any other. */
  private map(key: string, node: number, depth: number, lead: string): boolean {
    if (this.elided(node) !== null) return false;
    const members = this.members(node);
    const shape = members.length < 2 ? null : this.shapeOf(members[0]?.[1] ?? 0, depth);
    if (shape === null) return false;
    const rows = this.rows(
      members.map(([, value]) => value),
      shape,
    );
    if (rows === null) return false;
    this.put(depth, lead, `${key}[${members.length}:]${this.header(shape)}:`);
    for (const [i, row] of rows.entries()) {
      this.put(depth + 1, "", `${toonKey(members[i]?.[0] ?? "")}: ${row}`);
    }
    return true;
  }

  /** @param key spelled for TOON; "" for the root and for items of a list */
  array(key: string, node: number, depth: number, lead: string): void {
    if (depth > MAX_DEPTH) throw new NotToon();
    const body = this.elided(node);
    if (body !== null) {
      this.elidedTable(key, node, body, depth, lead);
      return;
    }
    const values = this.children(node);
    const n = values.length;
    if (n === 0) {
      const item = key === "" && lead !== "";
      this.put(depth, lead, item ? "[0]:" : key === "" ? "[]" : `${key}: []`);
      return;
    }
    if (values.every((value) => this.isScalar(value))) {
      this.put(depth, lead, `${key}[${n}]: ${values.map((value) => this.scalar(value)).join(",")}`);
      return;
    }
    const shape = key === "" && lead !== "" ? null : this.shapeOf(values[0] ?? 0, depth);
    const rows = shape === null ? null : this.rows(values, shape);
    if (shape !== null && rows !== null) {
      this.put(depth, lead, `${key}[${n}]${this.header(shape)}:`);
      for (const row of rows) this.put(depth + 1, "", row);
      return;
    }
    this.put(depth, lead, `${key}[${n}]:`);
    // Items of a list that is itself an item stand one level below the hyphen, not below its content.
    for (const value of values) this.item(value, key === "" && lead !== "" ? depth : depth + 1);
  }

  private item(node: number, depth: number): void {
    const lead = `${"  ".repeat(depth)}- `;
    if (this.isScalar(node)) this.lines.push(lead + this.scalar(node));
    else if (this.tape.types[node] === Json.array) this.array("", node, depth + 1, lead);
    else if (this.tape.next[node] === node + 1) this.lines.push(`${"  ".repeat(depth)}-`);
    else this.fields(node, depth + 1, lead);
  }

  /** Only flat rows: marker lines and groups of fields together would be hard to read for anybody. */
  private elidedTable(key: string, node: number, body: ElidedBody, depth: number, lead: string): void {
    const shape = this.shapeOf(node + 1, depth);
    if (shape === null || shape.some(([, group]) => group !== null)) throw new NotToon();
    const values = this.children(node);
    // Every unit has the header's fields, dropped ones too: the header speaks for all of them.
    if (!values.every((value) => this.cells(value, shape, null))) throw new NotToon();
    const row = (unit: number): string => {
      const cells: string[] = [];
      this.cells(values[unit] ?? 0, shape, cells);
      return cells.join(",");
    };
    this.put(depth, lead, `${key}[${values.length}]${this.header(shape)}:`);
    for (const line of body(row)) this.put(depth + 1, "", line);
  }
}

const UNCHANGED: ReadonlyMap<number, string> = new Map();

/**
 * The document as TOON, or null where TOON would change or could not hold something in it.
 * @param strings what stands for a string, by its node
 * @param elided  bodies of elided collections, by their node
 */
export function writeToon(
  tape: JsonTape,
  strings = UNCHANGED,
  elided: (node: number) => ElidedBody | null = () => null,
): string | null {
  const writer = new Writer(tape, strings, elided);
  try {
    if (tape.types[0] === Json.array) writer.array("", 0, 0, "");
    else if (tape.types[0] === Json.object) writer.fields(0, 0);
    else return null;
  } catch (error) {
    if (error instanceof NotToon) return null;
    throw error;
  }
  return writer.lines.join("\n");
}
