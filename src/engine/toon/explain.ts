/** Words for the TOON library's complaints. Its own messages quote the input, which no error of ours does. */

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Duplicate sibling key/, "a key occurs twice in one object"],
  [/^Duplicate field name/, "a field name occurs twice in one table"],
  [/^Invalid array length/, "an array's length is not a whole number"],
  [/^Tabs are not allowed/, "tabs are not allowed in the indentation"],
  [/^Indentation must be/, "the indentation is not a multiple of two blanks"],
  [/^(?:Over-indented line|Indentation depth jump)/, "the line is indented too far"],
  [/^Blank lines inside/, "blank lines are not allowed inside an array"],
  [/^Header delimiter mismatch/, "the field list uses another delimiter than its bracket declares"],
  [/^Missing colon/, "a colon is missing"],
  [/^Unterminated (?:string|quoted key)/, "a quote is never closed"],
  [/^Unexpected characters after closing quote/, "text follows a closing quote"],
  [/^Invalid escape sequence/, "a string holds an escape that TOON does not know"],
  [/^Unexpected content after the document root/, "text follows the end of the document"],
  [/^Unterminated bracket segment/, "a bracket is never closed"],
];

/** Counts are safe to repeat: "Expected 3 tabular rows, but got 2". */
const COUNT =
  /^Expected (\d+) (inline-form values|list-form items|tabular rows|tabular row values|keyed entries|keyed entry cells), but (got \d+|found more)$/;

/** @param message of the library, with or without its `Line N: ` prefix */
export function explain(message: string): string {
  const text = message.replace(/^Line \d+: /, "");
  const count = COUNT.exec(text);
  if (count) return `${count[1]} ${count[2]} were declared, ${count[3]}`;
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? "the line does not follow the grammar";
}
