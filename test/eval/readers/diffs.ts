/** Diffs: hunks, files and changed lines counted anew from the original; no change is missing that no marker sums up. */
import { readMarker } from "../../engine/truth/grammar.ts";
import { type Reader, together } from "../verdict.ts";
import { sequence } from "./sequence.ts";

interface Hunk {
  readonly file: string;
  added: number;
  removed: number;
}

/** The hunks, each read to the end that its header gives. */
function hunksOf(text: string): { hunks: Hunk[]; changed: string[] } {
  const hunks: Hunk[] = [];
  const changed: string[] = [];
  const lines = text.split("\n");
  let file = "";
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line.startsWith("+++ ")) {
      const name = line.slice(4).split("\t")[0] ?? "";
      const before = (lines[i - 1] ?? "").slice(4).split("\t")[0] ?? "";
      const git = /^(?:a\/|\/dev\/null$)/.test(before) && /^(?:b\/|\/dev\/null$)/.test(name);
      const path = name === "/dev/null" ? before : name;
      file = git ? path.slice(2) : path;
    }
    const header = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (header === null) continue;
    let [old, fresh] = [Number(header[1] ?? 1), Number(header[2] ?? 1)];
    const hunk = { file, added: 0, removed: 0 };
    hunks.push(hunk);
    while (i + 1 < lines.length && (old > 0 || fresh > 0)) {
      const next = lines[++i] ?? "";
      if (next.startsWith("\\")) continue;
      if (next.startsWith("+")) {
        fresh--;
        hunk.added++;
        changed.push(next);
      } else if (next.startsWith("-")) {
        old--;
        hunk.removed++;
        changed.push(next);
      } else {
        old--;
        fresh--;
      }
    }
  }
  return { hunks, changed };
}

const total = (hunks: readonly Hunk[], side: "added" | "removed"): number =>
  hunks.reduce((n, h) => n + h[side], 0);

function diffFaults(view: string, original: string): string[] {
  const { hunks, changed } = hunksOf(original);
  const bad: string[] = [];
  const summed = { added: 0, removed: 0 };
  for (const line of view.split("\n")) {
    const marker = line.startsWith("… ") ? readMarker(line) : null;
    if (marker === null || marker.kind === "note" || marker.noun !== "hunks") continue;
    const sum = (name: string): number | null => {
      const fact = marker.facts.find((f) => f.kind === "sum" && f.name === name);
      return fact?.kind === "sum" ? Number(fact.total) : null;
    };
    const [added, removed] = [sum("added"), sum("removed")];
    if (marker.kind === "run") {
      summed.added += added ?? 0;
      summed.removed += removed ?? 0;
      continue;
    }
    if (marker.all !== hunks.length) bad.push(`${hunks.length} hunks, not «${line.slice(0, 60)}»`);
    if (added !== null && added !== total(hunks, "added"))
      bad.push(`${total(hunks, "added")} lines were added`);
    if (removed !== null && removed !== total(hunks, "removed"))
      bad.push(`${total(hunks, "removed")} lines went`);
    const files = marker.facts.find((f) => f.kind === "counts");
    if (files?.kind !== "counts") continue;
    for (const [path, n] of files.counts) {
      if (hunks.filter((h) => h.file === path).length !== n) bad.push(`hunks of ${path}`);
    }
  }
  // Changed lines that are missing must be as many as the runs of hunks sum up.
  const shown = new Map<string, number>();
  for (const line of view.split("\n")) shown.set(line, (shown.get(line) ?? 0) + 1);
  const missing = { added: 0, removed: 0 };
  for (const line of changed) {
    const left = shown.get(line) ?? 0;
    if (left > 0) shown.set(line, left - 1);
    else missing[line.startsWith("+") ? "added" : "removed"]++;
  }
  for (const side of ["added", "removed"] as const) {
    if (missing[side] !== summed[side])
      bad.push(`${missing[side]} ${side} are missing, ${summed[side]} summed up`);
  }
  return bad;
}

/** A `--stat` summary: files counted, and their numbers of changed lines. */
function statFaults(view: string, original: string): string[] {
  const changes = original.split("\n").flatMap((line) => {
    const m = /^ \S.* +\| +(\d+|Bin)\b/.exec(line);
    return m === null ? [] : [m[1] ?? ""];
  });
  const numbers = changes.filter((n) => n !== "Bin").map(Number);
  const bad: string[] = [];
  for (const line of view.split("\n")) {
    const marker = line.startsWith("… ") ? readMarker(line) : null;
    if (marker?.kind !== "whole") continue;
    if (marker.all !== changes.length) bad.push(`${changes.length} files, not «${line.slice(0, 60)}»`);
    for (const fact of marker.facts) {
      if (fact.kind === "sum" && Number(fact.total) !== numbers.reduce((a, b) => a + b, 0))
        bad.push("sum of changes");
      if (fact.kind !== "range") continue;
      if (Number(fact.min) !== Math.min(...numbers) || Number(fact.max) !== Math.max(...numbers))
        bad.push("range");
      if (fact.absent !== changes.length - numbers.length) bad.push("files without a number");
    }
  }
  return bad;
}

export const diff: Reader = (view, original) =>
  together(sequence(view, original), {
    faults: /^@@ -/m.test(original) ? diffFaults(view, original) : statFaults(view, original),
    held: [],
    collections: [],
  });
