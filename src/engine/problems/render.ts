/**
 * The problems of a compiler or linter, all of them: each path once above its problems, like messages of one file once
 * behind all their places. Nothing is left out; whoever has to mend them needs every place.
 */
import type { Checkpoint, View } from "../contract.ts";
import { type Part, type Problem, readProblems } from "./parse.ts";

/** Fewer problems are no list. */
const MIN_PROBLEMS = 8;
/** Problems make up this share of a list. */
const MIN_SHARE = 0.6;
/** Worth another form from this share of the characters on. */
const MIN_SAVED_SHARE = 0.1;

/** No list becomes so many times shorter; longer texts are not read. */
const MOST_SHORTENED = 8;

/** The same message of one file, in order of its first place. */
function grouped(problems: readonly Problem[]): Problem[][] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    const key = `${problem.separator}${problem.message}\n${problem.detail}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [problem]);
    else group.push(problem);
  }
  return [...groups.values()];
}

const lineEnd = (source: string): string => /\r?\n$/.exec(source)?.[0] ?? "";

function groupText(group: readonly Problem[], headed: boolean): string {
  const [first, ...others] = group;
  if (first === undefined) return "";
  // Below a heading a place keeps its indentation; those that join it do not need theirs.
  const places = [first.place, ...others.map(({ place }) => (headed ? place.trimStart() : place))].join(" ");
  return `${places}${first.separator}${first.message}${lineEnd(first.source)}${first.detail}`;
}

function partText(part: Part): string {
  if (part.kind === "line") return part.source;
  const groups = grouped(part.problems);
  const heading = part.headed ? "" : part.path + lineEnd(part.problems[0]?.source ?? "");
  const short = heading + groups.map((group) => groupText(group, part.headed)).join("");
  const full = part.problems.map(({ source, detail }) => source + detail).join("");
  return short.length < full.length ? short : full;
}

/**
 * The list with every problem; null where the text is no such list, or another form would not save enough.
 * @param most characters that the view may have
 */
export function renderProblems(text: string, most: number, checkpoint: Checkpoint): View | null {
  if (text.length > most * MOST_SHORTENED) return null;
  const { parts, problems, chars } = readProblems(text, checkpoint);
  if (problems < MIN_PROBLEMS || chars < MIN_SHARE * text.length) return null;
  const output = parts.map(partText).join("");
  if (output.length > most || output.length > (1 - MIN_SAVED_SHARE) * text.length) return null;
  return { output, method: "problems-by-file", losslessToModel: true };
}
