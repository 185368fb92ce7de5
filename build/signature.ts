/**
 * Ed25519 signatures of manifests (RFC 8032, tweetnacl) and the text forms of keys and signatures.
 * The launcher checks the same with node:crypto; test/release/signature.test.ts holds both together.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import nacl from "tweetnacl";

/** A key pair; `seed` is the private half: 32 bytes that must never enter the repository. */
export interface SigningKey {
  readonly id: string;
  readonly seed: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** An entry of KEYS in src/launcher/lib/pins.mjs. */
export interface PinnedKey {
  readonly id: string;
  /** base64 of the 32 bytes. */
  readonly publicKey: string;
  readonly revoked: boolean;
}

/** First 16 hex digits of SHA-256 of the raw public key: short enough to read out, long enough to be unique. */
export function keyId(publicKey: Uint8Array): string {
  return createHash("sha256").update(publicKey).digest("hex").slice(0, 16);
}

export function keyFromSeed(seed: Uint8Array): SigningKey {
  const { publicKey } = nacl.sign.keyPair.fromSeed(seed);
  return { id: keyId(publicKey), seed, publicKey };
}

/** A new key from the system's random source. */
export function newKey(): SigningKey {
  return keyFromSeed(nacl.randomBytes(nacl.sign.seedLength));
}

export function pinned(key: SigningKey, revoked = false): PinnedKey {
  return { id: key.id, publicKey: Buffer.from(key.publicKey).toString("base64"), revoked };
}

/**
 * The public key in PEM, for OpenSSL. The DER prefix of Ed25519 keys (RFC 8410) is 12 bytes, so base64 of the
 * whole is base64 of the prefix followed by base64 of the key.
 */
export function publicPem(key: PinnedKey): string {
  return `-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA${key.publicKey}\n-----END PUBLIC KEY-----\n`;
}

/**
 * The signing key: CAVEMAN_SIGNING_KEY (base64 of the seed) or the file that CAVEMAN_SIGNING_KEY_FILE names.
 * Throws when there is none, or when it is not a key; never shows it.
 */
export function signingKey(env: NodeJS.ProcessEnv): SigningKey {
  const file = env.CAVEMAN_SIGNING_KEY_FILE;
  const text = env.CAVEMAN_SIGNING_KEY ?? (file ? readFileSync(file, "utf8") : null);
  if (text === null) {
    throw new Error(
      "there is no signing key: set CAVEMAN_SIGNING_KEY_FILE to the file that `npm run keygen` wrote, " +
        "or CAVEMAN_SIGNING_KEY to its content",
    );
  }
  const seed = Buffer.from(text.trim(), "base64");
  if (seed.length !== nacl.sign.seedLength || seed.toString("base64") !== text.trim()) {
    throw new Error("the signing key is not base64 of 32 bytes: is it a file that `npm run keygen` wrote?");
  }
  return keyFromSeed(seed);
}

/** The content of a `.sig` file: base64 of the detached signature, a space, the key id, a newline. */
export function sign(message: Uint8Array, key: SigningKey): string {
  const { secretKey } = nacl.sign.keyPair.fromSeed(key.seed);
  return `${Buffer.from(nacl.sign.detached(message, secretKey)).toString("base64")} ${key.id}\n`;
}

/** Whether `signature` (a `.sig` file's content) is by one of `keys`, none revoked, over exactly `message`. */
export function verify(message: Uint8Array, signature: string, keys: readonly PinnedKey[]): boolean {
  const [base64 = "", id = ""] = signature.trim().split(" ");
  const key = keys.find((k) => k.id === id && !k.revoked);
  const bytes = Buffer.from(base64, "base64");
  if (!key || bytes.length !== nacl.sign.signatureLength) return false;
  return nacl.sign.detached.verify(message, bytes, Buffer.from(key.publicKey, "base64"));
}
