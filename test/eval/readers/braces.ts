/** C and its likes: comments, and functions of C as blocks that stand behind a list of parameters outside of any function. */
import type { Parsed } from "./functions.ts";

const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|^[ \t]*#(?:[^\n\\]|\\[\s\S])*|[{}]|[^/"'{}#]+|[\s\S]/gm;

/** Languages whose functions have other forms: this reader sees their comments only. */
const OTHER =
  /^\s*(?:package \w+|func |fn |pub |impl |use [\w:]+|using [\w.]+;|namespace |<\?php|def |module |import |template\s*<)/m;

export function bracesOf(text: string): Parsed {
  const inside = text
    .split("\n")
    .map((line) =>
      /^\s*(?:\/\/|#(?!\s*(?:include|define|if|endif|else|elif|undef|pragma|error)))/.test(line),
    );
  let [line, functions, body, depth, before] = [0, 0, -1, 0, ""];
  /** Depth at which the open function's block began; -1 outside. */
  let inFunction = -1;
  for (const [token] of text.matchAll(TOKEN)) {
    const first = line;
    line += token.split("\n").length - 1;
    if (token.startsWith("/*")) {
      inside.fill(true, first + 1, line + 1);
      continue;
    }
    if (token.startsWith("//") || /^[ \t]*#/.test(token)) continue;
    if (token === "{") {
      if (inFunction < 0 && /\)\s*$/.test(before)) {
        functions++;
        [inFunction, body] = [depth, line];
      }
      depth++;
    } else if (token === "}") {
      depth--;
      if (depth === inFunction) {
        inside.fill(true, body + 1, line);
        inFunction = -1;
      }
    }
    before = (before + token).slice(-200);
  }
  return { functions: OTHER.test(text) ? null : functions, inside };
}
