/** The text of a page, written as docs/reference/pages.md says, with the elements that are left out of it. */
import { Lines, oneLine } from "./page-lines.ts";
import { type Account, APART, image, isElement, listing, plain } from "./page-plain.ts";
import { rowsOf } from "./page-tables.ts";
import { type Element, isLeftOut, type Node, textOf } from "./page-tree.ts";

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;

/** A link to a place on the page itself, or to none. */
function leadsNowhere(target: string): boolean {
  return target === "" || target.startsWith("#") || /^(?:javascript|data):/i.test(target);
}

/** The sign beside a heading, and what leads past the navigation. */
const isSign = (link: Element): boolean => /^(?:[#¶§🔗]|skip to .{0,20})$/iu.test(oneLine(textOf(link)));

interface Place {
  readonly lines: Lines;
  readonly account: Account;
}

/** What is below a node as one line, with its links and its code. */
function inOneLine(node: Element, account: Account): string {
  const lines = new Lines();
  for (const child of node.children) write(child, { lines, account });
  lines.end();
  return lines.done
    .filter((line) => line !== "")
    .join("\n")
    .trim()
    .replace(/\s*\n\s*/g, " ");
}

function link(node: Element, { lines, account }: Place): void {
  const target = (node.attributes.get("href") ?? "").trim();
  if (leadsNowhere(target)) {
    if (node.attributes.has("href") && isSign(node)) account.leftOut.push(node);
    else for (const child of node.children) write(child, { lines, account });
    return;
  }
  const text = plain(node, account);
  if (text === "") return;
  account.targets++;
  lines.add(`[${text}](${/\s/.test(target) ? `<${oneLine(target)}>` : target})`);
}

function table(node: Element, place: Place): void {
  const { lines, account } = place;
  const found = rowsOf(node);
  if (found === null) {
    block(node, place);
    return;
  }
  account.leftOut.push(...found.leftOut);
  lines.part();
  if (found.caption !== undefined) lines.raw(plain(found.caption, account));
  for (const [i, row] of found.rows.entries()) {
    const cells = row.map((cell) => inOneLine(cell, account).replaceAll("|", "\\|"));
    lines.raw(`| ${cells.join(" | ")} |`, ...(i === 0 ? [`|${cells.map(() => " --- |").join("")}`] : []));
  }
  lines.part();
}

function list(node: Element, { lines, account }: Place): void {
  if (lines.indent === "") lines.part();
  else lines.end();
  let n = wholeNumber(node.attributes.get("start")) ?? 1;
  const outer = lines.indent;
  for (const item of node.children) {
    if (!isElement(item) || item.tag !== "li" || isLeftOut(item)) {
      write(item, { lines, account });
      continue;
    }
    lines.end();
    n = wholeNumber(item.attributes.get("value")) ?? n;
    const numbered = node.tag === "ol" && !node.attributes.has("reversed");
    lines.bullet = outer + (numbered ? `${n++}. ` : "- ");
    lines.indent = `${outer}  `;
    for (const child of item.children) write(child, { lines, account });
    lines.end();
    lines.indent = outer;
    lines.bullet = null;
  }
  if (outer === "") lines.part();
}

const below = (node: Element, place: Place): void => {
  for (const child of node.children) write(child, place);
};

function heading(node: Element, { lines, account }: Place): void {
  const text = inOneLine(node, account);
  if (text === "") return;
  lines.part();
  lines.add(`${"#".repeat(Number(node.tag[1]))} ${text}`);
  lines.part();
}

function code(node: Element, { lines, account }: Place): void {
  const text = plain(node, account);
  lines.add(text === "" || text.includes("`") ? text : `\`${text}\``);
}

function preformatted(node: Element, { lines, account }: Place): void {
  lines.part();
  const text = listing(node, account);
  const fence = text.includes("```") ? "~~~~" : "```";
  if (text !== "") lines.raw(fence, text, fence, "");
}

function quote(node: Element, place: Place): void {
  const { lines } = place;
  const outer = lines.indent;
  lines.part();
  lines.indent = `${outer}> `;
  below(node, place);
  lines.end();
  lines.indent = outer;
  lines.part();
}

function paragraph(node: Element, place: Place): void {
  place.lines.part();
  below(node, place);
  place.lines.part();
}

function block(node: Element, place: Place): void {
  place.lines.end();
  below(node, place);
  place.lines.end();
}

const WRITERS: ReadonlyMap<string, (node: Element, place: Place) => void> = new Map([
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, heading] as const),
  ...["code", "kbd", "samp"].map((tag) => [tag, code] as const),
  ["a", link],
  ["img", (node, { lines, account }) => lines.add(image(node, account))],
  ["br", (_, { lines }) => lines.end()],
  ["pre", preformatted],
  ["ul", list],
  ["ol", list],
  ["table", table],
  ["blockquote", quote],
  ["p", paragraph],
  ["hr", paragraph],
]);

function write(node: Node, place: Place): void {
  if (!isElement(node)) place.lines.add(node);
  else if (isLeftOut(node)) place.account.leftOut.push(node);
  else (WRITERS.get(node.tag) ?? (APART.has(node.tag) ? block : below))(node, place);
}

/** The readable text of a page. */
export function textOfPage(page: Element, account: Account): string {
  const lines = new Lines();
  write(page, { lines, account });
  lines.end();
  return lines.done.join("\n").trim();
}
