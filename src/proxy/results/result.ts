/** A `CallToolResult` as it came: where its parts lie in the bytes. Nothing is converted. */
import { isUtf8 } from "node:buffer";
import { type Extent, isArrayAt, isObjectAt, isStringAt, wholeValue } from "../../text/json-bytes.ts";
import { decodeString, elementsOf, literalOf, type Member, membersOf } from "../json/members.ts";

/** One element of `content`. */
export interface Block {
  readonly extent: Extent;
  /** Its `type`, or "" where it has none. */
  readonly type: string;
  readonly members: readonly Member[];
}

export interface ParsedResult {
  /** The literal of the result and nothing else. */
  readonly bytes: Uint8Array;
  readonly members: readonly Member[];
  readonly isError: boolean;
  /** Elements of `content`; empty where there is none. */
  readonly blocks: readonly Block[];
  readonly structured: Extent | null;
}

/** @returns null where the bytes are no JSON object in UTF-8 */
export function parseResult(bytes: Uint8Array): ParsedResult | null {
  const whole = isUtf8(bytes) ? wholeValue(bytes) : null;
  if (!whole || !isObjectAt(bytes, whole.start)) return null;
  const literal = bytes.subarray(whole.start, whole.end);
  const members = [...membersOf(literal, 0)];
  const content = memberNamed(members, "content");
  return {
    bytes: literal,
    members,
    isError: isTrue(literal, memberNamed(members, "isError")),
    blocks: content && isArrayAt(literal, content.start) ? blocksOf(literal, content) : [],
    structured: memberNamed(members, "structuredContent"),
  };
}

function blocksOf(bytes: Uint8Array, content: Extent): Block[] {
  return [...elementsOf(bytes, content.start)].map((extent) => {
    const members = isObjectAt(bytes, extent.start) ? [...membersOf(bytes, extent.start)] : [];
    return { extent, type: stringMember(bytes, members, "type") ?? "", members };
  });
}

/** The value of the last member of that name, as readers of duplicates take it. */
export function memberNamed(members: readonly Member[], key: string): Extent | null {
  return members.findLast((member) => member.key === key)?.value ?? null;
}

/** The text of a string member, or null. */
export function stringMember(bytes: Uint8Array, members: readonly Member[], key: string): string | null {
  const value = memberNamed(members, key);
  return value && isStringAt(bytes, value.start) ? decodeString(bytes, value) : null;
}

function isTrue(bytes: Uint8Array, extent: Extent | null): boolean {
  return extent !== null && literalOf(bytes, extent) === "true";
}
