/**
 * Views made of an original's own units, which follow each other without gaps: whoever cuts the original says where its
 * units are, and here each byte of the view is held against them. Shares no code with the engine.
 */

import { type Unit, untruth } from "../../engine/truth/facts.ts";
import { type Marker, readMarker } from "../../engine/truth/grammar.ts";
import type { Collection } from "../../engine/truth/pair.ts";
import { type Verdict, verdictOf } from "../verdict.ts";

export interface Cut {
  /** What markers call a unit. */
  readonly noun: string;
  /** The units' own text, line ends and blank lines included: together the original. */
  readonly texts: readonly string[];
  /** What can be stated of each. */
  readonly units: readonly Unit[];
}

/** The lines of a text, each with its line end. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** @throws Error where the view is not the units in order, complete but for its markers */
function pair(view: string, { noun, texts, units }: Cut): Collection {
  const shown = texts.map(() => false);
  const markers: Marker[] = [];
  const runStarts: number[] = [];
  let unit = 0;
  let afterRun = false;
  for (let at = 0; at < view.length; ) {
    const end = view.indexOf("\n", at);
    const line = view.startsWith("… ", at) ? view.slice(at, end < 0 ? view.length : end) : "";
    const marker = line === "" ? null : readMarker(line);
    if (marker !== null) {
      if (end < 0) throw new Error("a marker does not end its line");
      at = end + 1;
      if (marker.kind !== "note" && marker.noun !== noun)
        throw new Error(`the units are ${noun}, not ${marker.noun}`);
      markers.push(marker);
      if (marker.kind !== "run") continue;
      if (afterRun) throw new Error("two run markers for one run");
      if (marker.count === 0 || markers.at(-2)?.kind === "whole") throw new Error(`«${line}» has no place`);
      runStarts.push(unit);
      unit += marker.count;
      afterRun = true;
      continue;
    }
    const text = texts[unit];
    if (text === undefined || !view.startsWith(text, at))
      throw new Error(
        `unit ${unit} is «${(text ?? "none").slice(0, 80)}», in view is «${view.slice(at, at + 80)}»`,
      );
    if (markers.at(-1)?.kind === "whole" || markers.at(-1)?.kind === "note")
      throw new Error("a unit stands behind the closing markers");
    shown[unit++] = true;
    afterRun = false;
    at += text.length;
    // A marker has a line of its own, also behind an original's last line that no line end closes.
    if (!text.endsWith("\n") && at < view.length && view[at++] !== "\n")
      throw new Error("lines ran together");
  }
  if (unit !== texts.length) throw new Error(`the view accounts for ${unit} of ${texts.length} units`);
  return { units, shown, markers, runStarts };
}

/** What the facts state falsely: those of a run of its units, those of a whole marker of all. */
function factFaults({ units, markers, runStarts }: Collection): string[] {
  let run = 0;
  return markers.flatMap((marker) => {
    if (marker.kind === "note") return [];
    const start = marker.kind === "run" ? (runStarts[run++] ?? 0) : 0;
    const about = marker.kind === "run" ? units.slice(start, start + marker.count) : units;
    return marker.facts.flatMap((fact) => untruth(fact, about) ?? []);
  });
}

/** The words of a unit; what holds a digit, is quoted or names one thing (`libc6:amd64`, `ann@web`) varies, and is one word. */
function wordsOf(text: string): Set<string> {
  const words = text
    .replace(/"[^"\n]*"|(?<!\w)(['`])[^\n]*?\1(?!\w)/g, " 0 ")
    .split(/\s+/)
    .map((word) => (/\d|\p{L}[:@]\p{L}/u.test(word) ? "0" : word.replace(/[^\p{L}]+/gu, "_")));
  return new Set(words.filter((word) => word !== "" && word !== "_"));
}

/** Dropped units of which no shown one has half of the words. */
function lostFaults(texts: readonly string[], shown: readonly boolean[]): string[] {
  const distinct = (on: boolean): Map<string, Set<string>> =>
    new Map(
      texts.flatMap((text, i) => {
        const words = wordsOf(text);
        return shown[i] === on ? [[[...words].join(" "), words] as const] : [];
      }),
    );
  const there = [...distinct(true).values()];
  const lost = [...distinct(false)].filter(
    ([, words]) => !there.some((other) => [...words].filter((w) => other.has(w)).length * 2 >= words.size),
  );
  return lost.length === 0 ? [] : [`${lost.length} units lost, such as «${lost[0]?.[0].slice(0, 200)}»`];
}

const MARKER_BYTES = 1000;

/** Everything false in a collection whose units are these. */
function collectionFaults(collection: Collection, texts: readonly string[]): string[] {
  const { units, shown, markers } = collection;
  const elided = shown.filter((on) => !on).length;
  const ends =
    markers.length === 0 || (shown[0] && shown.at(-1)) ? [] : ["the first or last unit is not in view"];
  const counts = markers.flatMap((marker) => {
    if (Buffer.byteLength(marker.text) > MARKER_BYTES) return ["a marker of more than 1,000 bytes"];
    if (marker.kind !== "whole" || (marker.all === units.length && marker.elided === elided)) return [];
    return [`«${marker.text.slice(0, 80)}» for ${units.length} units, ${elided} elided`];
  });
  return [...ends, ...counts, ...factFaults(collection), ...lostFaults(texts, shown)];
}

/** Every marker of a view that consists of these units, and each shown unit, held against them. */
export function verdictOfUnits(view: string, cut: Cut): Verdict {
  const collection = pair(view, cut);
  return verdictOf([collection], collectionFaults(collection, cut.texts));
}
