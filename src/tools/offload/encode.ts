/** Results as they go on the wire, made in the worker, and the limit that one line of them has. */
import { CaveError } from "../../text/errors.ts";
import { ENVELOPE_BYTES } from "../settings.ts";

const UTF8 = new TextEncoder();

/**
 * UTF-8 of `"content":[{"type":"text","text":…},…],"isError":false`.
 * Every character comes back as it was: lone surrogates travel as escapes, and JSON holds no newline byte.
 */
export function encodeTexts(texts: readonly string[]): Uint8Array {
  const items = texts.map((text) => `{"type":"text","text":${JSON.stringify(text)}}`);
  return UTF8.encode(`"content":[${items.join(",")}],"isError":false`);
}

/** One embedded resource, for bytes that are no UTF-8; `note` follows as a text item. */
export function encodeBlob(handle: string, bytes: Uint8Array, note?: string): Uint8Array {
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  const resource = { uri: `ccr://${handle}`, mimeType: "application/octet-stream", blob };
  const more = note === undefined ? "" : `,{"type":"text","text":${JSON.stringify(note)}}`;
  return UTF8.encode(
    `"content":[{"type":"resource","resource":${JSON.stringify(resource)}}${more}],"isError":false`,
  );
}

export function fitsOneLine(encoded: Uint8Array, limitBytes: number): boolean {
  return encoded.length + ENVELOPE_BYTES <= limitBytes;
}

/** @throws CaveError `cave_payload_too_large`, ending with `advice` */
export function requireOneLine(encoded: Uint8Array, limitBytes: number, advice: string): void {
  if (fitsOneLine(encoded, limitBytes)) return;
  throw new CaveError(
    "cave_payload_too_large",
    `The answer would be one line of ${encoded.length} bytes; clients break beyond ${limitBytes}. ${advice}`,
  );
}
