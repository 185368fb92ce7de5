/** Whether a view may leave a text out: one that it shows has at least half of its words. */

/** The words that count; a text of fewer than four, or without two that have letters, may go with any other. */
function wordsOf(text: string): string[] {
  const words = text.split(/[^A-Za-z0-9_]+/).filter((word) => word !== "");
  return words.length < 4 || words.filter((word) => /[A-Za-z_]/.test(word)).length < 2 ? [] : words;
}

/** Indices of the hidden texts that no shown one resembles. */
export function unlike(texts: readonly string[], shown: readonly boolean[]): number[] {
  const visible = texts.map((text, i) => (shown[i] ? new Set(text.split(/[^A-Za-z0-9_]+/)) : null));
  const holders = new Map<string, number[]>();
  for (const [i, words] of visible.entries()) {
    for (const word of words ?? []) {
      const list = holders.get(word);
      if (list === undefined) holders.set(word, [i]);
      else list.push(i);
    }
  }
  const holdersOf = (word: string): readonly number[] => holders.get(word) ?? [];
  const resembled = (words: readonly string[]): boolean => {
    const need = Math.ceil(words.length / 2);
    // A text with half of the words has one of any that are more than half: the rarest are looked at.
    const rarest = words
      .toSorted((a, b) => holdersOf(a).length - holdersOf(b).length)
      .slice(0, words.length - need + 1);
    const candidates = new Set(rarest.flatMap(holdersOf));
    return [...candidates].some((i) => words.filter((word) => visible[i]?.has(word)).length >= need);
  };
  return texts.flatMap((text, i) => {
    const words = shown[i] ? [] : wordsOf(text);
    return words.length === 0 || resembled(words) ? [] : [i];
  });
}
