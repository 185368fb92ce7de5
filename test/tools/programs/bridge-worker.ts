/** Runs a list of store calls over the bridge and posts what came back. */
import type { FromWorker } from "../../../src/tools/offload/jobs.ts";
import { BridgedStore } from "../../../src/tools/offload/memory-bridge.ts";

declare const self: {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: string[] }) => void) | null;
};

const store = new BridgedStore((message: FromWorker) => self.postMessage(message));
const meta = { contentType: "text", compressor: "c", tokensBefore: 2, tokensAfter: 1 };

self.onmessage = ({ data }) => {
  const results = data.map((text) => {
    const put = store.put(new TextEncoder().encode(text), meta);
    const got = put.kind === "stored" ? store.get(put.handle) : put;
    return { put, text: got.kind === "found" ? new TextDecoder().decode(got.bytes) : got.kind };
  });
  self.postMessage({
    type: "results",
    results,
    unknown: store.get(`ccr_${"0".repeat(32)}`),
    info: store.info(),
  });
};
