/** Takes a query apart: words to rank by, and the ids and exact tokens whose records come first. */
import { FUNCTION_WORDS } from "../../text/function-words.ts";
import { type Word, words } from "./words.ts";

/** Words and exact tokens of a query beyond these are ignored: a query is a line, not a document. */
const MAX_TERMS = 64;
const MAX_EXACT = 16;
/** Characters of a query that are read. */
const MAX_QUERY_CHARS = 4096;

export interface Term {
  readonly word: string;
  readonly hash: number;
}

export interface Query {
  /** Distinct words, lower case. */
  readonly terms: readonly Term[];
  /** Ids, paths, numbers, quoted phrases and the whole query where it has several words: as they are to be found. */
  readonly exact: readonly string[];
}

/**
 * Whether a token names something rather than describing it: it has a digit, inner punctuation or inner capitals.
 * The 5 of "top 5" names nothing.
 */
function isIdentifier(token: string): boolean {
  if (/^\d{1,2}$/.test(token)) return false;
  return /\d/.test(token) || /[^\s\w]|_/.test(token) || /[a-z][A-Z]/.test(token);
}

const EDGE_PUNCTUATION = /^[\s,;:.?!()[\]{}<>"'`]+|[\s,;:.?!()[\]{}<>"'`]+$/g;

/** The token, and how JSON spells it where that differs. */
function spellings(token: string): string[] {
  const json = JSON.stringify(token).slice(1, -1);
  return json === token ? [token] : [token, json];
}

export function parseQuery(text: string): Query {
  const query = text.slice(0, MAX_QUERY_CHARS).trim();
  const found: Word[] = [];
  words(query, 0, query.length, (start, end, hash) => found.push({ start, end, hash }));
  const terms = new Map<string, Term>();
  for (const { start, end, hash } of found) {
    const word = query.slice(start, end).toLowerCase();
    if (terms.size < MAX_TERMS && !terms.has(word)) terms.set(word, { word, hash });
  }
  // Function words rank nothing, unless the query has no other word.
  const telling = [...terms.values()].filter((t) => !FUNCTION_WORDS.has(t.word));

  const exact = new Set<string>();
  const add = (token: string): void => {
    if (token !== "") for (const s of spellings(token)) exact.add(s);
  };
  const unquoted = query.replace(/(["'`])([^"'`]{2,})\1/g, (_, _quote, phrase: string) => {
    add(phrase);
    return " ";
  });
  for (const raw of unquoted.split(/\s+/)) {
    const token = raw.replace(EDGE_PUNCTUATION, "");
    if (isIdentifier(token)) add(token);
    // `key=value` names the value as well.
    const value = /^[\w.-]+[=:](.+)$/.exec(token)?.[1]?.replace(EDGE_PUNCTUATION, "");
    if (value !== undefined && isIdentifier(value)) add(value);
  }
  // The query as it stands: a title, a message, or one short number.
  if (unquoted === query && (/\s/.test(query) || /^\d+$/.test(query))) add(query);
  return {
    terms: telling.length > 0 ? telling : [...terms.values()],
    exact: [...exact].slice(0, MAX_EXACT),
  };
}
