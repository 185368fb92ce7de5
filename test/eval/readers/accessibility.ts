/**
 * Accessibility trees, as docs/reference/pages.md defines their nodes: what is shown is the original line by line, a
 * marker stands for so many siblings with all below them, and names are held against all nodes below one parent.
 */
import { faults } from "../../engine/truth/check.ts";
import type { Unit } from "../../engine/truth/facts.ts";
import type { Marker } from "../../engine/truth/grammar.ts";
import type { Collection } from "../../engine/truth/pair.ts";
import { type Reader, verdictOf } from "../verdict.ts";
import { markerOf } from "./pairing.ts";

const NODE = /^(\s*)(?:- )?(?:\[\d+\] |uid=\S+ )?'?[A-Za-z/][\w-]*\b(?:\s+"((?:[^"\\]|\\.)*)")?/;

interface Node {
  readonly line: number;
  readonly indent: number;
  readonly fields: Unit;
  readonly children: Node[];
  readonly parent: Node | null;
}

function fieldsOf(name: string | undefined): Unit {
  if (name === undefined) return new Map();
  return new Map([["name", { type: name.includes("\\") ? "nested" : "string", literal: name }]]);
}

/** The tree above whose roots an unwritten node stands, and the node of each line that begins one. */
function treeOf(lines: readonly string[]): { root: Node; byLine: Map<number, Node> } {
  const root: Node = { line: -1, indent: -1, fields: new Map(), children: [], parent: null };
  const byLine = new Map<number, Node>();
  let above = root;
  for (const [line, text] of lines.entries()) {
    const [, blanks, name] = NODE.exec(text) ?? [];
    if (blanks === undefined) continue;
    const indent = blanks.length;
    while (above.parent !== null && above.indent >= indent) above = above.parent;
    const node: Node = { line, indent, fields: fieldsOf(name), children: [], parent: above };
    above.children.push(node);
    byLine.set(line, node);
    above = node;
  }
  return { root, byLine };
}

/** Line behind a node and all below it, where the text has `end` lines. */
function behind(node: Node, end: number): number {
  for (let at: Node = node; at.parent !== null; at = at.parent) {
    const next = at.parent.children[at.parent.children.indexOf(at) + 1];
    if (next !== undefined) return next.line;
  }
  return end;
}

/** Siblings of which some are missing. */
class Group {
  readonly markers: Marker[] = [];
  readonly runStarts: number[] = [];
  readonly #shown: boolean[];

  constructor(readonly siblings: readonly Node[]) {
    this.#shown = siblings.map(() => true);
  }

  /** The last of the `count` siblings from `first` on, which are missing. */
  miss(first: Node, count: number): Node {
    const from = this.siblings.indexOf(first);
    const last = this.siblings[from + count - 1];
    if (last === undefined) throw new Error(`${count} nodes from line ${first.line + 1} on are not there`);
    this.runStarts.push(from);
    this.#shown.fill(false, from, from + count);
    return last;
  }

  collection(): Collection {
    const units = this.siblings.map((node) => node.fields);
    return { units, shown: this.#shown, markers: this.markers, runStarts: this.runStarts };
  }
}

export const accessibility: Reader = (view, original) => {
  const lines = original.replace(/\n$/, "").split("\n");
  const { byLine } = treeOf(lines);
  const groups = new Map<readonly Node[], Group>();
  let group: Group | undefined;
  const bad: string[] = [];
  let at = 0;
  for (const line of view.replace(/\n$/, "").split("\n")) {
    const marker = markerOf(line);
    if (marker === null) {
      if (line !== lines[at]) throw new Error(`«${line}» in view for «${lines[at] ?? ""}»`);
      at++;
      continue;
    }
    if (marker.kind === "run") {
      const first = byLine.get(at);
      const siblings = first?.parent?.children;
      if (first === undefined || siblings === undefined) throw new Error(`no node at line ${at + 1}`);
      group = groups.get(siblings) ?? new Group(siblings);
      groups.set(siblings, group);
      at = behind(group.miss(first, marker.count), lines.length);
    }
    const last = group?.siblings.at(-1);
    if (group === undefined || last === undefined) throw new Error(`«${line}» where no node is missing`);
    if (marker.kind === "whole" && at !== behind(last, lines.length))
      bad.push(`«${line.trim().slice(0, 80)}» is not behind the last sibling`);
    if (marker.kind !== "note") group.markers.push(marker);
    if (marker.kind !== "note" && marker.noun !== "nodes") bad.push(`${marker.noun} are no nodes`);
    if (line.search(/\S/) !== group.siblings[0]?.indent)
      bad.push(`«${line}» is not indented as its siblings`);
  }
  if (at !== lines.length) bad.push(`the view accounts for ${at} of ${lines.length} lines`);
  const collections = [...groups.values()].map((g) => g.collection());
  return verdictOf(collections, [...bad, ...collections.flatMap(faults)]);
};
