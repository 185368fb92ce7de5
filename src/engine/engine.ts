/**
 * The engine: detect, choose a compressor, transform, count. Pure; storing is the caller's business.
 * Whatever is not certain is passed through: the input itself, never an error.
 */
import { utf8Length } from "../text/utf8.ts";
import { isWellFormed } from "../text/well-formed.ts";
import type {
  Checkpoint,
  CompressOptions,
  ContentType,
  Engine,
  EnginePorts,
  ThriftStep,
  TokenCount,
  Transform,
  View,
} from "./contract.ts";
import { Thrift } from "./contract.ts";
import { isContentType, Knowledge } from "./known.ts";
import { countMarkers } from "./markers.ts";
import { compressorFor } from "./registry.ts";
import { selectRecords } from "./select/select.ts";
import { isToon } from "./toon/recognise.ts";
import { type CallOptions, ForeignMarkers, Stop, Views } from "./views.ts";
import { cutInside } from "./wrappers/unwrap.ts";

/** How much larger a query may make a view. */
const QUERY_GROWTH = 1.1;

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

export function createEngine(ports: EnginePorts): Engine {
  const knowledge = new Knowledge();

  function compress(input: string, options: CompressOptions = {}): Transform {
    try {
      return shorten(input, options);
    } finally {
      knowledge.forget();
    }
  }

  function shorten(input: string, options: CompressOptions): Transform {
    const before = ports.countTokens(input);
    const budget = options.budget ?? Number.POSITIVE_INFINITY;
    const fits = (text: string): boolean => budget === Number.POSITIVE_INFINITY || utf8Length(text) <= budget;
    const pass = (type: ContentType, foreign = 0): Transform =>
      passThrough(input, type, before, foreign, !fits(input));

    if (!isWellFormed(input)) return pass("text");
    const type = isContentType(options.type) ? options.type : knowledge.detect(input);
    if (options.mode !== undefined && options.mode !== "view") return pass(type);
    const foreign = countMarkers(input);
    if (foreign > 0) return pass(type, foreign);
    if (isToon(input)) return pass("toon");

    const stop = new Stop(options.checkpoint);
    const grammars = knowledge.languages(input, type);
    const settled = (thrift: ThriftStep, query: string): View | null => {
      const call: CallOptions = { ...options, query, grammars, thrift };
      return new Views(ports, knowledge, call, stop).settled(input, before.tokens, type);
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
    const compressor = compressorFor(knowledge.detect(original));
    if (compressor === null) return original;
    const cut = cutInside(original, (inner) => compressor.cut(inner, checkpoint));
    return selectRecords(original, query, cut, checkpoint);
  }

  return {
    compress,
    select,
    detect: (input) => knowledge.detect(input),
    languages: (input, type) => knowledge.languages(input, type),
  };
}
