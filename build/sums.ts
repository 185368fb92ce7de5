/** SHA256SUMS: digests of every file of a release, in the form that `sha256sum -c` reads. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./runtime.ts";

export const SUMS = "SHA256SUMS";

/** Every file of the folder but SHA256SUMS itself, by name. */
export function sumsOf(dir: string): Map<string, string> {
  const names = readdirSync(dir).filter((name) => name !== SUMS);
  return new Map(names.sort().map((name) => [name, sha256(readFileSync(join(dir, name)))]));
}

export function formatSums(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([name, digest]) => `${digest}  ${name}\n`).join("");
}

/** Throws on a line of another form. */
export function parseSums(text: string): Map<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const match = /^([0-9a-f]{64}) {2}([^/\\]+)$/.exec(line);
      if (!match?.[1] || !match[2]) throw new Error(`${SUMS} has a line of another form`);
      return [match[2], match[1]];
    }),
  );
}
