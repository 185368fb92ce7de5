/** All that must hold of an elided collection: counts add up, facts are true, nothing is lost that has no likeness. */

import { type Unit, untruth } from "./facts.ts";
import { readMarker } from "./grammar.ts";
import type { Collection } from "./pair.ts";

const CREDENTIAL = /secret|passw|token|api.?key|authorization|cookie|session|private.?key/i;
/** No control, space other than U+0020, quote, bidi control or default-ignorable character in a fact. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}'\\`]/u;

/** Letters of all scripts, accents included, make words. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}_]+/u;

/** Field by field: the same fields, and in every field of prose at least half of the words. */
function resembles(hidden: Unit, shown: Unit): boolean {
  // Objects inside a unit may be taken as one value each; then only the fields of the unit itself must be the same.
  const own = (unit: Unit): string =>
    [...unit.keys()]
      .filter((name) => !name.includes("."))
      .sort()
      .join("\n");
  if (own(hidden) !== own(shown)) return false;
  const deep = hidden.size === shown.size && [...hidden.keys()].every((name) => shown.has(name));
  for (const [name, value] of hidden) {
    if (!deep && name.includes(".")) continue;
    const there = shown.get(name);
    if (there === undefined) return false;
    if (value.type !== "string" || !/\s/.test(value.literal)) continue;
    const words = value.literal.split(BETWEEN_WORDS).filter((w) => w !== "");
    if (words.length < 4 || words.filter((w) => /[\p{L}_]/u.test(w)).length < 2) continue;
    const has = new Set(there.literal.split(BETWEEN_WORDS));
    if (words.filter((w) => has.has(w)).length * 2 < words.length) return false;
  }
  return true;
}

/** Everything that is wrong with the collection; empty where it is as promised. */
export function faults({ units, shown, markers, runStarts }: Collection): string[] {
  const bad: string[] = [];
  const elided = shown.filter((s) => !s).length;
  const wholes = markers.filter((m) => m.kind === "whole");
  if (markers.length > 0 && !(shown[0] && shown.at(-1))) bad.push("first or last unit is not in view");
  if (wholes.length > 1) bad.push("two whole markers");
  if (wholes.length === 1 && markers.at(-1) !== wholes[0]) bad.push("the whole marker is not last");
  let run = 0;
  for (const marker of markers) {
    if (marker.kind === "note") continue;
    if (new TextEncoder().encode(marker.text).length > 1000) bad.push("a marker of more than 1,000 bytes");
    if (UNSEEN.test(marker.text)) bad.push(`invisible or quoting characters in ${marker.text}`);
    let about = units;
    if (marker.kind === "run") {
      const start = runStarts[run++] ?? 0;
      about = units.slice(start, start + marker.count);
    } else if (marker.all !== units.length || marker.elided !== elided) {
      bad.push(`«${marker.text}» for ${units.length} units, ${elided} elided`);
    }
    for (const fact of marker.facts) {
      const why = untruth(fact, about);
      if (why !== null) bad.push(`${why} in «${marker.text}»`);
      if (CREDENTIAL.test(fact.name)) bad.push(`a credential's name is stated: ${fact.name}`);
      const most = fact.name === "file" ? 200 : 40;
      if (fact.kind === "all" && fact.value.length > most) bad.push(`a long value: ${fact.value}`);
    }
  }
  const visible = units.filter((_, i) => shown[i]);
  const lost = units.filter((unit, i) => !shown[i] && !visible.some((v) => resembles(unit, v)));
  if (lost.length > 0) bad.push(`${lost.length} units lost, such as ${JSON.stringify([...(lost[0] ?? [])])}`);
  return bad;
}

/** Notes in a whole payload: at most one, whatever it is in. */
export function noteCount(view: string): number {
  return view.split("… caveman: elided").length - 1;
}

export { readMarker };
