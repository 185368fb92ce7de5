/** The worker of stub-server.ts: looks into long lines and echoes their arguments, off its main thread. */
import type { CallArguments } from "../../src/mcp/contract.ts";
import { peek } from "../../src/mcp/peek.ts";
import { argumentsOf } from "../../src/mcp/raw.ts";

declare const self: Worker;

export type Job =
  | { readonly id: number; readonly peek: SharedArrayBuffer }
  | { readonly id: number; readonly echo: CallArguments };

self.onmessage = ({ data }: MessageEvent<Job>) => {
  if ("peek" in data) {
    self.postMessage({ id: data.id, answer: peek(new Uint8Array(data.peek)) });
    return;
  }
  const text = JSON.stringify(argumentsOf(data.echo) ?? null);
  const content = JSON.stringify([{ type: "text", text }]);
  const encoded = new TextEncoder().encode(`"content":${content},"isError":false`);
  self.postMessage({ id: data.id, answer: encoded }, [encoded.buffer]);
};
