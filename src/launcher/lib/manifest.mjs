/**
 * The signed list of a release's files. Everything that the launcher later compares against comes from here,
 * so nothing is read from it before its signature holds, and every name in it must be the one expected.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { Refusal } from "./stderr.mjs";

export const SCHEMA = "caveman.checksums.v1";
/** Bytes; a real manifest has about 6 KB. */
export const MAX_MANIFEST_BYTES = 1 << 20;
/** Bytes; a real signature file has 106. */
export const MAX_SIGNATURE_BYTES = 1024;
/** Bytes; real executables have about 120 MB, their archives 50. */
const MAX_ARTIFACT_BYTES = 512 << 20;

export function manifestName(version) {
  return `checksums-${version}.json`;
}

export function signatureName(version) {
  return `${manifestName(version)}.sig`;
}

/** First 16 hex digits of SHA-256 of the raw public key. */
export function keyId(publicKey) {
  return createHash("sha256").update(publicKey).digest("hex").slice(0, 16);
}

/**
 * Refuses unless `signature` (base64 of an Ed25519 signature, a space, a key id) is by one of `keys` over
 * exactly the bytes of `manifest`.
 */
export function checkSignature(manifest, signature, keys) {
  const match = /^([A-Za-z0-9+/]{86}==) ([0-9a-f]{16})\r?\n?$/.exec(signature);
  if (!match) {
    throw new Refusal("the manifest's signature file is damaged. The release is not used; try again later.");
  }
  const [, base64 = "", id = ""] = match;
  const key = keys.find((k) => k.id === id);
  if (!key) {
    throw new Refusal(
      `the manifest is signed with key ${id}, which this launcher does not know. ` +
        "Either someone else made these files, or the launcher is too old: update it (npm) and try again.",
    );
  }
  if (key.revoked) {
    throw new Refusal(`the manifest is signed with key ${id}, which is revoked. Do not use this release.`);
  }
  const raw = Buffer.from(key.publicKey, "base64");
  const publicKey = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") },
    format: "jwk",
  });
  if (
    raw.length !== 32 ||
    keyId(raw) !== id ||
    !verify(null, manifest, publicKey, Buffer.from(base64, "base64"))
  ) {
    throw new Refusal("the manifest's signature is wrong: it was changed after signing. Nothing was run.");
  }
}

/** The file names of one executable. */
export function artifactNames(name, version, target) {
  const file = `${name}-${version}-${target}${target.startsWith("windows") ? ".exe" : ""}`;
  return { file, archive: `${file}.gz` };
}

const isSize = (value) => Number.isSafeInteger(value) && value > 0 && value <= MAX_ARTIFACT_BYTES;
const isDigest = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/**
 * The entry of one executable in a manifest whose signature holds.
 * Refuses another version (a downgrade), a missing or doubled entry, and any name but the expected one.
 */
export function artifactIn(manifest, { name, version, target }) {
  let parsed;
  try {
    parsed = JSON.parse(manifest.toString("utf8"));
  } catch {
    throw new Refusal("the manifest is signed but is not JSON: a faulty release. Report it.");
  }
  if (parsed?.schema !== SCHEMA || !Array.isArray(parsed.artifacts)) {
    throw new Refusal(`the manifest is not of the form ${SCHEMA}. Update the launcher (npm) and try again.`);
  }
  if (parsed.version !== version) {
    throw new Refusal(
      `the manifest is for version ${parsed.version}, this launcher is ${version}. ` +
        "An older release may have known faults, so only the same version is run.",
    );
  }
  const found = parsed.artifacts.filter((a) => a?.name === name && a?.target === target);
  if (found.length !== 1) {
    throw new Refusal(
      `release ${version} holds ${found.length === 0 ? "no" : "more than one"} ${name} for ${target}.`,
    );
  }
  const [artifact] = found;
  const { file, archive } = artifactNames(name, version, target);
  if (artifact.file !== file || artifact.archive !== archive) {
    throw new Refusal(`the manifest gives ${name} for ${target} another file name than ${file}: refused.`);
  }
  const { size, sha256, archive_size, archive_sha256 } = artifact;
  if (!isSize(size) || !isSize(archive_size) || !isDigest(sha256) || !isDigest(archive_sha256)) {
    throw new Refusal(`the manifest's sizes or digests of ${file} are not valid: refused.`);
  }
  return { file, archive, size, sha256, archiveSize: archive_size, archiveSha256: archive_sha256 };
}
