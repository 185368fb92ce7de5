/** Reading JSON with comments and trailing commas (jsonc-parser), and comparing what two texts hold. */
import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";
import { noPlace, position, unreadable } from "./dialect.ts";

/** The root value, or undefined for a text of white space and comments. @throws CaveError */
export function readTree(text: string): Node | undefined {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch {
    // Nested deeper than the parser's recursion.
    throw unreadable(1, 1);
  }
  const [first] = errors;
  if (first !== undefined) throw unreadable(...position(text, first.offset));
  return root;
}

/** Whether the text is read by parsers that know no trailing commas. */
export function hasNoTrailingComma(text: string): boolean {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: false, allowEmptyContent: true });
  return errors.length === 0;
}

export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** The member `key` of an object. @throws CaveError where the key is there twice: hosts differ in which they take */
export function memberOf(object: Node, key: string): Node | undefined {
  const found = (object.children ?? []).filter((member) => member.children?.[0]?.value === key);
  if (found.length > 1) throw noPlace(`it has the key ${JSON.stringify(key)} twice in one object`);
  return found[0];
}

export function memberValue(member: Node | undefined): Node | undefined {
  return member?.children?.[1];
}

/** The values of a text with order and duplicates; numbers as they are spelled. */
export type Shape = { readonly object: [string, Shape][] } | { readonly array: Shape[] } | string;

export function shapeOf(text: string, node: Node | undefined): Shape {
  if (node === undefined) return { object: [] };
  if (node.type === "object") {
    return {
      object: (node.children ?? []).map((member) => [
        String(member.children?.[0]?.value),
        shapeOf(text, memberValue(member)),
      ]),
    };
  }
  if (node.type === "array") return { array: (node.children ?? []).map((item) => shapeOf(text, item)) };
  return text.slice(node.offset, endOf(node));
}

/** Of jsonc-parser's SyntaxKind, which as an ambient enum cannot be imported here. */
const Token = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, blank: 15 } as const;

/** What follows a member up to the end of its object. */
export interface Tail {
  /** Offset of the comma behind it, or null. */
  readonly comma: number | null;
  /** Where the next member goes: behind that comma and behind comments on the same line. */
  readonly at: number;
  /** A `//` comment stands before `at`. */
  readonly behindLineComment: boolean;
}

/** @param from end of the member, or behind the opening brace */
export function tailFrom(text: string, from: number, comments: "same line" | "all"): Tail {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let comma: number | null = null;
  let at = from;
  let behindLineComment = false;
  let newLine = false;
  for (;;) {
    const token: number = scanner.scan();
    const end = scanner.getTokenOffset() + scanner.getTokenLength();
    switch (token) {
      case Token.blank:
        break;
      case Token.lineBreak:
        newLine = comments === "same line";
        break;
      case Token.lineComment:
      case Token.blockComment:
        if (newLine) break;
        at = end;
        behindLineComment = token === Token.lineComment;
        break;
      case Token.comma:
        if (comma !== null) return { comma, at, behindLineComment };
        comma = scanner.getTokenOffset();
        at = end;
        behindLineComment = false;
        newLine = false;
        break;
      default:
        return { comma, at, behindLineComment };
    }
  }
}
