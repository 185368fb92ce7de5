/** Exact arithmetic on numbers as they are spelled (JSON's number grammar): no floating point decides anything. */
import { scanNumber } from "./json.ts";

/** Digits that a double holds exactly, whatever they are. */
const EXACT_DIGITS = 15;
/** Beyond this exponent a sum is not computed: its digits would be of no use to anybody. */
const MAX_EXPONENT = 300;

/** Whether `text[start, end)` is exactly one JSON number. */
export function isNumber(text: string, start: number, end: number): boolean {
  return start < end && scanNumber(text, start, end) === end;
}

const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);

/**
 * The double nearest to the number in `text[start, end)`, NaN where there is no JSON number.
 * It never orders two numbers wrongly; equal doubles need `compareDecimals`.
 */
export function toDouble(text: string, start: number, end: number): number {
  let at = start;
  const negative = text.charCodeAt(at) === 0x2d;
  if (negative) at++;
  if (end - at <= EXACT_DIGITS) {
    let mantissa = 0;
    let scale = -1;
    const first = text.charCodeAt(at);
    let plain = at < end && !(first === 0x30 && at + 1 < end && text.charCodeAt(at + 1) !== 0x2e);
    for (let i = at; i < end; i++) {
      const c = text.charCodeAt(i) - 0x30;
      if (c >= 0 && c <= 9) {
        mantissa = mantissa * 10 + c;
        if (scale >= 0) scale++;
      } else if (c === -2 && scale < 0 && i > at && i + 1 < end) {
        scale = 0;
      } else {
        plain = false;
        break;
      }
    }
    if (plain) {
      const value = scale > 0 ? mantissa / (POWERS[scale] ?? 1) : mantissa;
      return negative ? -value : value;
    }
  }
  if (!isNumber(text, start, end)) return Number.NaN;
  return Number(text.slice(start, end));
}

/** Value = digits × 10^exponent. */
interface Parts {
  readonly negative: boolean;
  /** Without leading zeros; "" for zero. */
  readonly digits: string;
  readonly exponent: number;
}

function partsOf(literal: string): Parts {
  const negative = literal.startsWith("-");
  const e = literal.search(/[eE]/);
  const mantissa = literal.slice(negative ? 1 : 0, e < 0 ? undefined : e);
  const point = mantissa.indexOf(".");
  const fraction = point < 0 ? "" : mantissa.slice(point + 1);
  const digits = ((point < 0 ? mantissa : mantissa.slice(0, point)) + fraction).replace(/^0+/, "");
  return { negative, digits, exponent: (e < 0 ? 0 : Number(literal.slice(e + 1))) - fraction.length };
}

function compareMagnitudes(a: Parts, b: Parts): number {
  if (a.digits === "" || b.digits === "") return (a.digits === "" ? 0 : 1) - (b.digits === "" ? 0 : 1);
  const order = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (order !== 0) return order;
  const width = Math.max(a.digits.length, b.digits.length);
  const x = a.digits.padEnd(width, "0");
  const y = b.digits.padEnd(width, "0");
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Order of two JSON numbers as exact decimals: negative, zero or positive. */
export function compareDecimals(a: string, b: string): number {
  const x = partsOf(a);
  const y = partsOf(b);
  const xNegative = x.negative && x.digits !== "";
  const yNegative = y.negative && y.digits !== "";
  if (xNegative !== yNegative) return xNegative ? -1 : 1;
  return xNegative ? compareMagnitudes(y, x) : compareMagnitudes(x, y);
}

/** An exact sum of JSON numbers. */
export class DecimalSum {
  /** Small addends by their number of decimals, while the double that holds them is exact. */
  private readonly small = new Float64Array(EXACT_DIGITS + 1);
  private big = 0n;
  private bigScale = 0;
  private scale = 0;
  /** An addend's exponent was out of all measure: there is no sum. */
  private lost = false;

  /** Adds the number in `text[start, end)`, which must be one. */
  add(text: string, start: number, end: number): void {
    if (!this.addSmall(text, start, end)) this.addLarge(text.slice(start, end));
  }

  /** Adds a number of few digits and no exponent; false for any other. */
  private addSmall(text: string, start: number, end: number): boolean {
    let at = start;
    const negative = text.charCodeAt(at) === 0x2d;
    if (negative) at++;
    if (end - at > EXACT_DIGITS) return false;
    let mantissa = 0;
    let scale = -1;
    for (let i = at; i < end; i++) {
      const c = text.charCodeAt(i) - 0x30;
      if (c >= 0 && c <= 9) {
        mantissa = mantissa * 10 + c;
        if (scale >= 0) scale++;
      } else if (c === -2) scale = 0;
      else return false;
    }
    if (scale < 0) scale = 0;
    if (scale > this.scale) this.scale = scale;
    const sum = (this.small[scale] ?? 0) + (negative ? -mantissa : mantissa);
    this.small[scale] = sum;
    if (Math.abs(sum) > 2 ** 52) this.flush(scale);
    return true;
  }

  private flush(scale: number): void {
    this.addBig(BigInt(this.small[scale] ?? 0), scale);
    this.small[scale] = 0;
  }

  private addLarge(literal: string): void {
    const { negative, digits, exponent } = partsOf(literal);
    if (Math.abs(exponent) > MAX_EXPONENT) {
      this.lost = true;
      return;
    }
    const scale = Math.max(0, -exponent);
    if (scale > this.scale) this.scale = scale;
    const value = BigInt(digits === "" ? 0 : digits) * 10n ** BigInt(Math.max(0, exponent));
    this.addBig(negative ? -value : value, scale);
  }

  private addBig(value: bigint, scale: number): void {
    if (scale > this.bigScale) {
      this.big *= 10n ** BigInt(scale - this.bigScale);
      this.bigScale = scale;
    }
    this.big += value * 10n ** BigInt(this.bigScale - scale);
  }

  /** The total, with as many decimals as the addend that has most; null where it cannot be told. */
  total(): string | null {
    if (this.lost) return null;
    for (let scale = 0; scale < this.small.length; scale++) if (this.small[scale] !== 0) this.flush(scale);
    const digits = this.big * 10n ** BigInt(Math.max(0, this.scale - this.bigScale));
    const scale = Math.max(this.scale, this.bigScale);
    const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
    const sign = digits < 0n ? "-" : "";
    return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
  }
}
