/**
 * What the main file holds: (1) the one text, (2) the structured content, (3) the whole result. The rule for
 * readers is: a top-level `content` key means a whole result, anything else is the data itself.
 */

import { isObjectAt, JsonSyntaxError, skipSpace, wholeValue } from "../../text/json-bytes.ts";
import { isWellFormed } from "../../text/well-formed.ts";
import { literalOf, membersOf } from "../json/members.ts";
import { memberNamed, type ParsedResult, stringMember } from "./result.ts";

export type Form =
  | { readonly kind: "text"; readonly text: string; readonly bytes: Uint8Array }
  | { readonly kind: "structured"; readonly bytes: Uint8Array }
  | { readonly kind: "envelope" };

/** Members of a result that say nothing about the data. */
const FRAME_MEMBERS = new Set(["content", "isError", "structuredContent", "resultType", "_meta"]);
const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

export function formOf(result: ParsedResult): Form {
  if (!isBare(result)) return { kind: "envelope" };
  return textForm(result) ?? structuredForm(result) ?? { kind: "envelope" };
}

/** No members but the known ones, and a `_meta` that only says which server answered (2026-07-28). */
function isBare({ bytes, members }: ParsedResult): boolean {
  if (new Set(members.map((m) => m.key)).size !== members.length) return false;
  return members.every(({ key, value }) => {
    if (key === "_meta") {
      return (
        isObjectAt(bytes, value.start) &&
        [...membersOf(bytes, value.start)].every((m) => m.key === SERVER_INFO)
      );
    }
    if (key === "resultType") return literalOf(bytes, value) === '"complete"';
    if (key === "isError") return /^(?:true|false)$/.test(literalOf(bytes, value));
    return FRAME_MEMBERS.has(key);
  });
}

function textForm({ bytes, blocks, structured }: ParsedResult): Form | null {
  const [block] = blocks;
  if (!block || blocks.length !== 1 || structured || block.type !== "text" || block.members.length !== 2)
    return null;
  const text = stringMember(bytes, block.members, "text");
  // A lone surrogate has no bytes in UTF-8: only the envelope can hold it as it came.
  if (text === null || text === "" || !isWellFormed(text)) return null;
  const data = Buffer.from(text, "utf8");
  return hasContentKey(data) ? null : { kind: "text", text, bytes: data };
}

function structuredForm({ bytes, members, blocks, structured }: ParsedResult): Form | null {
  const content = memberNamed(members, "content");
  const noContent = content === null || /^\[\s*\]$/.test(literalOf(bytes, content));
  if (!structured || blocks.length > 0 || !noContent) return null;
  const data = Buffer.from(
    bytes.buffer,
    bytes.byteOffset + structured.start,
    structured.end - structured.start,
  );
  return hasContentKey(data) ? null : { kind: "structured", bytes: data };
}

/** Data with a top-level `content` key would be taken for a whole result. */
function hasContentKey(data: Buffer): boolean {
  const start = skipSpace(data, 0);
  // Most data is ruled out without a look at its structure. A key may be written with escapes.
  if (!isObjectAt(data, start) || !(data.includes('"content"') || data.includes("\\u"))) return false;
  let found = false;
  try {
    for (const member of membersOf(data, start)) found ||= member.key === "content";
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
  // Only where all of it is one JSON value is the key one of the data's.
  return found && wholeValue(data) !== null;
}
