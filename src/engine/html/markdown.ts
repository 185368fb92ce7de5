/** Writes the readable content of a page in the manner of Markdown, and counts what it left out. */
import { isNoise } from "./noise.ts";
import type { ElementNode, Page, PageNode } from "./tree.ts";
import { textOf } from "./tree.ts";

export interface Dropped {
  /** Elements left out, by tag of the outermost one; each counts once, whatever is below it. */
  readonly byTag: Map<string, number>;
  /** Elements left out, those below included. */
  elements: number;
  /** Links, and those of them whose target is not shown. */
  links: number;
  hiddenLinks: number;
}

export interface Readable {
  readonly text: string;
  /** Characters of the links' targets, with the brackets around them. */
  readonly targetChars: number;
  readonly shownLinks: number;
  readonly dropped: Dropped;
}

const HEADINGS = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
const BLOCK = new Set([
  "address",
  "article",
  "blockquote",
  "body",
  "center",
  "dd",
  "details",
  "dialog",
  "div",
  "dl",
  "dt",
  "fieldset",
  "figcaption",
  "figure",
  "form",
  "header",
  "hgroup",
  "hr",
  "html",
  "li",
  "main",
  "ol",
  "p",
  "pre",
  "section",
  "summary",
  "table",
  "tbody",
  "thead",
  "tfoot",
  // Cells of what is no table of values stand below each other.
  "td",
  "th",
  "tr",
  "ul",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "caption",
]);
/** A table that holds these lays out a page; it is no table of values. */
const NOT_IN_CELLS = new Set(["table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "form"]);

class Writer {
  readonly dropped: Dropped = { byTag: new Map(), elements: 0, links: 0, hiddenLinks: 0 };
  targetChars = 0;
  shownLinks = 0;
  private readonly lines: string[] = [];
  /** The pieces of the line that is being written. */
  private line: string[] = [];
  private readonly indents: string[] = [];
  /** Written once in place of the indentation: the bullet of a list item. */
  private bullet: string | null = null;

  text(): string {
    this.flush();
    return this.lines
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
  }

  flush(): void {
    const content = this.line.join("").trim();
    this.line = [];
    if (content === "") return;
    const indent = this.indents.join("");
    this.lines.push(this.bullet === null ? indent + content : this.bullet + content);
    this.bullet = null;
  }

  private blank(): void {
    this.flush();
    if (this.lines.length > 0 && this.lines.at(-1) !== "") this.lines.push("");
  }

  private inline(text: string): void {
    const collapsed = /[^\S ]|\s\s/.test(text) ? text.replace(/\s+/g, " ") : text;
    const piece = this.line.at(-1)?.endsWith(" ") === true ? collapsed.trimStart() : collapsed;
    if (piece !== "") this.line.push(piece);
  }

  private drop(node: ElementNode): void {
    const { byTag } = this.dropped;
    byTag.set(node.tag, (byTag.get(node.tag) ?? 0) + 1);
    const walk = (n: ElementNode): void => {
      this.dropped.elements++;
      if (n.tag === "a" && n.attributes.href !== undefined) {
        this.dropped.links++;
        this.dropped.hiddenLinks++;
      }
      for (const child of n.children) if (typeof child !== "string") walk(child);
    };
    walk(node);
  }

  children(node: ElementNode): void {
    for (const child of node.children) this.node(child);
  }

  node(node: PageNode): void {
    if (typeof node === "string") this.inline(node);
    else if (isNoise(node)) this.drop(node);
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
      this.blank();
      this.children(node);
      this.blank();
    } else {
      this.flush();
      this.children(node);
      this.flush();
    }
  }

  private quote(node: ElementNode): void {
    this.blank();
    this.indents.push("> ");
    this.children(node);
    this.flush();
    this.indents.pop();
    this.blank();
  }

  private heading(node: ElementNode): void {
    this.blank();
    this.line = [`${"#".repeat(Number(node.tag[1]))} `];
    this.children(node);
    this.blank();
  }

  link(node: ElementNode): void {
    const { href } = node.attributes;
    const text = textOf(node);
    const target = href?.trim() ?? "";
    const hidden = target === "" || target.startsWith("#") || /^(?:javascript|data):/i.test(target);
    // The anchor signs that generators put beside headings, and what leads past the navigation.
    if (hidden && href !== undefined && /^(?:[#¶§🔗]|skip to .{0,20})$/iu.test(text)) {
      this.drop(node);
      return;
    }
    if (href !== undefined) this.dropped.links++;
    if (hidden || text === "") {
      if (href !== undefined) this.dropped.hiddenLinks++;
      this.children(node);
      return;
    }
    const written = /\s/.test(target) ? `<${target.replace(/\s+/g, " ")}>` : target;
    this.inline(`[${text}](${written})`);
    this.shownLinks++;
    this.targetChars += written.length + 4;
  }

  code(node: ElementNode): void {
    const text = textOf(node);
    if (text !== "") this.inline(text.includes("`") ? text : `\`${text}\``);
  }

  image(node: ElementNode): void {
    const alt = node.attributes.alt?.trim() ?? "";
    if (alt === "") this.drop(node);
    else this.inline(`![${alt}]`);
  }

  private preformatted(node: ElementNode): void {
    this.blank();
    const raw: string[] = [];
    const walk = (n: PageNode): void => {
      if (typeof n === "string") raw.push(n);
      else if (isNoise(n)) this.drop(n);
      else if (n.tag === "br") raw.push("\n");
      else if (n.tag === "code" && raw.length > 0 && !raw.at(-1)?.endsWith("\n")) {
        // Two listings in one block, of which a page shows one at a time.
        raw.push("\n");
        for (const child of n.children) walk(child);
      } else for (const child of n.children) walk(child);
    };
    walk(node);
    const text = raw
      .join("")
      .replace(/^\r?\n/, "")
      .trimEnd();
    if (text === "") return;
    const fence = text.includes("```") ? "~~~~" : "```";
    this.lines.push(fence, text, fence, "");
  }

  private list(node: ElementNode): void {
    if (this.indents.length === 0) this.blank();
    else this.flush();
    let n = numberOf(node.attributes.start) ?? 1;
    const indent = this.indents.join("");
    for (const child of node.children) {
      if (typeof child === "string" || child.tag !== "li") {
        this.node(child);
        continue;
      }
      if (isNoise(child)) {
        this.drop(child);
        continue;
      }
      this.flush();
      n = numberOf(child.attributes.value) ?? n;
      // What counts down is shown without numbers rather than with wrong ones.
      const numbered = node.tag === "ol" && node.attributes.reversed === undefined;
      this.bullet = `${indent}${numbered ? `${n++}. ` : "- "}`;
      this.indents.push("  ");
      this.children(child);
      this.flush();
      this.indents.pop();
      this.bullet = null;
    }
    if (this.indents.length === 0) this.blank();
  }

  private table(node: ElementNode): void {
    const rows: ElementNode[] = [];
    let layout = false;
    const walk = (n: ElementNode, inCell: boolean): void => {
      for (const child of n.children) {
        if (typeof child === "string") continue;
        if (inCell && NOT_IN_CELLS.has(child.tag)) layout = true;
        if (child.tag === "tr") rows.push(child);
        walk(child, inCell || child.tag === "td" || child.tag === "th");
      }
    };
    walk(node, false);
    const cells = rows.map((row) =>
      row.children.filter(
        (c): c is ElementNode => typeof c !== "string" && (c.tag === "td" || c.tag === "th"),
      ),
    );
    if (layout || cells.every((row) => row.length < 2)) {
      this.flush();
      this.children(node);
      this.flush();
      return;
    }
    this.blank();
    const caption = node.children.find((c) => typeof c !== "string" && c.tag === "caption");
    if (caption !== undefined) this.lines.push(textOf(caption));
    for (const [i, row] of cells.entries()) {
      const texts = row.map((cell) => this.cell(cell));
      this.lines.push(`| ${texts.join(" | ")} |`);
      if (i === 0) this.lines.push(`|${" --- |".repeat(texts.length)}`);
    }
    this.blank();
  }

  private cell(node: ElementNode): string {
    const inner = new Writer();
    for (const child of node.children) inner.node(child);
    for (const [tag, n] of inner.dropped.byTag) {
      this.dropped.byTag.set(tag, (this.dropped.byTag.get(tag) ?? 0) + n);
    }
    this.dropped.elements += inner.dropped.elements;
    this.dropped.links += inner.dropped.links;
    this.dropped.hiddenLinks += inner.dropped.hiddenLinks;
    this.targetChars += inner.targetChars;
    this.shownLinks += inner.shownLinks;
    return inner
      .text()
      .replace(/\s*\n\s*/g, " ")
      .replaceAll("|", "\\|");
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
  br: Writer.prototype.flush,
  code: Writer.prototype.code,
  kbd: Writer.prototype.code,
  samp: Writer.prototype.code,
};

export function readable(page: Page): Readable {
  const writer = new Writer();
  writer.node(page.root);
  const { dropped, targetChars, shownLinks } = writer;
  return { text: writer.text(), dropped, targetChars, shownLinks };
}
