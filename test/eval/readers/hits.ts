/**
 * Search results, as docs/reference/search.md defines them: every hit shown is the original's next one below its own
 * path, every number of hits and files is found again, and what is hidden resembles what is shown.
 */
import { faults } from "../../engine/truth/check.ts";
import type { Marker } from "../../engine/truth/grammar.ts";
import { type Reader, verdictOf } from "../verdict.ts";
import { type Countable, markerOf, paired } from "./pairing.ts";
import { isPathList, paths } from "./paths.ts";
import { unlike } from "./resemblance.ts";

/** One line of a listing: a hit or context (with the path that it is in), a remark of the tool, or a marker. */
type Entry =
  | { readonly kind: "hit"; readonly path: string; readonly found: string; readonly isContext: boolean }
  | { readonly kind: "remark"; readonly text: string }
  | { readonly kind: "marker"; readonly marker: Marker };

const FLAT = /^((?:[A-Za-z]:(?=[\\/]))?[^:]+?):(\d+:.*)$/s;
const NUMBERED = /^\d+([:-])/;
/** So many lines of context a tool may print before the hit that names their file. */
const MAX_CONTEXT = 64;

/** What follows `path-` where a line is context of that file; null where it is not. */
function contextIn(line: string, path: string | undefined): string | null {
  if (path === undefined || !line.startsWith(`${path}-`)) return null;
  const rest = line.slice(path.length + 1);
  return /^\d+-/.test(rest) ? rest : null;
}

const bare = (line: string | undefined): string => (line ?? "").replace(/\r$/, "");

/** All that a listing holds, in order; blank lines and `--` only part what they stand between. */
function entriesOf(listing: string): Entry[] {
  const lines = listing.replace(/\n$/, "").split("\n");
  const out: Entry[] = [];
  let heading: string | null = null;
  let pathSeen = false;
  let before: string | undefined;
  const context = (line: string, at: number): Entry | null => {
    const after = lines.slice(at + 1, at + MAX_CONTEXT).find((next) => FLAT.test(next));
    for (const path of [before, FLAT.exec(after ?? "")?.[1]]) {
      const found = contextIn(line, path);
      if (found !== null) return { kind: "hit", path: path ?? "", found, isContext: true };
    }
    return null;
  };
  for (const [i, line] of lines.entries()) {
    const marker = markerOf(line);
    const sign = NUMBERED.exec(line)?.[1];
    const flat = FLAT.exec(line);
    if (marker !== null) out.push({ kind: "marker", marker });
    else if (bare(line) === "") heading = null;
    else if (bare(line) === "--") continue;
    else if (sign !== undefined && (heading !== null || !pathSeen))
      out.push({ kind: "hit", path: heading ?? "", found: line, isContext: sign === "-" });
    else if (flat !== null) {
      before = flat[1] ?? "";
      pathSeen = true;
      heading = null;
      out.push({ kind: "hit", path: before, found: flat[2] ?? "", isContext: false });
    } else {
      const found = context(line, i);
      const isHeading = NUMBERED.test(lines[i + 1] ?? "") && bare(lines[i - 1]) === "";
      if (found !== null) out.push(found);
      else if (isHeading) {
        heading = bare(line);
        pathSeen = true;
      } else out.push({ kind: "remark", text: bare(line) });
    }
  }
  return out;
}

const unitOf = ({ path, found }: { path: string; found: string }): Countable => ({
  text: `${path}\n${found}`,
  fields: new Map(path === "" ? [] : [["file", { type: "string", literal: path }]]),
});

/** Remarks of the view against those of the original, each behind the same number of hits. */
function remarkFaults(shown: readonly Entry[], real: readonly Entry[]): string[] {
  const placed = (entries: readonly Entry[]): string[] => {
    let hits = 0;
    return entries.flatMap((entry) => {
      if (entry.kind === "remark") return [`${entry.text} (behind ${hits} hits)`];
      if (entry.kind === "hit") hits++;
      else if (entry.marker.kind === "run") hits += entry.marker.count;
      return [];
    });
  };
  const [got, want] = [placed(shown), placed(real)];
  const at = Array.from({ length: Math.max(got.length, want.length) }, (_, i) => i).find(
    (i) => got[i] !== want[i],
  );
  return at === undefined ? [] : [`remark «${got[at] ?? ""}» for «${want[at] ?? ""}»`];
}

const grep: Reader = (view, original) => {
  const real = entriesOf(original);
  const shown = entriesOf(view);
  const isHit = (entry: Entry): entry is Entry & { kind: "hit" } => entry.kind === "hit";
  const pieces = shown.flatMap((entry): (string | Marker)[] => {
    if (entry.kind === "marker") return [entry.marker];
    return entry.kind === "hit" ? [unitOf(entry).text] : [];
  });
  const collection = paired(real.filter(isHit).map(unitOf), pieces);
  const texts = real.filter(isHit).map(({ found }) => found.replace(/^\d+[:-]/, ""));
  const lost = unlike(texts, collection.shown).map((i) => `no shown hit is like «${texts[i]?.slice(0, 80)}»`);
  const noun = real.some((entry) => isHit(entry) && entry.isContext) ? "lines" : "hits";
  const misnamed = collection.markers.filter((marker) => marker.kind !== "note" && marker.noun !== noun);
  return verdictOf(
    [collection],
    [
      ...faults(collection),
      ...remarkFaults(shown, real),
      ...lost,
      ...misnamed.map((marker) => `«${marker.text.slice(0, 80)}» speaks of ${noun}`),
    ],
  );
};

export const hits: Reader = (view, original) => (isPathList(original) ? paths : grep)(view, original);
