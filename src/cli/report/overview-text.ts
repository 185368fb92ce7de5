/** The overview for a terminal. */
import { escaped } from "../../mcp/log.ts";
import { figure, originals, percent, size } from "./figures.ts";
import type { Group, Overview } from "./overview.ts";

/** Columns side by side; all but the first to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, c) => Math.max(...rows.map((row) => row[c]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c] ?? 0) : cell.padStart(widths[c] ?? 0))).join("  ");
  return rows.map((row) => `  ${line(row).trimEnd()}\n`).join("");
}

function groupTable(title: string, groups: readonly Group[]): string {
  const rows = groups.map((g) => [
    escaped(g.name),
    figure(g.originals),
    figure(g.tokensBefore),
    figure(g.tokensAfter),
  ]);
  return table([[title, "originals", "tokens", "shown"], ...rows]);
}

export function overviewText(o: Overview): string {
  const { totals } = o;
  const since = o.since === null ? "" : ` since ${o.since}`;
  const head = `${originals(totals.originals)}${since}: ${figure(totals.tokensBefore)} tokens, of which ${figure(totals.tokensAfter)} were shown (${percent(totals.ratio)} less; inferred)
${size(o.bytes)} of ${size(o.budget)} in ${escaped(o.path)}
`;
  if (totals.originals === 0) return head;
  const largest = o.largest.map((s) => [
    escaped(s.createdAt.slice(0, 16).replace("T", " ")),
    escaped(s.contentType),
    size(s.bytes),
    figure(s.tokensBefore),
    figure(s.tokensAfter),
  ]);
  return [
    head,
    groupTable("content type", o.byType),
    groupTable("day (UTC)", o.byDay),
    table([["largest, stored at", "type", "size", "tokens", "shown"], ...largest]),
  ].join("\n");
}
