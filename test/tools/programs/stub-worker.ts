/**
 * A real worker thread with a recovery that misbehaves as the input says. Entries of the shared counter:
 * 0 = how far the running job came, 1 = lets a job inside the store go on.
 */
import type { CompressOutcome, Recovery } from "../../../src/recovery/contract.ts";
import type { RecoveryStore } from "../../../src/store/contract.ts";
import { runWorker, type WorkerScope } from "../../../src/tools/offload/worker.ts";
import { guardStore } from "../../../src/tools/offload/world.ts";

let words = new Int32Array(new SharedArrayBuffer(8));

function reach(step: number): void {
  Atomics.store(words, 0, step);
}

function answer(output: string): CompressOutcome {
  return {
    output,
    ratio: 0,
    tokens_before: 1,
    tokens_after: 1,
    basis: "inferred",
    content_type: "text",
    method: "passthrough",
    recovery_handle: null,
  };
}

/** Blocks where the main thread may not end this thread, until the test lets it go. */
const slowStore: RecoveryStore = {
  put() {
    reach(1);
    Atomics.wait(words, 1, 0);
    return { kind: "stored", handle: "ccr_x" };
  },
  get: () => ({ kind: "unknown" }),
  info: () => ({ path: null, rows: 0, bytes: 0, budget: 0, health: "ok" }),
  close: () => reach(9),
};

function overflow(depth: number): number {
  return overflow(depth + 1) + 1;
}

const scope = globalThis as unknown as WorkerScope;
runWorker(scope, ({ control, checkpoint, note }) => {
  const store = guardStore(slowStore, control, note);
  const recovery: Pick<Recovery, "prepare" | "compress"> = {
    prepare: async () => {},
    compress(input, options) {
      if (options?.mode === "record") return answer("counted");
      switch (input) {
        case "loop":
          reach(1);
          for (;;) checkpoint();
        case "stuck":
          reach(1);
          for (;;);
        case "store":
          store.put(new Uint8Array(), { contentType: "", compressor: "", tokensBefore: 0, tokensAfter: 0 });
          reach(2);
          return answer("stored");
        case "overflow":
          overflow(0);
          return answer("impossible");
        case "exit":
          process.exit(3);
      }
      return answer(String(input));
    },
  };
  return {
    store,
    recovery: recovery as Recovery,
    settings: { inlineLimitBytes: Number.POSITIVE_INFINITY },
    writeRecovered: () => null,
    commit: (work) => control.commit(work),
    rest: () => {},
    close: () => store.close(),
  };
});

const serve = scope.onmessage;
scope.onmessage = (event) => {
  const data: unknown = event.data;
  if (data instanceof SharedArrayBuffer) words = new Int32Array(data);
  else serve?.(event);
};
