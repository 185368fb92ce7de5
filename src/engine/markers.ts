/**
 * The marker grammar (docs/reference/markers.md): the only words of ours that a view may hold.
 * Every marker is one line; renderers put it where their format wants it.
 */
import type { RetrieveHint } from "./contract.ts";

/** Dropped text from which on a view also explains itself (UTF-16 units, close enough to bytes here). */
export const NOTE_FROM_CHARS = 4096;

/** Most bytes (UTF-8) of one whole marker; above it, facts are shed. */
export const WHOLE_MARKER_BYTES = 1000;

/** `… 340 rows elided (caveman) …`: stands where `count` consecutive units were dropped; facts hold for exactly those. */
export function runMarker(units: string, count: number, facts = ""): string {
  return `… ${count} ${units} elided (caveman)${facts === "" ? "" : `: ${facts}`} …`;
}

/** `… 523 rows in all, 340 elided (caveman): FACTS …`: last unit of a collection; facts hold for all its units. */
export function wholeMarker(units: string, all: number, elided: number, facts = ""): string {
  return `… ${all} ${units} in all, ${elided} elided (caveman)${facts === "" ? "" : `: ${facts}`} …`;
}

/** The one explanation that a view may carry, at most once. */
export function note(units: string, hint: RetrieveHint): string {
  const how =
    hint === "tool"
      ? "; if you cannot, call caveman_retrieve once"
      : hint === "command"
        ? "; if you cannot, run caveman-mcp retrieve once"
        : "";
  return `… caveman: elided ${units} resemble shown ones; facts are exact. Answer from this view${how} …`;
}

/** Stands wherever a retrieved selection skips something. */
export const NON_ADJACENT = "… [caveman: non-adjacent] …";

/** What every marker contains. Escaped ASCII letters are undone first: JSON readers would see through them. */
const MARKER_LIKE = /elided \(caveman\)|(?:…|\\u2026|\.\.\.) caveman: elided|\[caveman: non-adjacent\]/g;
const ESCAPED_ASCII = /\\u00([2-7][0-9A-Fa-f])/g;

/** How many marker-like texts `text` holds, ours or forged. */
export function countMarkers(text: string): number {
  const plain = text.includes("\\u00")
    ? text.replace(ESCAPED_ASCII, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
  if (!plain.includes("caveman")) return 0;
  return plain.match(MARKER_LIKE)?.length ?? 0;
}
