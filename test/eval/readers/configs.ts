/** Configuration: each marker is held against the one collection that stands where it stands. docs/reference/config.md */

import { untruth } from "../../engine/truth/facts.ts";
import type { Marker } from "../../engine/truth/grammar.ts";
import type { Collection } from "../../engine/truth/pair.ts";
import type { Reader } from "../verdict.ts";
import type { Family } from "./families.ts";
import { isHeader, sectionFamilies } from "./sections.ts";
import { rawLines, type Teller, walk } from "./walk.ts";
import { yamlFamilies } from "./yaml.ts";

/** A collection of which markers have spoken. */
interface Open {
  readonly family: Family;
  readonly shown: boolean[];
  readonly markers: Marker[];
  readonly runStarts: number[];
  ended: boolean;
}

export const configuration: Reader = (view, original) => {
  const lines = rawLines(original);
  const sections = lines.filter(isHeader).length > 1;
  const bare = lines.map((line) => line.replace(/\r$/, ""));
  const families = sections ? sectionFamilies(bare) : yamlFamilies(original, bare);
  const starting = new Map<number, [Family, number][]>();
  for (const family of families)
    for (const [i, { from }] of family.units.entries())
      starting.set(from, [...(starting.get(from) ?? []), [family, i]]);
  const opened: Open[] = [];
  const teller: Teller = {
    run: (marker, { at, indent, next }) => {
      const { noun, count, facts } = marker;
      if (facts.length > 0) throw new Error("a run of units has no facts here");
      const fitting = (starting.get(at) ?? []).flatMap(([family, i]) => {
        const last = family.units[i + count - 1];
        // The first unit and the last one stay.
        const inside = i > 0 && i + count < family.units.length && last !== undefined;
        return inside && family.noun === noun && family.indent === indent ? [{ family, i, to: last.to }] : [];
      });
      const [found] = fitting.filter(({ to }) => lines[to] === next);
      if (found === undefined) throw new Error(`no ${count} ${noun} stand at line ${at + 1}`);
      const { family, i, to } = found;
      let open = opened.at(-1);
      if (open?.family !== family) {
        open = { family, shown: family.units.map(() => true), markers: [], runStarts: [], ended: false };
        opened.push(open);
      }
      if (open.ended) throw new Error("behind the marker of the whole");
      open.shown.fill(false, i, i + count);
      open.markers.push(marker);
      open.runStarts.push(i);
      return to;
    },
    whole: (marker, { at, indent }) => {
      const open = opened.at(-1);
      if (open === undefined || open.ended) throw new Error("no unit went before");
      const { units, noun } = open.family;
      const gone = open.shown.filter((shown) => !shown).length;
      const here = at === units.at(-1)?.to && indent === open.family.indent && marker.noun === noun;
      if (!here || marker.all !== units.length || marker.elided !== gone)
        throw new Error(`${units.length} ${noun}, of which ${gone} went, end at line ${units.at(-1)?.to}`);
      const fields = units.map((unit) => unit.fields());
      for (const fact of marker.facts) {
        const why = untruth(fact, fields);
        if (why !== null) throw new Error(why);
      }
      open.markers.push(marker);
      open.ended = true;
    },
  };
  const verdict = walk(view, original, teller);
  const collections = opened.map(
    ({ family, shown, markers, runStarts }): Collection => ({
      units: family.units.map(({ fields }) => fields()),
      shown,
      markers,
      runStarts,
    }),
  );
  return { ...verdict, collections };
};
