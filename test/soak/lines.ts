/**
 * Seeded lines for fuzzing a server: good, malformed, huge, batched, cancelled; and a ledger that says
 * afterwards whether every answerable id was answered exactly once.
 */
import type { Envelope } from "../../src/mcp/contract.ts";
import { peek } from "../../src/mcp/peek.ts";

/** mulberry32: small, seeded, good enough to pick cases. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What must come back for a line. */
export interface Expectation {
  /** Id literals that must be answered once. */
  readonly once: readonly string[];
  /** Id literals that may be answered, but not twice: they were cancelled. */
  readonly atMostOnce: readonly string[];
  /** Answers with id null. */
  readonly nameless: number;
}

export interface FuzzLine extends Expectation {
  readonly bytes: Uint8Array;
}

export interface FuzzOptions {
  readonly seed: number;
  /** Names to call; unknown ones are mixed in. */
  readonly tools: readonly string[];
  /** The server's limit in bytes, for lines over it. */
  readonly maxLineBytes: number;
}

const NOTHING: Expectation = { once: [], atMostOnce: [], nameless: 0 };
const NAMELESS: Expectation = { ...NOTHING, nameless: 1 };
const PREFIX = "io.modelcontextprotocol/";

/** Lines without end. The first ones negotiate nothing, so batches are served. */
export function* fuzzLines(options: FuzzOptions): Generator<FuzzLine> {
  const next = random(options.seed);
  const below = (n: number): number => Math.floor(next() * n);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  let serial = 0;

  /** A literal that no other request of this run has, in value either. */
  const id = (): string => {
    const n = ++serial;
    return pick([
      () => String(n),
      () => `-${n}`,
      () => `${n}.5`,
      () => `${n + 0.25}e0`,
      () => String(9007199254740993n + BigInt(n) * 2n),
      () => `"${n}"`,
      () => `"\\u0061${n}"`,
      () => `"é\\n ${n}"`,
    ])();
  };
  const noise = (length: number): string =>
    Array.from({ length: Math.ceil(length / 8) }, () => next().toString(36).slice(2, 10)).join("");
  const value = (depth = 0): unknown =>
    pick<() => unknown>([
      () => below(1_000),
      () => noise(below(60)),
      () => null,
      () => next() < 0.5,
      () => (depth > 3 ? [] : [value(depth + 1), value(depth + 1)]),
      () => (depth > 3 ? {} : { [noise(4)]: value(depth + 1), input: value(depth + 1) }),
    ])();
  const meta = (): object =>
    pick<() => object>([
      () => ({}),
      () => ({ _meta: { progressToken: below(5) } }),
      () => ({
        _meta: { [`${PREFIX}protocolVersion`]: "2026-07-28", [`${PREFIX}clientCapabilities`]: {} },
      }),
      () => ({ _meta: { [`${PREFIX}protocolVersion`]: pick(["2026-07-28", "2025-11-25", 5, null]) } }),
      () => ({ _meta: value() }),
    ])();
  const call = (size = 0): object => ({
    name: next() < 0.9 ? pick(options.tools) : noise(9),
    arguments: size > 0 ? { input: noise(size) } : next() < 0.7 ? { input: noise(below(400)) } : value(),
    ...meta(),
  });
  /** A request that must be answered, as JSON text. */
  const request = (literal: string, size = 0): string => {
    const [method, params] = pick<() => [string, unknown]>([
      () => ["ping", size > 0 ? { pad: noise(size) } : meta()],
      () => ["tools/list", { ...(next() < 0.2 && { cursor: noise(4) }), ...meta() }],
      () => ["tools/call", call(size)],
      () => ["tools/call", next() < 0.7 ? call(size) : value()],
      () => [pick(["resources/list", "prompts/get", "server/discover", noise(8)]), meta()],
    ])();
    const members = [`"jsonrpc":"2.0"`, `"id":${literal}`, `"method":${JSON.stringify(method)}`];
    if (params !== undefined) members.push(`"params":${JSON.stringify(params)}`);
    return `{${next() < 0.5 ? members.join(",") : members.reverse().join(" , ")}}`;
  };
  const answered = (size = 0): [string, Expectation] => {
    const literal = id();
    return [request(literal, size), { ...NOTHING, once: [literal] }];
  };
  const cancelled = (size: number): [string, Expectation] => {
    const literal = id();
    const params = JSON.stringify({ name: pick(options.tools), arguments: { input: noise(size) } });
    const lines = [
      `{"jsonrpc":"2.0","id":${literal},"method":"tools/call","params":${params}}`,
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${literal}}}`,
    ];
    return [lines.join("\n"), { ...NOTHING, atMostOnce: [literal] }];
  };
  const batch = (): [string, Expectation] => {
    const members = Array.from({ length: 1 + below(5) }, () => {
      if (next() < 0.25) return ['{"jsonrpc":"2.0","method":"notifications/x"}', NOTHING] as const;
      return next() < 0.1 ? (["7", NAMELESS] as const) : answered();
    });
    const expected = members.map(([, expectation]) => expectation);
    return [
      `[${members.map(([text]) => text).join(",")}]`,
      {
        once: expected.flatMap((e) => e.once),
        atMostOnce: [],
        nameless: expected.reduce((sum, e) => sum + e.nameless, 0),
      },
    ];
  };
  /** Text that is not JSON, made from a good message. */
  const broken = (): string => {
    const text = request(id(), next() < 0.02 ? 70_000 : 0);
    return pick<() => string>([
      () => text.slice(0, 1 + below(text.length - 1)),
      () => text + text,
      () => `\ufeff${text}`,
      () => text.replace('"method"', '\u0000"method"'),
      () => text.replace(":", ""),
      () => `${text}]`,
      () => noise(1 + below(50)).replace(/^\d/, "x"),
    ])();
  };
  const kinds: [weight: number, make: () => [string | Uint8Array, Expectation]][] = [
    [40, () => answered()],
    [4, () => answered(70_000 + below(60_000))],
    [0.3, () => answered(1_000_000 + below(2_000_000))],
    [15, () => [broken(), NAMELESS]],
    [4, () => [Buffer.concat([Buffer.from(noise(9)), Buffer.from([0xff, 0xc0])]), NAMELESS]],
    [4, () => [pick(["5", "null", '"x"', "{}", '{"jsonrpc":"2.0","method":{}}', "[]"]), NAMELESS]],
    [4, () => [pick(["", " ", "\r", "\t \r"]), NOTHING]],
    [6, () => [`{"jsonrpc":"2.0","method":"notifications/${noise(5)}"}`, NOTHING]],
    [2, () => [`{"jsonrpc":"2.0","id":null,"method":"ping"}`, NOTHING]],
    [2, () => [`{"jsonrpc":"2.0","id":${id()},"result":{}}`, NOTHING]],
    [2, () => [`{"jsonrpc":"2.0","id":${pick(["{}", "[1]", "true"])},"method":"ping"}`, NAMELESS]],
    [8, () => batch()],
    [8, () => cancelled(below(2_000))],
    [0.5, () => cancelled(80_000)],
    [0.05, () => [new Uint8Array(options.maxLineBytes + 1 + below(1_000)).fill(0x5b), NAMELESS]],
  ];
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  const choose = (): (typeof kinds)[number][1] => {
    let at = next() * total;
    for (const [weight, make] of kinds) {
      at -= weight;
      if (at < 0) return make;
    }
    return () => answered();
  };
  for (;;) {
    const make = choose();
    const [content, expectation] = make();
    yield { bytes: Buffer.concat([Buffer.from(content), Buffer.from("\n")]), ...expectation };
  }
}

/** Compares what came back with what had to. */
export class Ledger {
  #once = new Map<string, number>();
  #atMostOnce = new Map<string, number>();
  #nameless = 0;
  /** What was wrong so far, by position and kind. */
  readonly faults: string[] = [];
  lines = 0;

  expect(line: Expectation): void {
    for (const id of line.once) this.#once.set(id, 0);
    for (const id of line.atMostOnce) this.#atMostOnce.set(id, 0);
    this.#nameless += line.nameless;
  }

  /** One line of output without its newline. */
  received(line: Uint8Array): void {
    this.lines++;
    const found = peek(line);
    if (found.kind === "message") this.#answer(found.envelope);
    else if (found.kind === "batch") for (const envelope of found.envelopes) this.#answer(envelope);
    else this.faults.push(`line ${this.lines} of the output is ${found.kind}`);
  }

  #answer({ id, method, jsonrpc, result, error }: Envelope): void {
    if (jsonrpc !== '"2.0"') this.faults.push(`line ${this.lines}: no JSON-RPC message`);
    if (method !== undefined) return;
    if ((result === undefined) === (error === undefined)) {
      this.faults.push(`line ${this.lines}: an answer has a result or an error`);
    }
    if (id === "null") {
      this.#nameless--;
      return;
    }
    const counts = [this.#once, this.#atMostOnce].find((map) => map.has(id ?? ""));
    if (!counts || id === undefined) this.faults.push(`line ${this.lines}: answer to an id that nobody sent`);
    else counts.set(id, (counts.get(id) ?? 0) + 1);
  }

  /** Call when all has come: the faults, those of omission included. */
  settle(): string[] {
    for (const [id, count] of this.#once)
      if (count !== 1) this.faults.push(`${id} was answered ${count} times`);
    for (const [id, count] of this.#atMostOnce) {
      if (count > 1) this.faults.push(`${id}, cancelled, was answered ${count} times`);
    }
    if (this.#nameless !== 0) this.faults.push(`answers with id null missing: ${this.#nameless}`);
    return this.faults;
  }

  get answerable(): number {
    return this.#once.size;
  }
}

/** Cuts lines' bytes anew, so that chunks end anywhere. */
export function* rechunk(lines: Iterable<Uint8Array>, seed: number): Generator<Uint8Array> {
  const next = random(seed);
  let rest = new Uint8Array(0);
  for (const line of lines) {
    rest = Buffer.concat([rest, line]);
    while (rest.length > 0 && next() < 0.8) {
      const size = Math.min(rest.length, 1 + Math.floor(next() ** 4 * 200_000));
      yield rest.subarray(0, size);
      rest = rest.subarray(size);
    }
  }
  if (rest.length > 0) yield rest;
}
