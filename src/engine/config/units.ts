/** A group of sibling blocks as units with columns: the `key: value` lines of each, by their dotted path. */
import { Cell, Column, type UnitTable } from "../table.ts";
import { sectionName } from "./sections.ts";
import type { Block, ConfigTree } from "./tree.ts";
import { type ConfigValue, KEYED, UNREAD, valueAt, YAML_KEYED } from "./values.ts";

/** A unit of more fields is a document of its own; among such units nothing is compared. */
const MAX_FIELDS = 1000;
/** Cells of a table, of which each takes nine bytes; where every unit has other keys it would grow as their square. */
const MAX_CELLS = 8_000_000;
/** Orders of fields that are remembered. */
const MAX_KNOWN = 1000;
/** A key stands within this many characters of its line. */
const MAX_KEY_CHARS = 400;

interface Field extends ConfigValue {
  readonly path: string;
}

/** The field that a plain value is. */
const PLAIN = "value";
/** Quotes of strings that go on over several lines. */
const LONG_QUOTE = /^("""|''')/;

/** Reads the fields of one block, and remembers which of its lines it understood. */
class FieldReader {
  readonly fields: Field[] = [];
  /** The unit is an item that is a plain value. */
  plain = false;

  /** @param understood 1 for lines that were read; one for all blocks, whose lines are their own */
  constructor(
    private readonly tree: ConfigTree,
    private readonly block: Block,
    private readonly understood: Uint8Array,
  ) {
    if (tree.syntax === "sections") this.readSections();
    else if (block.group !== "-") this.readAll(block.children, "");
    else if (block.children.length === 0) this.readLine(block.head, "");
    else this.readAll(block.children, "");
    understood[block.head] = 1;
    this.readRest();
  }

  get tooMany(): boolean {
    return this.fields.length > MAX_FIELDS;
  }

  private push(path: string, value: ConfigValue): void {
    this.fields.push({ path, ...value });
  }

  /** The path of the key on `line`, and whether a value stands behind it; null where there is no key. */
  private readLine(line: number, prefix: string): { path: string; filled: boolean } | null {
    const { text, starts, ends, syntax } = this.tree;
    const start = starts[line] ?? 0;
    const end = ends[line] ?? 0;
    const content = text.slice(start, Math.min(end, start + MAX_KEY_CHARS));
    const match = (syntax === "yaml" ? YAML_KEYED : KEYED).exec(content);
    const dashes = match === null ? (/^\s*(?:- +)+/.exec(content)?.[0].length ?? 0) : 0;
    if (match === null && dashes === 0) return null;
    this.understood[line] = 1;
    const from = start + (match?.[0].length ?? dashes);
    const key = (match?.[1] ?? "").replace(/^["']|["']$/g, "");
    // A value right behind a dash: the path of the dash is its own; of a unit it is all.
    const dashPath = prefix === "" ? PLAIN : prefix.slice(0, -1);
    if (match === null && prefix === "") this.plain = true;
    const path = match === null ? dashPath : prefix + (key.includes(".") ? `[${key}]` : key);
    const value = valueAt(text, from, end, syntax === "yaml");
    if (value === null) {
      // The key is there: with blocks below it, or null. Nothing is said of it, least of all that it is absent.
      this.push(path, { type: Cell.nested, start: end, end });
      if (from < end) this.push(`${path}#`, { type: Cell.string, start: from, end });
      return { path, filled: false };
    }
    this.push(path, value);
    // What stands behind the value is text of the unit as well.
    const rest = text.slice(value.end, end).search(/[^\s"',]/);
    if (rest >= 0) this.push(`${path}#`, { type: Cell.string, start: value.end + rest, end });
    return match === null ? null : { path, filled: !UNREAD.includes(text[value.start] ?? "") };
  }

  private readAll(blocks: readonly Block[], prefix: string): void {
    for (const block of blocks) {
      if (this.tooMany) return;
      const inList = block.group === "-" && block.children.length > 0;
      const read = inList ? { path: `${prefix}-`, filled: false } : this.readLine(block.head, prefix);
      if (read !== null && !read.filled) this.readAll(block.children, `${read.path}.`);
      // Below a value there are no keys: its text goes on there, so what its line says is not all of it.
      else if (read !== null && block.children.length > 0)
        this.push(read.path, { type: Cell.nested, start: 0, end: 0 });
    }
  }

  private readSections(): void {
    const { text, starts, ends } = this.tree;
    const { head } = this.block;
    const own = sectionName(text.slice(starts[head], ends[head])) ?? "";
    let prefix = "";
    let indent = -1;
    for (let line = this.block.head + 1; line < this.block.to && !this.tooMany; line++) {
      const start = starts[line] ?? 0;
      const content = text.slice(start, ends[line]);
      const section = sectionName(content);
      if (section !== null) {
        this.understood[line] = 1;
        prefix = `${section.startsWith(`${own}.`) ? section.slice(own.length + 1) : section}.`;
        indent = -1;
        continue;
      }
      const depth = content.search(/\S/);
      if (depth < 0 || /^[#;]/.test(content.slice(depth, depth + 1))) continue;
      if (indent < 0) indent = depth;
      // Deeper lines go on with the value above.
      if (depth > indent) continue;
      const read = this.readLine(line, prefix);
      if (read === null) continue;
      const value = content.replace(KEYED, "");
      const long = LONG_QUOTE.exec(value)?.[1];
      const closing = long !== undefined && !value.slice(3).includes(long) ? long : null;
      const list = value.startsWith("[") && !/\]\s*(?:#.*)?$/.test(value);
      if (closing === null && !list) continue;
      while (line + 1 < this.block.to) {
        line++;
        const next = text.slice(starts[line], ends[line]);
        if (closing !== null ? next.includes(closing) : /^\s*\]/.test(next)) break;
      }
    }
  }

  /** Lines of comments, of block scalars and of lists: each stretch of them is a field without a name. */
  private readRest(): void {
    const { text, starts, ends } = this.tree;
    let stretch = 0;
    for (let line = this.block.from; line < this.block.to; line++) {
      const isRest = (i: number): boolean =>
        i < this.block.to && this.understood[i] !== 1 && starts[i] !== ends[i];
      if (!isRest(line)) continue;
      const from = line;
      while (isRest(line + 1)) line++;
      const start = starts[from] ?? 0;
      const end = ends[line] ?? 0;
      if (text.slice(start, end).trim() !== "") this.push(`#${stretch++}`, { type: Cell.string, start, end });
    }
  }
}

/** The units of sibling blocks, their kinds told by the set of fields; null where there are too many of these. */
export function unitsOf(tree: ConfigTree, blocks: readonly Block[], noun: string): UnitTable | null {
  const count = blocks.length;
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const kinds = new Int32Array(count);
  const columns = new Map<string, Column>();
  const understood = new Uint8Array(tree.lineCount);
  const signatures = new Map<string, number>();
  /** Signatures by the fields' order, of which most units have the same. */
  const sorted = new Map<string, string>();
  let plain = 0;
  for (const [unit, block] of blocks.entries()) {
    starts[unit] = tree.starts[block.from] ?? 0;
    ends[unit] = tree.ends[block.to - 1] ?? 0;
    const reader = new FieldReader(tree, block, understood);
    if (reader.tooMany) return null;
    if (reader.plain) plain++;
    const { fields } = reader;
    const paths = fields.map((f) => f.path).join("\n");
    let signature = sorted.get(paths);
    if (signature === undefined) {
      signature = [...new Set(fields.map((f) => f.path))].sort().join("\n");
      if (sorted.size < MAX_KNOWN) sorted.set(paths, signature);
    }
    const kind = signatures.get(signature) ?? signatures.size;
    signatures.set(signature, kind);
    kinds[unit] = kind;
    for (const { path, type, start, end } of fields) {
      let column = columns.get(path);
      if (column === undefined) {
        if ((columns.size + 1) * count > MAX_CELLS) return null;
        column = new Column(path, count, true);
        columns.set(path, column);
      }
      column.set(unit, type, start, end);
    }
  }
  // Among plain values a key of that name would be taken for one of them.
  const values = columns.get(PLAIN);
  if (values !== undefined && plain > 0 && values.types.filter((type) => type !== Cell.absent).length > plain)
    values.repeated = true;
  return {
    text: tree.text,
    noun,
    count,
    starts,
    ends,
    kinds,
    kindCount: signatures.size,
    columns: [...columns.values()],
  };
}
