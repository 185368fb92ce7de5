/** Names, forms, blocks, ledger, quota and retention: what is on disk after a call. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { extractBlocks, withPaths } from "../../../src/proxy/results/blocks.ts";
import { createInstance, dataDirectory, prepareDataDirectory } from "../../../src/proxy/results/data-dir.ts";
import { ResultFiles } from "../../../src/proxy/results/files.ts";
import { formOf } from "../../../src/proxy/results/form.ts";
import { ledgerLine } from "../../../src/proxy/results/ledger.ts";
import { mainName, ToolFolders } from "../../../src/proxy/results/names.ts";
import { type ParsedResult, parseResult } from "../../../src/proxy/results/result.ts";
import { applyRetention } from "../../../src/proxy/results/retention.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "caveman-results-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function parsed(literal: string): ParsedResult {
  const result = parseResult(Buffer.from(literal));
  if (!result) throw new Error("not a result");
  return result;
}

/** Form and text of the main file. */
function filed(literal: string): [kind: string, text: string] {
  const result = parsed(literal);
  const form = formOf(result);
  const bytes = form.kind === "envelope" ? withPaths(result, extractBlocks(result, "m")) : form.bytes;
  return [form.kind, Buffer.from(bytes).toString()];
}

describe("names", () => {
  test("no two tools share a folder, and every folder is one plain name", () => {
    const tool = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constantFrom(
        "../a",
        "a/b",
        "a\\b",
        "CON",
        "con.txt",
        "nul",
        "a",
        "A",
        "a.",
        "",
        ".",
        "..",
        "\0",
        "_calls.jsonl",
        "_instance.json",
      ),
    );
    fc.assert(
      fc.property(fc.uniqueArray(tool, { maxLength: 20 }), (tools) => {
        const folders = new ToolFolders();
        const names = tools.map((name) => folders.folderOf(name));
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(tools.length);
        for (const [i, name] of names.entries()) {
          expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/);
          expect(name).not.toMatch(/\.$|^(?:con|nul)(?:\.|$)/i);
          expect(folders.folderOf(tools[i] ?? "")).toBe(name);
        }
      }),
    );
  });

  test("a usual name stays, the first of a clash gets it", () => {
    const folders = new ToolFolders();
    expect(folders.folderOf("search_records")).toBe("search_records");
    expect(folders.folderOf("getUser")).toBe("getUser");
    expect(folders.folderOf("getuser")).toMatch(/^tool-getuser-[0-9a-f]{16}$/);
  });

  test("numbers grow past 999, times are UTC", () => {
    const at = new Date("2026-09-10T07:37:33.733Z");
    expect(mainName(at, 1)).toBe("20260910-073733-001");
    expect(mainName(at, 12345)).toBe("20260910-073733-12345");
  });
});

describe("forms", () => {
  test.each([
    ['{"content":[{"type":"text","text":"{\\"a\\":1.0}"}]}', "text", '{"a":1.0}'],
    ['{"content":[{"text":"x","type":"text"}],"isError":false}', "text", "x"],
    ['{"content":[{"type":"text","text":"\\u00e9\\n"}],"isError":true}', "text", "é\n"],
    [
      '{"resultType":"complete","content":[{"type":"text","text":"x"}],"_meta":{"io.modelcontextprotocol/serverInfo":{}}}',
      "text",
      "x",
    ],
    ['{"structuredContent":{"a":1e400, "b":2}}', "structured", '{"a":1e400, "b":2}'],
    ['{"content":[ ],"structuredContent":[1.0]}', "structured", "[1.0]"],
  ])("%s", (literal, kind, text) => {
    expect(filed(literal)).toEqual([kind, text]);
  });

  test.each([
    '{"content":[{"type":"text","text":""}]}',
    '{"content":[{"type":"text","text":"x","annotations":{}}]}',
    '{"content":[{"type":"text","text":"x"}],"structuredContent":{}}',
    '{"content":[{"type":"text","text":"x"}],"_meta":{"a":1}}',
    '{"content":[{"type":"text","text":"x"}],"x-vendor":1}',
    '{"content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]}',
    '{"content":[{"type":"text","text":"{\\"content\\":1}"}]}',
    '{"content":[{"type":"text","text":"\\ud800"}]}',
    '{"content":[{"type":"video","uri":"x"}]}',
    '{"structuredContent":{"content":[]}}',
    '{"toolResult":{"a":1.0}}',
    '{"content":"text"}',
    "{}",
    '{ "content" : [ {"type":"text", "text":"x"} ], "isError" : "yes" }',
  ])("%s is written as it came", (literal) => {
    expect(filed(literal)).toEqual(["envelope", literal]);
  });

  test("a top-level content key always means a whole result", () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom("content", "a", "data"), fc.jsonValue()),
    );
    fc.assert(
      fc.property(value, fc.boolean(), (data, structured) => {
        const text = JSON.stringify(data);
        const literal = structured
          ? `{"content":[],"structuredContent":${text}}`
          : JSON.stringify({ content: [{ type: "text", text }] });
        const [kind, written] = filed(literal);
        const root: unknown = JSON.parse(written);
        const hasContent =
          typeof root === "object" && root !== null && !Array.isArray(root) && "content" in root;
        expect(hasContent).toBe(kind === "envelope");
        expect(written).toBe(kind === "envelope" ? literal : text);
      }),
    );
  });

  test.each(["", "7", "[]", '{"a":}', "{}x"])("%p is no result", (text) => {
    expect(parseResult(Buffer.from(text))).toBeNull();
  });
});

describe("blocks", () => {
  const png = Buffer.from("not really a png");

  test("binary data becomes a file, its place in the result the path, every other byte stays", () => {
    const base64 = png.toString("base64");
    const literal = `{"content":[ {"type":"image","mimeType":"image/png","data":"${base64}","x":1.0},{"type":"resource","resource":{"uri":"u","blob":"${base64}"}},{"type":"audio","mimeType":"../../x","data":"${base64.replaceAll("/", "\\/")}"}]}`;
    const result = parsed(literal);
    const blocks = extractBlocks(result, "m");
    expect(blocks.map((b) => [b.path, Buffer.from(b.data).toString()])).toEqual([
      ["blocks/m-block-1.png", String(png)],
      ["blocks/m-block-2.bin", String(png)],
      ["blocks/m-block-3.bin", String(png)],
    ]);
    const written = Buffer.from(withPaths(result, blocks)).toString();
    expect(written.replace(/"blocks\/[^"]*"/g, `"${base64}"`)).toBe(literal);
  });

  test.each(["not base64!!", "YQ", "YQ==\n", "YR==", "", "_-__"])(
    "%p stays inline: it would not come back the same",
    (data) => {
      const result = parsed(JSON.stringify({ content: [{ type: "image", mimeType: "image/png", data }] }));
      expect(extractBlocks(result, "m")).toEqual([]);
    },
  );
});

describe("writing", () => {
  test("all files of a result or none, exactly to the quota", () => {
    const files = new ResultFiles(10);
    files.write([{ path: join(dir, "t", "a.json"), bytes: Buffer.alloc(6) }]);
    expect(() =>
      files.write([
        { path: join(dir, "t", "blocks", "b.bin"), bytes: Buffer.alloc(4) },
        { path: join(dir, "t", "b.json"), bytes: Buffer.alloc(1) },
      ]),
    ).toThrow(/would pass --max-data-bytes 10 \(6 are used\)/);
    expect(readdirSync(join(dir, "t"))).toEqual(["a.json"]);
    files.write([{ path: join(dir, "t", "c.json"), bytes: Buffer.alloc(4) }]);
    expect(files.used).toBe(10);
    expect(lstatSync(join(dir, "t", "c.json")).mode & 0o777).toBe(0o600);
    expect(lstatSync(join(dir, "t")).mode & 0o777).toBe(0o700);
  });

  test("what was written before a failure is taken back, and no .tmp stays", () => {
    mkdirSync(join(dir, "x.json"));
    writeFileSync(join(dir, "x.json", "in-the-way"), "");
    const files = new ResultFiles(0);
    expect(() =>
      files.write([
        { path: join(dir, "b.bin"), bytes: Buffer.alloc(4) },
        { path: join(dir, "x.json"), bytes: Buffer.alloc(1) },
      ]),
    ).toThrow(/the system refused/);
    expect(readdirSync(dir)).toEqual(["x.json"]);
    expect(files.used).toBe(0);
  });

  test("ledger lines hold arguments as they were written", () => {
    const line = ledgerLine({
      file: "t/a.json",
      tool: "t",
      argumentsJson: '{"a":1.10,"b":12345678901234567890}',
      durationMs: 3,
      isError: false,
      shape: "a:number",
      bytes: 5,
      at: new Date(0),
    });
    expect(line).toBe(
      '{"schemaVersion":3,"file":"t/a.json","tool":"t","arguments":{"a":1.10,"b":12345678901234567890},"durationMs":3,"isError":false,"shape":"a:number","bytes":5,"at":"1970-01-01T00:00:00.000Z"}\n',
    );
  });
});

describe("data directory", () => {
  test("is .mcp-proxy-data, or below CAVEMAN_HOME where that is no good place", () => {
    const home = join(dir, "home");
    mkdirSync(home);
    const env = { HOME: home, CAVEMAN_HOME: join(home, ".cave") };
    expect(dataDirectory(null, { cwd: dir, env })).toBe(join(dir, ".mcp-proxy-data"));
    expect(dataDirectory(null, { cwd: "/", env })).toBe(join(home, ".cave", "proxy"));
    expect(dataDirectory(null, { cwd: home, env })).toBe(join(home, ".cave", "proxy"));
    symlinkSync(home, join(dir, "link"));
    expect(dataDirectory(null, { cwd: join(dir, "link"), env })).toBe(join(home, ".cave", "proxy"));
    expect(dataDirectory(null, { cwd: "/proc/self", env: { HOME: home } })).toBe(
      join(home, ".caveman", "proxy"),
    );
    expect(dataDirectory("some/where", { cwd: dir, env })).toBe(join(dir, "some", "where"));
  });

  test("has a .gitignore and instances of their own", () => {
    const data = join(dir, "data");
    prepareDataDirectory(data);
    expect(readFileSync(join(data, ".gitignore"), "utf8")).toBe("*\n");
    const at = new Date("2026-09-10T07:37:33Z");
    const instances = Array.from({ length: 30 }, () => createInstance(data, "up", at));
    expect(new Set(instances.map((i) => i.id)).size).toBe(30);
    for (const { id } of instances) expect(id).toMatch(/^20260910-073733-[0-9a-f]{4}$/);
    const about = JSON.parse(readFileSync(join(instances[0]?.dir ?? "", "_instance.json"), "utf8"));
    expect(about).toMatchObject({ pid: process.pid, upstream: "up", startedAt: "2026-09-10T07:37:33.000Z" });
  });

  test("a link or a file in its place is refused", () => {
    mkdirSync(join(dir, "real"));
    symlinkSync(join(dir, "real"), join(dir, "link"));
    expect(() => prepareDataDirectory(join(dir, "link"))).toThrow(/is a link, which is refused/);
    symlinkSync(join(dir, "missing"), join(dir, "dangling"));
    expect(() => prepareDataDirectory(join(dir, "dangling"))).toThrow();
    expect(existsSync(join(dir, "missing"))).toBe(false);
    writeFileSync(join(dir, "file"), "");
    expect(() => prepareDataDirectory(join(dir, "file"))).toThrow(/not a directory/);
  });
});

describe("retention", () => {
  const now = new Date("2026-09-30T00:00:00Z");
  const DAY = 24 * 3600 * 1000;

  /** An instance that started and was last touched so many days ago. */
  function instance(
    name: string,
    days: number,
    options: { pid?: number; touched?: number; about?: string } = {},
  ): string {
    const path = join(dir, name);
    mkdirSync(join(path, "tool"), { recursive: true });
    writeFileSync(join(path, "tool", "r.json"), "{}");
    const about =
      options.about ??
      JSON.stringify({
        pid: options.pid ?? 7,
        startedAt: new Date(now.getTime() - days * DAY).toISOString(),
      });
    writeFileSync(join(path, "_instance.json"), about);
    const touched = new Date(now.getTime() - (options.touched ?? days) * DAY);
    for (const file of ["tool/r.json", "tool", "_instance.json", "."])
      utimesSync(join(path, file), touched, touched);
    return name;
  }

  const apply = (days = 10) =>
    applyRetention({ dataDir: dir, days, now, own: "20260901-000000-0000", alive: (pid) => pid === 1 });

  test("only what is old, finished, quiet and ours goes", () => {
    const old = instance("20260901-000000-aaaa", 20);
    instance("20260901-000000-0000", 20);
    instance("20260925-000000-bbbb", 5);
    instance("20260901-000000-cccc", 20, { pid: 1 });
    instance("20260901-000000-dddd", 20, { touched: 0.5 });
    instance("20260901-000000-eeee", 20, { about: "not json" });
    instance("20260901-000000-ffff", 20, { about: '{"pid":"7"}' });
    instance("someone-elses-folder", 20);
    mkdirSync(join(dir, "20260901-000000-1111"));
    const elsewhere = mkdtempSync(join(tmpdir(), "caveman-elsewhere-"));
    writeFileSync(join(elsewhere, "precious"), "");
    symlinkSync(elsewhere, join(dir, "20260901-000000-2222"));
    const before = readdirSync(dir).length;
    expect(apply()).toEqual([old]);
    expect(readdirSync(dir)).toHaveLength(before - 1);
    expect(existsSync(join(elsewhere, "precious"))).toBe(true);
    rmSync(elsewhere, { recursive: true });
  });

  test("a link inside is removed, never followed", () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "caveman-elsewhere-"));
    writeFileSync(join(elsewhere, "precious"), "");
    const old = instance("20260901-000000-aaaa", 20);
    symlinkSync(elsewhere, join(dir, old, "link"));
    utimesSync(join(dir, old), new Date(0), new Date(0));
    const much = new Date(now.getTime() + 400 * DAY);
    expect(applyRetention({ dataDir: dir, days: 10, now: much, own: "", alive: () => false })).toEqual([old]);
    expect(existsSync(join(elsewhere, "precious"))).toBe(true);
    rmSync(elsewhere, { recursive: true });
  });

  test("0 days keeps everything", () => {
    instance("20200101-000000-aaaa", 2000);
    expect(apply(0)).toEqual([]);
  });

  test.skipIf(process.getuid?.() === 0)("what cannot be read stays", () => {
    const old = instance("20260901-000000-aaaa", 20);
    chmodSync(join(dir, old), 0);
    expect(apply()).toEqual([]);
    chmodSync(join(dir, old), 0o700);
  });
});
