/**
 * The engine: detect, choose a compressor, transform, count. Pure; storing is the caller's business.
 * Whatever is not certain is passed through: the input itself, never an error.
 */
import { utf8Length } from "../text/utf8.ts";
import { isWellFormed } from "../text/well-formed.ts";
import { guessLanguages } from "./code/language.ts";
import type {
  Checkpoint,
  CompressOptions,
  ContentType,
  Engine,
  EnginePorts,
  Language,
  SyntaxPort,
  ThriftStep,
  TokenCount,
  Transform,
  View,
} from "./contract.ts";
import { DETECTED_TYPES, FORCED_TYPES, Thrift } from "./contract.ts";
import { detectType } from "./detect/detect.ts";
import { countMarkers } from "./markers.ts";
import { compressorFor } from "./registry.ts";
import { selectRecords } from "./select/select.ts";
import { isToon } from "./toon/recognise.ts";
import { cutInside, innermost, unwrap } from "./wrappers/unwrap.ts";

/** How much larger a query may make a view. */
const QUERY_GROWTH = 1.1;

/** Outputs without markers are compressed again until nothing changes; two rounds have always been enough. */
const SETTLE_ROUNDS = 3;

const KNOWN_TYPES: ReadonlySet<string> = new Set([...DETECTED_TYPES, ...FORCED_TYPES]);

function isContentType(type: string | undefined): type is ContentType {
  return type !== undefined && KNOWN_TYPES.has(type);
}

/** A checkpoint that remembers that it ended the call, so that its error is not taken for a compressor's. */
class Stop {
  stopped = false;
  readonly checkpoint: Checkpoint;
  constructor(outer: Checkpoint | undefined) {
    this.checkpoint =
      outer === undefined
        ? () => {}
        : () => {
            try {
              outer();
            } catch (error) {
              this.stopped = true;
              throw error;
            }
          };
  }
}

/** Options of one call, with the grammars that it may use: only those of the input itself, so that what an earlier
 * call happened to load makes no difference to this one. */
interface CallOptions extends CompressOptions {
  readonly thrift: ThriftStep;
  readonly grammars: readonly Language[];
}

/** A text inside the input holds marker-like text that the input's own spelling (entities, escapes) had hidden. */
class ForeignMarkers extends Error {
  constructor(readonly count: number) {
    super("marker-like text inside the input");
  }
}

/** A text inside a text inside a text: deeper ones are left alone. */
const MAX_DEPTH = 3;

/** A text with its type, detected or as the caller said, and the grammars that it may need. */
interface Known {
  readonly text: string;
  readonly type: ContentType;
  readonly detected: boolean;
  readonly grammars: readonly Language[];
}

export function createEngine(ports: EnginePorts): Engine {
  /** What `languages` found out about a text, for the `compress` that follows; nothing is kept beyond that. */
  let known: Known | null = null;
  const detect = (input: string): ContentType =>
    known?.text === input && known.detected ? known.type : detectType(input);

  /** The compressor's view, or null for pass-through. Errors of a compressor pass through; a checkpoint's do not. */
  function viewOf(
    input: string,
    inputTokens: number,
    type: ContentType,
    options: CallOptions,
    stop: Stop,
    depth = 0,
    quiet = false,
  ): View | null {
    const compressor = compressorFor(type);
    if (compressor === null || depth > MAX_DEPTH) return null;
    const foreign = depth > 0 ? countMarkers(input) : 0;
    if (foreign > 0) throw new ForeignMarkers(foreign);
    const tokensPerChar = inputTokens / Math.max(1, input.length);
    const wrapped = unwrap(input);
    if (wrapped !== null) {
      const tokens = Math.ceil(wrapped.inner.length * tokensPerChar);
      const inner = viewOf(wrapped.inner, tokens, type, options, stop, depth + 1, quiet);
      const output = inner === null ? null : wrapped.rewrap(inner.output);
      return inner === null || output === null ? null : { ...inner, output };
    }
    try {
      return compressor.view({
        input,
        inputTokens,
        query: options.query ?? "",
        budget: options.budget ?? Number.POSITIVE_INFINITY,
        hint: options.hint ?? "none",
        checkpoint: stop.checkpoint,
        countTokens: ports.countTokens,
        syntax: syntaxFor(options.grammars),
        thrift: options.thrift,
        quiet,
        embedded: depth > 0,
        viewOf: (text) =>
          viewOf(text, Math.ceil(text.length * tokensPerChar), detect(text), options, stop, depth + 1, true),
      });
    } catch (error) {
      if (stop.stopped || error instanceof ForeignMarkers) throw error;
      return null;
    }
  }

  /**
   * Promise 2: compressing an output again changes nothing, whether its type is detected or given as `asked`.
   * Markers settle it; a lossless view is tried out.
   */
  function settle(first: View, asked: ContentType, options: CallOptions, stop: Stop): View | null {
    let view = first;
    for (let round = 0; round < SETTLE_ROUNDS; round++) {
      if (countMarkers(view.output) > 0 || isToon(view.output)) return view;
      const { output } = view;
      const type = detect(output);
      // With a grammar that this call may not use, the next one could see more in it.
      if (languages(output, type).some((language) => !options.grammars.includes(language))) return null;
      const next = shorter(output, type, options, stop);
      if (next === null) {
        return type === asked || shorter(output, asked, options, stop) === null ? view : null;
      }
      view = {
        output: next.output,
        method: next.method,
        losslessToModel: view.losslessToModel && next.losslessToModel,
      };
    }
    return null;
  }

  /** The view of a text where it costs fewer tokens than the text. */
  function shorter(text: string, type: ContentType, options: CallOptions, stop: Stop): View | null {
    const { tokens } = ports.countTokens(text);
    const view = viewOf(text, tokens, type, options, stop);
    if (view === null || view.output === text) return null;
    return ports.countTokens(view.output).tokens < tokens ? view : null;
  }

  function passThrough(
    input: string,
    contentType: ContentType,
    before: TokenCount,
    foreignMarkers = 0,
    overBudget = false,
  ): Transform {
    return {
      output: input,
      contentType,
      method: "passthrough",
      tokensBefore: before.tokens,
      tokensAfter: before.tokens,
      tokensEstimated: before.estimated,
      passThrough: true,
      foreignMarkers,
      ...(overBudget ? { overBudget } : {}),
    };
  }

  function compress(input: string, options: CompressOptions = {}): Transform {
    try {
      return shorten(input, options);
    } finally {
      known = null;
    }
  }

  function shorten(input: string, options: CompressOptions): Transform {
    const before = ports.countTokens(input);
    const budget = options.budget ?? Number.POSITIVE_INFINITY;
    const fits = (text: string): boolean => budget === Number.POSITIVE_INFINITY || utf8Length(text) <= budget;
    const pass = (type: ContentType, foreign = 0): Transform =>
      passThrough(input, type, before, foreign, !fits(input));

    if (!isWellFormed(input)) return pass("text");
    const type = isContentType(options.type) ? options.type : detect(input);
    if (options.mode !== undefined && options.mode !== "view") return pass(type);
    const foreign = countMarkers(input);
    if (foreign > 0) return pass(type, foreign);
    if (isToon(input)) return pass("toon");

    const stop = new Stop(options.checkpoint);
    const grammars = languages(input, type);
    const settled = (thrift: ThriftStep, query: string): View | null => {
      const call: CallOptions = { ...options, query, grammars, thrift };
      const first = viewOf(input, before.tokens, type, call, stop);
      return first === null || first.output === input ? null : settle(first, type, call, stop);
    };
    /** With a query the view may be a tenth larger; else the best match takes the place of the note, of facts, or stays out. */
    const attempt = (thrift: ThriftStep): View | null => {
      const { query = "" } = options;
      const plain = settled(thrift, "");
      if (query.trim() === "") return plain;
      const most = (plain === null ? before : ports.countTokens(plain.output)).tokens * QUERY_GROWTH;
      for (const step of [thrift, Thrift.matches, Thrift.note, Thrift.facts]) {
        if (step < thrift) continue;
        const asked = settled(step, query);
        if (asked !== null && ports.countTokens(asked.output).tokens <= most) return asked;
      }
      return plain;
    };
    let view: View | null;
    try {
      view = attempt(Thrift.none);
      for (const step of Object.values(Thrift)) {
        if (step === Thrift.none || fits(view?.output ?? input)) continue;
        const shorter = attempt(step);
        if (shorter !== null && shorter.output.length < (view?.output ?? input).length) view = shorter;
      }
    } catch (error) {
      if (error instanceof ForeignMarkers) return pass(type, error.count);
      throw error;
    }
    if (view === null) return pass(type);
    const after = ports.countTokens(view.output);
    // A view of nothing says nothing: `{}` is an empty text in TOON.
    if (after.tokens === 0 || after.tokens >= before.tokens) return pass(type);
    return {
      output: view.output,
      contentType: type,
      method: view.method,
      tokensBefore: before.tokens,
      tokensAfter: after.tokens,
      tokensEstimated: before.estimated || after.estimated,
      passThrough: false,
      losslessToModel: view.losslessToModel,
      foreignMarkers: 0,
      ...(fits(view.output) ? {} : { overBudget: true }),
    };
  }

  function select(original: string, query: string, checkpoint: Checkpoint = () => {}): string {
    if (query.trim() === "") return original;
    const compressor = compressorFor(detect(original));
    if (compressor === null) return original;
    const cut = cutInside(original, (inner) => compressor.cut(inner, checkpoint));
    return selectRecords(original, query, cut, checkpoint);
  }

  function languages(input: string, type?: string): readonly Language[] {
    const detected = !isContentType(type);
    const contentType = detected ? detect(input) : type;
    if (known?.text !== input || known.type !== contentType) {
      known = { text: input, type: contentType, detected, grammars: grammarsOf(input, contentType) };
    }
    return known.grammars;
  }

  function grammarsOf(input: string, type: ContentType): readonly Language[] {
    const text = innermost(input);
    if (type === "code") return guessLanguages(text);
    // A screen may show a source, as pagers colour it; a page may be one.
    const content = compressorFor(type)?.content?.(text) ?? null;
    return content !== null && detect(content) === "code" ? guessLanguages(innermost(content)) : [];
  }

  function syntaxFor(grammars: readonly Language[]): SyntaxPort | null {
    const { syntax } = ports;
    if (syntax === undefined || grammars.length === 0) return null;
    return {
      outline: (language, source, checkpoint) =>
        grammars.includes(language) ? syntax.outline(language, source, checkpoint) : null,
    };
  }

  return { compress, select, detect, languages };
}
