/** `--type`: a tool falls back to detection where a model invents a name; a person who mistypes one is told. */
import { type ContentType, DETECTED_TYPES, FORCED_TYPES } from "../engine/contract.ts";
import { UsageError } from "./verb.ts";

const TYPES: readonly ContentType[] = [...DETECTED_TYPES, ...FORCED_TYPES];

/** @throws UsageError where there is no such type */
export function contentType(name: string | undefined): ContentType | undefined {
  if (name === undefined) return undefined;
  const type = TYPES.find((t) => t === name);
  if (type === undefined)
    throw new UsageError(`there is no type of that name; there are ${TYPES.join(", ")}`);
  return type;
}
