/** Repetition: every line is a unit, and nothing is stated but how many are missing, and where. */
import type { Reader } from "../verdict.ts";
import { linesOf, verdictOfUnits } from "./units.ts";

export const repetition: Reader = (view, original) => {
  const texts = linesOf(original);
  return verdictOfUnits(view, { noun: "lines", texts, units: texts.map(() => new Map()) });
};
