/**
 * The worker's half of caveman_compress: the text or the file, recovery, the payload.
 * What cannot be compressed, or not in time, comes back unchanged.
 */
import type { CompressOutcome } from "../../recovery/contract.ts";
import { type CompressArguments, compressArguments } from "../arguments.ts";
import { digestOf } from "../digest.ts";
import { encodeTexts, requireOneLine } from "../offload/encode.ts";
import type { Request, Result } from "../offload/jobs.ts";
import { DeadlinePassed, type World } from "../offload/world.ts";
import { readNamedFile } from "../reading/read-file.ts";
import { settle } from "./deferred.ts";

/** A text from the call, or the bytes of a file. */
type Original = string | Uint8Array;

function load({ source }: CompressArguments, { checkpoint }: World): Original {
  return "input" in source ? source.input : readNamedFile(source.path, checkpoint);
}

/** Counted and handed back: nothing is stored. */
function unchanged(original: Original, { recovery }: World): CompressOutcome {
  return recovery.compress(original, { mode: "record" });
}

async function shorten(
  original: Original,
  { type, query }: CompressArguments,
  world: World,
): Promise<CompressOutcome> {
  await world.recovery.prepare(original, type);
  try {
    return world.recovery.compress(original, {
      hint: "tool",
      checkpoint: world.checkpoint,
      ...(type === undefined ? {} : { type }),
      ...(query === undefined ? {} : { query }),
    });
  } catch (error) {
    if (error instanceof DeadlinePassed) return unchanged(original, world);
    throw error;
  }
}

/**
 * Stands for an unchanged file, which the model can read itself. Whether nothing shorter is possible, or it was
 * retrieved before, or the store is full, is left open.
 */
function notEchoed(bytes: number, type: string): string {
  return `[caveman: unchanged: ${bytes} bytes, ${type}. It was not made shorter; read what you need from the file itself.]`;
}

/** The result as the model reads it; the order of the members is part of the contract. */
function payload(original: Original, outcome: CompressOutcome): string {
  const echo = outcome.recovery_handle !== null || typeof original === "string";
  return JSON.stringify({
    compressed: echo ? outcome.output : notEchoed(original.length, outcome.content_type),
    ratio: outcome.ratio,
    tokens_before: outcome.tokens_before,
    tokens_after: outcome.tokens_after,
    basis: outcome.basis,
    content_type: outcome.content_type,
    recovery_handle: outcome.recovery_handle,
    method: outcome.method,
    lossless_to_model: outcome.lossless_to_model,
    tokens_estimated: outcome.tokens_estimated,
    foreign_markers: outcome.foreign_markers,
  });
}

export async function compress(request: Request<"compress">, world: World): Promise<Result<"compress">> {
  const args = settle(request.args, compressArguments);
  const original = load(args, world);
  const known = request.retrieved.length > 0 && request.retrieved.includes(digestOf(original));
  const outcome =
    known || request.passThrough === true ? unchanged(original, world) : await shorten(original, args, world);
  const encoded = encodeTexts([payload(original, outcome)]);
  requireOneLine(
    encoded,
    world.settings.inlineLimitBytes,
    outcome.recovery_handle === null
      ? "It was not made shorter, and nothing is lost: you have the text. Compress a part of it."
      : `The original is stored as ${outcome.recovery_handle}: caveman_retrieve with a query returns the records that match.`,
  );
  return { encoded, tokensBefore: outcome.tokens_before, tokensAfter: outcome.tokens_after };
}
