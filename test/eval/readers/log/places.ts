/** The file and the code of each entry that is a problem of a compiler or linter: docs/reference/problems.md. */
import type { Entry } from "./entries.ts";

const SEVERITY = String.raw`(?:fatal error|error|warning|info|note|remark)\b`;
const PATH = String.raw`((?:[A-Za-z]:[\\/])?[^\s:()]{1,300})`;
const PLACED = [
  new RegExp(String.raw`^${PATH}\(\d+(?:,\d+)*\): (${SEVERITY}.*)$`),
  new RegExp(String.raw`^${PATH}:\d+:\d+(?:: | - )(\S.*)$`),
  new RegExp(String.raw`^${PATH}:\d+: ((?:${SEVERITY}|[A-Z]{1,5}\d{2,5}\b).*)$`),
];
const BELOW_NAME = /^ +\d+:\d+ +((?:error|warning) +\S.*)$/;
const CODE = new RegExp(String.raw`^(?:(?:- )?${SEVERITY}(?:: | +))?([A-Z]{1,5}\d{2,5})\b`);
const RULES = [/\[([A-Za-z][\w-]{1,39})\]$/, / {2}([a-z@][\w@/-]{1,39})$/];

export interface Place {
  readonly file: string | undefined;
  readonly code: string | undefined;
}

/** Per entry its place; null for all where fewer than half of them are problems. */
export function placesOf(entries: readonly Entry[]): (Place | undefined)[] | null {
  let heading: string | undefined;
  const places = entries.map(({ head }) => {
    const placed = PLACED.map((form) => form.exec(head.rest)).find((found) => found !== null);
    const message = placed?.[2] ?? BELOW_NAME.exec(head.rest)?.[1];
    if (message === undefined) {
      heading = head.rest;
      return undefined;
    }
    const code = [CODE, ...RULES].map((form) => form.exec(message)?.[1]).find((found) => found !== undefined);
    return { file: placed?.[1] ?? heading, code };
  });
  return places.filter((place) => place !== undefined).length * 2 >= entries.length ? places : null;
}
