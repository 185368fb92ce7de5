/** Go, Java, PHP and Rust, read by the parsers of Lezer. */
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser as go } from "@lezer/go";
import { parser as java } from "@lezer/java";
import { parser as php } from "@lezer/php";
import { parser as rust } from "@lezer/rust";
import type { Parsed } from "./functions.ts";

/** What tells that a text is in the language. */
const LANGUAGES = [
  [go, /^package \w+\s*$/m],
  [php, /<\?php/],
  [java, /^(?:package|import) [\w.*]+;|\bpublic (?:final |abstract )*(?:class|interface|enum) /m],
  [rust, /^\s*(?:pub(?:\(\w+\))? )?(?:fn|impl|mod|use|trait)\b.*[{;]\s*$/m],
] as const;

/** Nodes that are functions where one of their parts is a block. */
const FUNCTION =
  /^(?:FunctionDefinition|LambdaExpression|FunctionDecl|MethodDecl|FunctionLiteral|MethodDeclaration|ConstructorDeclaration|StaticInitializer|FunctionExpression|FunctionItem|ClosureExpression)$/;
const BLOCK = /^(?:Block|ConstructorBody)$/;

/** A tree of which more nodes are errors is that of another language. */
const MAX_ERRORS = 0.02;

function isRead(tree: Tree): boolean {
  let [nodes, errors] = [0, 0];
  tree.iterate({
    enter: ({ type }) => {
      nodes++;
      if (type.isError) errors++;
    },
  });
  return errors <= MAX_ERRORS * nodes;
}

/** Null for a text in another language. */
export function lezer(text: string): Parsed | null {
  const parser = LANGUAGES.find(([, sign]) => sign.test(text))?.[0];
  const tree = parser?.parse(text);
  if (tree === undefined || !isRead(tree)) return null;
  const inside = text.split("\n").map((line) => /^\s*(?:\/\/|#)/.test(line));
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length - 1;
  let functions = 0;
  const mark = ({ from, to }: SyntaxNode, more: number): void => {
    const first = lineOf(from) + 1;
    inside.fill(true, first, Math.max(first, lineOf(to - 1) + more));
  };
  tree.iterate({
    enter: ({ name, node }) => {
      if (name === "BlockComment") mark(node, 1);
      if (!FUNCTION.test(name)) return;
      for (let part = node.firstChild; part !== null; part = part.nextSibling)
        if (BLOCK.test(part.name)) {
          functions++;
          mark(part, 0);
        }
    },
  });
  return { functions: () => functions, inside: (line) => inside[line] === true };
}
