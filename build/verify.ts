/**
 * `npm run verify -- FOLDER`: checks a release folder as a user's launcher would, and every file in it:
 * signature by a pinned key, sizes and digests of archives and of what they unpack to, SHA256SUMS.
 * `--key PUBLIC_KEY` (base64) trusts that key instead of the pinned ones.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { KEYS } from "../src/launcher/lib/pins.mjs";
import { type Manifest, SCHEMA } from "./manifest.ts";
import { sha256 } from "./runtime.ts";
import { keyId, type PinnedKey, verify } from "./signature.ts";
import { formatSums, parseSums, SUMS, sumsOf } from "./sums.ts";

/** Everything that is wrong with the release in `dir`, in words; empty when it is good. */
export function problemsOf(dir: string, keys: readonly PinnedKey[]): string[] {
  const manifests = readdirSync(dir).filter((name) => /^checksums-.*\.json$/.test(name));
  const [name] = manifests;
  if (!name || manifests.length !== 1) return [`there are ${manifests.length} manifests in ${dir}, not one`];
  const bytes = readFileSync(join(dir, name));
  const signature = existsSync(join(dir, `${name}.sig`))
    ? readFileSync(join(dir, `${name}.sig`), "latin1")
    : "";
  if (!verify(bytes, signature, keys)) return [`${name} is not signed by a trusted key`];
  const manifest = JSON.parse(bytes.toString("utf8")) as Manifest;
  if (manifest.schema !== SCHEMA) return [`${name} is not of the form ${SCHEMA}`];
  const problems: string[] = [];
  for (const artifact of manifest.artifacts) {
    const file = join(dir, artifact.archive);
    if (!existsSync(file)) {
      problems.push(`${artifact.archive} is missing`);
      continue;
    }
    const packed = readFileSync(file);
    if (packed.length !== artifact.archive_size || sha256(packed) !== artifact.archive_sha256) {
      problems.push(`${artifact.archive} differs from the manifest`);
      continue;
    }
    const unpacked = gunzipSync(packed, { maxOutputLength: artifact.size + 1 });
    if (unpacked.length !== artifact.size || sha256(unpacked) !== artifact.sha256) {
      problems.push(`${artifact.archive} does not unpack to what the manifest says`);
    }
  }
  if (!existsSync(join(dir, SUMS))) return [...problems, `${SUMS} is missing`];
  const listed = readFileSync(join(dir, SUMS), "utf8");
  if (formatSums(parseSums(listed)) !== formatSums(sumsOf(dir)))
    problems.push(`${SUMS} differs from the files`);
  return problems;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { key: { type: "string", multiple: true } },
    allowPositionals: true,
  });
  const [dir] = positionals;
  if (!dir) throw new Error("say which folder: npm run verify -- FOLDER");
  const given = values.key?.map((publicKey) => {
    return { id: keyId(Buffer.from(publicKey, "base64")), publicKey, revoked: false };
  });
  const problems = problemsOf(dir, given ?? KEYS);
  for (const problem of problems) console.error(problem);
  console.error(problems.length === 0 ? `${dir}: signature and all files are good` : `${dir}: NOT good`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
