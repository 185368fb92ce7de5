/** Recognises records with a line per field, as databases' clients and PowerShell print them. */
import { STYLES } from "../tabular/vertical.ts";
import { type Sample, share } from "./sample.ts";

const MIN_RECORDS = 2;

export function recogniseRecords({ lines, filled }: Sample): number {
  for (const { opens, pair, more } of STYLES) {
    const first = filled[0] ?? "";
    if (opens !== null) {
      if (!opens.test(first) || filled.filter((l) => opens.test(l)).length < MIN_RECORDS) continue;
      if (share(filled, (l) => pair.test(l)) > 0.5) return 0.95;
      continue;
    }
    if (!pair.test(first) || share(filled, (l) => pair.test(l) || more.test(l)) < 1) continue;
    // Records have the same names in the same order: settings have each name once.
    const firsts = lines.flatMap((l, i) =>
      /\S/.test(l) && !/\S/.test(lines[i - 1] ?? "") ? [pair.exec(l)?.[1] ?? ""] : [],
    );
    const same = share(firsts, (name) => name === firsts[0]);
    if (firsts.length >= MIN_RECORDS && same > 0.9 && filled.length >= 2 * firsts.length) return 0.94;
  }
  return 0;
}
