/** YAML, read by the library `yaml`: its block lists, maps and documents with the lines they stand on. docs/reference/config.md */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from "yaml";
import type { Value } from "../../engine/truth/facts.ts";
import { bare, type Family, put, type Stretch, step, UNTOLD } from "./families.ts";

type Fields = Map<string, Value>;

/** What is written in flow style, or has a property, cannot be stated. */
function untold(node: unknown): boolean {
  const { anchor, tag, flow } = (node ?? {}) as { anchor?: unknown; tag?: unknown; flow?: unknown };
  return anchor !== undefined || (tag !== undefined && tag !== null) || flow === true || isAlias(node);
}

function scalarOf(node: unknown, text: string): Value {
  if (!isScalar(node) || untold(node) || !node.range) return UNTOLD;
  const spelled = text.slice(node.range[0], node.range[1]);
  if (spelled === "" || /[\n\\]/.test(spelled)) return UNTOLD;
  if (node.type === "PLAIN") return bare(spelled);
  const inner = spelled.slice(1, -1);
  if (node.type === "QUOTE_DOUBLE") return { type: "string", literal: inner };
  return node.type === "QUOTE_SINGLE" && !inner.includes("'") ? { type: "string", literal: inner } : UNTOLD;
}

const keyText = (key: unknown): string => (isScalar(key) ? String(key.source ?? key.value) : "?");

function gather(node: unknown, path: string, text: string, fields: Fields): void {
  if (isMap(node) && !untold(node)) {
    if (path !== "") put(fields, path, UNTOLD);
    for (const { key, value } of node.items)
      gather(value, `${path === "" ? "" : `${path}.`}${step(keyText(key))}`, text, fields);
  } else if (isSeq(node) && !untold(node)) {
    if (path !== "") put(fields, path, UNTOLD);
    for (const item of node.items) gather(item, `${path === "" ? "" : `${path}.`}-`, text, fields);
  } else put(fields, path === "" ? "value" : path, scalarOf(node, text));
}

function fieldsOf(node: unknown, text: string): Fields {
  const fields: Fields = new Map();
  gather(node, "", text, fields);
  return fields;
}

class Reader {
  readonly families: Family[] = [];
  private readonly counter = new LineCounter();
  private readonly documents: readonly Document[];
  /** Per line whether a value or key stands on it, a block scalar's own lines included. */
  private readonly content: boolean[];

  constructor(
    private readonly text: string,
    private readonly lines: readonly string[],
  ) {
    const parsed = parseAllDocuments(text, {
      keepSourceTokens: true,
      lineCounter: this.counter,
      prettyErrors: false,
    });
    this.documents = Array.isArray(parsed) ? (parsed as Document[]) : [];
    this.content = lines.map((line) => /^(?:---|\.\.\.)(?:\s|$)/.test(line));
    for (const document of this.documents) this.mark(document.contents);
    for (const document of this.documents) this.walk(document.contents);
    this.documentFamily();
  }

  private mark(node: unknown): void {
    if (isMap(node))
      for (const { key, value } of node.items) {
        this.mark(key);
        this.mark(value);
      }
    else if (isSeq(node)) for (const item of node.items) this.mark(item);
    else if ((isScalar(node) || isAlias(node)) && node.range) {
      const [from, to] = node.range;
      this.content.fill(true, this.lineOf(from), this.lineOf(Math.max(from, to - 1)) + 1);
    }
  }

  private lineOf(offset: number): number {
    return this.counter.linePos(offset).line - 1;
  }

  /** The first of the comments right above a line. */
  private above(line: number): number {
    const comment = (i: number): boolean => !this.content[i] && /^\s*#/.test(this.lines[i] ?? "");
    while (line > 0 && comment(line - 1)) line--;
    return line;
  }

  /** Where what follows the line begins; a document's first line has no comments above. */
  private behind(line: number): number {
    const dashes = (i: number): boolean => /^\s*-(?:\s|$)/.test(this.lines[i] ?? "");
    for (let next = line + 1; next < this.lines.length; next++)
      if (this.content[next] || dashes(next))
        return /^(?:---|\.\.\.)(?:\s|$)/.test(this.lines[next] ?? "") ? next : this.above(next);
    return this.lines.length;
  }

  private add(noun: string, heads: readonly number[], last: number, nodes: readonly unknown[]): void {
    const starts = heads.map((line) => this.above(line));
    const units = starts.map(
      (from, i): Stretch => ({
        from,
        to: starts[i + 1] ?? this.behind(last),
        fields: () => fieldsOf(nodes[i], this.text),
      }),
    );
    const indent = /^ */.exec(this.lines[heads[0] ?? 0] ?? "")?.[0] ?? "";
    this.families.push({ noun, indent, units });
  }

  private walk(node: unknown): void {
    if ((!isMap(node) && !isSeq(node)) || node.flow === true || !node.range || node.items.length === 0)
      return;
    const last = this.lineOf(Math.max(node.range[0], node.range[1] - 1));
    if (isSeq(node)) {
      const token = node.srcToken?.type === "block-seq" ? node.srcToken : null;
      const dashes = (token?.items ?? []).flatMap(
        ({ start }) => start.find(({ type }) => type === "seq-item-ind") ?? [],
      );
      this.add(
        "items",
        dashes.map(({ offset }) => this.lineOf(offset)),
        last,
        node.items,
      );
      for (const item of node.items) this.walk(item);
    } else {
      const heads = node.items.map(({ key }) => this.lineOf((key as { range?: [number] }).range?.[0] ?? 0));
      this.add(
        "keys",
        heads,
        last,
        node.items.map(({ value }) => value),
      );
      for (const { value } of node.items) this.walk(value);
    }
  }

  private documentFamily(): void {
    const starts = this.lines.flatMap((line, i) => (/^(?:---|\.\.\.)(?:\s|$)/.test(line) ? [i] : []));
    const units = starts.map((from, i): Stretch => {
      const to = starts[i + 1] ?? this.lines.length;
      const inside = this.documents.find(({ contents }) => {
        const at = contents?.range ? this.lineOf(contents.range[0]) : -1;
        return at >= from && at < to;
      });
      return { from, to, fields: () => fieldsOf(inside?.contents, this.text) };
    });
    this.families.push({ noun: "documents", indent: "", units });
  }
}

export const yamlFamilies = (text: string, lines: readonly string[]): Family[] =>
  new Reader(text, lines).families;
