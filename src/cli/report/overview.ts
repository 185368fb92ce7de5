/** What the store has kept and saved, since when it is asked for. */

import type { NoStoreHere } from "../../store/maintenance/on-disk.ts";
import { reportStore } from "../../store/maintenance/report.ts";
import { type Saving, savingsOf } from "../../store/maintenance/savings.ts";
import { largestStored, type Stored } from "../../store/maintenance/stored.ts";
import { removedShare } from "../../tools/session-stats.ts";
import type { Io } from "../io.ts";

/** Largest originals that are named. */
const LARGEST = 10;

export interface Totals {
  readonly originals: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

export interface Group extends Totals {
  readonly name: string;
}

export interface Overview {
  readonly kind: "overview";
  readonly path: string;
  /** `YYYY-MM-DD`, or null for everything. */
  readonly since: string | null;
  readonly totals: Totals & { readonly ratio: number };
  readonly byType: readonly Group[];
  readonly byDay: readonly Group[];
  readonly largest: readonly Stored[];
  /** Payload bytes of all originals, whenever they were stored, and how many may be. */
  readonly bytes: number;
  readonly budget: number;
}

function totalsOf(savings: readonly Saving[]): Totals {
  const sum = (of: (saving: Saving) => number) => savings.reduce((total, saving) => total + of(saving), 0);
  return {
    originals: sum((s) => s.originals),
    tokensBefore: sum((s) => s.tokensBefore),
    tokensAfter: sum((s) => s.tokensAfter),
  };
}

function groups(savings: readonly Saving[], nameOf: (saving: Saving) => string): Group[] {
  const names = [...new Set(savings.map(nameOf))];
  return names.map((name) => ({ name, ...totalsOf(savings.filter((s) => nameOf(s) === name)) }));
}

/** @param since first day (UTC) that counts */
export function overview(env: Io["env"], since: string | null): Overview | NoStoreHere {
  const savings = savingsOf(env);
  if (savings.kind !== "savings") return savings;
  const report = reportStore(env);
  if (report.kind !== "report") return report;
  const largest = largestStored(env, LARGEST, since ?? "");
  if (largest.kind !== "stored") return largest;
  const counted = savings.savings.filter((s) => since === null || s.day >= since);
  const totals = totalsOf(counted);
  return {
    kind: "overview",
    path: report.path,
    since,
    totals: { ...totals, ratio: removedShare(totals.tokensBefore, totals.tokensAfter) },
    byType: groups(counted, (s) => s.contentType).sort((a, b) => b.tokensBefore - a.tokensBefore),
    byDay: groups(counted, (s) => s.day),
    largest: largest.stored,
    bytes: report.bytes,
    budget: report.budget,
  };
}
