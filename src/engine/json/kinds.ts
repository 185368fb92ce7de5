/** Which fields units have, as numbers. */

/** Numbers sets of fields, whatever their order, from 0 in order of appearance. */
export class Kinds {
  private readonly ids = new Map<string, number>();
  private last: number[] = [];
  private lastId = -1;

  of(fields: readonly number[]): number {
    const { last } = this;
    if (this.lastId >= 0 && last.length === fields.length) {
      let same = true;
      for (let i = 0; same && i < fields.length; i++) same = last[i] === fields[i];
      if (same) return this.lastId;
    }
    const key = new Int32Array(fields).sort().join();
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.ids.size;
      this.ids.set(key, id);
    }
    this.last = fields.slice();
    this.lastId = id;
    return id;
  }

  get count(): number {
    return this.ids.size;
  }
}
