/** One original for a terminal: what the view shows with a blank before each line, what it leaves out with a minus. */
import { printable } from "../hosts/words.ts";
import { figure, percent } from "./figures.ts";
import type { Original } from "./original-html.ts";

/** Lines of one part that are printed from either end. */
const EDGE_LINES = 3;

function marked(text: string, sign: string): string {
  const lines = text.replace(/\r?\n$/, "").split("\n");
  const kept =
    lines.length <= 2 * EDGE_LINES + 1
      ? lines
      : [
          ...lines.slice(0, EDGE_LINES),
          `(${figure(lines.length - 2 * EDGE_LINES)} more lines)`,
          ...lines.slice(-EDGE_LINES),
        ];
  return kept.map((line) => `${sign} ${printable(line)}\n`).join("");
}

export function originalText({ handle, text, stored, recomputed: r }: Original): string {
  const share = r.tokensBefore === 0 ? 0 : 1 - r.tokensAfter / r.tokensBefore;
  const head = `${handle}: ${r.contentType}, ${r.method}; ${figure(r.tokensBefore)} → ${figure(r.tokensAfter)} tokens (${percent(share)} less)\n`;
  const shownThen =
    r.asShown || stored === null
      ? ""
      : `The view that was shown had ${figure(stored.tokensAfter)} tokens: it had a query or a type, or was another version's.\n`;
  if (r.alignment === null) {
    return `${head}${shownThen}This view rewrites its original, so what it leaves out cannot be marked. The view:\n\n${marked(r.view, " ")}`;
  }
  const parts = r.alignment.map(({ start, end, shown }) => marked(text.slice(start, end), shown ? " " : "-"));
  return `${head}${shownThen}\n${parts.join("")}`;
}
