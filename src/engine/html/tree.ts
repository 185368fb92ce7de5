/** A page as a tree of elements and text, built from htmlparser2's events. Offsets are those of the input. */
import { Parser } from "htmlparser2";
import type { Checkpoint } from "../contract.ts";

export interface ElementNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Not to be added to from outside: elements without any share one list. */
  children: readonly PageNode[];
  /** Offset of the start tag. */
  readonly at: number;
  /** The page does not write its start tag: `</p>` alone is a paragraph, too. */
  readonly implied: boolean;
  /** Characters of all text below but that of scripts and styles, blanks not counted. */
  textChars: number;
  /** Links below, and the characters of their text. */
  links: number;
  linkChars: number;
}

export type PageNode = ElementNode | string;

export interface Page {
  readonly root: ElementNode;
  /** Number of elements, and of links among them. */
  readonly elements: number;
  readonly links: number;
}

/** Real pages nest a few dozen elements deep; the readers of the tree recurse. */
const MAX_DEPTH = 256;
const NO_CHILDREN: PageNode[] = [];
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};
/** Bytes given to the parser between two calls of the checkpoint. */
const CHUNK_CHARS = 1 << 18;

function add(parent: ElementNode, child: PageNode): void {
  if (parent.children === NO_CHILDREN) {
    parent.children = [child];
    return;
  }
  const children = parent.children as PageNode[];
  const last = children.length - 1;
  if (typeof child === "string" && typeof children[last] === "string") children[last] += child;
  else children.push(child);
}

/** Characters that are no blanks. */
export function inkOf(text: string): number {
  let n = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x20) n++;
  return n;
}

/** The page, or null where it nests too deep to be read. */
export function parsePage(input: string, checkpoint: Checkpoint): Page | null {
  const element = (
    tag: string,
    attributes: Readonly<Record<string, string>>,
    at: number,
    implied = false,
  ): ElementNode => ({
    tag,
    implied,
    attributes: Object.keys(attributes).length > 0 ? attributes : NO_ATTRIBUTES,
    children: NO_CHILDREN,
    at,
    textChars: 0,
    links: 0,
    linkChars: 0,
  });
  const root = element("", {}, 0);
  const stack: ElementNode[] = [root];
  let elements = 0;
  let links = 0;
  let tooDeep = false;
  const parser = new Parser(
    {
      onopentag(tag, attributes, implied) {
        if (!implied) elements++;
        if (tag === "a" && attributes.href !== undefined) links++;
        const node = element(tag, attributes, parser.startIndex, implied);
        add(stack.at(-1) ?? root, node);
        stack.push(node);
        if (stack.length > MAX_DEPTH) {
          tooDeep = true;
          parser.pause();
        }
      },
      ontext(text) {
        const node = stack.at(-1) ?? root;
        if (node.tag !== "script" && node.tag !== "style") node.textChars += inkOf(text);
        add(node, text);
      },
      onclosetag() {
        if (stack.length === 1) return;
        const node = stack.pop() ?? root;
        const parent = stack.at(-1) ?? root;
        const isLink = node.tag === "a" && node.attributes.href !== undefined;
        parent.textChars += node.textChars;
        parent.links += isLink ? 1 : node.links;
        parent.linkChars += isLink ? node.textChars : node.linkChars;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false },
  );
  for (let at = 0; at < input.length && !tooDeep; at += CHUNK_CHARS) {
    checkpoint();
    parser.write(input.slice(at, at + CHUNK_CHARS));
  }
  if (tooDeep) return null;
  parser.end();
  return { root, elements, links };
}

/** All text below a node, blanks collapsed. */
export function textOf(node: PageNode): string {
  const out: string[] = [];
  const walk = (n: PageNode): void => {
    if (typeof n === "string") out.push(n);
    else for (const child of n.children) walk(child);
  };
  walk(node);
  return out.join("").replace(/\s+/g, " ").trim();
}
