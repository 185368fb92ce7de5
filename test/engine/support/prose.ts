/** Sentences of which no two share half of their words, by number: made of letters alone, the same in every run. */

/** A word of three syllables, different for every number below 20³. */
function wordOf(n: number): string {
  const syllables = ["ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu"];
  const more = ["ra", "se", "ti", "vo", "zu", "ja", "we", "xi", "yo", "qu"];
  const all = [...syllables, ...more];
  return [n, Math.floor(n / 20), Math.floor(n / 400)].map((k) => all[k % 20]).join("");
}

export function sentence(n: number, words = 10): string {
  return Array.from({ length: words }, (_, k) => wordOf(n * words + k)).join(" ");
}
