/** Compresses, recovers and compares, in this process and in memory: nothing of the user's is touched. */
import { createEngine } from "../../engine/engine.ts";
import { createRecovery } from "../../recovery/recovery.ts";
import { MemoryStore } from "../../store/memory.ts";
import { countTokens } from "../../tokens/counter.ts";
import type { Finding } from "./finding.ts";

const ROWS = 400;
const BUDGET_BYTES = 16 * 1024 * 1024;

/** Records that repeat, with one that does not. */
function payload(): string {
  const rows = Array.from({ length: ROWS }, (_, id) => ({
    id,
    service: `svc-${id % 7}`,
    status: id === 317 ? "failed: disk full" : "ok",
    ms: (id * 37) % 101,
  }));
  return JSON.stringify(rows);
}

/** What is tested; a broken one is a test's. */
export type Compressing = Pick<ReturnType<typeof createRecovery>, "compress" | "retrieve">;

function ownRecovery(): Compressing {
  const count = (text: string) => countTokens(text);
  const store = new MemoryStore(BUDGET_BYTES, () => {});
  return createRecovery({ engine: createEngine({ countTokens: count }), store, countTokens: count });
}

export function selfTest(recovery: Compressing = ownRecovery()): Finding {
  try {
    const input = payload();
    const {
      output,
      recovery_handle: handle,
      tokens_before: before,
      tokens_after: after,
    } = recovery.compress(input);
    if (handle === null || after >= before || !output.includes("disk full"))
      return broken("nothing useful came out");
    const back = recovery.retrieve(handle);
    if (back.kind !== "original" || new TextDecoder().decode(back.bytes) !== input) {
      return broken("the original did not come back byte for byte");
    }
    const message = `${before} tokens became ${after}, and the original came back byte for byte.`;
    return { area: "self-test", level: "fine", code: "self_test", message };
  } catch (error) {
    return broken(error instanceof Error ? error.name : "unknown error");
  }
}

function broken(why: string): Finding {
  const message = `Compressing and recovering a sample failed: ${why}. Please report it with the output of: caveman-mcp version --json`;
  return { area: "self-test", level: "broken", code: "self_test_failed", message };
}
