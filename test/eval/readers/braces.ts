/** C and C++ by braces: a block behind a list of parameters, outside of functions, is one. Macros may stand anywhere. */
import type { Parsed } from "./functions.ts";

const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|^[ \t]*#(?:[^\n\\]|\\[\s\S])*|[{};]|[^/"'{};#]+|[\s\S]/gm;

/** What may stand between a list of parameters and the block. */
const BEHIND =
  /(?:\s|\b(?:const|noexcept|override|final|mutable|try)\b|&|\b_*[A-Z][A-Z0-9_]{2,}\b|->\s*[\w:<>,&*\s]+)+$/;
const LAMBDA = /\[[^[\]]*\]\s*(?:\([^(){}]*\)\s*)?(?:mutable\s*|noexcept\s*|->[^;{}]*)?$/;
const SCOPE = /^(?:inline\s+)?namespace\b|\b(?:class|struct|union|enum|extern)\b[^()=]*$/;
/** `X(int a) : a_(a), b_` before the brace of a member's value. */
const MEMBER = /\)[^;]*[^:]:(?!:)[^;]*\w$/;

/** A line of comment: of other languages with braces, also behind a `#` that is no directive. */
const COMMENT =
  /^\s*(?:\/\/|#(?!\s*(?:include|import|define|undef|if|ifdef|ifndef|elif|else|endif|error|warning|pragma|line)\b))/;

interface Block {
  readonly kind: "scope" | "function" | "member" | "other";
  readonly line: number;
  /** What stood before the block. */
  readonly head: string;
}

function kindOf(head: string, parent: Block["kind"]): Block["kind"] {
  const text = head.trim();
  if (LAMBDA.test(text)) return "function";
  if (parent === "scope" && !SCOPE.test(text)) {
    if (/[)}]$/.test(text.replace(BEHIND, ""))) return "function";
    return MEMBER.test(text) ? "member" : "other";
  }
  return SCOPE.test(text) ? "scope" : "other";
}

export function braces(text: string): Parsed {
  const inside = text.split("\n").map((line) => COMMENT.test(line));
  const open: Block[] = [];
  let [line, functions, head] = [0, 0, ""];
  for (const [token] of text.matchAll(TOKEN)) {
    const first = line;
    line += token.split("\n").length - 1;
    if (token.startsWith("/*")) inside.fill(true, first + 1, line + 1);
    else if (token === "{") {
      const kind = kindOf(
        head.replace(/\b(?:public|private|protected)\s*:/g, ""),
        open.at(-1)?.kind ?? "scope",
      );
      if (kind === "function") functions++;
      open.push({ kind, line, head });
      head = "";
    } else if (token === "}") {
      const block = open.pop();
      if (block?.kind === "function") inside.fill(true, block.line + 1, Math.max(block.line + 1, line));
      head = block?.kind === "member" ? `${block.head}{}` : "";
    } else if (token === ";") head = "";
    else if (!token.startsWith("//") && !/^[ \t]*#/.test(token)) head += token;
  }
  return { functions: () => functions, inside: (at) => inside[at] === true };
}
