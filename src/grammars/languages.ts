/** Every language: its compiled grammar and the query that finds function bodies, comments and documentation. */
import c from "@repomix/tree-sitter-wasms/out/tree-sitter-c.wasm" with { type: "file" };
import csharp from "@repomix/tree-sitter-wasms/out/tree-sitter-c_sharp.wasm" with { type: "file" };
import cpp from "@repomix/tree-sitter-wasms/out/tree-sitter-cpp.wasm" with { type: "file" };
import go from "@repomix/tree-sitter-wasms/out/tree-sitter-go.wasm" with { type: "file" };
import java from "@repomix/tree-sitter-wasms/out/tree-sitter-java.wasm" with { type: "file" };
import javascript from "@repomix/tree-sitter-wasms/out/tree-sitter-javascript.wasm" with { type: "file" };
import php from "@repomix/tree-sitter-wasms/out/tree-sitter-php.wasm" with { type: "file" };
import python from "@repomix/tree-sitter-wasms/out/tree-sitter-python.wasm" with { type: "file" };
import ruby from "@repomix/tree-sitter-wasms/out/tree-sitter-ruby.wasm" with { type: "file" };
import rust from "@repomix/tree-sitter-wasms/out/tree-sitter-rust.wasm" with { type: "file" };
import tsx from "@repomix/tree-sitter-wasms/out/tree-sitter-tsx.wasm" with { type: "file" };
import typescript from "@repomix/tree-sitter-wasms/out/tree-sitter-typescript.wasm" with { type: "file" };
import bash from "tree-sitter-bash/tree-sitter-bash.wasm" with { type: "file" };
import type { Language } from "../engine/contract.ts";

export interface Grammar {
  /** Path of the compiled grammar. */
  readonly file: string;
  /** Captures @body, @comment, @doc; @error is added for all. */
  readonly query: string;
}

const ECMASCRIPT = `
  (function_declaration body: (statement_block) @body)
  (generator_function_declaration body: (statement_block) @body)
  (function_expression body: (statement_block) @body)
  (generator_function body: (statement_block) @body)
  (arrow_function body: (statement_block) @body)
  (method_definition body: (statement_block) @body)
  (comment) @comment`;

const C = `
  (function_definition body: (compound_statement) @body)
  (comment) @comment`;

export const GRAMMARS: Readonly<Record<Language, Grammar>> = {
  bash: { file: bash, query: "(function_definition body: (compound_statement) @body) (comment) @comment" },
  c: { file: c, query: C },
  cpp: { file: cpp, query: `${C} (lambda_expression body: (compound_statement) @body)` },
  csharp: {
    file: csharp,
    query: `
      (method_declaration body: (block) @body)
      (constructor_declaration body: (block) @body)
      (destructor_declaration body: (block) @body)
      (operator_declaration body: (block) @body)
      (local_function_statement body: (block) @body)
      (accessor_declaration body: (block) @body)
      (lambda_expression body: (block) @body)
      (comment) @comment`,
  },
  go: {
    file: go,
    query: `
      (function_declaration body: (block) @body)
      (method_declaration body: (block) @body)
      (func_literal body: (block) @body)
      (comment) @comment`,
  },
  java: {
    file: java,
    query: `
      (method_declaration body: (block) @body)
      (constructor_declaration body: (constructor_body) @body)
      (lambda_expression body: (block) @body)
      (static_initializer (block) @body)
      (line_comment) @comment
      (block_comment) @comment`,
  },
  javascript: { file: javascript, query: ECMASCRIPT },
  php: {
    file: php,
    query: `
      (function_definition body: (compound_statement) @body)
      (method_declaration body: (compound_statement) @body)
      (anonymous_function body: (compound_statement) @body)
      (comment) @comment`,
  },
  python: {
    file: python,
    query: `
      (function_definition body: (block) @body)
      (module . (comment)* . (expression_statement (string) @doc))
      (class_definition body: (block . (expression_statement (string) @doc)))
      (comment) @comment`,
  },
  ruby: {
    file: ruby,
    query: `
      (method body: (body_statement) @body)
      (singleton_method body: (body_statement) @body)
      (comment) @comment`,
  },
  rust: {
    file: rust,
    query: `
      (function_item body: (block) @body)
      (closure_expression body: (block) @body)
      (line_comment) @comment
      (block_comment) @comment`,
  },
  tsx: { file: tsx, query: ECMASCRIPT },
  typescript: { file: typescript, query: ECMASCRIPT },
};
