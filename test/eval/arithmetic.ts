/** What holds of the numbers in every marker, whatever its units are: counts add up to the units that they speak of. */
import type { Fact, Marker } from "../engine/truth/grammar.ts";

/** `A..B` with the same prefix and the same number of digits stands for so many values. */
function valuesIn(segment: string): number {
  const m = /^(.*?)(\d+)\.\.(.*?)(\d+)$/.exec(segment);
  if (m === null || m[1] !== m[3] || m[2]?.length !== m[4]?.length) return 1;
  return Number(BigInt(m[4] ?? 0) - BigInt(m[2] ?? 0)) + 1;
}

function factFaults(fact: Fact, units: number): string[] {
  // Elements are dropped whole: those below them are counted, but not listed.
  if (fact.kind === "counts" && fact.name !== "dropped") {
    const sum = [...fact.counts.values()].reduce((a, b) => a + b, fact.absent);
    return sum === units ? [] : [`the counts of ${fact.name} are ${sum}, the units ${units}`];
  }
  if (fact.kind === "set") {
    const sum = fact.segments.reduce((n, segment) => n + valuesIn(segment), 0);
    return sum === fact.distinct && sum <= units
      ? []
      : [`${sum} values of ${fact.name}, not ${fact.distinct}`];
  }
  if (fact.kind === "distinct" && fact.distinct + fact.absent > units)
    return [`too many values of ${fact.name}`];
  return [];
}

export function arithmeticFaults(marker: Marker): string[] {
  if (marker.kind === "note") return [];
  const units = marker.kind === "run" ? marker.count : marker.all;
  const more = marker.kind === "whole" && marker.elided > marker.all ? ["more elided than there are"] : [];
  return [...more, ...marker.facts.flatMap((fact) => factFaults(fact, units))];
}
