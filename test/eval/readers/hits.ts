/** Search results and lists of paths: every hit shown is the original's next one, every count of a file is true. */
import { readMarker } from "../../engine/truth/grammar.ts";
import type { Reader } from "../verdict.ts";

/** A hit as `path:12:text`, or the number of hits that are missing with what is said of their files. */
type Entry = string | { readonly gone: number; readonly files: ReadonlyMap<string, number> };

const FLAT = /^([^:…]+):(\d+):(.*)$/;
const NUMBERED = /^\d+:/;

function filesOf(line: string): { gone: number; files: Map<string, number> } | null {
  const marker = readMarker(line);
  if (marker === null || marker.kind === "note") return null;
  const files = new Map<string, number>();
  for (const fact of marker.facts) {
    if (fact.kind === "counts") for (const [path, n] of fact.counts) files.set(path, n);
    if (fact.kind === "all" && marker.kind === "run") files.set(fact.value, marker.count);
    if (fact.kind === "all" && marker.kind === "whole") files.set(fact.value, marker.all);
  }
  return { gone: marker.kind === "run" ? marker.count : marker.elided, files };
}

/** The hits of a text; null where it holds more than hits (context, remarks), which this reader does not tell apart. */
function hitsOf(text: string): { entries: Entry[]; wholes: string[] } | null {
  const entries: Entry[] = [];
  const wholes: string[] = [];
  let heading: string | null = null;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const flat = FLAT.exec(line);
    if (line.startsWith("… ")) {
      if (/in all, /.test(line)) wholes.push(line);
      const run = /in all, |caveman: elided/.test(line) ? null : filesOf(line);
      if (run !== null) entries.push(run);
    } else if (line === "") heading = null;
    else if (NUMBERED.test(line)) entries.push(`${heading ?? ""}:${line}`);
    else if (flat !== null) entries.push(line);
    else if (heading === null || /^[^\s:]+$/.test(line)) heading = line;
    else return null;
  }
  return { entries, wholes };
}

const countFiles = (hits: readonly string[]): Map<string, number> => {
  const files = new Map<string, number>();
  for (const hit of hits) {
    const path = hit.slice(0, hit.search(/:\d+:/));
    files.set(path, (files.get(path) ?? 0) + 1);
  }
  return files;
};

function sameCounts(said: ReadonlyMap<string, number>, hits: readonly string[]): boolean {
  const real = countFiles(hits);
  return said.size === 0 || (said.size === real.size && [...said].every(([p, n]) => real.get(p) === n));
}

function hitFaults(view: string, original: string): string[] {
  const shown = hitsOf(view);
  const real = hitsOf(original);
  if (shown === null || real === null) return [];
  const want = real.entries as string[];
  const bad: string[] = [];
  let at = 0;
  let gone = 0;
  for (const entry of shown.entries) {
    if (typeof entry !== "string") {
      if (!sameCounts(entry.files, want.slice(at, at + entry.gone))) bad.push(`files of a run at hit ${at}`);
      at += entry.gone;
      gone += entry.gone;
    } else if (want[at++] !== entry) {
      bad.push(`hit ${at}: «${entry.slice(0, 80)}» for «${(want[at - 1] ?? "").slice(0, 80)}»`);
      return bad;
    }
  }
  if (at !== want.length) bad.push(`${at} hits for ${want.length}`);
  for (const line of shown.wholes) {
    const marker = readMarker(line);
    if (marker?.kind !== "whole") continue;
    if (marker.all !== want.length || marker.elided !== gone) bad.push(`«${line.slice(0, 80)}»`);
    const distinct = marker.facts.find((f) => f.kind === "distinct");
    if (distinct?.kind === "distinct" && distinct.distinct !== countFiles(want).size)
      bad.push(`files in «${line}»`);
    if (!sameCounts(filesOf(line)?.files ?? new Map(), want)) bad.push(`counts in «${line.slice(0, 80)}»`);
  }
  return bad;
}

/** A list of paths, written by folders in the view. */
function pathFaults(view: string, original: string): string[] {
  const want = original.replace(/\r?\n$/, "").split(/\r?\n/);
  const bad: string[] = [];
  let folder = "";
  let at = 0;
  let gone = 0;
  for (const line of view.replace(/\n$/, "").split("\n")) {
    const marker = line.startsWith("… ") ? readMarker(line) : null;
    if (marker?.kind === "run") {
      at += marker.count;
      gone += marker.count;
    } else if (marker?.kind === "whole") {
      if (marker.all !== want.length || marker.elided !== gone) bad.push(`«${line.slice(0, 80)}»`);
    } else if (marker === null && /[\\/]$/.test(line)) folder = line;
    else if (marker === null && want[at++] !== folder + line) {
      return [...bad, `path ${at}: «${folder}${line}» for «${want[at - 1] ?? ""}»`];
    }
  }
  return at === want.length ? bad : [...bad, `${at} paths for ${want.length}`];
}

const isPathList = (text: string): boolean =>
  /^[^\s:]+$/.test(text.slice(0, text.indexOf("\n")).trim()) && !/^\d+[:-]/m.test(text);

export const hits: Reader = (view, original) => ({
  faults: isPathList(original) ? pathFaults(view, original) : hitFaults(view, original),
  held: [],
  collections: [],
});
