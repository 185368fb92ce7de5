/** Whether a text is TOON: it then is a view already, and passes through. */

/** `key[3]{a,b}:`, `[3]:`, `key[3]: 1,2,3`, `key[2:]{a,b}:`; the key may be quoted. */
const HEADER = /^( *)(?:- )?(?:"(?:[^"\\]|\\.)*"|[A-Za-z_][\w.]*)?\[(\d+)(:?)([\t|]?)\](\{.+\})?:(?: (.*))?$/;

/** Characters and lines in which the first header must stand: views of ours have it near the top. */
const LOOKED_AT_CHARS = 16_384;
const LOOKED_AT_LINES = 200;

/** Lines of the block below `indent`, and those of them that are its direct children. */
function directChildren(text: string, at: number, indent: number, list: boolean): number {
  const pad = " ".repeat(indent + 2);
  let count = 0;
  while (at < text.length) {
    if (!text.startsWith(pad, at)) break;
    const c = text.charCodeAt(at + indent + 2);
    if (c !== 0x20 && (!list || c === 0x2d)) count++;
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  return count;
}

/** True where the first array header in the text declares exactly the rows, items or values that follow it. */
export function isToon(text: string): boolean {
  const limit = Math.min(text.length, LOOKED_AT_CHARS);
  for (let at = 0, line = 0; at < limit && line < LOOKED_AT_LINES; line++) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    const header = end - at <= LOOKED_AT_CHARS ? HEADER.exec(text.slice(at, end)) : null;
    if (header !== null) {
      const [, pad = "", declared = "", keyed = "", delimiter = "", fields, values] = header;
      const count = Number(declared);
      if (values !== undefined) {
        if (fields !== undefined || keyed !== "" || count === 0) return false;
        // Quoted values may hold the delimiter, so there are at least this many.
        return values.split(delimiter || ",").length >= count;
      }
      return count > 0 && directChildren(text, end + 1, pad.length, fields === undefined) === count;
    }
    at = end + 1;
  }
  return false;
}
