/** Sizes and durations written with a unit (`du -h`, `ls -lh`, `docker stats`, test times) as numbers: to order, never to print. */
import { Cell, type Column } from "../table.ts";

const SIZE: Readonly<Record<string, number>> = { "": 0, B: 0, K: 1, M: 2, G: 3, T: 4, P: 5 };
const SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  min: 60,
  h: 3600,
  d: 86400,
};
const MAX_CHARS = 24;
const WRITTEN = /^(\d+(?:[.,]\d+)?) ?([A-Za-zµ]{0,3})$/;

function sizeOf(number: number, unit: string): number {
  const power = SIZE[unit.replace(/i?[Bb]?$/, "").toUpperCase()];
  return power === undefined ? Number.NaN : number * 1024 ** power;
}

function secondsOf(number: number, unit: string): number {
  return number * (SECONDS[unit] ?? Number.NaN);
}

/** The column's magnitudes, NaN where it is absent; null where a value is none, or sizes and durations are mixed. */
export function magnitudesOf(text: string, { types, starts, ends }: Column): Float64Array | null {
  const sizes = new Float64Array(types.length).fill(Number.NaN);
  const times = new Float64Array(types.length).fill(Number.NaN);
  let [areSizes, areTimes, found] = [true, true, false];
  for (let unit = 0; unit < types.length && (areSizes || areTimes); unit++) {
    if (types[unit] === Cell.absent) continue;
    const [start = 0, end = 0] = [starts[unit], ends[unit]];
    const parts =
      types[unit] === Cell.string && end - start <= MAX_CHARS ? WRITTEN.exec(text.slice(start, end)) : null;
    if (parts === null) return null;
    const number = Number((parts[1] ?? "").replace(",", "."));
    sizes[unit] = sizeOf(number, parts[2] ?? "");
    times[unit] = number === 0 ? 0 : secondsOf(number, parts[2] ?? "");
    areSizes &&= !Number.isNaN(sizes[unit]);
    areTimes &&= !Number.isNaN(times[unit]);
    found = true;
  }
  if (!found) return null;
  // Of values that are both (`12m`) all have one unit: either order is right.
  if (areTimes) return times;
  return areSizes ? sizes : null;
}
