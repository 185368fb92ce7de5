/** One original beside its view: what was left out is shaded, each marker links to it and back. */
import type { Stored } from "../../store/maintenance/stored.ts";
import { figure, percent, size } from "./figures.ts";
import { html, type Markup } from "./markup.ts";
import { page } from "./page.ts";
import type { MarkerSpan, Part } from "./parts.ts";
import type { Recomputed } from "./recompute.ts";

/** Most characters that the page holds of one part that was left out: enough to see what it is. */
export const GONE_CHARS = 12_000;
/** The same for a part that is shown: enough to read on. */
export const SHOWN_CHARS = 200_000;
/** Most characters of all parts of one side: browsers on phones stay usable. */
export const PAGE_CHARS = 2_000_000;

export interface Original {
  readonly handle: string;
  readonly text: string;
  readonly bytes: number;
  readonly stored: Stored | null;
  readonly recomputed: Recomputed;
}

/** Hands out room on the page, part by part. */
class Room {
  #left = PAGE_CHARS;

  /** The text, or its beginning and how much of it is not there. */
  take(text: string, most: number): Markup {
    const limit = Math.min(most, this.#left);
    this.#left -= Math.min(limit, text.length);
    if (text.length <= limit) return html`${text}`;
    const missing = text.length - limit;
    return html`${text.slice(0, limit)}<span class="cut">${figure(missing)} more characters are not on this page</span>`;
  }
}

/** Line breaks at the edges would show as empty lines, since every part is a block of its own. */
function block(text: string): string {
  return text.replace(/^\r?\n/, "").replace(/\r?\n[ \t]*$/, "");
}

function originalSide(text: string, parts: readonly Part[]): Markup {
  const room = new Room();
  const linked = new Set<number>();
  const blocks = parts.map((part) => {
    const most = part.shown ? SHOWN_CHARS : GONE_CHARS;
    const content = html`<pre>${room.take(block(text.slice(part.start, part.end)), most)}</pre>`;
    if (part.shown) return content;
    const { marker } = part;
    if (marker === null || linked.has(marker)) return html`<div class="gone">${content}</div>`;
    linked.add(marker);
    return html`<div class="gone" id="gone-${marker}"><a href="#marker-${marker}">left out, marker ${marker + 1}</a>${content}</div>`;
  });
  return html`<div class="text">${blocks}</div>`;
}

function viewSide(view: string, markers: readonly MarkerSpan[], linked: ReadonlySet<number>): Markup {
  const room = new Room();
  const pieces: Markup[] = [];
  let at = 0;
  for (const [number, [start, end]] of markers.entries()) {
    pieces.push(room.take(view.slice(at, start), SHOWN_CHARS));
    const words = view.slice(start, end);
    pieces.push(
      linked.has(number)
        ? html`<a id="marker-${number}" href="#gone-${number}">${words}</a>`
        : html`<b id="marker-${number}">${words}</b>`,
    );
    at = end;
  }
  pieces.push(room.take(view.slice(at), SHOWN_CHARS));
  return html`<div class="text"><pre>${pieces}</pre></div>`;
}

function remarks({ stored, recomputed }: Original): Markup[] {
  const lines: string[] = [];
  if (!recomputed.asShown) {
    lines.push(
      stored === null
        ? "Another program stored this original; its view is not known. This one is what caveman-mcp would show."
        : `The view that was shown had ${figure(stored.tokensAfter)} tokens. This one differs: it was made with a query or type (--query, --type), or by another version.`,
    );
  }
  if (recomputed.alignment === null) {
    lines.push(
      "This view rewrites its original (a page as text, a screen, groups), so what was left out is not shaded.",
    );
  }
  return lines.map((line) => html`<p>${line}</p>`);
}

export function originalPage(original: Original, madeAt: string): string {
  const { handle, text, bytes, stored, recomputed: r } = original;
  const parts = r.alignment ?? [{ start: 0, end: text.length, shown: true, marker: null }];
  const linked = new Set(parts.flatMap(({ marker }) => (marker === null ? [] : [marker])));
  const share = r.tokensBefore === 0 ? 0 : 1 - r.tokensAfter / r.tokensBefore;
  const body = html`<p class="soft">${stored === null ? "" : `Stored ${stored.createdAt.slice(0, 19).replace("T", " ")} UTC. `}Whoever has the handle can read the original, and this file holds it: treat it alike.</p>
<ul class="figures">
<li><b>${figure(r.tokensBefore)}</b>tokens of the original</li>
<li><b>${figure(r.tokensAfter)}</b>tokens of the view</li>
<li><b>${percent(share)}</b>left out</li>
<li><b>${size(bytes)}</b>original</li>
<li><b>${r.contentType}</b>${r.method}</li>
</ul>
${remarks(original)}
<div class="sides">
<section aria-label="original"><h2>Original</h2>
${originalSide(text, parts)}</section>
<section aria-label="view" class="view"><h2>View</h2>
${viewSide(r.view, r.markers, linked)}</section>
</div>`;
  return page(`Original and view of ${handle}`, body, madeAt);
}
