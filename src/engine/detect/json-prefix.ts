/**
 * Reads the beginning of a text as JSON without building values: enough to tell a JSON document, a truncated one
 * and something else apart at a cost that does not grow with the input.
 */

export interface JsonPrefix {
  /** `complete`: one value ended at `end`. `open`: valid up to the limit or the text's end. `invalid`: broken at `end`. */
  readonly state: "complete" | "open" | "invalid";
  readonly end: number;
  /** Object members read. */
  readonly members: number;
}

const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
/** A scalar that the end of the text cuts short. */
const CUT_SCALAR = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|-?\d+(?:\.\d*)?(?:[eE][+-]?)?)$/;
/** Nesting that is followed; deeper input counts as open, which is all that detection needs. */
const MAX_DEPTH = 2000;

const isBlank = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9;

/** Offset behind the string that starts at `at`; -1 where it holds a line feed or similar, `limit` where it is cut. */
function stringEnd(text: string, at: number, limit: number): number {
  for (let i = at + 1; i < limit; i++) {
    const c = text.charCodeAt(i);
    if (c === 34) return i + 1;
    if (c === 92) i++;
    else if (c < 32) return -1;
  }
  return limit;
}

/** @param limit characters to read at most, counted from `from` */
export function jsonPrefix(text: string, from: number, limit: number): JsonPrefix {
  const stop = Math.min(text.length, from + limit);
  /** For each open bracket, whether it is an object. */
  const stack: boolean[] = [];
  let members = 0;
  let at = from;
  /** What may come next: a value, a key (or a closing brace), or what follows a value. */
  let expect: "value" | "first" | "key" | "after" = "value";
  const end = (state: JsonPrefix["state"]): JsonPrefix => ({ state, end: at, members });

  while (at < stop) {
    const c = text.charCodeAt(at);
    if (isBlank(c)) {
      at++;
      continue;
    }
    const inObject = stack[stack.length - 1] === true;
    if (expect === "after") {
      if (stack.length === 0) return end("complete");
      if (c === 44) expect = inObject ? "key" : "value";
      else if (c === (inObject ? 125 : 93)) stack.pop();
      else return end("invalid");
      at++;
      continue;
    }
    if (expect === "first" && c === (inObject ? 125 : 93)) {
      stack.pop();
      expect = "after";
      at++;
      continue;
    }
    if ((expect === "key" || expect === "first") && inObject) {
      if (c !== 34) return end("invalid");
      at = stringEnd(text, at, stop);
      if (at < 0) return { state: "invalid", end: 0, members };
      while (at < stop && isBlank(text.charCodeAt(at))) at++;
      if (at >= stop) return end("open");
      if (text.charCodeAt(at) !== 58) return end("invalid");
      at++;
      members++;
      expect = "value";
      continue;
    }
    if (c === 123 || c === 91) {
      if (stack.length >= MAX_DEPTH) return end("open");
      stack.push(c === 123);
      expect = "first";
      at++;
    } else if (c === 34) {
      const after = stringEnd(text, at, stop);
      if (after < 0) return end("invalid");
      at = after;
      expect = "after";
    } else {
      SCALAR.lastIndex = at;
      const scalar = SCALAR.exec(text);
      if (scalar === null) {
        if (CUT_SCALAR.test(text.slice(at, Math.min(stop, at + 40))) && stop - at <= 40) {
          at = stop;
          return end("open");
        }
        return end("invalid");
      }
      at += scalar[0].length;
      expect = "after";
    }
  }
  return end(expect === "after" && stack.length === 0 ? "complete" : "open");
}
