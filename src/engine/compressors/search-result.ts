/** Search results: hits under their file, resembling ones elided, files and numbers of hits exact. */
import {
  type Checkpoint,
  type Compressor,
  type Cut,
  type Span,
  Thrift,
  type View,
  type ViewRequest,
} from "../contract.ts";
import { type Elision, elide, segments } from "../elide/elide.ts";
import { runMarker, WHOLE_MARKER_BYTES, wholeMarker } from "../markers.ts";
import { parseResults, type Results } from "../search/parse.ts";
import { parsePaths } from "../search/paths.ts";
import { viewOfPaths } from "../search/render-paths.ts";
import { distinctFiles, fileFacts, unitsOf } from "../search/units.ts";
import { noteOf } from "../whole.ts";

/** Room of a whole marker's frame, in bytes. */
const FRAME_BYTES = 80;
/** A run within few files names them; a longer list belongs in the whole marker. */
const RUN_FACT_BYTES = 120;
/** Bytes of a whole marker's list of files under a tight budget. */
const THRIFTY_BYTES = 80;

/** Below its path a hit is shorter than it was: a run of fewer characters than its marker would have is shown. */
const MIN_RUN_CHARS = 64;

/** Shows runs that are not worth their marker; null where nothing else was dropped. */
function settle(results: Results, elision: Elision | null): Elision | null {
  if (elision === null) return null;
  const { lines, line, numbered } = results;
  const shown = elision.shown.slice();
  let dropped = 0;
  for (const run of segments(shown)) {
    if (run.shown) continue;
    let chars = 0;
    for (let unit = run.from; unit < run.to; unit++) {
      chars += (lines.ends[line[unit] ?? 0] ?? 0) - (numbered[unit] ?? 0);
    }
    if (chars < MIN_RUN_CHARS) shown.fill(1, run.from, run.to);
    else dropped += run.to - run.from;
  }
  return dropped === 0 ? null : { ...elision, shown, dropped };
}

/** Writes hits below their path, each as `12:text`, and a marker where hits are missing. */
function render(results: Results, elision: Elision | null, request: ViewRequest): string {
  const { text, lines, files, file, line, numbered } = results;
  const count = line.length;
  const thrift = request.thrift ?? Thrift.none;
  const out: string[] = [];
  let heading = -2;
  const mark = (marker: string): void => {
    out.push(marker);
  };
  const shown = elision?.shown ?? new Uint8Array(count).fill(1);
  for (const segment of segments(shown)) {
    if (!segment.shown) {
      const { from, to } = segment;
      const inside = results.file.subarray(from, to).every((id) => id === heading);
      mark(
        runMarker(
          elision?.table.noun ?? "hits",
          to - from,
          inside || thrift >= Thrift.facts ? "" : fileFacts(results, from, to, RUN_FACT_BYTES),
        ),
      );
      continue;
    }
    for (let unit = segment.from; unit < segment.to; unit++) {
      const id = file[unit] ?? -1;
      if (id !== heading) {
        if (heading !== -2) out.push("");
        const path = files[id];
        if (path !== undefined && path !== "") out.push(path);
        heading = id;
      }
      // A carriage return before the line's end belongs to what was found.
      const next = lines.starts[(line[unit] ?? 0) + 1] ?? text.length + (text.endsWith("\n") ? 0 : 1);
      out.push(text.slice(numbered[unit], next - 1));
    }
  }
  if (elision !== null) {
    const { noun } = elision.table;
    const words = noteOf(request, noun, elision.droppedChars);
    if (words !== null) mark(words);
    const room = thrift < Thrift.facts ? WHOLE_MARKER_BYTES - FRAME_BYTES : THRIFTY_BYTES;
    const facts = fileFacts(results, 0, count, room) || distinctFiles(results);
    const hits = file.reduce((n, id) => (id < 0 ? n : n + 1), 0);
    mark(wholeMarker(noun, hits, elision.dropped, facts));
  }
  return `${out.join("\n")}\n`;
}

function view(request: ViewRequest): View | null {
  const list = parsePaths(request.input, request.checkpoint);
  if (list !== null) return viewOfPaths(list, request);
  const results = parseResults(request.input, request.checkpoint);
  if (results === null) return null;
  const elision = settle(results, elide(unitsOf(results), { ...request, alone: true }));
  const output = render(results, elision, request);
  if (elision !== null) return { output, method: "search-elided", losslessToModel: false };
  return output === request.input ? null : { output, method: "search-grouped", losslessToModel: true };
}

function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const list = parsePaths(input, checkpoint);
  if (list !== null) {
    return {
      header: null,
      records: Array.from(list.starts, (from, i): Span => [from, list.ends[i] ?? from]),
    };
  }
  const results = parseResults(input, checkpoint);
  if (results === null) return null;
  // Under a heading a numbered line does not name its file: the group is the record then.
  if (results.numbered.every((at, unit) => at === results.lines.starts[results.line[unit] ?? 0])) {
    return results.files.length > 1 ? groupsOf(results) : null;
  }
  const { starts, ends } = results.lines;
  return { header: null, records: Array.from(results.line, (i) => [starts[i] ?? 0, ends[i] ?? 0] as const) };
}

/** Blocks between blank lines. */
function groupsOf({ text }: Results): Cut {
  const records: [number, number][] = [];
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf("\n\n", at);
    const end = found < 0 ? text.trimEnd().length : found;
    if (end > at) records.push([at, end]);
    at = found < 0 ? text.length : found + 2;
  }
  return { header: null, records };
}

export const searchResult: Compressor = { type: "search-result", view, cut };
