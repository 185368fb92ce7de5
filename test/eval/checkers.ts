/**
 * Holds a view against its original by other means than the engine's: one reader per content type derives every marker
 * again, and a marker that no reader derived is a fault like a false one.
 */
import { noteCount } from "../engine/truth/check.ts";
import { readMarker } from "../engine/truth/grammar.ts";
import { arithmeticFaults } from "./arithmetic.ts";
import { accessibility } from "./readers/accessibility.ts";
import { configuration } from "./readers/configs.ts";
import { diff } from "./readers/diffs.ts";
import { hits } from "./readers/hits.ts";
import { log } from "./readers/logs.ts";
import { pageReader } from "./readers/pages.ts";
import { problems } from "./readers/problems.ts";
import { documentReader, linesOfJson } from "./readers/records.ts";
import { repetition } from "./readers/repetitions.ts";
import { toolDescriptions } from "./readers/schemas.ts";
import { source } from "./readers/sources.ts";
import { table } from "./readers/tables.ts";
import { terminalReader } from "./readers/terminals.ts";
import { text } from "./readers/texts.ts";
import { throughWrappers } from "./readers/wrappers.ts";
import { markersIn, type Reader, unheld, type Verdict } from "./verdict.ts";

export interface Checked extends Pick<Verdict, "collections"> {
  readonly faults: string[];
  /** Markers, notes included. */
  readonly statements: number;
}

/**
 * A view of unknown type: that of the reader who finds nothing wrong with it and leaves nothing open. A screen inside a
 * screen is none: its reader would ask here again, without end.
 */
const any: Reader = (view, original) => {
  const verdicts = Object.entries(READERS).flatMap(([type, reader]) =>
    type === "terminal" ? [] : [throughWrappers(reader)(view, original)],
  );
  const wrong = (v: Verdict): number => v.faults.length + unheld(view, v.held).length;
  return verdicts.reduce((best, v) => (wrong(v) < wrong(best) ? v : best));
};

const READERS: Readonly<Record<string, Reader>> = {
  json: documentReader((view, original) => any(view, original)),
  ndjson: linesOfJson,
  tabular: table,
  // A view of a log without markers is that of a list of problems.
  log: (view, original) => (markersIn(view).length === 0 ? problems : log)(view, original),
  text,
  diff,
  "search-result": hits,
  config: configuration,
  html: pageReader((view, original) => any(view, original)),
  terminal: terminalReader((view, original) => any(view, original)),
  code: source,
  a11y: accessibility,
  repetition,
  toolschema: toolDescriptions,
};

/** Bytes that must be missing before a note may say so. */
const NOTE_MIN_BYTES = 4096;

/** What may stand around a marker: quotes, a key, a comma, a line end. */
const AROUND_BYTES = 12;

/** What is wrong with the notes of a view; each note that is in its place counts as derived. */
function noteFaults(view: string, original: string): { faults: string[]; held: string[] } {
  const notes = markersIn(view).filter((text) => text.startsWith("… caveman: "));
  if (notes.length !== noteCount(view) || notes.length > 1)
    return { faults: ["more than one note"], held: [] };
  const [note] = notes;
  if (note === undefined) return { faults: [], held: [] };
  const own = markersIn(view).reduce((sum, text) => sum + Buffer.byteLength(text) + AROUND_BYTES, 0);
  const missing = Buffer.byteLength(original) - Buffer.byteLength(view) + own;
  const noun = / elided ([a-z]+) resemble /.exec(note)?.[1];
  const named = markersIn(view).some(
    (text) => text.includes(` ${noun} elided`) || text.includes(` ${noun} in all`),
  );
  const faults = [
    ...(missing < NOTE_MIN_BYTES ? [`a note, where ${missing} bytes are missing`] : []),
    ...(named ? [] : [`a note on ${noun}, of which none is missing`]),
  ];
  return { faults, held: [note] };
}

/** What the grammar says of each marker by itself. */
function grammarFaults(view: string): string[] {
  return markersIn(view).flatMap((text) => {
    // In CSV, quotes are doubled: the reader of the table has them undone.
    if (text.includes('""')) return [];
    const unread = `the grammar does not read «${text.slice(0, 120)}»`;
    try {
      const marker = readMarker(text.replace(/\\+"/g, '"'));
      return marker === null ? [unread] : arithmeticFaults(marker);
    } catch (error) {
      return [`${unread}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

export function check(type: string, view: string, original: string): Checked {
  const reader = READERS[type] ?? any;
  const verdict = throughWrappers(reader)(view, original);
  const notes = noteFaults(view, original);
  const open = unheld(view, [...verdict.held, ...notes.held]);
  return {
    faults: [
      ...grammarFaults(view),
      ...notes.faults,
      ...verdict.faults,
      ...open.map((text) => `nobody derives «${text.slice(0, 120)}» again`),
    ],
    collections: verdict.collections,
    statements: markersIn(view).length,
  };
}
