/** Takes images, audio and blobs out of a result: decoded into files, a relative path in their place. */
import { type Extent, isObjectAt, isStringAt } from "../../text/json-bytes.ts";
import { decodeString, type Member, membersOf } from "../json/members.ts";
import { memberNamed, type ParsedResult, stringMember } from "./result.ts";

export interface ExtractedBlock {
  /** Position in `content`, from 1. */
  readonly position: number;
  readonly type: "image" | "audio" | "resource";
  /** As the upstream named it; may hold anything. */
  readonly mimeType: string;
  readonly data: Uint8Array;
  /** The base64 text as it came. */
  readonly base64: string;
  /** Where the base64 literal lies in the result. */
  readonly literal: Extent;
  /** Relative to the main file, with slashes. */
  readonly path: string;
}

/** Extensions by media type; whatever is not here is `bin`, so that no name comes from outside. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/jpg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/bmp": "bmp",
  "image/tiff": "tiff",
  "image/heic": "heic",
  "image/svg+xml": "svg",
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/wave": "wav",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "audio/aac": "aac",
  "audio/mp4": "m4a",
  "audio/webm": "webm",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/gzip": "gz",
  "application/json": "json",
  "text/plain": "txt",
  "text/csv": "csv",
  "text/html": "html",
};

/** @param mainName file name of the main file without extension */
export function extractBlocks({ bytes, blocks }: ParsedResult, mainName: string): ExtractedBlock[] {
  return blocks.flatMap((block, index) => {
    const found = binaryOf(bytes, block.type, block.members);
    if (!found) return [];
    const data = decodeExactly(found.base64);
    if (!data) return [];
    const extension = EXTENSIONS[found.mimeType.toLowerCase().split(";")[0]?.trim() ?? ""] ?? "bin";
    const position = index + 1;
    return [{ ...found, data, position, path: `blocks/${mainName}-block-${position}.${extension}` }];
  });
}

type Binary = Pick<ExtractedBlock, "type" | "mimeType" | "base64" | "literal">;

function binaryOf(bytes: Uint8Array, type: string, members: readonly Member[]): Binary | null {
  if (type === "image" || type === "audio") return binaryMember(bytes, type, members, "data");
  if (type !== "resource") return null;
  const resource = memberNamed(members, "resource");
  if (!resource || !isObjectAt(bytes, resource.start)) return null;
  return binaryMember(bytes, type, [...membersOf(bytes, resource.start)], "blob");
}

function binaryMember(
  bytes: Uint8Array,
  type: Binary["type"],
  members: readonly Member[],
  key: string,
): Binary | null {
  const literal = memberNamed(members, key);
  if (!literal || !isStringAt(bytes, literal.start)) return null;
  const mimeType = stringMember(bytes, members, "mimeType") ?? "";
  return { type, mimeType, base64: decodeString(bytes, literal), literal };
}

/** Only base64 that encodes back to the same text may leave the result: else something would be lost. */
function decodeExactly(base64: string): Uint8Array | null {
  if (base64 === "") return null;
  const data = Buffer.from(base64, "base64");
  return data.toString("base64") === base64 ? data : null;
}

/** The result with each extracted block's base64 replaced by its path; every other byte as it came. */
export function withPaths({ bytes }: ParsedResult, extracted: readonly ExtractedBlock[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { literal, path } of [...extracted].sort((a, b) => a.literal.start - b.literal.start)) {
    pieces.push(bytes.subarray(from, literal.start), Buffer.from(JSON.stringify(path)));
    from = literal.end;
  }
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}
