/** Guesses the programming language of a text from a sample of its lines; the grammar then has the last word. */
import type { Language } from "../contract.ts";

/** Lines looked at, from the start. */
const SAMPLE_CHARS = 24_000;
/** Guesses that are worth parsing: loading a grammar and reading a source with it costs more than all the rest. */
const MAX_GUESSES = 2;
const MIN_SCORE = 2;
const WORTH_TRYING = 0.6;

/** What is written in one language and hardly in another, with how much it tells. */
const SIGNS: readonly (readonly [Language, RegExp, number])[] = [
  ["bash", /^\s*(?:fi|done|esac)\s*$/gm, 2],
  ["bash", /\$\{?\w+|\[\[ /g, 0.2],
  ["php", /<\?php/, 30],
  ["python", /^\s*(?:def \w+\(.*|class \w+.*|elif .*|except.*|if .*|for .*|else):\s*(?:#.*)?$/gm, 2],
  ["python", /^(?:from [\w.]+ import |import [\w.]+(?: as \w+)?$)/gm, 2],
  ["python", /\bself\.\w+|"""/g, 0.5],
  ["ruby", /^\s*(?:require(?:_relative)? ['"]|module [A-Z]|attr_\w+ :|end\s*$)/gm, 1],
  ["ruby", /^\s*def (?:self\.)?\w+[?!]?(?:\(.*\))?\s*$/gm, 2],
  ["go", /^package \w+\s*$/m, 8],
  ["go", /^func (?:\(\w+ \*?\w+\) )?\w+\(|:= |^\t*import \($/gm, 1],
  ["rust", /^\s*(?:pub(?:\(\w+\))? )?(?:fn|impl|trait|mod|struct|enum|use) .*[{;]\s*$/gm, 1],
  ["rust", /\blet mut\b|&mut |->\s*(?:Self|Result|Option|&)|#\[derive\(|::<|\bmatch \w+ \{/g, 2],
  ["java", /^(?:package|import) (?:static )?[\w.]+(?:\.\*)?;\s*$/gm, 1],
  [
    "java",
    /\b(?:public|private|protected) (?:static |final |abstract )*(?:class|interface|enum|void|[A-Z]\w*(?:<.*?>)?|int|boolean) \w+/g,
    1,
  ],
  ["java", /@Override|\bSystem\.out\./g, 2],
  ["csharp", /^\s*(?:using [\w.]+;|namespace [\w.]+)/gm, 2],
  [
    "csharp",
    /\{ get; (?:private |init)?(?:set; )?\}|\bvar \w+ = new\b|\b(?:internal|sealed|override|async Task)\b/g,
    2,
  ],
  ["c", /^\s*#\s*(?:include [<"]\S+\.h[">]|ifndef|define|endif|ifdef)/gm, 1],
  ["c", /^(?:static |extern |const |unsigned )*(?:int|void|char|size_t|struct \w+|\w+_t) \*?\w+\s*\(/gm, 1],
  [
    "cpp",
    /^\s*#\s*include <(?!.*\.h>)\w+>|\bstd::|\btemplate\s*<|\bnamespace \w+ \{|\bclass \w+(?: final)?(?: : public \w+)? \{|::\w+\(/gm,
    2,
  ],
  [
    "typescript",
    /^(?:export )?(?:declare )?(?:interface|type|enum|namespace|abstract class) \w+|\b(?:private|public|readonly) \w+[?!]?:|: (?:string|number|boolean|void|unknown|Promise<)|\bas const\b|^import type /gm,
    2,
  ],
  ["tsx", /<\/?[A-Z]\w*[\s>/]|return \(\s*$|className=/gm, 0.7],
  [
    "javascript",
    /\b(?:const|let|var) [\w{[]|\bfunction\b|=> |\brequire\(|^import .* from |^export |module\.exports/gm,
    0.8,
  ],
];

/** A first line that leaves no doubt, whatever the rest looks like. */
const FIRST_LINES: readonly (readonly [Language, RegExp])[] = [
  ["php", /^\s*<\?php\b/],
  ["bash", /^#!.*\b(?:ba|z|da)?sh\b/],
  ["python", /^#!.*python/],
];

/** Characters of a line on average, above which the code was not written by hand. */
const MAX_MEAN_LINE = 400;

/** Where a block may open: a body, a branch, a loop. Text of declarations has few, and nothing in it would go. */
const BLOCK =
  /\)[^;{}()]{0,120}\{|=>\s*\{|^\s*(?:(?:async\s+)?(?:def|fn|func|function|sub)\b|(?:if|for|while|with|try|elif)\b.*:\s*$)/gm;
/** Measured: sources have a block every 100 to 700 characters, declaration files one every 2,500 and more. */
const CHARS_PER_BLOCK = 2000;
/** Shorter sources are parsed whatever they are. */
const MIN_JUDGED_CHARS = 30_000;

/** A declaration file or a header. */
export function isDeclarations(input: string): boolean {
  if (input.length < MIN_JUDGED_CHARS) return false;
  let blocks = 0;
  for (const _ of input.matchAll(BLOCK)) if (++blocks * CHARS_PER_BLOCK >= input.length) return false;
  return true;
}

/** Only whole lines go, so nothing goes of minified code: parsing it, as declarations, would cost more than all the rest. */
function isMinified(source: string): boolean {
  let lines = 1;
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) lines++;
  return source.length > MAX_MEAN_LINE * lines;
}

/** Languages that are worth trying, best guess first; none where nothing of the text would go. */
export function guessLanguages(source: string): Language[] {
  if (isMinified(source) || isDeclarations(source)) return [];
  const sample = source.slice(0, SAMPLE_CHARS);
  const certain = FIRST_LINES.find(([, sign]) => sign.test(sample));
  if (certain !== undefined) return [certain[0]];
  const scores = new Map<Language, number>();
  for (const [language, sign, weight] of SIGNS) {
    const hits = sign.global ? (sample.match(sign)?.length ?? 0) : sign.test(sample) ? 1 : 0;
    scores.set(language, (scores.get(language) ?? 0) + hits * weight);
  }
  const score = (language: Language): number => scores.get(language) ?? 0;
  // What TypeScript and TSX share with JavaScript counts for them; C's signs count for C++.
  if (score("typescript") > 0) scores.set("typescript", score("typescript") + score("javascript"));
  if (score("tsx") > 3) scores.set("tsx", score("tsx") + Math.max(score("typescript"), score("javascript")));
  else scores.delete("tsx");
  if (score("cpp") > 0) scores.set("cpp", score("cpp") + score("c"));
  const best = Math.max(...scores.values());
  return [...scores]
    .filter(([, n]) => n >= Math.max(MIN_SCORE, WORTH_TRYING * best))
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_GUESSES)
    .map(([language]) => language);
}
