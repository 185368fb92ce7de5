/**
 * Carries numbers through the TOON library as they are spelled. It reads every number into a double, so 1.10,
 * 1e400 and 2^53+1 would change: each such lexeme travels as a placeholder (an unquoted string) and is put back.
 */
import { isPlainNumber } from "./canonical.ts";

const PRIVATE_USE_FIRST = 0xe000;
const PRIVATE_USE_LAST = 0xf8ff;

/** A whole unquoted token that reads as a JSON number. What precedes it is a line's start or a separator. */
const NUMBER_TOKEN = /(?<=^|[ ,\t|:])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[ ,\t|\r]|$)/g;

/** Cheap test whether a line can hold a number that a double would respell. */
const SUSPECT = /\d[\d.]{15}|\d[eE]|\.\d*0(?!\d)|-0|0\.0{5}/;

type Primitive = string | number | boolean | null;

export class NumberCarrier {
  readonly #open: string;
  readonly #lexemes: string[] = [];
  readonly #index = new Map<string, number>();
  readonly #whole: RegExp;
  readonly #any: RegExp;

  private constructor(open: string) {
    this.#open = open;
    this.#whole = new RegExp(`^${open}(\\d+)${open}$`);
    this.#any = new RegExp(`${open}(\\d+)${open}`, "g");
  }

  /** A carrier whose mark does not occur in `text`; null where every private-use character does. */
  static forText(text: string): NumberCarrier | null {
    for (let code = PRIVATE_USE_FIRST; code <= PRIVATE_USE_LAST; code++) {
      const mark = String.fromCharCode(code);
      if (!text.includes(mark)) return new NumberCarrier(mark);
    }
    return null;
  }

  #placeholder(lexeme: string): string {
    // The format itself reads every spelling of negative zero as 0, so that one is left to the library.
    if (isPlainNumber(lexeme) || Object.is(Number(lexeme), -0)) return lexeme;
    let at = this.#index.get(lexeme);
    if (at === undefined) {
      at = this.#lexemes.push(lexeme) - 1;
      this.#index.set(lexeme, at);
    }
    return `${this.#open}${at}${this.#open}`;
  }

  /** The line with every number that a double would respell replaced by its placeholder; quoted text is left alone. */
  pack(line: string): string {
    if (!SUSPECT.test(line)) return line;
    const put = (text: string): string => text.replace(NUMBER_TOKEN, (lexeme) => this.#placeholder(lexeme));
    if (!line.includes('"')) return put(line);
    let out = "";
    let from = 0;
    let quoted = false;
    for (let i = 0; i < line.length; i++) {
      const c = line[i];
      if (c === "\\" && quoted) i++;
      else if (c === '"') {
        out += quoted ? line.slice(from, i + 1) : `${put(line.slice(from, i))}"`;
        from = i + 1;
        quoted = !quoted;
      }
    }
    return out + (quoted ? line.slice(from) : put(line.slice(from)));
  }

  /** A key or string with its placeholders replaced by what they stand for. */
  unpack(text: string): string {
    if (!text.includes(this.#open)) return text;
    return text.replace(this.#any, (_, at: string) => this.#lexemes[Number(at)] ?? "");
  }

  /** The JSON literal of a decoded scalar. */
  unpackValue(value: Primitive): string {
    if (typeof value !== "string") return String(value);
    const whole = this.#whole.exec(value);
    if (whole) return this.#lexemes[Number(whole[1])] ?? "";
    return JSON.stringify(this.unpack(value));
  }
}
