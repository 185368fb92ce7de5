/** What a marker states about the units of a table: only whole, exact facts that the grammar can carry. */
import type { Checkpoint } from "../contract.ts";
import type { UnitTable } from "../table.ts";

export interface FactLimits {
  /** Most bytes (UTF-8) of all facts together. */
  readonly bytes: number;
  readonly checkpoint: Checkpoint;
}

/** FACTS for all units of `table`, weightiest first, joined by `; `; "" where nothing can be stated. */
export function factsOf(_table: UnitTable, _limits: FactLimits): string {
  return "";
}
