/**
 * Diffs: what is shown is the original's next line, so a change is missing only below a marker of hunks; `lines` stand
 * for unchanged context alone, `hunks` for all hunks of one file, and what is said of either is counted anew.
 */
import { type Unit, untruth, type Value } from "../../engine/truth/facts.ts";
import type { Fact } from "../../engine/truth/grammar.ts";
import type { Reader } from "../verdict.ts";
import { type Hunk, patchOf } from "./patches.ts";
import { rawLines, type Teller, walk } from "./walk.ts";

const number = (n: number): Value => ({ type: "number", literal: String(n) });

const unitOf = (file: string, { added, removed }: Hunk): Unit =>
  new Map([
    ["file", { type: "string", literal: file }],
    ["added", number(added)],
    ["removed", number(removed)],
  ]);

function hold(facts: readonly Fact[], units: readonly Unit[]): void {
  for (const fact of facts) {
    const why = untruth(fact, units);
    if (why !== null) throw new Error(why);
  }
}

/** What must be told where changed lines are missing. */
function sums(facts: readonly Fact[]): void {
  for (const name of ["added", "removed"])
    if (!facts.some((fact) => fact.kind === "sum" && fact.name === name))
      throw new Error(`no sum of ${name}`);
}

function patchTeller(lines: readonly string[]): Teller {
  const { files, context } = patchOf(lines);
  const all = files.flatMap(({ path, hunks }) => hunks.map((hunk) => unitOf(path, hunk)));
  let [gone, ended] = [0, false];
  return {
    run: ({ noun, count, facts }, { at }) => {
      if (ended) throw new Error("behind the marker of the whole");
      if (noun === "lines") {
        for (let line = at; line < at + count; line++)
          if (context[line] !== true) throw new Error(`line ${line + 1} is no context`);
        if (facts.length > 0) throw new Error("context lines have no facts");
        return at + count;
      }
      const file = files.find(({ hunks }) => hunks[0]?.from === at);
      if (noun !== "hunks" || file?.hunks.length !== count) throw new Error("not the hunks of a file");
      sums(facts);
      hold(
        facts,
        file.hunks.map((hunk) => unitOf(file.path, hunk)),
      );
      gone += count;
      return file.hunks.at(-1)?.to ?? at;
    },
    whole: ({ noun, all: count, elided, facts }, { at }) => {
      if (ended || noun !== "hunks" || at !== lines.length) throw new Error("not the last line");
      if (count !== all.length || elided !== gone) throw new Error(`${all.length} hunks, ${gone} went`);
      hold(facts, all);
      ended = true;
    },
  };
}

/** ` path | 13 ++--`, ` path | Bin 0 -> 12 bytes`: what `--stat` says of one file. */
const STAT = /^ \S.* +\| +(\d+|Bin)(?: [-+]+| .* bytes)?\r?$/;

function statTeller(lines: readonly string[]): Teller {
  const found = lines.map((line) => STAT.exec(line)?.[1]);
  const units = found.flatMap((changed): Unit[] => {
    if (changed === undefined) return [];
    return [new Map(changed === "Bin" ? [] : [["changed", number(Number(changed))]])];
  });
  let [gone, ended] = [0, false];
  return {
    run: ({ noun, count, facts }, { at }) => {
      const isFile = found.slice(at, at + count).every((changed) => changed !== undefined);
      if (ended || noun !== "files" || facts.length > 0 || !isFile) throw new Error("not lines of files");
      gone += count;
      return at + count;
    },
    whole: ({ noun, all, elided, facts }, { at }) => {
      if (ended || noun !== "files" || at !== lines.length) throw new Error("not the last line");
      if (all !== units.length || elided !== gone) throw new Error(`${units.length} files, ${gone} went`);
      hold(facts, units);
      ended = true;
    },
  };
}

export const diff: Reader = (view, original) => {
  const lines = rawLines(original);
  const patch = lines.some((line) => line.startsWith("@@ -"));
  return walk(view, original, patch ? patchTeller(lines) : statTeller(lines));
};
