/**
 * Builds a trie over byte strings as a double array (Aoe 1989), in the one-word form of Yata's Darts-clone: a child's
 * unit is at `base ^ label` and repeats the label; since no two nodes share a base, a matching label proves the parent.
 */
import { HAS_TOKEN, LEAF, PAYLOAD_SHIFT, TERMINAL, UNUSED_LABEL } from "../src/tokens/layout.ts";

/** Labels are 0..256, so children of one node stay inside one aligned block of 512 units. */
const BLOCK = 512;
/** Free units looked at; trades building time for size. With 256 hardly 1 % of the units stay unused. */
const LONG_SEARCH = 256;

interface Node {
  /** Number of the byte string that ends here, or -1. */
  token: number;
  readonly children: Map<number, Node>;
}

function plainTrie(words: readonly Uint8Array[]): { root: Node; nodes: Node[] } {
  const root: Node = { token: -1, children: new Map() };
  const nodes = [root];
  words.forEach((word, token) => {
    let node = root;
    for (const byte of word) {
      let next = node.children.get(byte);
      if (next === undefined) {
        next = { token: -1, children: new Map() };
        nodes.push(next);
        node.children.set(byte, next);
      }
      node = next;
    }
    node.token = token;
  });
  return { root, nodes };
}

/** Hands out bases. Free units are a linked list, so that searching a nearly full array stays cheap. */
class Placement {
  /** Next free unit after each free unit; 0 for a unit in use. */
  private readonly nextFree: Int32Array;
  private readonly taken: Uint8Array;
  /** By number of children: where to start searching. Moves on once a search was long: hardly any room before it. */
  private readonly searchFrom = new Map<number, number>();
  /** Number of units in use, up to the last one. */
  end = 0;

  constructor(capacity: number) {
    this.nextFree = Int32Array.from({ length: capacity }, (_, i) => i + 1);
    this.taken = new Uint8Array(capacity);
  }

  /** A base that no node has and under which all labels are free; marks both. Unit 0 stays free: it heads the list. */
  place(labels: readonly number[]): number {
    const { nextFree, taken } = this;
    const first = labels[0] ?? 0;
    let before = this.searchFrom.get(labels.length) ?? 0;
    if (nextFree[before] === 0) before = 0;
    for (let steps = 0; ; steps++) {
      const unit = nextFree[before] ?? 0;
      const base = unit ^ first;
      if (base >= nextFree.length - BLOCK) throw new Error("double array: capacity is too small");
      if (taken[base] === 0 && labels.every((l) => nextFree[base ^ l] !== 0 && (base ^ l) !== 0)) {
        taken[base] = 1;
        if (steps > LONG_SEARCH) this.searchFrom.set(labels.length, before);
        for (const label of labels) this.use(base ^ label);
        return base;
      }
      before = unit;
    }
  }

  private use(unit: number): void {
    let before = unit - 1;
    while (this.nextFree[before] === 0) before--;
    this.nextFree[before] = this.nextFree[unit] ?? 0;
    this.nextFree[unit] = 0;
    this.end = Math.max(this.end, unit + 1);
  }
}

/** Units of the double array, and the root's base. Word number i is found as token i. */
export function buildDoubleArray(words: readonly Uint8Array[]): { units: Int32Array; root: number } {
  const { root, nodes } = plainTrie(words);
  const inner = nodes.filter((n) => n.children.size > 0);
  const labelsOf = (n: Node): number[] => [...n.children.keys(), ...(n.token >= 0 ? [TERMINAL] : [])];
  const placement = new Placement(nodes.length * 2 + 16 * BLOCK);
  const bases = new Map<Node, number>();
  // Those with most children first: they need gaps that only an empty array has; the many single ones fill what is left.
  const order = inner.map((node) => ({ node, labels: labelsOf(node) }));
  order.sort((a, b) => b.labels.length - a.labels.length);
  for (const { node, labels } of order) bases.set(node, placement.place(labels));

  const units = new Int32Array(Math.ceil(placement.end / BLOCK) * BLOCK).fill(UNUSED_LABEL);
  for (const node of inner) {
    const base = bases.get(node) ?? 0;
    if (node.token >= 0) units[base ^ TERMINAL] = TERMINAL | LEAF | (node.token << PAYLOAD_SHIFT);
    for (const [label, child] of node.children) {
      const below = bases.get(child);
      units[base ^ label] =
        below === undefined
          ? label | LEAF | (child.token << PAYLOAD_SHIFT)
          : label | (child.token >= 0 ? HAS_TOKEN : 0) | (below << PAYLOAD_SHIFT);
    }
  }
  return { units, root: bases.get(root) ?? 0 };
}
