/**
 * Views made of the original's own lines: what stands between run markers must stand so in the original, in order.
 * Where a marker's unit is a line, the number of missing lines must be the marker's. Shares no code with the engine.
 */
import { readMarker } from "../../engine/truth/grammar.ts";
import type { Reader } from "../verdict.ts";

/** Units that are one line each. */
const LINE_NOUNS = new Set(["lines", "files", "hits", "paths"]);

interface Part {
  readonly lines: string[];
  /** Lines that the marker before this part says are missing; null where its units are not lines. */
  readonly gap: number | null;
  /** First and last missing line by number, where the marker tells them. */
  readonly span: readonly [string, string] | null;
}

const split = (text: string): string[] => text.replace(/\n$/, "").split("\n");

/** 0, the last count, the sum of the last two, and so on. */
function sumsOfLast(counts: readonly number[]): number[] {
  const sums = [0];
  for (const n of counts.toReversed()) sums.push((sums.at(-1) ?? 0) + n);
  return sums;
}

/** Index from which `part` stands in `lines`, at or after `from`; -1 where it does not. */
function find(lines: readonly string[], part: readonly string[], from: number): number {
  for (let at = from; at + part.length <= lines.length; at++) {
    if (part.every((line, i) => lines[at + i] === line)) return at;
  }
  return -1;
}

/** Everything wrong with `view`; `whole` markers must add up to their run markers. */
function sequenceFaults(view: string, original: string): string[] {
  const bad: string[] = [];
  const parts: Part[] = [{ lines: [], gap: 0, span: null }];
  /** Counts of run markers by noun, the last ones last: a collection without facts has no whole marker. */
  const runs = new Map<string, number[]>();
  let all: number | null = null;
  for (const line of split(view)) {
    const text = line.trim();
    if (!text.startsWith("… ")) {
      parts.at(-1)?.lines.push(line);
      continue;
    }
    const marker = readMarker(text);
    if (marker === null) parts.at(-1)?.lines.push(line);
    else if (marker.kind === "run") {
      const range = marker.facts.find((f) => f.kind === "range" && f.name === "line");
      parts.push({
        lines: [],
        gap: LINE_NOUNS.has(marker.noun) ? marker.count : null,
        span: range?.kind === "range" ? [range.min, range.max] : null,
      });
      runs.set(marker.noun, [...(runs.get(marker.noun) ?? []), marker.count]);
    } else if (marker.kind === "whole") {
      const said = sumsOfLast(runs.get(marker.noun) ?? []);
      if (marker.noun === "lines") all = marker.all;
      if (!said.includes(marker.elided))
        bad.push(`«${text.slice(0, 60)}» but run markers say ${said.at(-1)}`);
      runs.set(marker.noun, []);
    }
  }
  const lines = split(original);
  if (all !== null && all !== lines.length) bad.push(`${lines.length} lines, not ${all} in all`);
  let at = 0;
  for (const [i, { lines: part, gap, span }] of parts.entries()) {
    if (span !== null && (span[0] !== String(at + 1) || span[1] !== String(at + (gap ?? 0))))
      bad.push(`marker ${i} says lines ${span.join("..")}, ${at + 1}..${at + (gap ?? 0)} are missing`);
    const expected = gap === null ? null : at + gap;
    const last = i === parts.length - 1;
    const found = last ? lines.length - part.length : expected === null ? find(lines, part, at) : expected;
    if (found < at || find(lines, part, found) !== found) {
      bad.push(
        `what stands behind marker ${i} («${(part[0] ?? "").slice(0, 60)}») does not stand there in the original`,
      );
      break;
    }
    if (expected !== null && found !== expected)
      bad.push(`marker ${i} says ${gap} lines, ${found - at} are missing`);
    at = found + part.length;
  }
  return bad;
}

export const sequence: Reader = (view, original) => ({
  faults: sequenceFaults(view, original),
  held: [],
  collections: [],
});
