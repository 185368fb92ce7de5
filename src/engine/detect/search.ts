/** Recognises search results: `path:line:text` of grep and ripgrep, with context lines, or grouped under their path. */
import { isPathLine } from "../search/paths.ts";
import { type Sample, share } from "./sample.ts";

const HIT = /^((?:[A-Za-z]:)?[^:]{1,300}?):(\d{1,7}):/;
const CONTEXT = /^((?:[A-Za-z]:)?[^:]{1,300}?)-\d{1,7}-/;
/** A compiler's complaint has the same start as a hit, and one blank before its words. */
const COMPLAINT =
  /^[^:]{1,300}:\d+(?::\d+)?: (?:(?:fatal error|error|warning|note|info|remark)(?:\[[\w-]+\])?:? |undefined: |\d+ (?:error|warning)|[A-Z]{1,4}\d{3,4}\b|cannot |syntax error)/;
const NUMBERED = /^(\d{1,7})[:-](?!\d\d:\d\d)/;
/** Fewer lines that look like paths may be anything. */
const MIN_PATHS = 4;
const EXTENSION = /\.[A-Za-z_][\w+-]{0,11}$/;
const BARE_NAMES =
  /(?:^|[\\/])(?:Makefile|Dockerfile|LICENSE|README|CHANGELOG|Gemfile|Rakefile|Procfile|\.[\w.-]+)$/;

/** Whether the text before `:12:` can be a path: `logs/2026-05-03/app.log` and `CVE-2021-44228.md` can, a time cannot. */
export function isPath(text: string): boolean {
  if (text.trim() !== text || /\s{2}|[<>|"]/.test(text)) return false;
  // A date with a time, or a bracket, starts a log line.
  if (/^[[(]|^\d{4}[-/]\d\d[-/]\d\d[T ]/.test(text)) return false;
  if (EXTENSION.test(text)) return !/\s/.test(text) || /[\\/]/.test(text);
  if (/\s/.test(text)) return false;
  return BARE_NAMES.test(text) || (/[\\/]/.test(text) && !text.includes("://"));
}

function pathOf(line: string, pattern: RegExp): string | null {
  const path = pattern.exec(line)?.[1];
  return path !== undefined && isPath(path) ? path : null;
}

function recogniseHits({ filled }: Sample): number {
  const paths = new Set<string>();
  let hits = 0;
  let complaints = 0;
  for (const line of filled) {
    const path = pathOf(line, HIT);
    if (path === null) continue;
    hits++;
    paths.add(path);
    if (COMPLAINT.test(line)) complaints++;
  }
  if (hits === 0 || complaints * 3 > hits) return 0;
  const others = share(
    filled,
    (l) =>
      pathOf(l, HIT) !== null ||
      l === "--" ||
      /^Binary file .* matches/.test(l) ||
      paths.has(pathOf(l, CONTEXT) ?? ""),
  );
  return others > 0.85 ? 0.93 : 0;
}

/** ripgrep's groups: a path alone on its line, then numbered lines, then a blank line. */
function recogniseGroups({ filled }: Sample): number {
  if (!isPath(filled[0] ?? "") || filled.length < 2) return 0;
  let paths = 0;
  let numbered = 0;
  for (let i = 0; i < filled.length; i++) {
    const line = filled[i] as string;
    if (NUMBERED.test(line)) numbered++;
    else if (isPath(line)) paths++;
    else if (line !== "--") return 0;
  }
  return numbered >= paths / 2 && numbered > 0 && filled.length >= 4 ? 0.9 : 0;
}

/** `grep -n` on one file: nothing but numbered lines, the numbers rising. */
function recogniseNumbered({ filled }: Sample): number {
  if (filled.length < 4) return 0;
  let last = 0;
  for (const line of filled) {
    if (line === "--") continue;
    const n = Number(NUMBERED.exec(line)?.[1] ?? 0);
    if (n <= last) return 0;
    last = n;
  }
  return 0.8;
}

/** Nothing but paths, each on a line: what find and `rg --files` write. */
function recognisePaths({ filled }: Sample): number {
  // `NAME=/usr/bin` is an assignment.
  if (share(filled, (l) => /^\w+=/.test(l)) > 0.1) return 0;
  const folders = share(filled, (l) => isPathLine(l) && /[\\/]./.test(l));
  return filled.length >= MIN_PATHS && folders > 0.8 && filled.every((l) => isPathLine(l)) ? 0.9 : 0;
}

export function recogniseSearch(sample: Sample): number {
  const recognisers = [recogniseHits, recogniseGroups, recogniseNumbered, recognisePaths];
  return Math.max(...recognisers.map((recognise) => recognise(sample)));
}
