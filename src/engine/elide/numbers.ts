/** Signal in columns of numbers: outliers, and the places where the level changes for good. */
import type { Numbers, Profile } from "../columns/profile.ts";

/** Values from which median and spread are taken: evenly spaced over the column, so that cost stays linear. */
const SAMPLE = 4096;
/** Iglewicz and Hoaglin's modified z-score, 0.6745 × |x − median| / MAD; they advise 3.5 for normal data. */
const Z_FACTOR = 0.6745;
/** Higher than 3.5: durations and sizes have long tails, whose members are no outliers. */
export const OUTLIER_Z = 7;
/** Outliers of one column that stay, the farthest first; more of them are a tail, which range and sum describe. */
const MAX_OUTLIERS = 4;
/** Fewer values say nothing about what is usual. */
const MIN_VALUES = 12;

function median(sorted: Float64Array): number {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

function sample(values: ArrayLike<number>): Float64Array {
  const step = Math.max(1, Math.ceil(values.length / SAMPLE));
  const out: number[] = [];
  for (let i = 0; i < values.length; i += step) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isNaN(value)) out.push(value);
  }
  return new Float64Array(out);
}

/** Units whose value lies far from all others by the modified z-score. */
export function findOutliers(values: Float64Array): number[] {
  const some = sample(values);
  if (some.length < MIN_VALUES) return [];
  const middle = median(some.sort());
  const mad = median(some.map((x) => Math.abs(x - middle)).sort());
  if (!(mad > 0) || !Number.isFinite(mad)) return [];
  const far: number[] = [];
  for (let unit = 0; unit < values.length; unit++) {
    if ((Z_FACTOR * Math.abs((values[unit] ?? middle) - middle)) / mad > OUTLIER_Z) far.push(unit);
  }
  const distance = (unit: number): number => Math.abs((values[unit] ?? middle) - middle);
  return far.sort((a, b) => distance(b) - distance(a) || a - b).slice(0, MAX_OUTLIERS);
}

/** Values on each side of a change that are compared. */
const WINDOW = 8;
/** A step is this many times the usual difference of neighbours, and this share of what the column varies in all. */
const STEP_NOISE = 6;
const STEP_SPREAD = 0.25;
const MAX_CHANGES = 2;

/** Median of `WINDOW` values from `from` on. */
function windowMedian(values: ArrayLike<number>, from: number): number {
  const window = new Float64Array(WINDOW);
  for (let i = 0; i < WINDOW; i++) window[i] = values[from + i] ?? 0;
  return median(window.sort());
}

/**
 * Units that begin a new level: the medians of the eight values before and after differ by far more than neighbours
 * do. Columns that only rise or only fall (ids, times) change at every unit and are left alone.
 */
export function findChanges({ values }: Numbers): number[] {
  const n = values.length;
  if (n < 2 * WINDOW + 4 || values.includes(Number.NaN)) return [];
  const steps = new Float64Array(n - 1);
  let rises = 0;
  let falls = 0;
  for (let i = 1; i < n; i++) {
    const step = (values[i] ?? 0) - (values[i - 1] ?? 0);
    if (step > 0) rises++;
    else if (step < 0) falls++;
    steps[i - 1] = Math.abs(step);
  }
  if (rises === 0 || falls === 0 || rises > 0.95 * (n - 1) || falls > 0.95 * (n - 1)) return [];
  const noise = median(sample(steps).sort());
  const all = sample(values).sort();
  const spread = (all[Math.floor(all.length * 0.98)] ?? 0) - (all[Math.floor(all.length * 0.02)] ?? 0);
  const least = Math.max(noise * STEP_NOISE, spread * STEP_SPREAD);
  if (!(least > 0) || !Number.isFinite(least)) return [];
  const found: { unit: number; size: number }[] = [];
  for (let unit = WINDOW; unit + WINDOW <= n; unit++) {
    // A change begins with a large step; only there is it worth looking at the windows.
    if ((steps[unit - 1] ?? 0) < least * 0.5) continue;
    const size = Math.abs(windowMedian(values, unit) - windowMedian(values, unit - WINDOW));
    if (size < least) continue;
    const last = found[found.length - 1];
    if (last !== undefined && unit - last.unit < WINDOW) {
      if (size > last.size) found[found.length - 1] = { unit, size };
    } else found.push({ unit, size });
  }
  return found
    .sort((a, b) => b.size - a.size || a.unit - b.unit)
    .slice(0, MAX_CHANGES)
    .map(({ unit }) => unit);
}

/** A field changes rarely if it keeps its value over stretches of this many units on average. */
const MIN_STRETCH = 10;
const MAX_STRETCHES = 6;

/** Units at which a field that rarely changes takes another value. */
export function findSwitches({ index, units }: Profile): number[] {
  if (index === null || index.counts.length < 2) return [];
  const out: number[] = [];
  for (let unit = 1; unit < units; unit++) {
    if (index.codes[unit] === index.codes[unit - 1]) continue;
    out.push(unit);
    if (out.length >= MAX_STRETCHES || out.length * MIN_STRETCH > units) return [];
  }
  return out;
}
