/** caveman_toon_encode: JSON as TOON, only where every value survives the way back. */
import { inputArgument } from "./arguments.ts";
import { defer, type Tool } from "./tool.ts";

export const toonEncodeTool: Tool = {
  name: "caveman_toon_encode",
  description: "Rewrite JSON text as TOON, a lossless notation with fewer tokens for uniform records.",
  inputSchema: {
    type: "object",
    properties: { input: { type: "string", description: "JSON text" } },
    required: ["input"],
  },
  async call(args, context, { offload }) {
    const { encoded } = await offload.run(
      "toon-encode",
      { args: defer(args, inputArgument) },
      context.signal,
    );
    return { encoded };
  },
};
