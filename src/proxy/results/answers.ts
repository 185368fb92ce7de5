/** Results as the downstream side takes them: members without braces, on one line. */
import type { EncodedResult } from "../../mcp/contract.ts";
import { isObjectAt, skipSpace } from "../../text/json-bytes.ts";
import { literalOf, membersOf } from "../json/members.ts";
import { lineOf, onOneLine, Splice } from "../json/splice.ts";

export function encodeAnswer(content: readonly object[], isError: boolean): EncodedResult {
  return { encoded: Buffer.from(`"content":${JSON.stringify(content)},"isError":${isError}`) };
}

/** An error of ours that the model can read and act upon. */
export function toolError(code: `cave_${string}`, message: string): EncodedResult {
  return encodeAnswer([{ type: "text", text: JSON.stringify({ error: code, message }) }], true);
}

/** A valid result as it came, for `--raw`. `_meta` and `resultType` go apart: the protocol writes those. */
export function encodeRaw(result: Uint8Array): EncodedResult {
  const members = new Splice();
  let meta: string | undefined;
  let resultType: unknown;
  for (const member of membersOf(result, skipSpace(result, 0))) {
    const { key, value } = member;
    if (key === "_meta" && isObjectAt(result, value.start)) meta = lineOf(result, value);
    else if (key === "resultType") resultType = JSON.parse(literalOf(result, value));
    else members.addMember(result, member);
  }
  return {
    encoded: onOneLine(members.join()),
    ...(meta === undefined ? {} : { meta }),
    ...(typeof resultType === "string" ? { resultType } : {}),
  };
}
