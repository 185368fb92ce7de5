/** The time that a line begins with, in the forms of docs/reference/logs.md. */

export interface Timed {
  readonly time: string;
  /** What stands behind the time, its brackets, a colon and one blank. */
  readonly rest: string;
}

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const CLOCK = String.raw`\d\d:\d\d:\d\d(?:\.\d{1,9})?`;
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)(?![\w:]))?`;
const FRACTION = String.raw`(?:,\d{1,9})?`;
const DAY = String.raw`\d{4}[-/.]\d\d[-/.]\d\d`;

/** Each with the time as its only group, and all that is passed over behind it. */
const FORMS = [
  String.raw`[[(<"]?(${DAY}[T ,_]{1,2}${CLOCK}${ZONE})${FRACTION}[\])>"]?[:,]? ?`,
  String.raw`[[(<]?((?:[A-Z][a-z]{2} )?${MONTH} [ \d]\d ${CLOCK}(?: \d{4})?)[\])>]?:? ?`,
  String.raw`(?:[^\s[]{1,64} ){0,3}\[(\d{1,2}/${MONTH}/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?)\] ?`,
  String.raw`[[(<]?(${CLOCK})${FRACTION}[\])>]?:? ?`,
  String.raw`\[\s*(\d{1,9}\.\d{3,6})\] ?`,
  String.raw`\[?(1\d{9}(?:\.\d{1,9}|\d{3})?)\]?(?=\s):? ?`,
  String.raw`[IWEF](\d{4} \d\d:\d\d:\d\d\.\d{6}) ?`,
].map((form) => new RegExp(`^${form}`));

/** A container's name, or the step of a build. */
const BEFORE = /^(?:[\w.-]{1,64} +\| |#\d+ )/;

/** Reads line after line: where several forms fit, the one of the line before counts. */
export function timeReader(): (line: string) => Timed | null {
  let usual = 0;
  return (line) => {
    const text = line.slice(BEFORE.exec(line)?.[0].length ?? 0);
    for (const form of [usual, ...FORMS.keys()]) {
      const found = FORMS[form]?.exec(text);
      if (!found) continue;
      usual = form;
      return { time: found[1] ?? "", rest: text.slice(found[0].length) };
    }
    return null;
  };
}
