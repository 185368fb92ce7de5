/** English words that carry grammar, not content: they neither rank a record nor make two sentences alike. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    "a all an and any are as at be but by can could did do does find for from get give had has have how i if in into is it " +
    "its list me many much of on or show so tell than that the their them then there these they this those to was we were " +
    "what when where which who why will with would you your"
  ).split(" "),
);
