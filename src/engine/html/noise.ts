/** Which elements of a page are not what a reader came for. */
import type { ElementNode } from "./tree.ts";

/** Never text for a reader. */
const MACHINERY = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "iframe",
  "object",
  "embed",
  "canvas",
  "video",
  "audio",
  "map",
  "link",
  "meta",
  "base",
  "button",
  "input",
  "select",
  "datalist",
  "dialog",
]);
const BOILERPLATE = new Set(["nav", "footer", "aside"]);
const BOILERPLATE_ROLE = new Set([
  "navigation",
  "banner",
  "contentinfo",
  "search",
  "complementary",
  "menu",
  "menubar",
]);
/** Names that sites give to what surrounds the content; believed only where the block is mostly links. */
const SURROUNDING =
  /(?:^|[-_\s])(?:nav|navbar|navigation|menu|sidebar|side-?bar|breadcrumbs?|footer|toc|table-of-contents|cookie|banner|pagination|social|share|related|gtoc)(?:$|[-_\s])/i;

/** Share of a block's text that stands in links from which on the block is a list of links. */
const LINK_SHARE = 0.6;
const MIN_LINKS = 4;

function isMostlyLinks({ links, linkChars, textChars }: ElementNode): boolean {
  return links >= MIN_LINKS && linkChars > LINK_SHARE * textChars;
}

/** Whether `node` and all below it is left out. */
export function isNoise(node: ElementNode): boolean {
  const { tag, attributes } = node;
  if (MACHINERY.has(tag) || BOILERPLATE.has(tag)) return true;
  if (attributes.hidden !== undefined || attributes["aria-hidden"] === "true") return true;
  if (BOILERPLATE_ROLE.has(attributes.role ?? "")) return true;
  // The names are looked at last, which costs most.
  if (!isMostlyLinks(node) || tag === "body" || tag === "main" || tag === "article") return false;
  return SURROUNDING.test(`${attributes.id ?? ""} ${attributes.class ?? ""}`);
}
