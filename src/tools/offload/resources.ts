/** Opens what a worker needs: the counter, the engine, the store (its own, or the main thread's). */
import { createEngine } from "../../engine/engine.ts";
import { createSyntax } from "../../grammars/syntax.ts";
import { collector } from "../../recovery/collect.ts";
import { createRecovery } from "../../recovery/recovery.ts";
import { StoreFault } from "../../store/fault.ts";
import { recoveredDirectory } from "../../store/location.ts";
import { openStore } from "../../store/open-store.ts";
import { writeRecovered } from "../../store/recovered.ts";
import { countTokens } from "../../tokens/counter.ts";
import { readToolSettings } from "../settings.ts";
import { CountMemo } from "./count-memo.ts";
import { BridgedStore } from "./memory-bridge.ts";
import type { Opening, Resources } from "./worker.ts";
import { guardStore } from "./world.ts";

/** Writes to the private folder of recovered originals, or not at all: what fails is told once per cause. */
function recoveredWriter(
  directory: string | null,
  warn: (line: string) => void,
): Resources["writeRecovered"] {
  const told = new Set<string>();
  return (handle, bytes) => {
    if (directory === null) return null;
    try {
      return writeRecovered(directory, handle, bytes);
    } catch (error) {
      const line =
        error instanceof StoreFault ? error.message : "An original could not be written to a file.";
      if (!told.has(line)) warn(line);
      told.add(line);
      return null;
    }
  };
}

/** Of a log of 3 MB, 70 MB are left behind: characters looked at between two collections. */
const CHARS_BETWEEN = 1 << 20;
const collectAfter = collector(() => Bun.gc(true), CHARS_BETWEEN);

/** @param env of this process */
export function openResources(
  env: Readonly<Record<string, string | undefined>>,
  { control, sharedStore, post, note, checkpoint }: Opening,
): Resources {
  const warn = (line: string) => post({ type: "warning", line });
  const store = guardStore(sharedStore ? new BridgedStore(post) : openStore(env, warn), control, note);
  const memo = new CountMemo((text) => countTokens(text, checkpoint));
  /** Characters that the job has looked at; each has left several times as many bytes behind. */
  let chars = 0;
  const count = (text: string) => {
    chars += text.length;
    return memo.count(text);
  };
  const syntax = createSyntax();
  const engine = createEngine({ countTokens: count, syntax });
  return {
    store,
    recovery: createRecovery({ engine, store, countTokens: count, loadGrammar: syntax.load }),
    settings: readToolSettings(env, warn),
    writeRecovered: recoveredWriter(recoveredDirectory(env, process.platform), warn),
    commit: (work) => control.commit(work),
    rest: () => {
      memo.forget();
      collectAfter(chars);
      chars = 0;
    },
    close: () => store.close(),
  };
}
