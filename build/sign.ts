/**
 * `npm run sign -- MANIFEST`: writes MANIFEST.sig, with the key that CAVEMAN_SIGNING_KEY_FILE names (or that
 * CAVEMAN_SIGNING_KEY holds). Refuses a key that released launchers would not accept.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { KEYS } from "../src/launcher/lib/pins.mjs";
import { type PinnedKey, sign, signingKey } from "./signature.ts";

/** Signs the file; `keys` are those that launchers accept. Returns the key's id. */
export function signFile(file: string, env: NodeJS.ProcessEnv, keys: readonly PinnedKey[]): string {
  const key = signingKey(env);
  if (!keys.some((k) => k.id === key.id && !k.revoked)) {
    throw new Error(
      `key ${key.id} is not among the keys that the launcher pins (or is revoked there): nobody could verify ` +
        "this release. Add it to src/launcher/lib/pins.mjs first",
    );
  }
  writeFileSync(`${file}.sig`, sign(readFileSync(file), key));
  return key.id;
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error("say what to sign: npm run sign -- MANIFEST");
  console.log(`${file}.sig by key ${signFile(file, process.env, KEYS)}`);
}
