/** Text of a page's elements of which nothing else is written: images, links, code, listings. */
import { oneLine } from "./page-lines.ts";
import { type Element, isLeftOut, type Node } from "./page-tree.ts";

/** Elements that begin a line. */
export const APART = new Set(
  (
    "address article blockquote body center dd details dialog div dl dt fieldset figcaption figure form header hgroup hr " +
    "html li main ol p pre section summary table tbody thead tfoot td th tr ul h1 h2 h3 h4 h5 h6 caption"
  ).split(" "),
);
export const isElement = (node: Node): node is Element => typeof node !== "string";

/** What has been left out and which targets are written, of one page. */
export class Account {
  readonly leftOut: Element[] = [];
  targets = 0;
}

/** An image's words; without any it is left out. */
export function image(node: Element, account: Account): string {
  const alt = oneLine(node.attributes.get("alt") ?? "");
  if (alt === "") account.leftOut.push(node);
  return alt === "" ? "" : `![${alt}]`;
}

/** Nothing but the text below a node, in one line. */
export function plain(node: Element, account: Account): string {
  const words = (n: Node): string => {
    if (!isElement(n)) return n;
    if (isLeftOut(n)) {
      account.leftOut.push(n);
      return "";
    }
    if (n.tag === "img") return image(n, account);
    const inner = n.children.map(words).join("");
    return n.tag === "br" || APART.has(n.tag) ? ` ${inner} ` : inner;
  };
  return oneLine(node.children.map(words).join(""));
}

/** A listing, letter by letter; a `code` that follows another begins a line. */
export function listing(node: Element, account: Account): string {
  let out = "";
  let behindCode = false;
  const write = (n: Node): void => {
    if (!isElement(n)) {
      out += n;
      if (/\S/.test(n)) behindCode = false;
    } else if (isLeftOut(n)) account.leftOut.push(n);
    else if (n.tag === "br") out += "\n";
    else if (n.tag === "img") out += image(n, account);
    else {
      if (n.tag === "code" && behindCode && !out.endsWith("\n")) out += "\n";
      n.children.forEach(write);
      behindCode = n.tag === "code";
    }
  };
  node.children.forEach(write);
  const lines = out.replace(/\r\n?/g, "\n");
  return (node.lostLineEnd ? lines : lines.replace(/^\n/, "")).trimEnd();
}
