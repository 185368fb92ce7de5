/**
 * `bun test/soak/torture.ts [--mib N]`: inputs that are made to be slow (16 MiB each by default), one process per shape:
 * CPU seconds and peak memory of the whole call. Exit 1 where one takes more than 10 s or 1 GB.
 */
import { createEngine } from "../../src/engine/engine.ts";
import { createSyntax } from "../../src/grammars/syntax.ts";
import { createRecovery } from "../../src/recovery/recovery.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import { countTokens } from "../../src/tokens/counter.ts";

const MAX_SECONDS = 10;
const MAX_BYTES = 1e9;

const mib = Number(process.argv[process.argv.indexOf("--mib") + 1]) || 16;
const SIZE = mib << 20;
const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);

/** A deterministic stream of numbers below `n`. */
function numbers(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s % n;
  };
}

function until(unit: (i: number) => string, open = "", close = ""): string {
  const parts = [open];
  for (let i = 0, size = 0; size < SIZE; i++) {
    const part = unit(i);
    parts.push(part);
    size += part.length;
  }
  parts.push(close);
  return parts.join("");
}

const r = numbers(7);
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const word = (): string => Array.from({ length: 3 + r(8) }, () => String.fromCharCode(97 + r(26))).join("");

const SHAPES: Readonly<Record<string, () => string>> = {
  "one letter": () => fill("a"),
  spaces: () => fill(" "),
  newlines: () => fill("\n"),
  "a million empty lines": () => "\n".repeat(1_000_000),
  base64: () => until(() => BASE64[r(64)] ?? ""),
  "base64 in lines": () => until(() => `${Array.from({ length: 76 }, () => BASE64[r(64)]).join("")}\n`),
  emoji: () => fill("😀👨‍👩‍👧"),
  CJK: () => fill("日本語の文字列はここにあります"),
  "open brackets": () => fill("["),
  "nested arrays": () => "[".repeat(SIZE / 2) + "]".repeat(SIZE / 2),
  "20,000 different keys": () => until((i) => `${i > 0 ? "," : ""}{"key${i % 20_000}":${i}}`, "[", "]"),
  "an object of different keys": () => until((i) => `${i > 0 ? "," : ""}"k${i}":${i}`, "{", "}"),
  "a CSV of 10,000 columns": () => {
    const row = Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(",");
    return until(() => `${row}\n`);
  },
  "nested quotes": () => fill('"\\"'),
  "quotes in CSV": () => until((i) => `${i},"a ""b"" ${word()}"\n`, "id,text\n"),
  "an unterminated string": () => `{"a":"${fill("x")}`,
  "unterminated escapes": () => fill("\x1b]0;x"),
  "carriage returns": () => until((i) => `\r${i} % done`),
  "cursor up": () => until((i) => `line ${i}\n\x1b[2A`),
  "a minified line": () => until((i) => `function f${i}(a,b){return a&&b?f${i}(b):a};`),
  "a log": () =>
    until(
      (i) =>
        `2026-01-01T00:00:${String(i % 60).padStart(2, "0")}Z INFO worker-${i % 8} done id=${r(1e9)} in ${r(900)} ms\n`,
    ),
  "a log of different words": () => until(() => `${word()} ${word()} ${word()} ${word()} ${word()}\n`),
  logfmt: () => until((i) => `ts=${i} level=info msg="${word()} ${word()}" n=${r(99)}\n`),
  "JSON records": () =>
    until(
      (i) => `${i > 0 ? "," : ""}{"id":${i},"state":"${r(9) ? "ok" : "bad"}","amount":${r(1e6)}}`,
      "[",
      "]",
    ),
  NDJSON: () => until((i) => `{"id":${i},"name":"${word()}","n":${r(100)}}\n`),
  prose: () => until(() => `${word()} ${word()} ${word()} ${word()} ${word()}. `),
  paragraphs: () => until(() => `${word()} ${word()} ${word()} ${word()} ${word()} ${word()}.\n\n`),
  "angle brackets": () => fill("<"),
  "nested elements": () => fill("<div>"),
  "a page": () =>
    until((i) => `<p>${word()} <a href="/${i}">${word()}</a></p>\n`, "<html><body>", "</body></html>"),
  "comments without end": () => fill("<!--"),
  "a diff": () =>
    until(
      (i) =>
        `diff --git a/f${i} b/f${i}\n--- a/f${i}\n+++ b/f${i}\n@@ -1,2 +1,2 @@\n-${word()}\n+${word()}\n ${word()}\n`,
    ),
  "search hits": () => until((i) => `src/f${i % 900}.ts:${i}:const ${word()} = ${word()};\n`),
  paths: () => until((i) => `src/${word()}/${word()}/f${i}.ts\n`),
  YAML: () => until((i) => `- id: n${i}\n  name: ${word()}\n  list:\n  - ${r(9)}\n`),
  "nested YAML": () => until((i) => `${" ".repeat(i % 200)}k${i}:\n`),
  dashes: () => fill("- "),
  parentheses: () => fill("(("),
  "a diff's header without end": () =>
    `diff --git a/x b/y\nrename from x\nrename to y\ndiff --git a/${fill(" b/")}\u2028\n`,
  "a summary's line without end": () => ` a.ts | 3 ++-\n x${fill(" ")}\n`,
  "backspaces in a long line": () => fill("a").slice(SIZE / 2) + fill("\b\bx").slice(SIZE / 2),
  "erasing a long history": () =>
    "\n".repeat(SIZE / 4) + "\x1b[500A".repeat(SIZE / 1000) + fill("\x1b[J").slice(SIZE / 2),
  "a paragraph of many elements": () => `<html><body><p>${fill("<b>xy</b> zz ")}</p></body></html>`,
  "navigation in navigation": () =>
    `<html><body>${'<div class="nav">'.repeat(200)}${'<a href="/a">a</a>'.repeat(5)}<p>${fill("some words here. ")}`,
  "a page of link brackets": () => `<html><body><p>${fill("](")}</p></body></html>`,
  "a listing in a page": () => `<html><body><p>x</p><pre>${fill("line of code\n")}</pre></body></html>`,
  "tables in tables": () => `<html><body>${"<table><tr><td>".repeat(70)}${fill("<p>word word</p>")}`,
  "hits in as many files": () => until((i) => `src/f${i}.ts:1:const aa = bb cc dd;\n`),
  "YAML of different keys": () => until((i) => `- x${i}: 1\n  y: 3\n`),
  "sections of INI": () => until((i) => `[[s]]\nx = ${i}\ny = some words ${r(9)}\n`),
  "a tree of packages": () => {
    const branch = (depth: number): string =>
      `{"version":"1.${r(9)}.0","overridden":false${depth === 0 ? "" : `,"dependencies":{${Array.from({ length: 4 }, (_, i) => `"p${i}-${r(1e6)}":${branch(depth - 1)}`).join(",")}}`}}`;
    return until((i) => `${i > 0 ? "," : ""}"top${i}":${branch(5)}`, '{"dependencies":{', "}}");
  },
  "few large units": () => {
    const list = (n: number): string =>
      Array.from({ length: n }, (_, i) => `{"id":${i},"state":"${r(9) ? "ok" : "bad"}"}`).join(",");
    return `[${Array.from({ length: 60 }, (_, i) => `{"name":"${word()}${i}","list":[${list(SIZE / 60 / 25)}]}`).join(",")}]`;
  },
  "nested lists of eight": () => {
    const nest = (depth: number): string =>
      depth === 0
        ? `{"id":${r(99)}}`
        : `[${Array.from({ length: 8 }, () => `{"a":${nest(depth - 1)}}`).join(",")}]`;
    return until((i) => `${i > 0 ? "," : ""}${nest(6)}`, "[", "]");
  },
  "problems of a compiler": () =>
    until((i) => `src/${word()}.ts(${i},${r(80)}): error TS${2000 + r(99)}: Cannot find name '${word()}'.\n`),
  "failing tests": () => until((i) => `not ok ${i} - ${word()} ${word()}\n  ---\n  at: ${word()}\n  ...\n`),
  "places without a message": () => fill("(1,1) :1:1"),
  code: () =>
    until(
      (i) =>
        `export function f${i}(a: number): number {\n  const b = a + ${i};\n  return b * ${r(9)};\n}\n\n`,
    ),
};

async function measure(name: string): Promise<void> {
  const input = SHAPES[name]?.() ?? "";
  const syntax = createSyntax();
  const count = (text: string) => countTokens(text);
  const engine = createEngine({ countTokens: count, syntax });
  const recovery = createRecovery({
    engine,
    store: new MemoryStore(1 << 30),
    countTokens: count,
    loadGrammar: syntax.load,
  });
  const from = process.cpuUsage();
  await recovery.prepare(input);
  const outcome = recovery.compress(input);
  const { user, system } = process.cpuUsage(from);
  const peak = Number(/VmHWM:\s+(\d+)/.exec(await Bun.file("/proc/self/status").text())?.[1] ?? 0) * 1024;
  console.log(
    JSON.stringify({
      seconds: (user + system) / 1e6,
      peak,
      type: outcome.content_type,
      method: outcome.method,
      ratio: outcome.ratio,
    }),
  );
}

const one = process.argv.indexOf("--shape");
if (one > 0) await measure(process.argv[one + 1] ?? "");
else {
  let failed = 0;
  for (const name of Object.keys(SHAPES)) {
    const done = Bun.spawnSync([process.execPath, import.meta.path, "--shape", name, "--mib", String(mib)]);
    const line = done.stdout.toString().trim();
    if (done.exitCode !== 0 || line === "") {
      failed++;
      console.log(`FAILED ${name}: ${done.stderr.toString().slice(0, 300)}`);
      continue;
    }
    const { seconds, peak, type, method, ratio } = JSON.parse(line) as {
      seconds: number;
      peak: number;
      type: string;
      method: string;
      ratio: number;
    };
    const bad = seconds > MAX_SECONDS || peak > MAX_BYTES;
    if (bad) failed++;
    console.log(
      `${bad ? "FAILED" : "ok    "} ${name.padEnd(28)} ${seconds.toFixed(1).padStart(5)} s CPU ${(peak / 1e6).toFixed(0).padStart(5)} MB  ${type} ${method} ${ratio}`,
    );
  }
  process.exitCode = failed === 0 ? 0 : 1;
}
