/** Newline-delimited JSON: one value per line. Lines stay as they are; markers are bare lines. */
import type { Compressor } from "../contract.ts";
import { cutOfSequence, parseLines, viewOfSequence } from "../json/sequence.ts";

export const ndjson: Compressor = {
  type: "ndjson",
  view(request) {
    const lines = parseLines(request.input, request.checkpoint);
    return lines === null ? null : viewOfSequence(lines, "lines", false, "ndjson-elided", request);
  },
  cut(input, checkpoint) {
    const lines = parseLines(input, checkpoint);
    return lines === null ? null : cutOfSequence(lines);
  },
};
