/**
 * Write and kill -9: each cycle starts `put-many.ts`, kills it after a random number of handles were read from its
 * stdout, and keeps them. At the end every handle that was ever shown must give back exactly its original.
 */
import { join } from "node:path";
import { openStore } from "../../../src/store/open-store.ts";
import { originalOf } from "./put-many.ts";

/** More than a process manages to store before it is killed. */
const ENDLESS = 1_000_000;

export interface KillReport {
  readonly cycles: number;
  readonly shown: number;
  /** Handles that were shown and are missing or wrong; has to be empty. */
  readonly lost: readonly string[];
}

/** @param seed makes the moments of death repeatable, as far as a race can be */
export async function killCycles(database: string, cycles: number, seed: number): Promise<KillReport> {
  const env = { ...process.env, CAVEMAN_CCR_DB: database };
  const shown: { handle: string; text: string }[] = [];
  let state = seed >>> 0 || 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let cycle = 0; cycle < cycles; cycle++) {
    const label = `cycle ${cycle}`;
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "put-many.ts"), label, String(ENDLESS)],
      {
        env,
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const enough = 1 + random(12);
    let text = "";
    const decoder = new TextDecoder();
    // Reading goes on after the kill: what the process had written by then was shown.
    for await (const chunk of child.stdout) {
      text += decoder.decode(chunk, { stream: true });
      if (text.split("\n").length > enough) child.kill("SIGKILL");
    }
    await child.exited;
    text
      .split("\n")
      .slice(0, -1)
      .forEach((handle, n) => {
        shown.push({ handle, text: originalOf(label, n) });
      });
  }
  const store = openStore({ CAVEMAN_CCR_DB: database }, (line) => console.error(line));
  const lost = shown.filter(({ handle, text }) => {
    const got = store.get(handle);
    return got.kind !== "found" || new TextDecoder().decode(got.bytes) !== text;
  });
  store.close();
  return { cycles, shown: shown.length, lost: lost.map(({ handle }) => handle) };
}

if (import.meta.main) {
  const [database = "", cycles = "1000", seed = "1"] = process.argv.slice(2);
  const report = await killCycles(database, Number(cycles), Number(seed));
  console.log(JSON.stringify(report));
  process.exitCode = report.lost.length === 0 && report.shown >= report.cycles ? 0 : 1;
}
