/** Pages: their readable content; scripts, styles and navigation go and are counted. */
import type { Checkpoint, Compressor, Cut, Span, View, ViewRequest } from "../contract.ts";
import { type Readable, readable } from "../html/markdown.ts";
import { type ElementNode, inkOf, type Page, parsePage } from "../html/tree.ts";
import { wholeMarker } from "../markers.ts";

/** Less text than this beside a script is the shell of an application: what it shows is not in it. */
const SHELL_CHARS = 200;
/** A page whose readable text is mostly links is a page about its links. */
const FARM_SHARE = 0.7;

/** More tags than this are no summary. */
const MAX_TAGS = 40;

/** `dropped: nav×3 script×12; sum links=57, hidden_links=34`: what went, outermost elements only; links of the page. */
function factsOf({ dropped: { byTag }, links, hiddenLinks }: Readable): string {
  const told = byTag.size <= MAX_TAGS && [...byTag.keys()].every((tag) => /^[a-z][a-z0-9-]{0,23}$/.test(tag));
  const tags = told ? [...byTag].map(([tag, n]) => `${tag}×${n}`).join(" ") : "";
  return [
    tags === "" ? "" : `dropped: ${tags}`,
    hiddenLinks > 0 ? `sum links=${links}, hidden_links=${hiddenLinks}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

function isShellOrFarm(page: Page, { text, targetChars, shownLinks }: Readable): boolean {
  if (text.length < SHELL_CHARS) return true;
  return shownLinks > 20 && page.root.linkChars > FARM_SHARE * (inkOf(text) - targetChars);
}

interface ReadPage {
  readonly text: string;
  /** What is said of the whole page. */
  readonly marker: string;
}

/** Null for what is no page to be read. The tree is gone when the text is looked at in turn. */
function readPage(input: string, checkpoint: Checkpoint): ReadPage | null {
  const page = parsePage(input, checkpoint);
  if (page === null) return null;
  const shown = readable(page);
  if (isShellOrFarm(page, shown)) return null;
  // Said of every page, since attributes and comments are never shown.
  const marker = wholeMarker("elements", page.elements, shown.dropped.elements, factsOf(shown));
  return { text: shown.text, marker };
}

/** What `content` read last, for the view that is asked for next: pages are long, and would be read twice. */
let lastRead: { readonly input: string; readonly page: ReadPage | null } | null = null;

function view(request: ViewRequest): View | null {
  const { input, checkpoint } = request;
  const page = lastRead?.input === input ? lastRead.page : readPage(input, checkpoint);
  lastRead = null;
  if (page === null) return null;
  const { text, marker } = page;
  const inner = request.viewOf(text);
  const body = inner?.output ?? text;
  const method = inner === null ? "html-readable" : `html-readable+${inner.method}`;
  return { output: `${body.trimEnd()}\n${marker}\n`, method, losslessToModel: false };
}

/** Records: a heading and what follows up to the next one; without headings, paragraphs, rows and items. */
function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const page = parsePage(input, checkpoint);
  if (page === null) return null;
  const starts = (tags: RegExp): number[] => {
    const out: number[] = [];
    const walk = (node: ElementNode): void => {
      for (const child of node.children) {
        if (typeof child === "string") continue;
        if (tags.test(child.tag)) out.push(child.at);
        walk(child);
      }
    };
    walk(page.root);
    return [...new Set(out)].sort((a, b) => a - b);
  };
  const headings = starts(/^h[1-6]$/);
  const at = headings.length >= 3 ? headings : starts(/^(?:p|tr|li|dt)$/);
  if (at.length < 2) return null;
  return { header: null, records: at.map((from, i): Span => [from, at[i + 1] ?? input.length]) };
}

/** Only a page with preformatted text can hold a source. */
function content(input: string): string | null {
  if (!/<pre\b/i.test(input)) return null;
  lastRead = { input, page: readPage(input, () => {}) };
  return lastRead.page?.text ?? null;
}

export const html: Compressor = { type: "html", view, cut, content };
