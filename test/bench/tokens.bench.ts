/**
 * Token counting against the npm package gpt-tokenizer on the same texts, interleaved in one run; growth with the length;
 * and loading the tables in a compiled executable against `node -e 0`. Only ratios are judged.
 *   bun test/bench/tokens.bench.ts [ROUNDS]      exits 1 above the targets; texts of CAVEMAN_CORPUS if that is set
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens as gptCount } from "gpt-tokenizer/encoding/o200k_base";
import { countTokens } from "../../src/tokens/counter.ts";

/** Time to count all texts, as a share of what gpt-tokenizer takes. */
const SHARE_TARGET = 0.2;
/** Time for four times the length, in times. */
const GROWTH_TARGET = 5;
/** Loading the tables and the first count, as a share of `node -e 0`: 10 ms of about 50. */
const LOAD_TARGET = 0.2;
const DEFAULT_ROUNDS = 5;
const MOST_UNITS = 400_000;

const ROOT = join(import.meta.dir, "..", "..");
const rounds = Number(process.argv[2] ?? DEFAULT_ROUNDS);
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds of processor time, which other programs on the machine disturb less than the clock. */
function time(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** [name, text] of everything in a folder, longest first. */
function texts(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile() && !/\.(bin|wasm|db|gz)$/.test(name))
    .map((name): [string, string] => [name, readFileSync(join(folder, name), "utf8").slice(0, MOST_UNITS)])
    .sort(([, a], [, b]) => b.length - a.length);
}

function compare(): boolean {
  const files = texts(process.env.CAVEMAN_CORPUS ?? join(ROOT, "src"));
  const own = files.map((): number[] => []);
  const other = files.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, [, text]] of files.entries()) {
      own[i]?.push(time(() => countTokens(text)));
      other[i]?.push(time(() => gptCount(text, { disallowedSpecial: new Set() })));
    }
  }
  const speed = (bytes: number, ms: number): string => (bytes / ms / 1000).toFixed(1).padStart(7);
  let bytes = 0;
  let ownTotal = 0;
  let otherTotal = 0;
  console.log("MB/s: own, gpt-tokenizer");
  for (const [i, [name, text]] of files.entries()) {
    const size = Buffer.byteLength(text);
    const a = median(own[i] ?? []);
    const b = median(other[i] ?? []);
    bytes += size;
    ownTotal += a;
    otherTotal += b;
    if (i < 40) console.log(`  ${name.slice(-40).padEnd(40)} ${speed(size, a)} ${speed(size, b)}`);
  }
  const share = ownTotal / otherTotal;
  console.log(`  ${"all".padEnd(40)} ${speed(bytes, ownTotal)} ${speed(bytes, otherTotal)}`);
  console.log(`share of gpt-tokenizer's time: ${share.toFixed(3)} (target ≤ ${SHARE_TARGET})`);
  return share <= SHARE_TARGET;
}

/** Texts of one kind, the hardest there are for a tokenizer; the count of four times as much takes four times as long. */
function growth(): boolean {
  let state = 1;
  const letter = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(97 + ((state >>> 16) % 26));
  };
  const letters = Array.from({ length: 1 << 20 }, letter).join("");
  const kinds: Record<string, string> = {
    "one letter": "a".repeat(1 << 20),
    "any letters": letters,
    words: letters.replace(/.{6}/g, "$& "),
    spaces: " ".repeat(1 << 20),
    newlines: "\n".repeat(1 << 20),
    brackets: "[".repeat(1 << 20),
    base64: Buffer.from(letters)
      .toString("base64")
      .slice(0, 1 << 20),
    Chinese: "的一是不了在人有我他".repeat(35_000),
    emoji: "😀👨‍👩‍👧".repeat(50_000),
  };
  let good = true;
  console.log("growth of time from 1 MiB to 4 and 16");
  for (const [name, text] of Object.entries(kinds)) {
    const [one = 0, four = 0, sixteen = 0] = [1, 4, 16].map((n) => {
      const longer = text.repeat(n);
      return Math.min(...Array.from({ length: 2 + 8 / n }, () => time(() => countTokens(longer))));
    });
    good &&= four / one <= GROWTH_TARGET && sixteen / four <= GROWTH_TARGET;
    const speed = ((text.length * 16) / sixteen / 1000).toFixed(0);
    console.log(
      `  ${name.padEnd(12)} ${(four / one).toFixed(1)} ${(sixteen / four).toFixed(1)}   16 MiB: ${sixteen.toFixed(0)} ms, ${speed} M units/s`,
    );
  }
  console.log(`target ≤ ${GROWTH_TARGET} each`);
  return good;
}

/** A compiled program that times its own first count. */
async function load(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "caveman-bench-"));
  try {
    const source = join(folder, "load.ts");
    const executable = join(folder, "load");
    const counter = JSON.stringify(join(ROOT, "src", "tokens", "counter.ts"));
    writeFileSync(
      source,
      `import { countTokens } from ${counter};\n` +
        "const start = performance.now();\ncountTokens('first');\nconsole.log(performance.now() - start);\n",
    );
    const flags = ["--compile", "--minify", "--bytecode", "--format=esm", "--sourcemap=none"];
    const built = Bun.spawnSync([process.execPath, "build", source, ...flags, `--outfile=${executable}`]);
    if (!built.success) throw new Error(built.stderr.toString());
    const first: number[] = [];
    const node: number[] = [];
    for (let round = 0; round < 15; round++) {
      first.push(Number(Bun.spawnSync([executable]).stdout.toString()));
      const start = performance.now();
      await Bun.spawn(["node", "-e", "0"]).exited;
      node.push(performance.now() - start);
    }
    const ratio = median(first) / median(node);
    console.log(
      `load and first count, compiled: ${median(first).toFixed(1)} ms; node -e 0: ${median(node).toFixed(1)} ms; ` +
        `ratio ${ratio.toFixed(2)} (target ≤ ${LOAD_TARGET})`,
    );
    return ratio <= LOAD_TARGET;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const results = [compare(), growth(), await load()];
process.exitCode = results.every(Boolean) ? 0 : 1;
