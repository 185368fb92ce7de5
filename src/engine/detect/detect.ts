/** Which content type an input has. */
import type { DetectedType } from "../contract.ts";

export function detectType(_input: string): DetectedType {
  return "text";
}
