/** The verbs through the compiled executable: results on stdout, words on stderr, exit codes. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { distinctProse, records } from "../support/payloads.ts";
import { type Done, Sandbox } from "../support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

const TEXT = records(20_000);

function run(
  args: readonly string[],
  input: string | Uint8Array = "",
  env: Record<string, string> = {},
): Done {
  return sandbox.run(args, input, env);
}

function handleIn(err: string): string {
  return /ccr_[0-9a-f]{32}/.exec(err)?.[0] ?? "";
}

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(sandbox.work, name), content);
  return name;
}

test("version, for people and for programs", () => {
  const text = readFileSync(join(import.meta.dir, "..", "..", "package.json"), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  expect(run(["version"]).out).toStartWith(`caveman-mcp ${version} `);
  expect(run(["--version"]).out).toBe(run(["version"]).out);
  const told = JSON.parse(run(["version", "--json"]).out) as Record<string, unknown>;
  expect(told).toMatchObject({ version, schema: "caveman.mcp.version.v1" });
  expect(told.capabilities).toEqual(expect.arrayContaining(["mcp_recovery", "build_stamped_version"]));
});

describe("compress and retrieve", () => {
  test("from stdin and from a file, the same view; the original comes back byte for byte", () => {
    const fromStdin = run(["compress"], TEXT);
    expect(fromStdin.code).toBe(0);
    expect(fromStdin.out.length).toBeLessThan(TEXT.length / 4);
    expect(run(["compress", file("a.json", TEXT)]).out).toBe(fromStdin.out);
    expect(run(["retrieve", handleIn(fromStdin.err)])).toMatchObject({ code: 0, out: TEXT, err: "" });
  });

  test("--json gives all facts, --type and --query are passed on", () => {
    const told = JSON.parse(run(["compress", "--json", "--query", "job-77"], TEXT).out) as Record<
      string,
      unknown
    >;
    expect(told).toMatchObject({ basis: "inferred", content_type: "json" });
    expect(told.compressed).toContain("job-77");
    expect(JSON.parse(run(["compress", "--json", "--type", "text"], TEXT).out)).toMatchObject({
      content_type: "text",
    });
  });

  test("what cannot be shortened comes back byte for byte, and that is no failure", () => {
    const bytes = new Uint8Array([0xff, 0x00, 0xfe, 0x0d, 0x0a, 0x1b]);
    const done = run(["compress"], bytes);
    expect(done.code).toBe(0);
    expect(new Uint8Array(done.bytes)).toEqual(bytes);
    expect(done.err).toContain("unchanged");
    const prose = distinctProse(5_000);
    expect(run(["compress"], prose).out).toBe(prose);
  });

  test("a query gives the records that match", () => {
    const { err } = run(["compress"], TEXT);
    const done = run(["retrieve", `<<ccr:${handleIn(err)}>>`, "--query", "job-42"]);
    expect(done.out).toContain('"job-42"');
    expect(done.out.length).toBeLessThan(TEXT.length / 4);
    expect(done.err).toBe("");
    const none = run(["retrieve", handleIn(err), "--query", "no-such-word"]);
    expect(none).toMatchObject({ code: 0, out: TEXT });
    expect(none.err).toContain("whole original");
  });

  test("an unknown handle, an unreadable file, an unusable store: code 1 and the reason", () => {
    for (const done of [
      run(["retrieve", `ccr_${"0".repeat(32)}`]),
      run(["retrieve", "nonsense"]),
      run(["compress", "missing.json"]),
      run(["retrieve", `ccr_${"0".repeat(32)}`], "", { CAVEMAN_CCR_DB: "relative.db" }),
    ]) {
      expect(done).toMatchObject({ code: 1, out: "" });
      expect(done.err).toContain("cave_");
    }
  });

  test("the server retrieves what the command line stored", async () => {
    const handle = handleIn(run(["compress"], TEXT).err);
    const client = sandbox.serve();
    await client.initialize("2025-11-25");
    expect((await client.tool("caveman_retrieve", { recovery_handle: handle })).content[0]?.text).toBe(TEXT);
  });
});

test("detect names the type", () => {
  expect(run(["detect"], TEXT)).toMatchObject({ code: 0, out: "json\n" });
  expect(run(["detect", file("x.csv", "a,b\n1,2\n3,4\n5,6\n")]).out).toBe("tabular\n");
});

describe("toon", () => {
  test("there and back", () => {
    const toon = run(["toon", "encode"], '[{"a":1},{"a":2}]');
    expect(toon).toMatchObject({ code: 0, err: "" });
    expect(run(["toon", "decode"], toon.out).out).toBe('[{"a":1},{"a":2}]\n');
  });

  test("what would not survive comes back unchanged with the reason and code 1", () => {
    const done = run(["toon", "encode"], '{"a":1.10}');
    expect(done).toMatchObject({ code: 1, out: '{"a":1.10}' });
    expect(done.err).toContain("not encoded");
    expect(run(["toon", "decode"], "a: 1\na: 2")).toMatchObject({ code: 1, out: "" });
  });
});

test("store: info, verify, prune and forget; stats", () => {
  expect(run(["store", "info"])).toMatchObject({ code: 0, out: "" });
  expect(existsSync(join(sandbox.home, ".caveman"))).toBe(false);
  const handle = handleIn(run(["compress"], TEXT).err);
  run(["compress"], records(30_000));
  expect(JSON.parse(run(["store", "info", "--json"]).out)).toMatchObject({ rows: 2 });
  expect(run(["store", "info"]).out).toContain("originals       2");
  expect(JSON.parse(run(["stats"]).out)).toMatchObject({ originals: 2, scope: "store", basis: "inferred" });
  expect(run(["store", "verify"])).toMatchObject({
    code: 0,
    out: "2 originals intact, 0 damaged\n",
  });

  expect(run(["store", "prune", "--older-than", "1d"]).out).toStartWith("0 originals removed");
  expect(run(["store", "forget", handle]).out).toStartWith("1 original removed");
  expect(run(["store", "forget", handle])).toMatchObject({ code: 1, out: "" });
  expect(run(["retrieve", handle]).code).toBe(1);
  expect(run(["store", "forget", "--containing", "job-7"]).out).toStartWith("1 original removed");
  expect(JSON.parse(run(["store", "info", "--json"]).out)).toMatchObject({ rows: 0 });
});

describe("wrong usage", () => {
  test.each([
    ["nonsense"],
    ["compress --nonsense"],
    ["compress a b"],
    ["compress --type spreadsheet"],
    ["retrieve"],
    ["toon sideways"],
    ["store"],
    ["store prune"],
    ["store prune --older-than soon"],
    ["store forget"],
    ["store forget --containing="],
    ["version x"],
    ["help nonsense"],
  ])("%s: code 2, one line and a hint", (line) => {
    const done = run(line.split(" "));
    expect(done).toMatchObject({ code: 2, out: "" });
    expect(done.err.trim().split("\n")).toHaveLength(1);
    expect(done.err).toContain("caveman-mcp help");
  });

  test("help lists every verb; help VERB and VERB --help tell about one", () => {
    const { out, code } = run(["help"]);
    expect(code).toBe(0);
    for (const verb of ["compress", "retrieve", "detect", "stats", "toon", "store", "version", "help"]) {
      expect(out).toContain(`\n  ${verb} `);
    }
    expect(run(["help", "toon"]).out).toBe(run(["toon", "--help"]).out);
  });
});

test("control characters of a path do not reach the terminal", () => {
  const dir = join(sandbox.work, "\u001b[31mdir");
  mkdirSync(dir, { mode: 0o700 });
  const done = run(["store", "info"], "", { CAVEMAN_CCR_DB: join(dir, "ccr.db") });
  expect(done.err).toContain("\\u{1b}");
  expect(done.err).not.toContain("\u001b");
});
