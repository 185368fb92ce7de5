/** JavaScript and TypeScript, with or without JSX, read by Babel. */
import { type ParserPlugin, parse } from "@babel/parser";
import type { Parsed } from "./functions.ts";

interface Place {
  readonly start: { readonly line: number };
  readonly end: { readonly line: number; readonly column: number };
}

interface Node {
  readonly type: string;
  readonly loc: Place;
  readonly body?: unknown;
}

const DIALECTS: readonly ParserPlugin[][] = [
  ["typescript", "decorators-legacy"],
  ["typescript", "jsx"],
  ["flow", "jsx"],
];

/** Nodes that are functions where their body is a block. */
const FUNCTION =
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod|ClassPrivateMethod)$/;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "loc" in value;

/** Blocks of all functions below `root`, without recursion: sources may be deep. */
function blocksBelow(root: unknown): Node[] {
  const blocks: Node[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    else if (isNode(value)) {
      if (FUNCTION.test(value.type) && isNode(value.body) && value.body.type === "BlockStatement")
        blocks.push(value.body);
      for (const [key, inner] of Object.entries(value))
        if (key !== "loc" && !key.endsWith("omments") && typeof inner === "object") open.push(inner);
    }
  }
  return blocks;
}

/** The source in the dialect in which Babel finds least to object to (a private name that is nowhere declared, say). */
function parsed(text: string): ReturnType<typeof parse> | null {
  let best: ReturnType<typeof parse> | null = null;
  for (const plugins of DIALECTS) {
    try {
      const file = parse(text, {
        sourceType: "unambiguous",
        allowReturnOutsideFunction: true,
        attachComment: false,
        errorRecovery: true,
        plugins,
      });
      const errors = file.errors?.length ?? 0;
      if (best === null || errors < (best.errors?.length ?? 0)) best = file;
      if (errors === 0) break;
    } catch {
      // The next dialect.
    }
  }
  return best;
}

/** Null where Babel cannot read the text in any dialect. */
export function ecmascript(text: string): Parsed | null {
  const lines = text.split("\n");
  const file = parsed(text);
  if (file === null) return null;
  const blocks = blocksBelow(file.program);
  const inside = lines.map(() => false);
  for (const { loc } of blocks) inside.fill(true, loc.start.line, Math.max(loc.start.line, loc.end.line - 1));
  for (const { loc } of file.comments ?? []) {
    if (!loc) continue;
    const alone = lines[loc.end.line - 1]?.slice(loc.end.column).trim() === "";
    inside.fill(true, loc.start.line, Math.max(loc.start.line, loc.end.line - (alone ? 0 : 1)));
    if (/^\s*\/\//.test(lines[loc.start.line - 1] ?? "")) inside[loc.start.line - 1] = true;
  }
  return { functions: () => blocks.length, inside: (line) => inside[line] === true };
}
