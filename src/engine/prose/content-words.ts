/** The words of a paragraph that say what it is about. */
import { FUNCTION_WORDS } from "../../text/function-words.ts";
import { maskNumbers } from "../log/mask.ts";

/** Where a link leads says nothing about what is said: two parameters of the same type link to the same page. */
const LINK_TARGET = /\]\([^()\s]{0,500}\)|https?:\/\/\S+/g;

/** Words in order, `""` for numbers; function words and link targets are left out, quoted text is not. */
export function contentWords(paragraph: string): string[] {
  const text = paragraph.replace(LINK_TARGET, "]");
  const words: string[] = [];
  maskNumbers(text, 0, text.length, {
    word: (from, to) => {
      const word = text.slice(from, to);
      if (!FUNCTION_WORDS.has(word.toLowerCase())) words.push(word);
    },
    mask: () => words.push(""),
    sign: () => {},
    space: () => {},
  });
  return words;
}
