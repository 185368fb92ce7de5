/** `detect`: the content type that compress would take an input for. */
import { detectType } from "../../engine/detect/detect.ts";
import { readFlags } from "../flags.ts";
import { readInput, textOrNull } from "../input.ts";
import type { Run } from "../verb.ts";

export const run: Run = (args, io) => {
  const { positionals } = readFlags(args, {}, { min: 0, max: 1 });
  const text = textOrNull(readInput(positionals[0], io));
  if (text === null) {
    io.err("caveman-mcp: the input is not UTF-8 text; it would pass through as text");
    io.out("text\n");
  } else io.out(`${detectType(text)}\n`);
  return 0;
};
