/** Decides which units of a table stay visible (promises 4 and 5 of the engine). */
import type { Checkpoint } from "../contract.ts";
import type { UnitTable } from "../table.ts";

export interface ElideOptions {
  readonly query: string;
  readonly checkpoint: Checkpoint;
}

export interface Elision {
  /** 1 per unit that stays visible. */
  readonly shown: Uint8Array;
  readonly dropped: number;
  /** Characters of the dropped units. */
  readonly droppedChars: number;
}

/** The units to drop, or null where too little would go (every unit distinct, or few units). */
export function elide(_table: UnitTable, _options: ElideOptions): Elision | null {
  return null;
}

/** A stretch of units that are all shown, or all dropped. `to` is exclusive. */
export interface Segment {
  readonly shown: boolean;
  readonly from: number;
  readonly to: number;
}

export function segments(elision: Elision): Segment[] {
  const out: Segment[] = [];
  const { shown } = elision;
  for (let from = 0; from < shown.length; ) {
    let to = from + 1;
    while (to < shown.length && shown[to] === shown[from]) to++;
    out.push({ shown: shown[from] === 1, from, to });
    from = to;
  }
  return out;
}
