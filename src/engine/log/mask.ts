/**
 * Reads a log line as a template: words stay, what varies between like lines (numbers, ids, times, addresses, hex,
 * quoted values) is masked. One pass over the characters; the caller decides what to do with the parts.
 */

export interface MaskSink {
  /** A word without digits: `text[from, to)`. */
  word(from: number, to: number): void;
  /** Something that varies, whatever it was. */
  mask(): void;
  /** A character that is neither: punctuation. */
  sign(code: number): void;
  /** White space between words. */
  space(): void;
}

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
/** Part of a word, a version, a path segment or an address where letters or digits surround it. */
const JOINT = 3;
const SPACE = 4;

const CLASS = new Uint8Array(128);
for (let c = 0x30; c <= 0x39; c++) CLASS[c] = DIGIT;
for (let c = 0x41; c <= 0x5a; c++) CLASS[c] = CLASS[c + 0x20] = LETTER;
for (const c of "_$") CLASS[c.charCodeAt(0)] = LETTER;
for (const c of ".+~:@%-#") CLASS[c.charCodeAt(0)] = JOINT;
for (const c of " \t\r\v\f\n") CLASS[c.charCodeAt(0)] = SPACE;

const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const BACKQUOTE = 0x60;
const BACKSLASH = 0x5c;
const EQUALS = 0x3d;
const COLON = 0x3a;
const AT = 0x40;

/** Quoted values are looked for within this many characters; a longer one counts as text. */
const QUOTED_CHARS = 4096;

/** Keys whose quoted value is the message itself, not a value that varies. */
const MESSAGE_KEY = /(?:^|[^\w])(?:msg|message|event|error|err|reason|action|description)=$/;
const MESSAGE_KEY_CHARS = 16;

/** What trees and tables are drawn with is no word. */
const isDrawing = (c: number): boolean => c >= 0x2500 && c <= 0x257f;
const classOf = (c: number): number => (c < 128 ? (CLASS[c] as number) : isDrawing(c) ? OTHER : LETTER);

/** Offset of the quote that closes the one at `start`; -1 where none does on this line. */
function closingQuote(text: string, start: number, end: number): number {
  const quote = text.charCodeAt(start);
  const stop = Math.min(end, start + QUOTED_CHARS);
  for (let i = start + 1; i < stop; i++) {
    const c = text.charCodeAt(i);
    if (c === quote) return i;
    if (c === BACKSLASH) i++;
  }
  return -1;
}

/** An apostrophe inside a word (`can't`) opens nothing, nor does one that no word boundary follows. */
function opensQuote(text: string, at: number, start: number, end: number): number {
  const quote = text.charCodeAt(at);
  const before = at > start ? classOf(text.charCodeAt(at - 1)) : SPACE;
  if (quote !== DOUBLE_QUOTE && (before === LETTER || before === DIGIT)) return -1;
  const close = closingQuote(text, at, end);
  if (close < 0) return -1;
  if (quote === DOUBLE_QUOTE) {
    const isMessage =
      text.charCodeAt(at - 1) === EQUALS &&
      MESSAGE_KEY.test(text.slice(Math.max(start, at - MESSAGE_KEY_CHARS), at));
    return isMessage ? -1 : close;
  }
  const after = close + 1 < end ? classOf(text.charCodeAt(close + 1)) : SPACE;
  return after === LETTER || after === DIGIT ? -1 : close;
}

/** Whether the colon or at sign stands inside a name: `libc-bin:all` and `ann@host` vary, `std::io` does not. */
function joinsLetters(text: string, at: number, from: number, end: number): boolean {
  return (
    at > from &&
    at + 1 < end &&
    classOf(text.charCodeAt(at - 1)) === LETTER &&
    classOf(text.charCodeAt(at + 1)) === LETTER
  );
}

/**
 * Where digits make the whole word vary: `web-01`, `252.36-1~deb12u1`, `10.0.0.1:8080`. Several of them in a row, with
 * nothing but signs and blanks between, are the caller's to fold.
 */
export function maskLine(text: string, start: number, end: number, sink: MaskSink): void {
  let at = start;
  while (at < end) {
    const c = text.charCodeAt(at);
    const kind = classOf(c);
    if (kind === SPACE) {
      at++;
      while (at < end && classOf(text.charCodeAt(at)) === SPACE) at++;
      sink.space();
      continue;
    }
    if (c === DOUBLE_QUOTE || c === SINGLE_QUOTE || c === BACKQUOTE) {
      const close = opensQuote(text, at, start, end);
      if (close >= 0) {
        sink.mask();
        at = close + 1;
      } else {
        sink.sign(c);
        at++;
      }
      continue;
    }
    if (kind === OTHER) {
      sink.sign(c);
      at++;
      continue;
    }
    const from = at;
    let varies = false;
    let letters = false;
    for (; at < end; at++) {
      const d = text.charCodeAt(at);
      const k = classOf(d);
      if (k === DIGIT) varies = true;
      else if (k === LETTER) letters = true;
      else if (k !== JOINT) break;
      else if ((d === COLON || d === AT) && joinsLetters(text, at, from, end)) varies = true;
    }
    // A colon or full stop at its end belongs to the sentence, not to the word.
    let to = at;
    while (to > from && classOf(text.charCodeAt(to - 1)) === JOINT) to--;
    if (varies) sink.mask();
    else if (letters) sink.word(from, to);
    else to = from;
    for (; to < at; to++) sink.sign(text.charCodeAt(to));
  }
}

/**
 * For the lines of a stack trace, where a name with a digit in it is still a name: only runs of digits, and hexadecimal
 * numbers of `0x` form, vary.
 */
export function maskNumbers(text: string, start: number, end: number, sink: MaskSink): void {
  let at = start;
  while (at < end) {
    const kind = classOf(text.charCodeAt(at));
    const from = at;
    if (kind === DIGIT) {
      at++;
      if (text[at] === "x") at++;
      while (at < end && /[0-9A-Fa-f]/.test(text[at] as string)) at++;
      sink.mask();
    } else if (kind === SPACE) {
      at++;
      while (at < end && classOf(text.charCodeAt(at)) === SPACE) at++;
      sink.space();
    } else if (kind === LETTER) {
      while (at < end && classOf(text.charCodeAt(at)) === LETTER) at++;
      sink.word(from, at);
    } else {
      sink.sign(text.charCodeAt(at));
      at++;
    }
  }
}
