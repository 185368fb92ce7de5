/** `toon encode|decode`: JSON to TOON behind the lossless gate, and strictly back. */
import { decodeToon } from "../../engine/toon/decode.ts";
import { encodeToon } from "../../engine/toon/encode.ts";
import { CaveError } from "../../text/errors.ts";
import { readFlags } from "../flags.ts";
import { readInput, textOrNull } from "../input.ts";
import { type Run, UsageError } from "../verb.ts";

export const run: Run = (args, io) => {
  const { positionals } = readFlags(args, {}, { min: 1, max: 2 });
  const [direction, file] = positionals;
  if (direction !== "encode" && direction !== "decode") throw new UsageError("say encode or decode");
  const text = textOrNull(readInput(file, io));
  if (text === null)
    throw new CaveError("cave_not_utf8", "The input is not UTF-8 text, so it is neither JSON nor TOON.");
  if (direction === "decode") {
    io.out(`${decodeToon(text)}\n`);
    return 0;
  }
  const { output, encoded, note } = encodeToon(text);
  io.out(encoded ? `${output}\n` : output);
  if (encoded) return 0;
  io.err(`caveman-mcp: ${note ?? "not encoded"}`);
  return 1;
};
