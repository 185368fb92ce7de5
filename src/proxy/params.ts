/**
 * A caller's `params` made into the upstream's: every member literal and in order, but for what in `_meta`
 * belongs to one hop only (progress token, 2026-07-28 protocol fields).
 */
import type { RawJson } from "../mcp/contract.ts";
import { isObjectAt, skipSpace } from "../text/json-bytes.ts";
import { literalOf, type Member, membersOf } from "./json/members.ts";
import { Splice } from "./json/splice.ts";
import { type Era, MODERN_META } from "./upstream/handshake.ts";

/** Members of `_meta` that each hop writes for itself. */
const HOP_MEMBERS = new Set([
  "progressToken",
  "io.modelcontextprotocol/protocolVersion",
  "io.modelcontextprotocol/clientCapabilities",
  "io.modelcontextprotocol/clientInfo",
  "io.modelcontextprotocol/logLevel",
]);

export class CallerParams {
  readonly #bytes: Uint8Array;
  readonly #members: readonly Member[];

  /** Params that were read by the downstream side, so they are valid JSON. */
  constructor(raw: RawJson | undefined) {
    this.#bytes = bytesOf(raw);
    const start = skipSpace(this.#bytes, 0);
    this.#members = isObjectAt(this.#bytes, start) ? [...membersOf(this.#bytes, start)] : [];
  }

  /** Whether the caller wants progress: a token that is 0 is one. */
  get wantsProgress(): boolean {
    const token = this.#meta().find(({ key }) => key === "progressToken");
    return token !== undefined && /^["\d-]/.test(literalOf(this.#bytes, token.value));
  }

  /** The literal of a member, or null. */
  literal(key: string): string | null {
    const found = this.#members.findLast((member) => member.key === key);
    return found ? literalOf(this.#bytes, found.value) : null;
  }

  #meta(): Member[] {
    const meta = this.#members.findLast(({ key }) => key === "_meta");
    return meta && isObjectAt(this.#bytes, meta.value.start)
      ? [...membersOf(this.#bytes, meta.value.start)]
      : [];
  }

  /**
   * The literal for the upstream.
   * @param token our own progress token, where the caller wants progress
   */
  forUpstream(era: Era, token: number | null): Uint8Array {
    const meta = new Splice();
    for (const member of this.#meta()) if (!HOP_MEMBERS.has(member.key)) meta.addMember(this.#bytes, member);
    if (token !== null) meta.add(`"progressToken":${token}`);
    if (era === "modern") meta.add(MODERN_META);
    const params = new Splice();
    for (const member of this.#members) if (member.key !== "_meta") params.addMember(this.#bytes, member);
    const hadMeta = this.#members.some(({ key }) => key === "_meta");
    if (hadMeta || !meta.isEmpty) params.add(meta.join('"_meta":{', "}"));
    return params.join("{", "}");
  }
}

function bytesOf(raw: RawJson | undefined): Uint8Array {
  if (raw === undefined) return new Uint8Array(0);
  if (raw.kind === "text") return Buffer.from(raw.text);
  // A copy: decoders refuse shared memory.
  return new Uint8Array(raw.line, raw.start, raw.end - raw.start).slice();
}
