/**
 * Descriptions of tools: everything is the original's letter by letter but their prose, in which whole sentences may be
 * missing. What a sentence is stands in docs/reference/pages.md.
 */

import { readMarker } from "../../engine/truth/grammar.ts";
import { type Json, readJson } from "../../engine/truth/json.ts";
import { toonCollections } from "../../engine/truth/toon.ts";
import type { Reader } from "../verdict.ts";

const PROSE = new Set(["description", "summary", "instructions"]);
/** What is below these is a value, whatever it is called. */
const VALUES = new Set(["enum", "const", "default", "example", "examples", "required"]);

const ABBREVIATIONS = new Set(
  (
    "e.g i.e etc vs cf al approx incl excl resp no nos fig eq sec ch vol p pp ed st mr mrs ms dr prof inc ltd co " +
    "jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m"
  ).split(" "),
);

/** Whether the full stop at `at` belongs to the word before it. */
function isAbbreviation(text: string, from: number, at: number): boolean {
  const word = /(?:^|[\s("'`])([A-Za-z.]+)$/.exec(text.slice(Math.max(from, at - 12), at))?.[1];
  return word !== undefined && (/^[A-Za-z]$/.test(word) || ABBREVIATIONS.has(word.toLowerCase()));
}

/** The sentences of a text, each with the blanks that follow it. */
function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let from = 0;
  for (const stop of text.matchAll(/[.!?]["')\]`]*(?:\s+|$)|\n\s*\n\s*/g)) {
    const to = stop.index + stop[0].length;
    const endsParagraph = /\n\s*\n/.test(stop[0]);
    const goesOn = /[a-z,;:)]/.test(text.charAt(to));
    const abbreviated = stop[0].startsWith(".") && isAbbreviation(text, from, stop.index);
    if (!endsParagraph && (goesOn || abbreviated)) continue;
    out.push(text.slice(from, to));
    from = to;
  }
  return from < text.length ? [...out, text.slice(from)] : out;
}

/** Markers of a text in which sentences are missing. @throws Error where it is not what it says it is */
function shortened(view: string, original: string): string[] {
  const sentences = sentencesOf(original);
  const held: string[] = [];
  let at = 0;
  for (const [i, part] of view.split(/(… \d+ [a-z]+ elided \(caveman\) …)/).entries()) {
    const marker = i % 2 === 1 ? readMarker(part) : null;
    if (marker?.kind === "run") {
      if (marker.noun !== "sentences" || at === 0) throw new Error(`«${part}» in a description`);
      at += marker.count;
      held.push(part);
      continue;
    }
    // One blank parts a marker from what stands behind it.
    const want = i === 0 ? part : part.replace(/^ /, "");
    let shown = "";
    while (shown.length < want.length && at < sentences.length) shown += sentences[at++];
    if (shown !== want)
      throw new Error(`«${want.slice(0, 80)}» in a description for «${shown.slice(0, 80)}»`);
  }
  if (at !== sentences.length) throw new Error(`${at} of ${sentences.length} sentences are accounted for`);
  return held;
}

/** Markers in the strings of `view`. @throws Error where it differs in anything else */
function compare(view: Json, original: Json, key: string | null): string[] {
  if (view.kind === "array" && original.kind === "array" && view.items.length === original.items.length)
    return view.items.flatMap((item, i) =>
      compare(item, original.items[i] as Json, key === null ? null : ""),
    );
  if (
    view.kind === "object" &&
    original.kind === "object" &&
    view.members.length === original.members.length
  ) {
    return view.members.flatMap(([name, value], i) => {
      const [wanted, there] = original.members[i] as [string, Json];
      if (name !== wanted) throw new Error(`key ${name} for ${wanted}`);
      return compare(value, there, key === null || VALUES.has(name) ? null : name);
    });
  }
  if (JSON.stringify(view) === JSON.stringify(original)) return [];
  const texts = view.kind === "scalar" && original.kind === "scalar" && original.type === "string";
  if (!texts || view.type !== "string" || key === null || !PROSE.has(key))
    throw new Error(`${JSON.stringify(view).slice(0, 80)} for ${JSON.stringify(original).slice(0, 80)}`);
  return shortened(view.literal, original.literal);
}

export const toolDescriptions: Reader = (view, original) => {
  // Where nothing is shortened, the description may be TOON.
  const isToon = !/^\s*[[{]/.test(view) || /^\[\d+\]/.test(view);
  if (isToon && toonCollections(view, original).length > 0) throw new Error("tools are missing");
  return { faults: [], held: isToon ? [] : compare(readJson(view), readJson(original), ""), collections: [] };
};
