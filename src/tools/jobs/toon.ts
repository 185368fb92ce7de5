/** The worker's half of caveman_toon_encode and caveman_toon_decode. */
import { decodeToon } from "../../engine/toon/decode.ts";
import { encodeToon } from "../../engine/toon/encode.ts";
import { inputArgument } from "../arguments.ts";
import { encodeTexts, requireOneLine } from "../offload/encode.ts";
import type { Request, Result } from "../offload/jobs.ts";
import type { World } from "../offload/world.ts";
import { settle } from "./deferred.ts";

const ADVICE = "Nothing was changed or lost; convert a part of it, or use `caveman-mcp toon` on a file.";

export function toonEncode({ args }: Request<"toon-encode">, { settings }: World): Result<"toon-encode"> {
  const input = settle(args, inputArgument);
  const { output, encoded, note } = encodeToon(input);
  const payload = {
    output,
    encoded,
    input_bytes: Buffer.byteLength(input),
    output_bytes: Buffer.byteLength(output),
    ...(note === undefined ? {} : { note }),
  };
  const answer = encodeTexts([JSON.stringify(payload)]);
  requireOneLine(answer, settings.inlineLimitBytes, ADVICE);
  return { encoded: answer };
}

export function toonDecode({ args }: Request<"toon-decode">, { settings }: World): Result<"toon-decode"> {
  const answer = encodeTexts([decodeToon(settle(args, inputArgument))]);
  requireOneLine(answer, settings.inlineLimitBytes, ADVICE);
  return { encoded: answer };
}
