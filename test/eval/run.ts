/**
 * `npm run eval [-- DIR]`: one table over every payload of a folder (default: the fixtures): tokens removed, statements
 * and how many of them are false or derived by no reader, questions answered from the view alone; each payload, then each
 * type. Exit 1 where anything is false or wrong.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FORCED_TYPES, LANGUAGES } from "../../src/engine/contract.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { createSyntax } from "../../src/grammars/syntax.ts";
import { countTokens } from "../../src/tokens/counter.ts";
import { type Evaluation, evaluate } from "./evaluate.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures");

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === "views" ? [] : filesBelow(path);
      return [path];
    });
}

const folder = process.argv[2] ?? FIXTURES;
const forced: ReadonlySet<string> = new Set(FORCED_TYPES);
const syntax = createSyntax();
for (const language of LANGUAGES) await syntax.load(language);
const engine = createEngine({ countTokens: (text) => countTokens(text), syntax });

const rows: [string, Evaluation][] = [];
for (const path of filesBelow(folder)) {
  if (!statSync(path).isFile()) continue;
  const input = new TextDecoder().decode(readFileSync(path));
  const asked = basename(dirname(path));
  rows.push([path.slice(folder.length + 1), evaluate(engine, input, forced.has(asked) ? asked : undefined)]);
}

const sum = (some: readonly Evaluation[], of: (e: Evaluation) => number): number =>
  some.reduce((n, e) => n + of(e), 0);
const share = (some: readonly Evaluation[]): number =>
  1 -
  sum(some, (e) => e.after) /
    Math.max(
      1,
      sum(some, (e) => e.before),
    );
/** Cut, not rounded: 100 % only where nothing is left. */
const percent = (x: number): string => `${(Math.floor(1000 * x) / 10).toFixed(1)}%`.padStart(7);
const answered = (some: readonly Evaluation[]): string => {
  const asked = sum(some, (e) => e.answers.asked);
  return asked === 0 ? "      –" : percent(sum(some, (e) => e.answers.right) / asked);
};

/** One line of the table: a payload, or all of a type. */
const line = (name: string, type: string, method: string, some: readonly Evaluation[]): string =>
  [
    name.slice(-36).padEnd(36),
    type.padEnd(13),
    method.slice(0, 26).padEnd(26),
    String(sum(some, (e) => e.before)).padStart(8),
    String(sum(some, (e) => e.after)).padStart(8),
    percent(share(some)),
    String(sum(some, (e) => e.statements)).padStart(6),
    String(sum(some, (e) => e.faults.length)).padStart(6),
    answered(some),
  ].join(" ");

console.log(
  `${"payload".padEnd(36)} ${"type".padEnd(13)} ${"method".padEnd(26)}   before    after removed  stated  false answered`,
);
for (const [name, e] of rows) console.log(line(name, e.type, e.method, [e]));
console.log();
const all = rows.map(([, e]) => e);
for (const type of [...new Set(all.map((e) => e.type))].sort()) {
  const some = all.filter((e) => e.type === type);
  console.log(line(`${some.length} payloads`, type, "", some));
}
const shares = all.map((e) => share([e])).sort((a, b) => a - b);
const faults = sum(all, (e) => e.faults.length);
const wrong = sum(all, (e) => e.answers.wrong);
console.log(
  `\n${rows.length} payloads: ${percent(share(all)).trim()} of ${sum(all, (e) => e.before)} tokens removed, ` +
    `median ${percent(shares[shares.length >> 1] ?? 0).trim()}, ${all.filter((e) => e.after === e.before).length} unchanged; ` +
    `${sum(all, (e) => e.statements)} statements, ${faults} false; ` +
    `${sum(all, (e) => e.answers.asked)} questions, ${answered(all).trim()} answered, ${wrong} wrong`,
);
for (const [name, e] of rows)
  for (const fault of e.faults.slice(0, 3)) console.log(`! ${name}: ${fault.slice(0, 240)}`);
process.exitCode = faults + wrong > 0 ? 1 : 0;
