/** What readers ask about first, told by a field's name. Only the order of facts depends on this, never their truth. */

/** The last part of a dotted path in lower case, with camelCase and dashes as `_`. */
function lastWords(name: string): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return last
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/-/g, "_")
    .toLowerCase();
}

const STATE =
  /(?:^|_)(?:status|state|phase|type|kind|level|severity|result|outcome|conclusion|code|category|reason|priority|ok|success|error|event|action|template)$/;
const AMOUNT =
  /(?:^|_)(?:amount|price|cost|total|sum|qty|quantity|count|size|bytes|duration|latency|elapsed|ms|cents|score|restarts|errors|failures|lines|requests|value)(?:_|$)/;
const ID =
  /(?:^|_)(?:id|ids|uid|gid|pid|ppid|no|nr|num|number|index|idx|port|line|column|row|year|zip|inode|links|version)$/;
const TIME =
  /(?:^|_)(?:ts|time|timestamp|date|day|at|epoch|created|updated|modified|mtime|since|until|start|end)$/;

export function isStateName(name: string): boolean {
  return STATE.test(lastWords(name));
}

export function isAmountName(name: string): boolean {
  return AMOUNT.test(lastWords(name));
}

/** Numbers of this name count or place things: their sum says nothing. */
export function isIdName(name: string): boolean {
  return ID.test(lastWords(name));
}

export function isTimeName(name: string): boolean {
  return TIME.test(lastWords(name));
}

const TIME_VALUES = [
  // ISO 8601 dates and times and their relatives, and clock times
  /^\d{4}[-/.]\d\d[-/.]\d\d(?:[T ]{1,2}\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?)?$/,
  /^\d\d:\d\d:\d\d(?:[.,]\d+)?$/,
  // syslog and ctime: Mar 14 09:00:07, Sat Mar 14 09:00:07 2026
  /^(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?(?: \d{4})?$/,
  // common log format: 14/Mar/2026:09:00:00 +0000
  /^\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?$/,
];

export function isTimeValue(value: string): boolean {
  return TIME_VALUES.some((form) => form.test(value));
}
