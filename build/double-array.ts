/**
 * Builds a trie over byte strings as a double array (Aoe 1989), in the one-word form of Yata's Darts-clone: a child's
 * unit is at `base ^ label` and repeats the label; since no two nodes share a base, a matching label proves the parent.
 */
import { HAS_TOKEN, LEAF, PAYLOAD_SHIFT, TERMINAL, UNUSED_LABEL } from "../src/tokens/layout.ts";

/** Labels are 0..256, so children of one node stay inside one aligned block of 512 units. */
const BLOCK = 512;
/**
 * Free units looked at before a search counts as long; trades building time for size, of which there is none to gain:
 * from 16 to 256 the result has the same number of units.
 */
const LONG_SEARCH = 16;

interface Node {
  /** Number of the byte string that ends here, or -1. */
  token: number;
  readonly children: Map<number, Node>;
}

function plainTrie(words: readonly Uint8Array[]): { root: Node; nodes: number } {
  const root: Node = { token: -1, children: new Map() };
  let nodes = 1;
  for (const [token, word] of words.entries()) {
    let node = root;
    for (const byte of word) {
      let next = node.children.get(byte);
      if (next === undefined) {
        next = { token: -1, children: new Map() };
        nodes++;
        node.children.set(byte, next);
      }
      node = next;
    }
    node.token = token;
  }
  return { root, nodes };
}

/** Hands out bases. Free units are a doubly linked list, so that searching a nearly full array stays cheap. */
class Placement {
  /** Next and previous free unit of each free unit; `next` is 0 for a unit in use. Unit 0 heads the list. */
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  /** 1 for each base that a node has. */
  private readonly taken: Uint8Array;
  /** By number of children: where to start searching. Moves on once a search was long: hardly any room before it. */
  private readonly searchFrom: Int32Array;
  /** Number of units up to the last one in use. */
  end = 0;

  constructor(capacity: number) {
    this.next = Int32Array.from({ length: capacity }, (_, i) => i + 1);
    this.previous = Int32Array.from({ length: capacity + 1 }, (_, i) => i - 1);
    this.taken = new Uint8Array(capacity);
    this.searchFrom = new Int32Array(BLOCK);
  }

  /** A base that no node has and under which all labels are free; marks both. */
  place(labels: Int32Array): number {
    const { next, searchFrom } = this;
    const first = labels[0] ?? 0;
    let unit = searchFrom[labels.length] ?? 0;
    if (next[unit] === 0) unit = 0;
    for (let steps = 0; ; steps++) {
      unit = next[unit] ?? 0;
      const base = unit ^ first;
      if (base >= next.length - BLOCK) throw new Error("double array: capacity is too small");
      if (!this.fits(base, labels)) continue;
      if (steps > LONG_SEARCH) searchFrom[labels.length] = this.previous[unit] ?? 0;
      this.taken[base] = 1;
      for (const label of labels) this.use(base ^ label);
      return base;
    }
  }

  private fits(base: number, labels: Int32Array): boolean {
    if (this.taken[base] === 1) return false;
    for (const label of labels) {
      const unit = base ^ label;
      if (unit === 0 || this.next[unit] === 0) return false;
    }
    return true;
  }

  private use(unit: number): void {
    const { next, previous } = this;
    const before = previous[unit] ?? 0;
    const after = next[unit] ?? 0;
    next[before] = after;
    previous[after] = before;
    next[unit] = 0;
    this.end = Math.max(this.end, unit + 1);
  }
}

/** Units of the double array, and the root's base. Word number i is found as token i. */
export function buildDoubleArray(words: readonly Uint8Array[]): { units: Int32Array; root: number } {
  const { root, nodes } = plainTrie(words);
  const placement = new Placement(nodes * 2 + 16 * BLOCK);
  const bases = new Map<Node, number>();
  // From parent to child, so that the units on one path lie close together: a look-up then touches few cache lines.
  const place = (node: Node): void => {
    const labels = Int32Array.from(node.children.keys());
    bases.set(node, placement.place(node.token < 0 ? labels : Int32Array.of(...labels, TERMINAL)));
    for (const child of node.children.values()) if (child.children.size > 0) place(child);
  };
  place(root);

  const units = new Int32Array(Math.ceil(placement.end / BLOCK) * BLOCK).fill(UNUSED_LABEL);
  for (const [node, base] of bases) {
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
