/** Functions and comments of a source by other parsers than the engine's: Babel's, and plain readers of blocks and braces. */
import { bracesOf } from "./braces.ts";
import { ecmascript } from "./ecmascript.ts";
import { python } from "./python.ts";

export interface Parsed {
  /** Functions with a body, nested ones included; null where they cannot be counted. */
  readonly functions: number | null;
  /** Per line whether it lies inside a function's body, or is the text of a comment or of a documentation string. */
  readonly inside: readonly boolean[];
}

/** Lines that only Python has; one alone may stand in a comment. */
const PYTHON =
  /^\s*(?:async )?def \w+\(.*$|^\s*class \w+.*:\s*$|^(?:from [\w.]+ )?import [\w., ]+(?: as \w+)?$/gm;

export function parsed(text: string): Parsed {
  const script = ecmascript(text);
  if (script !== null) return script;
  return (text.match(PYTHON)?.length ?? 0) > 1 ? python(text) : bracesOf(text);
}
