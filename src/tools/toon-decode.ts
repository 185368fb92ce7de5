/** caveman_toon_decode: TOON back to JSON, strictly. */
import { inputArgument } from "./arguments.ts";
import { defer, type Tool } from "./tool.ts";

export const toonDecodeTool: Tool = {
  name: "caveman_toon_decode",
  description: "Rewrite TOON as JSON text.",
  inputSchema: {
    type: "object",
    properties: { input: { type: "string", description: "TOON text" } },
    required: ["input"],
  },
  async call(args, context, { offload }) {
    const { encoded } = await offload.run(
      "toon-decode",
      { args: defer(args, inputArgument) },
      context.signal,
    );
    return { encoded };
  },
};
