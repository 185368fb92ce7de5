/** The smallest thing that a marker can state. */

/** One whole statement. `section` says how the grammar groups it. */
export interface Fact {
  readonly section: "all" | "span" | "each" | "range" | "sum";
  readonly text: string;
  /** What a reader would ask for first has the greatest weight. */
  readonly weight: number;
}
