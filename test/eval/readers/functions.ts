/** Functions and comments of a source by other parsers than the engine's: Babel's, Lezer's, plain readers of Python and C. */
import { braces } from "./braces.ts";
import { ecmascript } from "./ecmascript.ts";
import { lezer } from "./lezer.ts";
import { python } from "./python.ts";

export interface Parsed {
  /** How many functions with a body there are, nested ones included; null where they cannot be counted. */
  functions(): number | null;
  /**
   * Whether a line, from 0, lies inside of a function's body, or is the text of a comment or of a documentation string.
   * True of all lines of a language that nobody here can read.
   */
  inside(line: number): boolean;
}

/** Lines that only Python has; one alone may stand in a comment. */
const PYTHON =
  /^\s*(?:async )?def \w+\(.*$|^\s*class \w+.*:\s*$|^(?:from [\w.]+ )?import [\w., ]+(?: as \w+)?$/gm;

/** Languages that nobody here reads: C#, Ruby, shells. */
const UNREAD =
  /^#!.*\b\w*sh\b|^\s*(?:using [\w.]+;|namespace [\w.]+\s*[;{]?\s*$|require ['"]|fi|done|esac|end)\s*$/m;

export function parsed(text: string): Parsed {
  const known = ecmascript(text) ?? lezer(text);
  if (known !== null) return known;
  if ((text.match(PYTHON)?.length ?? 0) > 1) return python(text);
  const unread = UNREAD.test(text) && !/^\s*#\s*(?:include|define)/m.test(text);
  return unread ? { functions: () => null, inside: () => true } : braces(text);
}
