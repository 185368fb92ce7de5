/** Counts, per record, how many of the ids and exact tokens that a query names stand in it as whole tokens. */
import type { Span } from "../contract.ts";

const WORD = /[\p{L}\p{N}_]/u;
/** Joins the parts of one id: `web-1` does not stand in `web-1-b`, nor `1.2` in `1.2.3`. */
const JOINT = /[-.]/;

function continues(text: string, at: number, step: 1 | -1): boolean {
  const c = text[at];
  if (c === undefined) return false;
  if (WORD.test(c)) return true;
  const beyond = text[at + step];
  return JOINT.test(c) && beyond !== undefined && WORD.test(beyond);
}

/** Occurrences that are looked at per token: one that occurs more often tells records apart no more. */
const MAX_OCCURRENCES = 200_000;

/** @returns for each record the number of `tokens` in it; records are in order and do not overlap */
export function exactHits(text: string, records: readonly Span[], tokens: readonly string[]): Uint8Array {
  const hits = new Uint8Array(records.length);
  for (const token of tokens) {
    let r = 0;
    let occurrences = 0;
    let at = text.indexOf(token);
    while (at >= 0 && r < records.length && occurrences++ < MAX_OCCURRENCES) {
      const end = at + token.length;
      while (r < records.length && (records[r] as Span)[1] <= at) r++;
      const record = records[r];
      if (record === undefined) break;
      const whole = !continues(text, at - 1, -1) && !continues(text, end, 1);
      if (whole && at >= record[0] && end <= record[1]) {
        hits[r] = (hits[r] as number) + 1;
        // Once per record is enough: go on behind it.
        at = text.indexOf(token, record[1]);
        r++;
      } else {
        at = text.indexOf(token, at + 1);
      }
    }
  }
  return hits;
}
