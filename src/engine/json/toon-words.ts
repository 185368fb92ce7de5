/** Keys, strings and numbers as TOON spells them (TOON 4, the rules of @toon-format/toon). */
import { Json, type JsonTape } from "../../text/json.ts";

const NUMERIC_LIKE = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const UNQUOTED_KEY = /^[A-Za-z_][A-Za-z0-9_.]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Characters that a bare value must not hold: `,` `:` `"` `\` brackets, braces, controls. */
const UNSAFE = new Uint8Array(128);
for (let c = 0; c < 0x20; c++) UNSAFE[c] = 1;
for (const c of ',:"\\[]{}') UNSAFE[c.charCodeAt(0)] = 1;

function isBare(value: string): boolean {
  if (value === "") return false;
  for (let i = 0; i < value.length; i++) if (UNSAFE[value.charCodeAt(i)] === 1) return false;
  const first = value.charCodeAt(0);
  const last = value.charCodeAt(value.length - 1);
  if (first === 0x20 || last === 0x20 || first === 0x2d || first === 0x23) return false;
  if (value === "true" || value === "false" || value === "null") return false;
  // Only what begins like a number can be one.
  return !(first === 0x2b || (first >= 0x30 && first <= 0x39)) || !NUMERIC_LIKE.test(value);
}

function quote(value: string): string {
  let out = "";
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    if (c === 0x22 || c === 0x5c) out += `\\${value.charAt(i)}`;
    else if (c === 0x0a) out += "\\n";
    else if (c === 0x0d) out += "\\r";
    else if (c === 0x09) out += "\\t";
    else if (c < 0x20) out += `\\u${c.toString(16).padStart(4, "0")}`;
    else out += value.charAt(i);
  }
  return `"${out}"`;
}

export function toonString(value: string): string {
  return isBare(value) ? value : quote(value);
}

export function toonKey(key: string): string {
  return UNQUOTED_KEY.test(key) ? key : quote(key);
}

/** Whether a decoder that reads numbers into doubles gives the same spelling back (1.10, -0, 1e400, 2^53+1 do not). */
function survives(text: string, start: number, end: number): boolean {
  const literal = text.slice(start, end);
  if (end - start < 15 && !/[.eE]|^-0/.test(literal)) return true;
  return String(Number(literal)) === literal;
}

/** A scalar node as a TOON value; null where it would not come back as it is. */
export function toonScalar(tape: JsonTape, node: number): string | null {
  switch (tape.types[node]) {
    case Json.string:
      return toonString(tape.stringAt(node));
    case Json.escaped: {
      const value = tape.stringAt(node);
      return LONE_SURROGATE.test(value) ? null : toonString(value);
    }
    case Json.number:
      return survives(tape.text, tape.starts[node] ?? 0, tape.ends[node] ?? 0) ? tape.slice(node) : null;
    default:
      return tape.slice(node);
  }
}
