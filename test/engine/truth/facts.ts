/** Holds facts against the units they speak of. Shares no code with the engine. */
import type { Fact } from "./grammar.ts";

/** A value as it is spelled; strings without their quotes. */
export interface Value {
  readonly type: "null" | "boolean" | "number" | "string" | "nested";
  readonly literal: string;
}
/** Fields of a unit by dotted path. A path that is an object in this unit is there as `nested` too. */
export type Unit = ReadonlyMap<string, Value>;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Value = digits × 10^-scale. */
function decimal(literal: string): { digits: bigint; scale: number } {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function difference(a: string, b: string): bigint {
  const x = decimal(a);
  const y = decimal(b);
  const scale = Math.max(x.scale, y.scale);
  return x.digits * 10n ** BigInt(scale - x.scale) - y.digits * 10n ** BigInt(scale - y.scale);
}

function expand(segments: readonly string[]): string[] {
  return segments.flatMap((segment) => {
    const at = segment.indexOf("..");
    if (at < 0) return [segment];
    const a = /^(.*?)(\d+)$/.exec(segment.slice(0, at));
    const b = /^(.*?)(\d+)$/.exec(segment.slice(at + 2));
    if (!a || !b || a[1] !== b[1] || a[2]?.length !== b[2]?.length) throw new Error(`no run: ${segment}`);
    const out: string[] = [];
    for (let n = BigInt(a[2] ?? 0); n <= BigInt(b[2] ?? 0); n++) {
      out.push(a[1] + n.toString().padStart(a[2]?.length ?? 0, "0"));
    }
    return out;
  });
}

const bytes = (text: string): Buffer => Buffer.from(text);

/** Why `fact` is not true of exactly `units`; null where it is. */
export function untruth(fact: Fact, units: readonly Unit[]): string | null {
  const values = units.flatMap((unit) => unit.get(fact.name) ?? []);
  const absent = units.length - values.length;
  const literals = values.map((v) => v.literal);
  const distinct = new Set(literals);
  const no = (why: string): string => `${fact.kind} ${fact.name}: ${why}`;
  if (values.some((v) => v.type === "nested" || (v.type === "string" && v.literal === ""))) {
    return no("the field holds nested or empty values");
  }
  if (values.length === 0) return no("no unit has the field");
  const spelledAlike = new Set(values.map((v) => `${v.type}:${v.literal}`)).size !== distinct.size;
  if (spelledAlike) return no("values of different types read the same");
  switch (fact.kind) {
    case "all":
      return absent === 0 && distinct.size === 1 && distinct.has(fact.value)
        ? null
        : no("not the same everywhere");
    case "span":
      return absent === 0 && literals[0] === fact.first && literals.at(-1) === fact.last
        ? null
        : no("first or last differs");
    case "counts": {
      const counts = new Map<string, number>();
      for (const l of literals) counts.set(l, (counts.get(l) ?? 0) + 1);
      const same =
        counts.size === fact.counts.size && [...counts].every(([v, n]) => fact.counts.get(v) === n);
      return same && absent === fact.absent ? null : no("counts differ");
    }
    case "set": {
      const stated = expand(fact.segments);
      const same =
        stated.length === fact.distinct &&
        new Set(stated).size === distinct.size &&
        stated.every((v) => distinct.has(v));
      return same && absent === 0 ? null : no("not exactly these values");
    }
    case "distinct": {
      const sorted = [...distinct].sort((a, b) => Buffer.compare(bytes(a), bytes(b)));
      const same = distinct.size === fact.distinct && sorted[0] === fact.min && sorted.at(-1) === fact.max;
      return same && absent === fact.absent ? null : no("number of values, smallest or largest differs");
    }
    case "range": {
      if (!literals.every((l) => NUMBER.test(l)) || new Set(values.map((v) => v.type)).size !== 1) {
        return no("not all are numbers");
      }
      const inside = literals.every((l) => difference(l, fact.min) >= 0n && difference(l, fact.max) <= 0n);
      const there = distinct.has(fact.min) && distinct.has(fact.max);
      return inside && there && absent === fact.absent ? null : no("smallest or largest differs");
    }
    case "sum": {
      if (absent > 0 || !literals.every((l) => NUMBER.test(l))) return no("not every unit has a number");
      const parts = literals.map(decimal);
      const scale = Math.max(...parts.map((p) => p.scale));
      const total = parts.reduce((sum, p) => sum + p.digits * 10n ** BigInt(scale - p.scale), 0n);
      const stated = decimal(fact.total);
      const wide = Math.max(scale, stated.scale);
      const equal =
        total * 10n ** BigInt(wide - scale) === stated.digits * 10n ** BigInt(wide - stated.scale);
      return equal ? null : no("the sum differs");
    }
  }
}
