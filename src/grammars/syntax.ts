/**
 * The engine's syntax port over web-tree-sitter. Grammars are loaded one by one, when a text asks for them; loading is
 * asynchronous, reading is not. A parser whose WASM module trapped is never used again: a new one is made.
 */
import { readFileSync } from "node:fs";
import type { Language as Grammar, Parser, Query } from "web-tree-sitter";
import runtime from "web-tree-sitter/web-tree-sitter.wasm" with { type: "file" };
import type { Checkpoint, Language, Outline, Span, SyntaxPort } from "../engine/contract.ts";
import { GRAMMARS } from "./languages.ts";

/** Longer sources are not parsed: at 2-6 MB/s (measured) they would cost more than they are worth. UTF-16 units. */
const MAX_SOURCE_CHARS = 4_000_000;
/**
 * Steps a parse may take, per character of source and at least. Ordinary source takes well under one step (a call of
 * the progress callback) per 100 characters; error recovery on what is no source takes many.
 */
const STEPS_PER_CHAR = 0.1;
const MIN_STEPS = 20_000;
/** Captures of one source; more are the work of a generator, not a person. */
const MAX_CAPTURES = 400_000;

interface Loaded {
  readonly grammar: Grammar;
  readonly query: Query;
}

type Library = typeof import("web-tree-sitter");

export interface Syntax extends SyntaxPort {
  /** Loads a grammar, once. Resolves to whether `outline` can use it; never rejects. */
  load(language: Language): Promise<boolean>;
}

export function createSyntax(): Syntax {
  let library: Promise<Library | null> | null = null;
  let parser: Parser | null = null;
  let make: (() => Parser) | null = null;
  const loading = new Map<Language, Promise<boolean>>();
  const loaded = new Map<Language, Loaded>();

  async function openLibrary(): Promise<Library | null> {
    try {
      const opened: Library = await import("web-tree-sitter");
      await opened.Parser.init({ wasmBinary: readFileSync(runtime) });
      make = () => new opened.Parser();
      return opened;
    } catch {
      return null;
    }
  }

  async function open(language: Language): Promise<boolean> {
    library ??= openLibrary();
    const opened = await library;
    if (opened === null) return false;
    try {
      const { file, query } = GRAMMARS[language];
      const grammar = await opened.Language.load(readFileSync(file));
      loaded.set(language, { grammar, query: new opened.Query(grammar, `${query} (ERROR) @error`) });
      return true;
    } catch {
      return false;
    }
  }

  function load(language: Language): Promise<boolean> {
    const known = loading.get(language);
    if (known !== undefined) return known;
    const started = open(language);
    loading.set(language, started);
    return started;
  }

  function outline(language: Language, source: string, checkpoint: Checkpoint): Outline | null {
    const ready = loaded.get(language);
    if (ready === undefined || make === null || source.length > MAX_SOURCE_CHARS) return null;
    let thrown: { readonly error: unknown } | null = null;
    let steps = Math.max(MIN_STEPS, Math.floor(source.length * STEPS_PER_CHAR));
    /** Tells tree-sitter to stop. What the checkpoint throws must not pass through WASM frames: it is kept for later. */
    const stop = (): boolean => {
      if (steps-- <= 0) return true;
      try {
        checkpoint();
        return false;
      } catch (error) {
        thrown = { error };
        return true;
      }
    };
    try {
      parser ??= make();
      parser.setLanguage(ready.grammar);
      const tree = parser.parse(source, null, { progressCallback: stop });
      if (tree === null) {
        parser.reset();
        if (thrown !== null) throw (thrown as { error: unknown }).error;
        return null;
      }
      try {
        const found = ready.query.captures(tree.rootNode, { progressCallback: stop });
        if (thrown !== null) throw (thrown as { error: unknown }).error;
        return found.length > MAX_CAPTURES || steps <= 0 ? null : collect(found);
      } finally {
        tree.delete();
      }
    } catch (error) {
      if (thrown !== null && (thrown as { error: unknown }).error === error) throw error;
      // A trap leaves the parser in no known state.
      parser = null;
      return null;
    }
  }

  return { load, outline };
}

function collect(
  found: readonly {
    readonly name: string;
    readonly node: { readonly startIndex: number; readonly endIndex: number };
  }[],
): Outline {
  const bodies: Span[] = [];
  const comments: Span[] = [];
  const docs: Span[] = [];
  let errorChars = 0;
  for (const { name, node } of found) {
    const span: Span = [node.startIndex, node.endIndex];
    if (name === "body") bodies.push(span);
    else if (name === "comment") comments.push(span);
    else if (name === "doc") docs.push(span);
    else errorChars += span[1] - span[0];
  }
  return { bodies, comments, docs, errorChars };
}
