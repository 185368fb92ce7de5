/** An engine for tests: counts with a tokenizer that is not ours, stores nothing. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { CompressOptions, Engine, Transform } from "../../../src/engine/contract.ts";
import { createEngine } from "../../../src/engine/engine.ts";

const PLAIN = { disallowedSpecial: new Set<string>() };

export const tokensOf = (text: string): number => countTokens(text, PLAIN);

export function newEngine(): Engine {
  return createEngine({ countTokens: (text) => ({ tokens: tokensOf(text), estimated: false }) });
}

const engine = newEngine();

export const compress = (input: string, options: CompressOptions = {}): Transform =>
  engine.compress(input, { hint: "tool", ...options });

export const select = (original: string, query: string): string => engine.select(original, query);
