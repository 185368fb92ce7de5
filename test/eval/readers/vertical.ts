/** Records with a line per field, as docs/reference/tables.md defines them. */
import type { Value } from "../../engine/truth/facts.ts";
import type { Verdict } from "../verdict.ts";
import { put, UNTOLD } from "./families.ts";
import { linesOf, verdictOfUnits } from "./units.ts";

type Fields = Map<string, Value>;

const HEADINGS: Readonly<Record<string, RegExp>> = {
  "|": /^-\[ RECORD \d+ \][-+]*$/,
  ":": /^\*{10,} \d+\. row \*{10,}$/,
};

/** What parts name and value; undefined where the lines are no records. */
function signOf(lines: readonly string[]): "|" | ":" | "=" | " :" | undefined {
  const filled = lines.filter((line) => line.trim() !== "");
  const [first = ""] = filled;
  if (HEADINGS["|"]?.test(first)) return "|";
  if (HEADINGS[":"]?.test(first)) return ":";
  if (filled.every((line) => /^ *\S+ =( |$)/.test(line))) return "=";
  return /^\S/.test(first) && filled.every((line) => /^\S[^:]*(\s:( |$)|:$)|^\s+\S/.test(line))
    ? " :"
    : undefined;
}

/** Name and value of a line, and where its sign stands. */
function fieldOf(line: string, sign: string): { name: string; value: string; at: number } | null {
  const at = line.search({ "|": /\|( |$)/, ":": /:( |$)/, "=": /=( |$)/, " :": /\s:( |$)|:$/ }[sign] ?? /$/);
  if (at < 0) return null;
  const name = line.slice(0, at).trim();
  if ((sign === ":" || sign === "=") && (name === "" || /\s/.test(name))) return null;
  return { name, value: line.slice(at + sign.length).trim(), at };
}

function fieldsOf(lines: readonly string[], sign: string): Fields {
  const fields: Fields = new Map();
  let place = -1;
  let last = "";
  for (const line of lines) {
    if (
      line.trim() === "" ||
      HEADINGS[sign]?.test(line) ||
      (sign in HEADINGS && /^\d+ rows? in set/.test(line))
    )
      continue;
    const field = /^\s/.test(line) && sign === " :" ? null : fieldOf(line, sign);
    if (field === null || field.name === "" || (sign !== " :" && place >= 0 && field.at !== place)) {
      fields.set(last, UNTOLD);
      continue;
    }
    [last, place] = [field.name, field.at];
    if (field.value !== "") put(fields, field.name, { type: "string", literal: field.value });
  }
  return fields;
}

/** The verdict on a view of records; null where the original holds none. */
export function records(view: string, original: string): Verdict | null {
  const lines = linesOf(original);
  const bare = lines.map((line) => line.replace(/\r?\n$/, ""));
  const sign = signOf(bare);
  if (sign === undefined) return null;
  const heading = HEADINGS[sign];
  const starts = bare.flatMap((line, i) =>
    (heading === undefined ? line.trim() !== "" && (bare[i - 1] ?? "").trim() === "" : heading.test(line))
      ? [i]
      : [],
  );
  if (starts.length < 3) return null;
  const cut = starts.map((from, i) => [i === 0 ? 0 : from, starts[i + 1] ?? lines.length] as const);
  return verdictOfUnits(view, {
    noun: "records",
    texts: cut.map(([from, to]) => lines.slice(from, to).join("")),
    units: cut.map(([from, to]) => fieldsOf(bare.slice(from, to), sign)),
  });
}
