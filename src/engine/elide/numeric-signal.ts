/** Shows the units that stand out by a number: outliers, and both sides of a change of level. */
import type { Profile } from "../columns/profile.ts";
import { magnitudesOf } from "./magnitudes.ts";
import { findChanges, findOutliers } from "./numbers.ts";

/** Fewer values with units are categories, of which one each stays. */
const FEW_MAGNITUDES = 12;

/** Numbers with few values are categories; where they are ids or times, nothing in them is an outlier. */
export function showNumericSignal(
  text: string,
  profiles: readonly Profile[],
  show: (unit: number) => void,
): void {
  for (const { numbers, index, column } of profiles) {
    if (numbers === null && (index === null || index.counts.length > FEW_MAGNITUDES)) {
      const values = magnitudesOf(text, column);
      if (values !== null) for (const unit of findOutliers(values)) show(unit);
    }
    if (numbers === null || index !== null) continue;
    for (const unit of findOutliers(numbers.values)) show(unit);
    for (const unit of findChanges(numbers)) {
      show(unit - 1);
      show(unit);
    }
  }
}
