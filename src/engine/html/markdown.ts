/** Writes the readable content of a page in the manner of Markdown, and counts what it left out. */
import { Dropped } from "./dropped.ts";
import { Lines } from "./lines.ts";
import { isNoise } from "./noise.ts";
import { imageText, listingText, plainText } from "./plain.ts";
import { readTable } from "./table.ts";
import { BLOCK, HEADINGS } from "./tags.ts";
import type { ElementNode, Page, PageNode } from "./tree.ts";
import { textOf } from "./tree.ts";

export interface Readable {
  readonly text: string;
  /** Links, and those of them whose target is not in the text. */
  readonly links: number;
  readonly hiddenLinks: number;
  /** Characters of the links' targets, with the brackets around them. */
  readonly targetChars: number;
  readonly shownLinks: number;
  readonly dropped: Dropped;
}

class Writer {
  readonly dropped = new Dropped();
  targetChars = 0;
  shownLinks = 0;
  private readonly lines = new Lines();

  text(): string {
    return this.lines.text();
  }

  children(node: ElementNode): void {
    for (const child of node.children) this.node(child);
  }

  node(node: PageNode): void {
    if (typeof node === "string") this.lines.write(node);
    else if (isNoise(node)) this.dropped.drop(node);
    else if (HEADINGS.has(node.tag)) this.heading(node);
    else if (BLOCK.has(node.tag)) this.block(node);
    else (INLINE[node.tag] ?? this.children).call(this, node);
  }

  private block(node: ElementNode): void {
    const { tag } = node;
    if (tag === "pre") this.preformatted(node);
    else if (tag === "table") this.table(node);
    else if (tag === "ul" || tag === "ol") this.list(node);
    else if (tag === "blockquote") this.quote(node);
    else if (tag === "p" || tag === "hr") {
      this.lines.blank();
      this.children(node);
      this.lines.blank();
    } else {
      this.lines.flush();
      this.children(node);
      this.lines.flush();
    }
  }

  private quote(node: ElementNode): void {
    this.lines.blank();
    this.lines.indents.push("> ");
    this.children(node);
    this.lines.flush();
    this.lines.indents.pop();
    this.lines.blank();
  }

  private heading(node: ElementNode): void {
    const text = this.inOneLine(node);
    if (text === "") return;
    this.lines.blank();
    this.lines.write(`${"#".repeat(Number(node.tag[1]))} ${text}`);
    this.lines.blank();
  }

  /** What is below a node, written into one line. */
  private inOneLine(node: ElementNode): string {
    const inner = new Writer();
    inner.children(node);
    this.dropped.add(inner.dropped);
    this.targetChars += inner.targetChars;
    this.shownLinks += inner.shownLinks;
    return inner.text().replace(/\s*\n\s*/g, " ");
  }

  link(node: ElementNode): void {
    const { href } = node.attributes;
    const target = href?.trim() ?? "";
    const hidden = target === "" || target.startsWith("#") || /^(?:javascript|data):/i.test(target);
    // The anchor signs that generators put beside headings, and what leads past the navigation.
    if (hidden && href !== undefined && /^(?:[#¶§🔗]|skip to .{0,20})$/iu.test(textOf(node))) {
      this.dropped.drop(node);
      return;
    }
    if (hidden) {
      this.children(node);
      return;
    }
    const text = plainText(node, this.dropped);
    if (text === "") return;
    const written = /\s/.test(target) ? `<${target.replace(/\s+/g, " ")}>` : target;
    this.lines.write(`[${text}](${written})`);
    this.shownLinks++;
    this.targetChars += written.length + 4;
  }

  code(node: ElementNode): void {
    const text = plainText(node, this.dropped);
    if (text !== "") this.lines.write(text.includes("`") ? text : `\`${text}\``);
  }

  breakLine(): void {
    this.lines.flush();
  }

  image(node: ElementNode): void {
    this.lines.write(imageText(node, this.dropped));
  }

  private preformatted(node: ElementNode): void {
    this.lines.blank();
    const text = listingText(node, this.dropped);
    if (text === "") return;
    const fence = text.includes("```") ? "~~~~" : "```";
    this.lines.push(fence, text, fence, "");
  }

  private list(node: ElementNode): void {
    if (this.lines.indents.length === 0) this.lines.blank();
    else this.lines.flush();
    let n = numberOf(node.attributes.start) ?? 1;
    const indent = this.lines.indents.join("");
    for (const child of node.children) {
      if (typeof child === "string" || child.tag !== "li") {
        this.node(child);
        continue;
      }
      if (isNoise(child)) {
        this.dropped.drop(child);
        continue;
      }
      this.lines.flush();
      n = numberOf(child.attributes.value) ?? n;
      // What counts down is shown without numbers rather than with wrong ones.
      const numbered = node.tag === "ol" && node.attributes.reversed === undefined;
      this.lines.bullet = `${indent}${numbered ? `${n++}. ` : "- "}`;
      this.lines.indents.push("  ");
      this.children(child);
      this.lines.flush();
      this.lines.indents.pop();
      this.lines.bullet = null;
    }
    if (this.lines.indents.length === 0) this.lines.blank();
  }

  private table(node: ElementNode): void {
    const table = readTable(node);
    if (table === null) {
      this.lines.flush();
      this.children(node);
      this.lines.flush();
      return;
    }
    for (const noise of table.noise) this.dropped.drop(noise);
    this.lines.blank();
    if (table.caption !== null) this.lines.push(plainText(table.caption, this.dropped));
    for (const [i, row] of table.rows.entries()) {
      const texts = row.map((cell) => this.inOneLine(cell).replaceAll("|", "\\|"));
      this.lines.push(`| ${texts.join(" | ")} |`);
      if (i === 0) this.lines.push(`|${" --- |".repeat(texts.length)}`);
    }
    this.lines.blank();
  }
}

/** A whole number, as attributes of lists hold it. */
function numberOf(attribute: string | undefined): number | null {
  return attribute !== undefined && /^-?\d{1,9}$/.test(attribute.trim()) ? Number(attribute) : null;
}

/** Elements within a line that are more than their text. */
const INLINE: Readonly<Record<string, (this: Writer, node: ElementNode) => void>> = {
  a: Writer.prototype.link,
  img: Writer.prototype.image,
  br: Writer.prototype.breakLine,
  code: Writer.prototype.code,
  kbd: Writer.prototype.code,
  samp: Writer.prototype.code,
};

export function readable(page: Page): Readable {
  const writer = new Writer();
  writer.node(page.root);
  const { dropped, targetChars, shownLinks } = writer;
  const hiddenLinks = page.links - shownLinks;
  return { text: writer.text(), dropped, targetChars, shownLinks, links: page.links, hiddenLinks };
}
