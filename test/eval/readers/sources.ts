/**
 * Source code: each marker names the lines that it stands for, these are insides of functions or comments, and functions
 * are counted by another parser than the engine's. docs/reference/code.md defines both.
 */
import type { Fact } from "../../engine/truth/grammar.ts";
import type { Reader } from "../verdict.ts";
import { type Parsed, parsed } from "./functions.ts";
import { rawLines, type Teller, walk } from "./walk.ts";

const isLines = (fact: Fact): fact is Extract<Fact, { kind: "range" }> =>
  fact.kind === "range" && fact.name === "line" && fact.absent === 0;

/** A text inside a wrapper has no line numbers of its own; then a marker tells none. */
function spanFaults(facts: readonly Fact[], from: number, to: number): string | null {
  const [span, ...more] = facts;
  if (span === undefined) return null;
  if (more.length > 0 || !isLines(span)) return "says something else than its lines";
  return span.min === String(from + 1) && span.max === String(to) ? null : `lines ${from + 1}..${to} went`;
}

export const source: Reader = (view, original) => {
  const lines = rawLines(original);
  let gone = 0;
  let code: Parsed | null = null;
  const read = (): Parsed => {
    code ??= parsed(original);
    return code;
  };
  let ended = false;
  const teller: Teller = {
    run: (marker, { at }) => {
      const to = at + marker.count;
      const why = ended || marker.noun !== "lines" ? "no marker of lines" : spanFaults(marker.facts, at, to);
      if (why !== null) throw new Error(why);
      for (let line = at; line < to; line++)
        if (!read().inside(line))
          throw new Error(`line ${line + 1} is neither in a function nor in a comment`);
      gone += marker.count;
      return to;
    },
    whole: ({ noun, all, elided, facts }, { at }) => {
      if (ended || noun !== "lines" || at !== lines.length) throw new Error("not the last line");
      if (all !== lines.length || elided !== gone)
        throw new Error(`${lines.length} lines in all, ${gone} went`);
      ended = true;
      for (const fact of facts) {
        if (fact.kind !== "sum" || fact.name !== "functions") throw new Error(`${fact.name} is not defined`);
        const functions = read().functions();
        if (functions === null) throw new Error("functions of a language that this reader cannot count");
        if (fact.total !== String(functions)) throw new Error(`${functions} functions`);
      }
    },
  };
  return walk(view, original, teller);
};
