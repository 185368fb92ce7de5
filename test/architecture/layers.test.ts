/** Imports only go down, siblings do not know each other, and there are no cycles (`import type` included). */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";

const SRC = join(import.meta.dir, "..", "..", "src");

/** For each folder, the folders that it may import from. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  text: [],
  tokens: ["text"],
  engine: ["text"],
  grammars: ["text", "engine"],
  store: ["text"],
  mcp: ["text"],
  recovery: ["text", "tokens", "engine", "store"],
  tools: ["text", "tokens", "engine", "grammars", "store", "recovery", "mcp"],
  hosts: ["text"],
  proxy: ["text", "tokens", "engine", "grammars", "store", "recovery", "mcp"],
  cli: ["text", "tokens", "engine", "grammars", "store", "recovery", "mcp", "tools", "hosts"],
  launcher: [],
};

function sources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(ts|mjs|js)$/.test(entry.name) ? [path] : [];
  });
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s*"([^"]+)"|import\s*\(\s*"([^"]+)"|new URL\(\s*"([^"]+\.ts)"|(?:^|\n)import\s+"([^"]+)"/g;

/** Every relative import of a file as [specifier, path below src]. */
function importsOf(file: string): [specifier: string, target: string][] {
  const text = readFileSync(file, "utf8");
  const out: [string, string][] = [];
  for (const m of text.matchAll(IMPORT)) {
    const specifier = m[1] ?? m[2] ?? m[3] ?? m[4];
    if (specifier?.startsWith(".")) {
      out.push([specifier, relative(SRC, normalize(join(dirname(file), specifier)))]);
    }
  }
  return out;
}

const files = sources(SRC);
const graph = new Map(files.map((f) => [relative(SRC, f), importsOf(f).map(([, target]) => target)]));

describe("layering", () => {
  test("every folder of src is known here", () => {
    const folders = readdirSync(SRC, { withFileTypes: true }).filter((e) => e.isDirectory());
    expect(folders.map((e) => e.name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  test("imports only go down", () => {
    const wrong: string[] = [];
    for (const [from, targets] of graph) {
      const layer = from.split(sep)[0] ?? "";
      for (const target of targets) {
        const to = target.split(sep)[0] ?? "";
        if (to !== layer && !MAY_IMPORT[layer]?.includes(to)) wrong.push(`${from} imports ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("relative imports name their file, so that no import goes through a barrel by accident", () => {
    const wrong = files.flatMap((f) =>
      importsOf(f)
        .filter(([s]) => !/\.(ts|mjs|js|json|bin|wasm)$/.test(s))
        .map(([s]) => `${relative(SRC, f)} imports ${s}`),
    );
    expect(wrong).toEqual([]);
  });

  test("there are no cycles", () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (file: string, trail: string[]): void => {
      const at = trail.indexOf(file);
      if (at >= 0) {
        cycles.push([...trail.slice(at), file].join(" → "));
        return;
      }
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) walk(next, [...trail, file]);
      done.add(file);
    };
    for (const file of graph.keys()) walk(file, []);
    expect(cycles).toEqual([]);
  });

  test("only src/proxy and src/launcher name network or process modules", () => {
    const forbidden =
      /"(?:node:)?(?:net|http|https|http2|tls|dgram|dns|child_process|cluster)(?:\/promises)?"|\bfetch\(|\bnew WebSocket\b|\bBun\.(?:connect|serve|listen|spawn|spawnSync|\$|udpSocket)\b/;
    const wrong = files
      .map((f) => relative(SRC, f))
      .filter((f) => !/^(proxy|launcher)/.test(f) && forbidden.test(readFileSync(join(SRC, f), "utf8")));
    expect(wrong).toEqual([]);
  });

  test("most files have one idea: none is over 400 lines", () => {
    const long = files
      .map((f) => [relative(SRC, f), readFileSync(f, "utf8").split("\n").length] as const)
      .filter(([, n]) => n > 400);
    expect(long).toEqual([]);
  });

  test("the evaluation's readers share no code with what they judge", () => {
    const ROOT = join(SRC, "..");
    const seen = new Set<string>();
    const open = ["test/eval/checkers.ts", "test/eval/mutants.ts"].map((path) => join(ROOT, path));
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      open.push(...importsOf(file).map(([, target]) => join(SRC, target)));
    }
    expect(seen.size).toBeGreaterThan(30);
    expect([...seen].filter((file) => file.startsWith(SRC + sep))).toEqual([]);
  });
});
