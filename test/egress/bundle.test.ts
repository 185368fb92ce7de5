/**
 * The server holds no code of ours or of a library that opens a connection or starts a process: the
 * module graph is walked, then the text of the bundle that is compiled in is searched. What of a library
 * does not get into the bundle is not judged.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { absentFlags, PROGRAMS } from "../../build/executable.ts";
import { ALLOWED_MODULES, findings, HARMLESS, REQUIRED } from "./forbidden.ts";

const ROOT = join(import.meta.dir, "..", "..");
const dir = mkdtempSync(join(tmpdir(), "caveman-bundle-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Metafile {
  readonly inputs: Readonly<
    Record<string, { readonly imports: readonly { path: string; external?: boolean }[] }>
  >;
}

let graph: Metafile;
const server = PROGRAMS.find((program) => program.name === "caveman-mcp");

beforeAll(() => {
  const entries = server === undefined ? [] : [server.main, ...server.workers];
  const metafile = join(dir, "meta.json");
  // The compiler's own flags but for --compile and --minify, so that what is found can be read.
  const flags = [
    "build",
    "--target=bun",
    "--format=esm",
    "--env=disable",
    `--metafile=${metafile}`,
    ...absentFlags(server?.absent ?? []),
  ];
  const done = spawnSync(process.execPath, [...flags, ...entries, "--outdir", join(dir, "out")], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect({ status: done.status, stderr: done.status === 0 ? "" : done.stderr }).toEqual({
    status: 0,
    stderr: "",
  });
  graph = JSON.parse(readFileSync(metafile, "utf8")) as Metafile;
});

describe("the module graph", () => {
  test("reaches only modules of the platform that are allowed", () => {
    const platform = new Set<string>();
    for (const { imports } of Object.values(graph.inputs)) {
      // Files are named by path; those that a library only re-exports, by the relative one.
      for (const { path } of imports)
        if (!/^(?:src|node_modules|\.{1,2})\//.test(path)) platform.add(path.replace(/^node:/, ""));
    }
    expect([...platform].filter((name) => !ALLOWED_MODULES.has(name))).toEqual([]);
    expect(platform.size).toBeGreaterThan(0);
  });

  test("holds the server, the worker and every verb, and nothing of the proxy", () => {
    const inputs = Object.keys(graph.inputs);
    for (const part of [
      "src/cli/main.ts",
      "src/cli/worker.ts",
      "src/engine/engine.ts",
      "src/cli/verbs/store.ts",
    ]) {
      expect(inputs).toContain(part);
    }
    expect(
      inputs.filter((path) => path.startsWith("src/proxy/") || path.startsWith("src/launcher/")),
    ).toEqual([]);
  });

  test("no source of ours names what is forbidden", () => {
    const found = Object.keys(graph.inputs)
      .filter((path) => path.startsWith("src/") && path.endsWith(".ts"))
      .map((path) => ({ path, found: findings(readFileSync(join(ROOT, path), "utf8")) }))
      .filter((file) => file.found.length > 0);
    expect(found).toEqual([]);
  });
});

describe("the bundle", () => {
  const bundles = () => readdirSync(join(dir, "out")).filter((name) => name.endsWith(".js"));

  test("holds no name that is forbidden", () => {
    const found = bundles().map((name) => ({
      name,
      found: findings(readFileSync(join(dir, "out", name), "utf8")),
    }));
    expect(found).toEqual(bundles().map((name) => ({ name, found: [] })));
    expect(found.length).toBeGreaterThanOrEqual(2);
  });

  test("requires no module of the platform that is not allowed", () => {
    const required = bundles()
      .flatMap((name) => [...readFileSync(join(dir, "out", name), "utf8").matchAll(REQUIRED)])
      .map(([, name = ""]) => name.replace(/^node:/, ""));
    expect(required.filter((name) => !ALLOWED_MODULES.has(name))).toEqual([]);
  });

  test("every exception that is made is still needed", () => {
    const lines = new Set(
      bundles()
        .flatMap((name) => readFileSync(join(dir, "out", name), "utf8").split("\n"))
        .map((line) => new Bun.CryptoHasher("sha256").update(line.trim()).digest("hex")),
    );
    expect(Object.keys(HARMLESS).filter((hash) => !lines.has(hash))).toEqual([]);
  });
});

test("the search finds what it is for", () => {
  const guilty = [
    "await fetch(url)",
    "const f = globalThis.fetch;",
    "new WebSocket(url)",
    "Bun.serve({})",
    "Bun.$`ls`",
    "Bun[name]",
    "await import(name)",
    "require(name)",
    'import { spawnSync } from "x"',
    "new Function(code)",
    "db.loadExtension(path)",
    "eval(code)",
  ];
  expect(guilty.filter((line) => findings(line).length === 0)).toEqual([]);
  const innocent = ['"git fetch"', 'await import("./x.ts")', "prefetch()", "Bun.CryptoHasher", "evaluate()"];
  expect(innocent.filter((line) => findings(line).length > 0)).toEqual([]);
});
