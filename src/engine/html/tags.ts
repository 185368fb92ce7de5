/** Which elements of a page stand by themselves, and which make a table one that only lays out. */

export const HEADINGS: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
export const BLOCK: ReadonlySet<string> = new Set([
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
  "caption",
  ...HEADINGS,
]);
/** A table that holds these lays out a page; it is no table of values. */
export const NOT_IN_CELLS: ReadonlySet<string> = new Set(["table", "ul", "ol", "pre", "form", ...HEADINGS]);
