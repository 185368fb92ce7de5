/** For each content type, what is wrong with a view when it is held against its original by other means than the engine's. */
import Papa from "papaparse";
import { detectType } from "../../src/engine/detect/detect.ts";
import { faults, noteCount } from "../engine/truth/check.ts";
import {
  type Collection,
  jsonCollections,
  ndjsonCollection,
  readJson,
  readValues,
  streamCollection,
  tableCollection,
  toonCollections,
} from "../engine/truth/collections.ts";
import { readMarker } from "../engine/truth/grammar.ts";
import { arithmeticFaults } from "./arithmetic.ts";
import { configFaults } from "./configs.ts";
import { diffFaults, statFaults } from "./diffs.ts";
import { hitFaults, pathFaults } from "./hits.ts";
import { logFaults } from "./logs.ts";
import { pageFaults, plainScreen } from "./pages.ts";
import { sequenceFaults } from "./sequence.ts";

export interface Checked {
  readonly faults: string[];
  /** Collections whose units were paired one by one; questions can be asked of them. */
  readonly collections: readonly Collection[];
  readonly statements: number;
}

function recordCollections(type: string, view: string, original: string): Collection[] | null {
  if (type === "json") {
    if (/^\s*[[{]/.test(view) && !/^\[\d+\]/.test(view)) {
      if (readValues(original).length > 1) return [streamCollection(view, original)];
      return jsonCollections(readJson(view), readJson(original), [], innerView);
    }
    // Trees in TOON are read by no plain reader here; their markers are still held to the grammar.
    return TREE.test(view) ? null : toonCollections(view, original);
  }
  if (type === "ndjson") return [ndjsonCollection(view, original)];
  if (type !== "tabular") return null;
  const first = original.slice(0, original.indexOf("\n"));
  if (first.startsWith("|")) return [tableCollection(view, original, "|")];
  const delimiter = ["\t", ",", ";"].find((d) => first.includes(d));
  if (delimiter === undefined) return null;
  return Papa.parse(original, { delimiter }).errors.length > 0
    ? null
    : [tableCollection(view, original, delimiter)];
}

/** Characters of a blob's head and tail that a view may keep. */
const BLOB = /^([!-~]{1,200})… (\d+) chars elided \(caveman\) …([!-~]{0,200})$/;

/** Whether a string inside a document is shown by a true view of its own type. */
function innerView(view: string, original: string): boolean {
  const blob = BLOB.exec(view);
  if (blob !== null) {
    const [, head = "", gone, tail = ""] = blob;
    const whole = head.length + Number(gone) + tail.length === original.length;
    return whole && original.startsWith(head) && original.endsWith(tail);
  }
  return check(detectType(original), view, original).faults.length === 0;
}

/** Every marker of a text that the grammar reads, and the marker-like texts that it does not. */
function markersOf(view: string): { read: number; unread: string[]; wrong: string[] } {
  let read = 0;
  const unread: string[] = [];
  const wrong: string[] = [];
  for (const [text] of view.matchAll(
    /… (?:\d+ [a-z]+ (?:in all, \d+ )?elided \(caveman\)|caveman: elided).*? …/g,
  )) {
    if (text.includes('""')) {
      read++;
      continue;
    }
    const marker = readMarker(text.replace(/\\"/g, '"'));
    if (marker === null) unread.push(text.slice(0, 120));
    else {
      read++;
      wrong.push(...arithmeticFaults(marker));
    }
  }
  return { read, unread, wrong };
}

/** TOON with list items or objects below objects, as against flat tables. */
const TREE = /^ *- |^(?: *)[^\s[\]{}]+:$/m;

/** Types whose views have a reader of their own, beside that of their lines. */
function typeFaults(type: string, view: string, original: string): string[] {
  if (type === "config") return configFaults(view, original);
  if (type === "log") return logFaults(view, original);
  if (type === "html") return pageFaults(view, original);
  if (type === "diff") {
    return /^@@ -/m.test(original) ? diffFaults(view, original) : statFaults(view, original);
  }
  if (type === "search-result") {
    return /^[^\s:]+$/.test(original.slice(0, original.indexOf("\n")).trim()) && !/^\d+[:-]/m.test(original)
      ? pathFaults(view, original)
      : hitFaults(view, original);
  }
  if (type !== "terminal") return [];
  const screen = plainScreen(original);
  if (screen === null) return [];
  const inner = view.replace(/\n?… \d+ redraws in all, \d+ elided \(caveman\) …\n$/, "\n");
  if (!inner.includes("elided (caveman)")) {
    const lines = inner.split("\n");
    return lines.every((line) => screen.includes(line)) ? [] : ["the screen shows something else"];
  }
  return check(detectType(screen), inner, screen).faults;
}

/** Types whose views consist of the original's own lines. */
const LINE_TYPES = new Set(["log", "config", "code", "diff", "a11y", "repetition", "text"]);

export function check(type: string, view: string, original: string): Checked {
  const { read, unread, wrong: bad } = markersOf(view);
  for (const text of unread) bad.push(`the grammar does not read «${text}»`);
  if (noteCount(view) > 1) bad.push("more than one note");
  let collections: Collection[] = [];
  try {
    const found = recordCollections(type, view, original);
    if (found !== null) {
      collections = found;
      bad.push(...found.flatMap(faults));
    } else if (LINE_TYPES.has(type) && view.includes("elided (caveman)")) {
      bad.push(...sequenceFaults(view, original));
    }
    bad.push(...typeFaults(type, view, original));
  } catch (error) {
    bad.push(error instanceof Error ? error.message : String(error));
  }
  return { faults: bad, collections, statements: read };
}
