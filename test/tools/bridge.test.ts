/** A store on the main thread, used from real workers that wait for it. */
import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import type { GetResult, PutResult, StoreInfo } from "../../src/store/contract.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import type { FromWorker } from "../../src/tools/offload/jobs.ts";
import { answerFrom } from "../../src/tools/offload/memory-bridge.ts";

interface Results {
  readonly type: "results";
  readonly results: { put: PutResult; text: string }[];
  readonly unknown: GetResult;
  readonly info: StoreInfo;
}

const workers: Worker[] = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

function storeAll(store: MemoryStore, texts: readonly string[]): Promise<Results> {
  const worker = new Worker(join(import.meta.dir, "programs", "bridge-worker.ts"));
  workers.push(worker);
  const answer = answerFrom(store);
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker | Results>) => {
      if (data.type === "store") answer(data);
      else if (data.type === "results") resolve(data);
    };
    worker.postMessage([...texts]);
  });
}

test("originals come back byte for byte, large and empty ones too", async () => {
  const texts = ["", "x", "日本語 😀", "long ".repeat(500_000)];
  const { results, unknown } = await storeAll(new MemoryStore(10_000_000), texts);
  expect(results.map((r) => r.text)).toEqual(texts);
  expect(unknown).toEqual({ kind: "unknown" });
});

test("two workers at once see one store", async () => {
  const store = new MemoryStore(10_000_000);
  const lists = [0, 1].map((n) => Array.from({ length: 50 }, (_, i) => `original ${i * (n + 1)}`));
  const answers = await Promise.all(lists.map((texts) => storeAll(store, texts)));
  expect(answers.map((a) => a.results.map((r) => r.text))).toEqual(lists);
  expect(store.info().rows).toBe(new Set(lists.flat()).size);
});

test("a full store says so across the bridge", async () => {
  const { results, info } = await storeAll(new MemoryStore(5), ["four", "and more"]);
  expect(results.map((r) => r.put.kind)).toEqual(["stored", "full"]);
  expect(info).toMatchObject({ rows: 1, health: "full" });
});
