/** One line of a screen: its text, and what of its overwritten states is kept because it tells of a failure. */

/** Kept failures of one line; more are the same failure again. */
const MAX_KEPT = 16;

const FAILURE =
  /\b(?:errors?|err!|fail(?:ed|s|ures?)?|fatal|panic|exception|denied|refused|cannot|can't|could not|unable|warn(?:ings?)?|critical|abort(?:ed)?|killed|timed out|timeout|not found|no such|no space|disk full|invalid|broken|crash(?:ed)?|segmentation|unreachable|rejected)\b|^[EW]:|[✗✘✖❌⚠]/iu;
/** What stands before `column`; half of a character that takes two columns is a blank, as on a terminal. */
export function before(text: string, column: number): string {
  const part = text.slice(0, column);
  return column < text.length && isHigh(part.charCodeAt(part.length - 1)) ? `${part.slice(0, -1)} ` : part;
}

/** What stands from `column` on, in the same way. */
export function behind(text: string, column: number): string {
  const part = text.slice(column);
  return isLow(part.charCodeAt(0)) ? ` ${part.slice(1)}` : part;
}

export const isHigh = (c: number): boolean => c >= 0xd800 && c < 0xdc00;
const isLow = (c: number): boolean => c >= 0xdc00 && c < 0xe000;

export class Row {
  /** What has moved out of reach of the cursor at the line's start. */
  readonly head: string[] = [];
  text = "";
  overwritten = 0;
  readonly kept: string[] = [];

  /** What stood here is about to go. */
  retire(): void {
    const state = this.text.trim();
    if (state === "") return;
    if (FAILURE.test(state) && this.kept.length < MAX_KEPT && this.kept.at(-1) !== state)
      this.kept.push(state);
    else this.overwritten++;
  }
}
