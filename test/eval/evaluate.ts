/** Compresses one payload and holds the view against it: reduction, statements, answers, and what a changed unit does. */
import type { ContentType, Engine } from "../../src/engine/contract.ts";
import { ask, type Score } from "./answers.ts";
import { check } from "./checkers.ts";

export interface Evaluation {
  readonly type: ContentType;
  readonly method: string;
  readonly before: number;
  readonly after: number;
  readonly statements: number;
  readonly faults: readonly string[];
  readonly answers: Score;
}

export function evaluate(engine: Engine, input: string, type?: string): Evaluation {
  const t = engine.compress(input, { hint: "tool", ...(type === undefined ? {} : { type }) });
  const answers: Score = { asked: 0, right: 0, wrong: 0 };
  const base = {
    type: t.contentType,
    method: t.method,
    before: t.tokensBefore,
    after: t.tokensAfter,
    answers,
  };
  if (t.passThrough) {
    return { ...base, statements: 0, faults: t.output === input ? [] : ["passed through, yet changed"] };
  }
  const { faults, collections, statements } = check(t.contentType, t.output, input);
  for (const collection of collections) ask(collection, answers);
  const again = engine.compress(t.output, type === undefined ? {} : { type });
  const moved = again.output === t.output ? [] : ["its own view is compressed again"];
  return { ...base, statements, faults: [...faults, ...moved] };
}
