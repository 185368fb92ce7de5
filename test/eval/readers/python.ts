/** Python by its own rules: a statement ends with its line unless a bracket, a string or a backslash holds it open. */
import type { Parsed } from "./functions.ts";

interface Statement {
  /** First line, and behind the last one. */
  readonly from: number;
  readonly to: number;
  readonly indent: number;
  /** Without strings and comments. */
  readonly code: string;
}

const TOKEN =
  /"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|#[^\n]*|\\\n|\n|[^"'#\\\n]+|[\s\S]/g;

/** What stands for a string in a statement's code. */
const STRING = "§";

function statementsOf(text: string): Statement[] {
  const out: Statement[] = [];
  let [line, from, code, depth] = [0, 0, "", 0];
  for (const [token] of text.matchAll(TOKEN)) {
    const ends = token.split("\n").length - 1;
    if (token === "\n" && depth <= 0) {
      if (code.trim() !== "") out.push({ from, to: line + 1, indent: code.search(/\S/), code: code.trim() });
      line++;
      [from, code, depth] = [line, "", 0];
      continue;
    }
    line += ends;
    if (/^(?:"|')/.test(token)) code += STRING;
    else if (token.startsWith("#")) continue;
    else if (token === "\n" || token === "\\\n") code += " ";
    else {
      code += token;
      for (const c of token) depth += "([{".includes(c) ? 1 : ")]}".includes(c) ? -1 : 0;
    }
  }
  if (code.trim() !== "") out.push({ from, to: line + 1, indent: code.search(/\S/), code: code.trim() });
  return out;
}

/** Every `def` is a function: it cannot be without a body. */
export function python(text: string): Parsed {
  const statements = statementsOf(text);
  const inside = text.split("\n").map((line) => /^\s*#/.test(line));
  let functions = 0;
  for (const [i, { from, to, indent, code }] of statements.entries()) {
    const bare = new RegExp(`^[rRuUbBfF]*${STRING}$`).test(code);
    if (bare && (i === 0 || /^class\b/.test(statements[i - 1]?.code ?? ""))) inside.fill(true, from + 1, to);
    if (!/^(?:async\s+)?def\b/.test(code)) continue;
    functions++;
    let last = i;
    while ((statements[last + 1]?.indent ?? -1) > indent) last++;
    inside.fill(true, to, statements[last]?.to ?? to);
  }
  return { functions: () => functions, inside: (line) => inside[line] === true };
}
