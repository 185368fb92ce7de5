/** Every statement in the view of a log, held against the entries it speaks of by a reader that shares no code with it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compress, newEngine } from "../support/engine.ts";
import { faults, noteCount, readMarker } from "../truth/check.ts";
import type { Unit, Value } from "../truth/facts.ts";
import type { Collection } from "../truth/pair.ts";

const RUNS = {
  numRuns: Number(process.env.RUNS ?? 150),
  seed: 20260313,
  endOnFailure: true,
  includeErrorInReport: true,
};

interface Entry {
  /** With its line end. */
  readonly text: string;
  readonly unit: Unit;
}

const string = (literal: string): Value => ({ type: "string", literal });

/** Pairs the view with the entries: what is shown is the next entry, letter by letter; markers say how many are not. */
function collect(view: string, entries: readonly Entry[]): Collection {
  const shown: boolean[] = [];
  const runStarts: number[] = [];
  const markers: Collection["markers"] = [];
  let at = 0;
  while (at < view.length) {
    const next = entries[shown.length];
    if (next !== undefined && view.startsWith(next.text, at)) {
      shown.push(true);
      at += next.text.length;
      continue;
    }
    const end = view.indexOf("\n", at);
    const line = view.slice(at, end);
    const marker = readMarker(line);
    if (marker === null) throw new Error(`«${line}» is neither the next entry «${next?.text}» nor a marker`);
    markers.push(marker);
    if (marker.kind === "run") {
      runStarts.push(shown.length);
      for (let i = 0; i < marker.count; i++) shown.push(false);
    }
    at = end + 1;
  }
  if (shown.length !== entries.length) throw new Error(`${shown.length} of ${entries.length} entries`);
  return { units: entries.map((e) => e.unit), shown, markers, runStarts };
}

function hold(entries: readonly Entry[]): void {
  const input = entries.map((e) => e.text).join("");
  const view = compress(input, { type: "log" });
  if (view.passThrough) {
    expect(view.output).toBe(input);
    return;
  }
  expect(faults(collect(view.output, entries))).toEqual([]);
  expect(noteCount(view.output)).toBeLessThanOrEqual(1);
  expect(newEngine().compress(input, { type: "log", hint: "tool" }).output).toBe(view.output);
  expect(compress(view.output).passThrough).toBe(true);
  expect(compress(view.output, { type: "log" }).passThrough).toBe(true);
}

/** A stretch of repetitive entries with a few odd ones among them, as logs are. */
const repeated = <T>(one: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(fc.oneof({ weight: 12, arbitrary: one }, { weight: 1, arbitrary: odd }), {
    minLength: 2,
    maxLength: 90,
  });

describe("logfmt", () => {
  const value = fc.oneof(
    fc.constantFrom(
      "info",
      "warn",
      "error",
      "true",
      "null",
      "ok",
      "a;b",
      "a,b",
      "×2",
      "…",
      "absent",
      "5",
      "05",
    ),
    fc.integer({ min: 0, max: 999 }).map(String),
    fc.constantFrom("1.10", "1e400", "12345678901234567890", "-0", "9007199254740993"),
    fc
      .constantFrom("request done", "retry state=failed", "", "all fine", 'say "x=1"')
      .map((s) => JSON.stringify(s)),
  );
  const keys = fc.constantFrom("level", "msg", "status", "dur_ms", "path", "api_key", "all", "k.v", "x-y");

  /** What a line says, by the usual expression; a key that stands twice says nothing that may be stated. */
  function unitOf(line: string): Unit {
    const unit = new Map<string, Value>();
    for (const [, key = "", raw = ""] of line.matchAll(/([A-Za-z_][\w.-]*)=("(?:[^"\\]|\\.)*"|\S+)/g)) {
      const literal = raw.startsWith('"') ? (JSON.parse(raw) as string) : raw;
      unit.set(key, unit.has(key) || raw.includes("\\") ? { type: "nested", literal } : string(literal));
    }
    return unit;
  }

  test("facts are true, whatever the values are", () => {
    const line = (all: fc.Arbitrary<string>): fc.Arbitrary<[string, string][]> =>
      fc.array(fc.tuple(all, value), { minLength: 1, maxLength: 6 });
    const schema = fc
      .uniqueArray(keys, { minLength: 1, maxLength: 5 })
      .chain((names) =>
        repeated(
          fc.tuple(...names.map((name) => value.map((v): [string, string] => [name, v]))) as fc.Arbitrary<
            [string, string][]
          >,
          line(keys),
        ),
      );
    fc.assert(
      fc.property(schema, (lines) => {
        hold(
          lines.map((pairs) => {
            const text = pairs.map(([k, v]) => `${k}=${v}`).join(" ");
            return { text: `${text}\n`, unit: unitOf(text) };
          }),
        );
      }),
      RUNS,
    );
  });
});

describe("a log with times and levels", () => {
  const MESSAGES = [
    "cache hit key",
    "processed request",
    "retrying upstream call",
    "queue is long",
    "started",
  ];
  const message = fc.tuple(fc.constantFrom(...MESSAGES), fc.nat(5000));
  const trace = (depth: number): string =>
    `java.lang.IllegalStateException: closed\n${Array.from({ length: depth }, (_, i) => `\tat com.acme.A${i}.run(A.java:${i})\n`).join("")}`;
  const entry = fc.tuple(
    fc.constantFrom<string>("INFO", "INFO", "DEBUG", "WARN"),
    message,
    fc.constant<number>(0),
  );
  const odd = fc.tuple(fc.constantFrom<string>("ERROR", "FATAL"), message, fc.integer({ min: 0, max: 4 }));

  test("times, levels and templates are counted as they are; traces stay with their entry", () => {
    fc.assert(
      fc.property(repeated(entry, odd), (all) => {
        hold(
          all.map(([level, [words, n], depth], i) => {
            const time = new Date(Date.UTC(2026, 2, 14, 9) + i * 1500).toISOString();
            const unit: Unit = new Map([
              ["time", string(time)],
              ["level", string(level)],
              ["template", string(words)],
            ]);
            return {
              text: `${time} ${level} [worker-${n % 8}] ${words} ${n}\n${depth > 0 ? trace(depth) : ""}`,
              unit,
            };
          }),
        );
      }),
      RUNS,
    );
  });
});

describe("a web server's log", () => {
  test("methods, statuses and bytes", () => {
    const hit = fc.tuple(
      fc.constantFrom("GET", "GET", "POST"),
      fc.constantFrom("/", "/api/items", "/api/items/7?x=1"),
      fc.constantFrom(200, 200, 304, 404, 500),
      fc.nat(90_000),
    );
    fc.assert(
      fc.property(repeated(hit, hit), (hits) => {
        hold(
          hits.map(([method, path, status, bytes], i) => {
            const time = `14/Mar/2026:09:${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")} +0000`;
            const unit: Unit = new Map([
              ["time", string(time)],
              ["method", string(method)],
              ["status", { type: "number", literal: String(status) }],
              ["bytes", { type: "number", literal: String(bytes) }],
              // `?x=1` is no pair that stands by itself: a fact about x would be one about nothing.
            ]);
            return {
              text: `10.0.0.${i % 250} - - [${time}] "${method} ${path} HTTP/1.1" ${status} ${bytes} "-" "curl/8"\n`,
              unit,
            };
          }),
        );
      }),
      RUNS,
    );
  });
});

describe("signal", () => {
  const line = (i: number, level: string, words: string): string =>
    `2026-03-14 09:${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")} ${level} ${words}\n`;

  test("few failures all stay, wherever they are and however they are told", () => {
    const said = [
      "ERROR payment declined",
      "INFO login failed for ann",
      "WARN connection refused",
      "INFO TypeError: x is null",
    ];
    const lines = Array.from({ length: 400 }, (_, i) => line(i, "INFO", `handled request ${i}`));
    for (const [n, words] of said.entries())
      lines[57 + 83 * n] = line(
        57 + 83 * n,
        words.split(" ")[0] as string,
        words.slice(words.indexOf(" ") + 1),
      );
    const view = compress(lines.join("")).output;
    for (const n of said.keys()) expect(view).toContain(lines[57 + 83 * n] as string);
  });

  test("a failure that repeats 300 times is counted, not repeated", () => {
    const lines = Array.from({ length: 600 }, (_, i) =>
      i % 2 === 0
        ? line(i, "ERROR", `upstream timeout after ${i} ms`)
        : line(i, "INFO", `handled request ${i}`),
    );
    const view = compress(lines.join("")).output;
    expect(view.length).toBeLessThan(3000);
    expect(view).toContain("ERROR×300");
  });

  test("sixty traces of three kinds: each kind whole, the rest counted", () => {
    const kinds = ["Pool", "Cart", "Net"].map((name) =>
      Array.from(
        { length: 20 },
        (_, i) => `\tat com.acme.${name}.step${String.fromCharCode(97 + i)}(${name}.java:LINE)\n`,
      ).join(""),
    );
    const trace = (i: number): string =>
      `Exception in thread "pool-1-thread-${i % 8}" java.lang.RuntimeException: request ${i} failed\n${(kinds[i % 3] as string).replaceAll("LINE", () => String(100 + ((i * 7919) % 300)))}`;
    const text = Array.from({ length: 60 }, (_, i) => trace(i)).join("");
    const view = compress(text).output;
    for (const i of [0, 1, 2, 59]) expect(view).toContain(trace(i));
    expect(view).toMatch(/… 60 entries in all, \d+ elided \(caveman\)/);
    expect(view.length).toBeLessThan(text.length / 3);
    // No trace is shown in part.
    const frames = view.split("\n").filter((l) => l.startsWith("\tat ")).length;
    expect(frames).toBe(
      20 * view.split("Exception in thread").length -
        20 -
        20 * (view.match(/template="Exception in thread"/g)?.length ?? 0),
    );
  });

  test("distinct lines are all kept", () => {
    const text = Array.from(
      { length: 60 },
      (_, i) =>
        `${"abcdefghij"[i % 10]}${"klmnopqrst"[Math.floor(i / 10)]} ${["x", "y", "z"][i % 3]}unique thing of its own ${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + ((i * 7) % 26))}\n`,
    ).join("");
    const result = compress(text, { type: "log" });
    if (!result.passThrough)
      for (const line of text.trimEnd().split("\n").slice(0, 3)) expect(result.output).toContain(line);
  });

  test("carriage returns and odd line ends stay as they are", () => {
    const text = Array.from(
      { length: 200 },
      (_, i) => `2026-03-14 09:00:00 INFO handled request ${i}${i === 99 ? "\r\n" : "\n"}`,
    ).join("");
    const view = compress(text).output;
    for (const shown of view.split("\n").filter((l) => !l.startsWith("…"))) expect(text).toContain(shown);
  });
});

test("a key that also stands below some first line is not stated", () => {
  const text = Array.from(
    { length: 120 },
    (_, i) =>
      `2026-03-14 09:00:00 INFO handled user=u${i % 3} request ${i}\n${i === 50 ? "  detail user=root\n" : ""}`,
  ).join("");
  const { output } = compress(text);
  expect(output).toContain("entries in all");
  expect(output).not.toContain("user: ");
});

test("what stands before a colon is what an untimed line speaks of: lines that only share a number are not alike", () => {
  const files = Array.from({ length: 300 }, (_, i) => `npm notice ${i + 1}kB lib/part-${i}.js\n`).join("");
  const { output } = compress(
    `${files}npm notice package size: 1.2 MB\nnpm notice unpacked size: 4.3 MB\n${files}`,
  );
  expect(output).toContain("package size: 1.2 MB");
  expect(output).toContain("unpacked size: 4.3 MB");
});

test("a level is not stated where a line below some entry has a field of that name", () => {
  const text = Array.from(
    { length: 120 },
    (_, i) =>
      `2026-03-14 09:00:00 INFO handled request ${i}\n${i === 50 ? "wrapped level=debug text\n" : ""}`,
  ).join("");
  const { output } = compress(text);
  expect(output).toContain("entries in all");
  expect(output).not.toMatch(/level(?:=INFO|: )/);
});
