/** Makes what comes from outside safe to stand in the text for the model: data can forge no line of ours. */

/** Every character that Unicode (UAX #14) or a terminal takes for the end of a line. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Indents a text by `by`, after every line break of any kind. */
export function indent(text: string, by = "  "): string {
  return by + text.replace(LINE_BREAK, (line) => line + by);
}

/** As the rules for facts have it: a plain identifier path of at most 40 bytes. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/;
const MAX_NAME_BYTES = 40;
/** Words of the grammar of facts. */
const GRAMMAR_WORDS = new Set(["absent", "all", "present", "distinct", "range", "sum", "span"]);
const CREDENTIAL =
  /secret|passw|token|api[-_.]?key|authorization|cookie|session|private[-_.]?key|credential/i;

/** Whether a name from outside may be stated. */
export function isStatableName(name: string): boolean {
  return (
    name.length <= MAX_NAME_BYTES &&
    PLAIN_NAME.test(name) &&
    !GRAMMAR_WORDS.has(name) &&
    !CREDENTIAL.test(name) &&
    !/caveman/i.test(name)
  );
}

/** `image/png`, or `unknown type` for what is no plain media type. */
export function mediaTypeShown(type: string): string {
  return /^[a-z]{1,20}\/[a-z0-9][a-z0-9.+-]{0,40}$/i.test(type) ? type.toLowerCase() : "unknown type";
}

/** The longest start of `text` within `bytes` of UTF-8, cut between code points; `…` says that it was cut. */
export function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const room = Math.max(0, bytes - 3);
  // A UTF-16 unit is at most three bytes, so this start is enough.
  const encoded = Buffer.from(text.slice(0, room + 1));
  let end = Math.min(room, encoded.length);
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end--;
  return `${encoded.toString("utf8", 0, end)}…`;
}
