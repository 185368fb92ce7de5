/**
 * What a log's marker states, found again line by line, where every line is an entry: keys of `key=value` pairs, and
 * the level as the first word of a line that is one. Logs with entries of several lines are held by their own tests.
 */
import type { Unit, Value } from "../../engine/truth/facts.ts";
import { untruth } from "../../engine/truth/facts.ts";
import { readMarker } from "../../engine/truth/grammar.ts";
import { type Reader, together } from "../verdict.ts";
import { sequence } from "./sequence.ts";

const PAIR = /(?:^|\s)([A-Za-z_][\w.-]*)=("(?:[^"\\]|\\.)*"|[^\s"]\S*)/g;
const LEVEL =
  /\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|trace|debug|info|notice|warn|warning|error|fatal|critical)\b/;

/** npm numbers its lines and has levels of its own. */
const NPM = /^\d+ (silly|verbose|http|timing|notice|info|warn|error)\b/;

function unitOf(line: string): Unit {
  const unit = new Map<string, Value>();
  for (const [, key = "", raw = ""] of line.matchAll(PAIR)) {
    const quoted = raw.startsWith('"');
    const type = unit.has(key) || raw.includes("\\") ? "nested" : "string";
    unit.set(key, { type, literal: quoted ? raw.slice(1, -1) : raw });
  }
  const level = NPM.exec(line)?.[1] ?? LEVEL.exec(line)?.[0];
  if (level !== undefined && !unit.has("level")) unit.set("level", { type: "string", literal: level });
  return unit;
}

function logFaults(view: string, original: string): string[] {
  const lines = original.replace(/\n$/, "").split(/\r?\n/);
  if (lines.some((line) => line === "" || /^\s/.test(line))) return [];
  const units = lines.map(unitOf);
  const bad: string[] = [];
  for (const line of view.split("\n")) {
    const marker = line.startsWith("… ") ? readMarker(line) : null;
    if (marker?.kind !== "whole" || marker.all !== lines.length) continue;
    for (const fact of marker.facts) {
      if (!units.every((unit) => unit.has(fact.name)) && fact.kind !== "counts") continue;
      if (!units.some((unit) => unit.has(fact.name))) continue;
      const why = untruth(fact, units);
      if (why !== null) bad.push(`${why} in «${line.slice(0, 120)}»`);
    }
  }
  return bad;
}

export const log: Reader = (view, original) =>
  together(sequence(view, original), { faults: logFaults(view, original), held: [], collections: [] });
