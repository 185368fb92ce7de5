/** Cell slices of a table, row by row, in arrays that grow. */

const FIRST_ROOM = 1024;

function wider(old: Int32Array): Int32Array<ArrayBuffer> {
  const out = new Int32Array(old.length * 2);
  out.set(old);
  return out;
}

export class Cells {
  size = 0;
  private startAt = new Int32Array(FIRST_ROOM);
  private endAt = new Int32Array(FIRST_ROOM);
  private escapedAt = new Uint8Array(FIRST_ROOM);

  push(start: number, end: number, escaped: boolean): void {
    if (this.size === this.startAt.length) {
      this.startAt = wider(this.startAt);
      this.endAt = wider(this.endAt);
      const flags = new Uint8Array(this.escapedAt.length * 2);
      flags.set(this.escapedAt);
      this.escapedAt = flags;
    }
    this.startAt[this.size] = start;
    this.endAt[this.size] = end;
    if (escaped) this.escapedAt[this.size] = 1;
    this.size++;
  }

  /** Text of one cell. */
  text(input: string, cell: number): string {
    return input.slice(this.startAt[cell], this.endAt[cell]);
  }

  /** The cells from `from` on, as tables hold them. */
  slices(from = 0): { cellStarts: Int32Array; cellEnds: Int32Array; escaped: Uint8Array } {
    return {
      cellStarts: this.startAt.subarray(from, this.size),
      cellEnds: this.endAt.subarray(from, this.size),
      escaped: this.escapedAt.subarray(from, this.size),
    };
  }
}
