/** JSON as TOON, without loss, whatever else could be left out. Only where the caller asks for it. */
import type { Compressor, View, ViewRequest } from "../contract.ts";
import { encodeToon } from "../toon/encode.ts";
import { json } from "./json.ts";

function view({ input }: ViewRequest): View | null {
  const { encoded, output } = encodeToon(input);
  return encoded ? { output, method: "toon", losslessToModel: true } : null;
}

export const toon: Compressor = { type: "toon", view, cut: json.cut };
