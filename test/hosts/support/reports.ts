/** Reports of a payload without a store: the page as `report HANDLE --html` would write it. */
import { type Original, originalPage } from "../../../src/cli/report/original-html.ts";
import { recompute } from "../../../src/cli/report/recompute.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { createRecovery } from "../../../src/recovery/recovery.ts";
import { MemoryStore } from "../../../src/store/memory.ts";
import { countTokens } from "../../../src/tokens/counter.ts";

export const HANDLE = `ccr_${"0".repeat(32)}`;
export const MADE_AT = "2026-11-30T00:00:00.000Z";

export function originalOf(text: string, ask: { query?: string } = {}): Original {
  const count = (t: string) => countTokens(t);
  const recovery = createRecovery({
    engine: createEngine({ countTokens: count }),
    store: new MemoryStore(1, () => {}),
    countTokens: count,
  });
  return {
    handle: HANDLE,
    text,
    bytes: new TextEncoder().encode(text).byteLength,
    stored: null,
    recomputed: recompute(recovery, text, null, ask),
  };
}

export function pageOf(text: string): string {
  return originalPage(originalOf(text), MADE_AT);
}
