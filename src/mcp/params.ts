/** What the methods read from the params that an envelope holds. */
import type { Params } from "./contract.ts";
import { caveError, INVALID_PARAMS } from "./errors.ts";
import { idOf } from "./ids.ts";
import { stringOf } from "./messages.ts";

/** Has `_meta` of 2026-07-28 but for the version that would make it so. */
export function halfModern(params: Params | undefined): boolean {
  return params?.meta?.clientCapabilities !== undefined || params?.meta?.clientInfo !== undefined;
}

/** The cursor of tools/list; null is none. Throws -32602 for one that is no string. */
export function cursorOf({ cursor }: Params): string | undefined {
  if (cursor === undefined || cursor === "null") return undefined;
  const text = stringOf(cursor);
  if (text === undefined) throw caveError(INVALID_PARAMS, "cave_invalid_params", "a cursor must be a string");
  return text;
}

/** The key of the request that notifications/cancelled names, if it can be one. */
export function cancelledKey(params: Params | undefined): string | undefined {
  const id = idOf(params?.requestId);
  return typeof id === "object" ? id.key : undefined;
}
