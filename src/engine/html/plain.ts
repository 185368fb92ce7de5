/** Text of elements of which nothing else is written: links, code, captions, listings. */
import type { Dropped } from "./dropped.ts";
import { isNoise } from "./noise.ts";
import { BLOCK } from "./tags.ts";
import type { ElementNode, PageNode } from "./tree.ts";

/** What stands for an image; "" for one that says nothing, which is dropped. */
export function imageText(node: ElementNode, dropped: Dropped): string {
  const alt = node.attributes.alt?.replace(/\s+/g, " ").trim() ?? "";
  if (alt !== "") return `![${alt}]`;
  dropped.drop(node);
  return "";
}

/** The text below a node in one line: blocks and lines are parted by a blank. */
export function plainText(node: ElementNode, dropped: Dropped): string {
  const out: string[] = [];
  const walk = (n: PageNode): void => {
    if (typeof n === "string") out.push(n);
    else if (isNoise(n)) dropped.drop(n);
    else if (n.tag === "img") out.push(imageText(n, dropped));
    else {
      const blank = BLOCK.has(n.tag) || n.tag === "br" ? " " : "";
      out.push(blank);
      for (const child of n.children) walk(child);
      out.push(blank);
    }
  };
  for (const child of node.children) walk(child);
  return out.join("").replace(/\s+/g, " ").trim();
}

/** The text of a listing, line by line. */
export function listingText(node: ElementNode, dropped: Dropped): string {
  const raw: string[] = [];
  let behindCode = false;
  const put = (text: string): void => {
    if (text !== "") raw.push(text);
  };
  const walk = (n: PageNode): void => {
    if (typeof n === "string") {
      raw.push(n);
      if (n.trim() !== "") behindCode = false;
    } else if (isNoise(n)) dropped.drop(n);
    else if (n.tag === "br") raw.push("\n");
    else if (n.tag === "img") put(imageText(n, dropped));
    else {
      // Two listings in one block, of which a page shows one at a time.
      if (n.tag === "code" && behindCode && !raw.at(-1)?.endsWith("\n")) raw.push("\n");
      for (const child of n.children) walk(child);
      behindCode = n.tag === "code";
    }
  };
  walk(node);
  return raw.join("").replace(/\r\n?/g, "\n").replace(/^\n/, "").trimEnd();
}
