/**
 * A real process on the store: `put-many.ts LABEL COUNT` stores COUNT originals and prints each handle, in a line of
 * its own, only after it was given out. The text behind number N is `LABEL N` and padding that only depends on N.
 * Whatever is not stored is printed as `not stored: …`.
 */
import { writeSync } from "node:fs";
import { openStore } from "../../../src/store/open-store.ts";

export function originalOf(label: string, n: number): string {
  return `${label} ${n} ${"padding ".repeat((n % 17) * 30)}`;
}

if (import.meta.main) {
  const [label = "", count = "0"] = process.argv.slice(2);
  const store = openStore(process.env, (line) => console.error(line));
  const meta = { contentType: "text", compressor: "text", tokensBefore: 100, tokensAfter: 10 };
  for (let n = 0; n < Number(count); n++) {
    const put = store.put(new TextEncoder().encode(originalOf(label, n)), meta);
    writeSync(1, put.kind === "stored" ? `${put.handle}\n` : `not stored: ${JSON.stringify(put)}\n`);
  }
  store.close();
}
