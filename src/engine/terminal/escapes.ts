/**
 * Reads one control sequence of a terminal (ECMA-48). Sequences that never end are not followed: what looks like
 * text behind a broken escape is text, so that one stray byte cannot swallow the rest of a capture.
 */

const ESC = 0x1b;
/** A control sequence has a few numbers; a longer one is not one. */
const MAX_CSI_CHARS = 64;
/** Titles and links are short; a string command without an end within this many characters is not one. */
const MAX_STRING_CHARS = 4096;

export interface Sequence {
  /** Final letter of a control sequence (`m`, `K`, `A` …), or "" for everything else. */
  readonly final: string;
  readonly parameters: readonly number[];
  /** Offset behind the sequence. */
  readonly end: number;
}

const OTHER = (end: number): Sequence => ({ final: "", parameters: [], end });

/** The sequence that starts with the ESC at `at`. */
export function readSequence(text: string, at: number): Sequence {
  const kind = text[at + 1];
  if (kind === "[") return readCsi(text, at);
  if (kind === "]" || kind === "P" || kind === "X" || kind === "^" || kind === "_")
    return readString(text, at);
  if (kind !== undefined && "()*+-./#%".includes(kind)) return OTHER(Math.min(text.length, at + 3));
  return OTHER(kind !== undefined && kind >= "0" && kind <= "~" ? at + 2 : at + 1);
}

function readCsi(text: string, at: number): Sequence {
  const limit = Math.min(text.length, at + 2 + MAX_CSI_CHARS);
  for (let i = at + 2; i < limit; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0x40 && c <= 0x7e) {
      const parameters = text
        .slice(at + 2, i)
        .split(";")
        .map((p) => (/^\d{1,5}$/.test(p) ? Number(p) : Number.NaN));
      return { final: text[i] ?? "", parameters, end: i + 1 };
    }
    if (c < 0x20 || c > 0x3f) break;
  }
  return OTHER(at + 2);
}

function readString(text: string, at: number): Sequence {
  const limit = Math.min(text.length, at + 2 + MAX_STRING_CHARS);
  for (let i = at + 2; i < limit; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x07) return OTHER(i + 1);
    if (c === ESC) return OTHER(text[i + 1] === "\\" ? i + 2 : i);
    if (c === 0x0a) break;
  }
  return OTHER(at + 2);
}
