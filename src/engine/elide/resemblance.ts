/**
 * Promise 4: a unit may go only where a unit that stays resembles it: the same fields, and in every field of prose at
 * least half of its words. One unit of each group stands for all of it.
 */
import type { Checkpoint } from "../contract.ts";
import { Cell, type UnitTable } from "../table.ts";
import { type Groups, mayBeProse } from "./groups.ts";
import { eachString, eachWord, Wording } from "./words.ts";

/** Word lists are compared pair by pair only for this many groups, each with this many shown ones. */
const MAX_COMPARED = 4096;
const MAX_CANDIDATES = 64;

/** A text of more words is a document: half of its words occur in any other, and yet it says something else. */
const MAX_WORDS = 48;

/** Words of one field of prose: how many, and those without digits, which all members of a group have. */
interface Field {
  total: number;
  readonly plain: number[];
}

/** Numbers for words, so that sets of them are compared without strings. */
class Vocabulary {
  private readonly ids = new Map<string, number>();

  of(word: string): number {
    let id = this.ids.get(word);
    if (id === undefined) {
      id = this.ids.size;
      this.ids.set(word, id);
    }
    return id;
  }
}

/** The fields of prose of one unit, by column. */
function fieldsOf(table: UnitTable, unit: number, vocabulary: Vocabulary): Map<number, Field> {
  const { text, columns } = table;
  const fields = new Map<number, Field>();
  const wording = new Wording();
  for (const [i, column] of columns.entries()) {
    const type = column.types[unit] ?? 0;
    if (!mayBeProse(type)) continue;
    const take = (from: number, to: number, escaped: boolean): void => {
      wording.read(text, from, to, escaped, columns.length === 1);
      if (!wording.prose) return;
      const field = fields.get(i) ?? { total: 0, plain: [] };
      fields.set(i, field);
      if (field.total > MAX_WORDS) return;
      eachWord(text, from, to, escaped, (start, end, hasDigit) => {
        field.total++;
        if (!hasDigit) field.plain.push(vocabulary.of(text.slice(start, end)));
      });
    };
    const start = column.starts[unit] ?? 0;
    const end = column.ends[unit] ?? 0;
    if (type === Cell.nested) eachString(text, start, end, (from, to) => take(from, to, true));
    else take(start, end, type === Cell.escaped);
  }
  return fields;
}

/** Whether each field of prose of `hidden` has at least half of its words in the same field of `shown`. */
function resembles(hidden: Map<number, Field>, shown: ReadonlyMap<number, ReadonlySet<number>>): boolean {
  for (const [i, { total, plain }] of hidden) {
    const there = shown.get(i);
    if (there === undefined || total > MAX_WORDS) return false;
    let shared = 0;
    for (const word of plain) if (there.has(word)) shared++;
    if (shared * 2 < total) return false;
  }
  return true;
}

/**
 * Shows one unit of every group that resembles none of the shown ones; large groups first, since they cover most.
 * Groups beyond what is compared show their first unit unseen, which is always safe.
 */
export function showGroups(
  table: UnitTable,
  groups: Groups,
  shown: Uint8Array,
  checkpoint: Checkpoint,
): void {
  const covered = new Uint8Array(groups.shortest.length);
  for (let unit = 0; unit < table.count; unit++) if (shown[unit] === 1) covered[groups.of[unit] ?? 0] = 1;
  const open = groups.shortest
    .map((_, group) => group)
    .filter((group) => covered[group] === 0 && (groups.sizes[group] ?? 0) > 0)
    .sort((x, y) => (groups.sizes[y] ?? 0) - (groups.sizes[x] ?? 0) || x - y);
  if (open.length === 0) return;
  const compare = !table.kindsResemble && groups.shortest.length <= MAX_COMPARED;
  const vocabulary = new Vocabulary();
  const shownByKind = new Map<number, ReadonlyMap<number, ReadonlySet<number>>[]>();
  const remember = (unit: number, fields: Map<number, Field>): void => {
    const kind = table.kinds[unit] ?? 0;
    const sets = new Map([...fields].map(([i, { plain }]) => [i, new Set(plain)] as const));
    const list = shownByKind.get(kind);
    if (list === undefined) shownByKind.set(kind, [sets]);
    else if (list.length < MAX_CANDIDATES) list.push(sets);
  };
  if (compare) {
    for (let unit = 0; unit < table.count; unit++) {
      if (shown[unit] === 1) remember(unit, fieldsOf(table, unit, vocabulary));
    }
  }
  for (const [n, group] of open.entries()) {
    if (n % 64 === 0) checkpoint();
    const unit = groups.shortest[group] ?? 0;
    if (compare) {
      const fields = fieldsOf(table, unit, vocabulary);
      if (shownByKind.get(table.kinds[unit] ?? 0)?.some((sets) => resembles(fields, sets))) continue;
      remember(unit, fields);
    }
    shown[unit] = 1;
  }
}
