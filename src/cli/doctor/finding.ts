/** One thing that doctor looked at. */

/** `fine`, `note` (no fault, but worth knowing), `warning` (works, not as it should), `broken`. */
export type Level = "fine" | "note" | "warning" | "broken";

export interface Finding {
  readonly area: "executable" | "launcher" | "store" | "hosts" | "self-test" | "environment" | "cost";
  readonly level: Level;
  /** Stable, for programs: `store_unavailable`. */
  readonly code: string;
  /** What is so, and where it is not fine what to do. */
  readonly message: string;
}

/** 0 fine, 1 warnings, 2 broken. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some((f) => f.level === "broken")) return 2;
  return findings.some((f) => f.level === "warning") ? 1 : 0;
}
