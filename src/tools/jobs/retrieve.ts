/** The worker's half of caveman_retrieve: the original's bytes, or its matching records, or a file that holds it. */
import { argumentsOf } from "../../mcp/raw.ts";
import type { RetrieveOutcome } from "../../recovery/contract.ts";
import { CaveError } from "../../text/errors.ts";
import { retrieveArguments } from "../arguments.ts";
import { digestOf } from "../digest.ts";
import { UNKNOWN_HANDLE } from "../handle.ts";
import { encodeBlob, encodeTexts, fitsOneLine } from "../offload/encode.ts";
import type { Request, Result } from "../offload/jobs.ts";
import { DeadlinePassed, type World } from "../offload/world.ts";
import { describeRecovered } from "./recovered.ts";

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function readRetrieveArguments({ args }: Request<"retrieve-arguments">): Result<"retrieve-arguments"> {
  return retrieveArguments(argumentsOf(args));
}

type Found = Extract<RetrieveOutcome, { kind: "original" | "selection" }>;

/** Where time is over before the records are ranked, the whole original is the certain answer. */
function look(handle: string, query: string, { recovery, checkpoint }: World): RetrieveOutcome {
  try {
    return recovery.retrieve(handle, query, checkpoint);
  } catch (error) {
    if (error instanceof DeadlinePassed) return recovery.retrieve(handle);
    throw error;
  }
}

/** @throws CaveError that says why there is nothing */
function find(handle: string, query: string, world: World): Found {
  const outcome = look(handle, query, world);
  switch (outcome.kind) {
    case "original":
    case "selection":
      return outcome;
    case "unknown":
      throw new CaveError("cave_unknown_handle", UNKNOWN_HANDLE);
    case "corrupt":
      throw new CaveError("cave_corrupt_original", outcome.reason);
    case "unavailable":
      throw new CaveError("cave_store_unavailable", outcome.reason);
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return STRICT.decode(bytes);
  } catch {
    // Other programs keep bytes that are no text; they travel as a blob.
    return null;
  }
}

export function retrieve({ handle, query, note }: Request<"retrieve">, world: World): Result<"retrieve"> {
  const limit = world.settings.inlineLimitBytes;
  const notes = note === undefined ? [] : [note];
  const found = find(handle, query, world);
  if (found.kind === "selection") {
    const encoded = encodeTexts([found.text, ...notes]);
    if (fitsOneLine(encoded, limit)) return { encoded, whole: null, inline: true };
  }
  const { bytes } =
    found.kind === "original" ? found : (find(handle, "", world) as Extract<Found, { kind: "original" }>);
  const text = textOf(bytes);
  const whole = digestOf(bytes);
  const encoded = text === null ? encodeBlob(handle, bytes, note) : encodeTexts([text, ...notes]);
  if (!fitsOneLine(encoded, limit)) {
    const told = describeRecovered(handle, bytes, text, world);
    if (told !== null) return { encoded: encodeTexts([told]), whole, inline: false };
  }
  return { encoded, whole, inline: true };
}
