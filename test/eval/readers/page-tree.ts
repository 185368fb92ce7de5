/** A page as parse5 reads it, and which of its elements docs/reference/pages.md says are left out. */
import { type DefaultTreeAdapterTypes as P5, parse } from "parse5";

export interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Node[];
  /** Offset of its start tag; null for one that the page does not write. */
  readonly at: number | null;
  /** Whether the parser took a line end away behind the start tag. */
  readonly lostLineEnd: boolean;
}
export type Node = Element | string;

const LEFT_OUT = new Set(
  (
    "script style noscript template svg iframe object embed canvas video audio map link meta base button input " +
    "select datalist dialog nav footer aside"
  ).split(" "),
);
const ROLES = new Set("navigation banner contentinfo search complementary menu menubar".split(" "));
const SURROUNDINGS = new Set(
  (
    "nav navbar navigation menu sidebar breadcrumb breadcrumbs footer toc cookie banner pagination social share " +
    "related gtoc"
  ).split(" "),
);

/** The page's elements, as they are written; an element that the parser opened twice stands where it is written. */
export function pageOf(text: string): Element {
  const seen = new Set<number>();
  const element = (node: P5.Element): Element => {
    const place = node.sourceCodeLocation;
    const written = place?.startTag ?? (place?.endTag ? undefined : place);
    const first = written !== undefined && written !== null && !seen.has(written.startOffset);
    if (first) seen.add(written.startOffset);
    const inner = "content" in node ? (node as P5.Template).content : node;
    return {
      tag: node.tagName,
      attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
      children: inner.childNodes.flatMap(nodeOf),
      at: first ? written.startOffset : null,
      lostLineEnd:
        node.tagName === "pre" && /^\r?\n/.test(text.slice(place?.startTag?.endOffset).slice(0, 2)),
    };
  };
  const nodeOf = (node: P5.ChildNode): Node[] => {
    if (node.nodeName === "#text") return [(node as P5.TextNode).value];
    return "tagName" in node ? [element(node)] : [];
  };
  const { childNodes } = parse(text, { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const children = childNodes.flatMap(nodeOf);
  return { tag: "", attributes: new Map(), children, at: null, lostLineEnd: false };
}

/** Each element below and including `node`. */
export function* elementsOf(node: Element): Generator<Element> {
  yield node;
  for (const child of node.children) if (typeof child !== "string") yield* elementsOf(child);
}

/** Start tags of the page at and below `node`. */
export const countOf = (node: Element): number =>
  [...elementsOf(node)].filter(({ at }) => at !== null).length;

export const isLink = ({ tag, attributes }: Element): boolean => tag === "a" && attributes.has("href");

/** All text at and below a node. */
export const textOf = (node: Node): string =>
  typeof node === "string" ? node : node.children.map(textOf).join("");

/** Characters that are no blanks, in the text below that is no script's and no style's. */
function inkOf(node: Node): number {
  if (typeof node === "string") return node.replace(/[\0- ]/g, "").length;
  if (node.tag === "script" || node.tag === "style") return 0;
  return node.children.reduce((n, child) => n + inkOf(child), 0);
}

/** The outermost links below a node. */
function linksOf(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return isLink(child) ? [child] : linksOf(child);
  });
}

/** Whether its id or a class of it is a name of what surrounds the content. */
function namesSurroundings({ attributes }: Element): boolean {
  const names = `${attributes.get("id") ?? ""} ${attributes.get("class") ?? ""}`.toLowerCase();
  const words = names.split(/[-_\s]+/);
  return (
    words.some((word) => SURROUNDINGS.has(word)) ||
    /(?:^|[-_\s])(?:side-bar|table-of-contents)(?:$|[-_\s])/.test(names)
  );
}

/** Whether an element goes with all that is below it. */
export function isLeftOut(node: Element): boolean {
  const { tag, attributes } = node;
  if (LEFT_OUT.has(tag) || attributes.has("hidden") || attributes.get("aria-hidden") === "true") return true;
  if (ROLES.has(attributes.get("role") ?? "")) return true;
  if (["body", "main", "article"].includes(tag) || !namesSurroundings(node)) return false;
  const links = linksOf(node);
  return links.length >= 4 && links.reduce((n, link) => n + inkOf(link), 0) > 0.6 * inkOf(node);
}
