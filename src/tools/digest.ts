/** Names of texts within one process: SHA-256, since two texts that share a name would hide one another. */

/** Lower-case hex of the SHA-256 of bytes, or of a text's UTF-8. */
export function digestOf(data: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(data).digest("hex");
}
