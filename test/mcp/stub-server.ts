/**
 * A real stdio server with tools that misbehave, to try the transport as a process:
 * `bun stub-server.ts`, with STUB_EOF_GRACE_MS (ms for calls after the end of input) if wanted.
 */
import type { CallArguments, CallContext, ToolHost, ToolResult } from "../../src/mcp/contract.ts";
import { serveStdio, stderrLog } from "../../src/mcp/stdio.ts";

class Offload {
  #worker: Worker | undefined;
  #jobs = new Map<number, (answer: never) => void>();
  #next = 0;
  ask<T>(job: object, transfer: ArrayBuffer[] = []): Promise<T> {
    this.#worker ??= this.#start();
    const id = this.#next++;
    this.#worker.postMessage({ id, ...job }, transfer);
    return new Promise((resolve) => this.#jobs.set(id, resolve));
  }
  #start(): Worker {
    const worker = new Worker(new URL("./stub-worker.ts", import.meta.url).href);
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer: never }>) => {
      this.#jobs.get(data.id)?.(data.answer);
      this.#jobs.delete(data.id);
    };
    return worker;
  }
}

const offload = new Offload();
const text = (value: string): ToolResult => ({ content: [{ type: "text", text: value }], isError: false });

function field(args: CallArguments, name: string): number {
  const value = args.kind === "parsed" ? (args.value as Record<string, unknown> | undefined)?.[name] : 0;
  return typeof value === "number" ? value : 0;
}

const TOOLS: Record<string, (args: CallArguments, context: CallContext) => Promise<ToolResult>> = {
  echo: async (args) =>
    args.kind === "line"
      ? { encoded: await offload.ask<Uint8Array>({ echo: args }) }
      : text(JSON.stringify(args.value ?? null)),
  sleep: async (args, { signal, progress }) => {
    progress(0.5, 1, "asleep");
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, field(args, "ms"));
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return text("slept");
  },
  big: async (args) => text("x".repeat(field(args, "bytes"))),
  throw: () => {
    throw new Error("secret");
  },
  uncaught: async () => {
    setTimeout(() => {
      throw new Error("secret");
    }, 0);
    void Promise.reject(new Error("secret"));
    return text("thrown elsewhere");
  },
  print: async () => {
    for (const [name, print] of Object.entries(console)) {
      // These make files or streams instead.
      if (/Console|[hH]eap|profile|record|screenshot/.test(name)) continue;
      if (typeof print === "function") print.call(console, "secret");
    }
    return text("printed");
  },
};

const host: ToolHost = {
  instructions: "A stub.",
  list: () =>
    Object.keys(TOOLS).map((name) => ({
      name,
      description: `The tool ${name}.`,
      inputSchema: { type: "object" },
    })),
  call: async (name, args, context) => {
    const tool = TOOLS[name];
    if (tool) return await tool(args, context);
    return { content: [{ type: "text", text: '{"error":"cave_unknown_tool"}' }], isError: true };
  },
};

const grace = Number(process.env.STUB_EOF_GRACE_MS);
await serveStdio({
  host,
  info: { name: "stub", version: "0.0.0" },
  parser: { peek: (line) => offload.ask({ peek: line }) },
  log: stderrLog("stub", "info"),
  ...(grace > 0 && { eofGraceMs: grace }),
});
process.exit(0);
