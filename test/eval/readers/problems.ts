/**
 * Lists of problems (compilers, linters) in which nothing is left out: both texts are read into path, place, message and
 * the lines below; the same must stand in both, in whatever order.
 */
import { markersIn, type Reader } from "../verdict.ts";

const PLACES = String.raw`(?: ?(?:\(\d+(?:,\d+)*\)|:\d+(?::\d+)?))+`;
const BARE = new RegExp(`^(${PLACES})(: | - )(.*)$`);
const FULL = new RegExp(`^((?:[A-Z]:)?[^\\s:(]+)(${PLACES})(: | - )(.*)$`);
const BELOW = /^ +((?:\d+:\d+ )+) *(error|warning) +(.*)$/;

/** Problems as `path place separator message` with the lines below them, and the lines that belong to none, sorted. */
export function readProblems(text: string): string[] {
  const out: string[] = [];
  let heading = "";
  /** The problems that the lines below explain. */
  let open: string[] = [];
  let details: string[] = [];
  const close = (): void => {
    while (details.at(-1) === "") details.pop();
    out.push(...open.map((problem) => [problem, ...details].join("\n")));
    open = [];
    details = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const bare = BARE.exec(line);
    const full = FULL.exec(line);
    const below = BELOW.exec(line);
    const found = bare ?? full ?? below;
    if (found === null) {
      if (open.length > 0 && (line === "" || /^\s|^\d+ {2,}|^\d+ *\|/.test(line))) details.push(line);
      else {
        close();
        if (line !== "") heading = line;
      }
      continue;
    }
    if (/^(?:note)\b/.test(full?.[4] ?? bare?.[3] ?? "")) {
      details.push(line);
      continue;
    }
    close();
    if (full !== null) heading = full[1] ?? "";
    const places = (bare?.[1] ?? full?.[2] ?? below?.[1] ?? "").trim().split(" ");
    const rest = (found: RegExpExecArray): string =>
      found.slice(-2).join(" ").replace(/ {2,}/g, " ").trimEnd();
    open = places.map((place) => `${heading} ${place} ${rest(found)}`);
  }
  close();
  return out.sort();
}

/** Lines that stand by themselves: neither a problem, nor below one, nor the name of a file. */
const others = (text: string, problems: readonly string[]): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line !== "" && !problems.some((p) => p.startsWith(`${line} `)))
    .filter((line) => !/^\s|^\d+ {2,}|^\d+ *\|/.test(line) && !BARE.test(line) && !FULL.test(line))
    .join("\n");

export const problems: Reader = (view, original) => {
  const want = readProblems(original);
  const got = readProblems(view);
  const lost = want.filter((problem, i) => got[i] !== problem);
  const faults = lost.slice(0, 3).map((problem) => `not as in the original: «${problem.slice(0, 120)}»`);
  if (got.length !== want.length) faults.push(`${got.length} problems for ${want.length}`);
  if (others(view, got) !== others(original, want)) faults.push("lines beside the problems differ");
  return { faults: markersIn(view).length > 0 ? ["a list with markers"] : faults, held: [], collections: [] };
};
