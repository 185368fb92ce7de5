/**
 * `npm run keygen -- FILE`: a new signing key. The private half goes into FILE (outside the checkout, mode
 * 0600, never overwritten); what to put into src/launcher/lib/pins.mjs is printed.
 */
import { writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { newKey, type PinnedKey, pinned, publicPem } from "./signature.ts";

const ROOT = join(import.meta.dir, "..");

/** Writes a new key to `file` and returns its public half. Throws when `file` exists or lies in `root`. */
export function writeNewKey(file: string, root: string): PinnedKey {
  const path = resolve(file);
  if (path.startsWith(resolve(root) + sep)) {
    throw new Error(
      "the private key must not lie in the checkout, where it could be committed: name another place",
    );
  }
  const key = newKey();
  writeFileSync(path, `${Buffer.from(key.seed).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  return pinned(key);
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error("say where the private key goes: npm run keygen -- FILE");
  const key = writeNewKey(file, ROOT);
  console.log(`The private key is in ${resolve(file)}. Keep it offline, with a copy elsewhere.`);
  console.log(
    `Add this to KEYS in src/launcher/lib/pins.mjs and publish a launcher before signing with it:\n  ${JSON.stringify(key)},`,
  );
  console.log(`and this to SECURITY.md, for those who check by hand:\n${publicPem(key)}`);
}
