/**
 * Joins engine and store: the one home of "the original is committed before its short form leaves", and of
 * "whatever is not certain passes through".
 */
import type {
  CompressOptions,
  ContentType,
  Engine,
  Language,
  TokenCount,
  Transform,
} from "../engine/contract.ts";
import type { RecoveryStore } from "../store/contract.ts";
import { CaveError } from "../text/errors.ts";
import { isWellFormed } from "../text/well-formed.ts";
import type { CompressOutcome, Recovery, RetrieveOutcome } from "./contract.ts";

export interface RecoveryPorts {
  readonly engine: Engine;
  readonly store: RecoveryStore;
  readonly countTokens: (text: string) => TokenCount;
  /** Loads a grammar for the engine's syntax port; default: none are loaded. */
  readonly loadGrammar?: (language: Language) => Promise<boolean>;
  /** Milliseconds that only go forward; default: the process's. */
  readonly clock?: () => number;
}

/** A call that takes longer passes through: the one thing that may depend on the machine. */
const CALL_LIMIT_MS = 15_000;

/** Bytes per token where nothing can be counted; a share of o200k_base on mixed data, marked as an estimate. */
const BYTES_PER_TOKEN = 4;

/** Keeps U+FEFF, so that a text encodes to exactly the bytes that it was decoded from. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** An input in both its forms. `text` is null for bytes that are no UTF-8, `bytes` for a string that has none. */
interface Input {
  readonly text: string | null;
  readonly bytes: Uint8Array | null;
}

export function createRecovery(ports: RecoveryPorts): Recovery {
  const { engine, store, clock = () => performance.now() } = ports;

  /** What `prepare` was given last, decoded; the `compress` that follows need not decode it again. */
  let prepared: { readonly input: string | Uint8Array; readonly forms: Input } | null = null;

  function formsOf(input: string | Uint8Array): Input {
    const forms = prepared?.input === input ? prepared.forms : bothForms(input);
    prepared = null;
    return forms;
  }

  function compress(input: string | Uint8Array, options: CompressOptions = {}): CompressOutcome {
    const { text, bytes } = formsOf(input);
    if (text === null) return binaryOutcome(bytes?.byteLength ?? 0);
    const transform = transformed(text, options);
    if (transform.passThrough) return passThrough(text, transform);
    if (bytes === null) return passThrough(text, transform);
    const put = store.put(bytes, {
      contentType: transform.contentType,
      compressor: transform.method,
      tokensBefore: transform.tokensBefore,
      tokensAfter: transform.tokensAfter,
    });
    if (put.kind !== "stored") return { ...passThrough(text, transform), withheld: put.kind };
    return shortened(transform, put.handle);
  }

  function simulate(input: string | Uint8Array, options: CompressOptions = {}): CompressOutcome {
    const { text, bytes } = bothForms(input);
    if (text === null) return binaryOutcome(bytes?.byteLength ?? 0);
    const transform = transformed(text, options);
    if (transform.passThrough || bytes === null) return passThrough(text, transform);
    return shortened(transform, null);
  }

  /** The engine's answer if its accounting is whole; a pass-through if it threw; what a checkpoint throws is thrown. */
  function transformed(text: string, options: CompressOptions): Transform {
    const stop = new Stop(options.checkpoint, clock);
    let transform: Transform;
    try {
      transform = engine.compress(text, { ...options, checkpoint: stop.checkpoint });
    } catch {
      stop.rethrow();
      transform = untouched(text);
    }
    checkAccounting(text, transform);
    return transform;
  }

  function untouched(text: string): Transform {
    const { tokens, estimated } = countSafely(text);
    return {
      output: text,
      contentType: detectSafely(text),
      method: "passthrough",
      tokensBefore: tokens,
      tokensAfter: tokens,
      tokensEstimated: estimated,
      passThrough: true,
      foreignMarkers: 0,
    };
  }

  function countSafely(text: string): TokenCount {
    try {
      return ports.countTokens(text);
    } catch {
      return { tokens: Math.ceil(text.length / BYTES_PER_TOKEN), estimated: true };
    }
  }

  function detectSafely(text: string): ContentType {
    try {
      return engine.detect(text);
    } catch {
      return "text";
    }
  }

  function retrieve(handle: string, query = "", checkpoint?: () => void): RetrieveOutcome {
    const got = store.get(handle);
    if (got.kind !== "found") return got;
    const { bytes, contentType } = got;
    const whole: RetrieveOutcome = { kind: "original", bytes, contentType };
    const wanted = query.trim();
    if (wanted === "") return whole;
    const text = decode(bytes);
    if (text === null) return whole;
    const stop = new Stop(checkpoint, clock);
    try {
      const selected = engine.select(text, wanted, stop.checkpoint);
      return selected === text ? whole : { kind: "selection", text: selected, contentType };
    } catch {
      stop.rethrow();
      return whole;
    }
  }

  async function prepare(input: string | Uint8Array, type?: string): Promise<void> {
    const { loadGrammar } = ports;
    const forms = bothForms(input);
    prepared = { input, forms };
    const { text } = forms;
    if (loadGrammar === undefined || text === null) return;
    try {
      for (const language of engine.languages(text, type)) await loadGrammar(language);
    } catch {
      // What cannot be prepared passes through.
    }
  }

  return { prepare, compress, simulate, retrieve, detect: (input) => engine.detect(input) };
}

/**
 * Ends a call that is cancelled or takes too long. What the caller's checkpoint threw is remembered, so that it
 * is not taken for a failure of the engine; running out of time is such a failure: the call passes through.
 */
class Stop {
  #thrown: { readonly error: unknown } | null = null;
  readonly checkpoint: () => void;
  constructor(outer: (() => void) | undefined, clock: () => number) {
    const deadline = clock() + CALL_LIMIT_MS;
    this.checkpoint = () => {
      try {
        outer?.();
      } catch (error) {
        this.#thrown = { error };
        throw error;
      }
      if (clock() > deadline) throw new Error("out of time");
    };
  }

  /** Throws again what the caller's checkpoint threw, if it did. */
  rethrow(): void {
    if (this.#thrown !== null) throw this.#thrown.error;
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

function bothForms(input: string | Uint8Array): Input {
  if (typeof input !== "string") return { text: decode(input), bytes: input };
  return { text: input, bytes: isWellFormed(input) ? new TextEncoder().encode(input) : null };
}

/** Content that seems to cost nothing is a lie: counts that cannot be true are refused, loudly. */
function checkAccounting(text: string, transform: Transform): void {
  const { tokensBefore, tokensAfter, output, passThrough: passed } = transform;
  const counts = [tokensBefore, tokensAfter];
  const sane = counts.every((n) => Number.isSafeInteger(n) && n >= 0) && (text === "" || tokensBefore > 0);
  const whole = passed
    ? output === text && tokensAfter === tokensBefore
    : tokensAfter > 0 && tokensAfter < tokensBefore;
  if (sane && whole) return;
  throw new CaveError(
    "cave_compress_failed",
    "The engine's answer does not add up, so it is not used. The input is not stored; work with the text you have.",
  );
}

function passThrough(text: string, transform: Transform): CompressOutcome {
  return {
    output: text,
    ratio: 0,
    tokens_before: transform.tokensBefore,
    tokens_after: transform.tokensBefore,
    basis: "inferred",
    content_type: transform.contentType,
    method: "passthrough",
    recovery_handle: null,
    ...(transform.tokensEstimated ? { tokens_estimated: true } : {}),
    ...(transform.foreignMarkers > 0 ? { foreign_markers: transform.foreignMarkers } : {}),
    ...(transform.overBudget ? { over_budget: true } : {}),
  };
}

function shortened(transform: Transform, handle: string | null): CompressOutcome {
  const { tokensBefore, tokensAfter } = transform;
  return {
    output: transform.output,
    ratio: Math.round((1 - tokensAfter / tokensBefore) * 10_000) / 10_000,
    tokens_before: tokensBefore,
    tokens_after: tokensAfter,
    basis: "inferred",
    content_type: transform.contentType,
    method: transform.method,
    recovery_handle: handle,
    ...(transform.losslessToModel === undefined ? {} : { lossless_to_model: transform.losslessToModel }),
    ...(transform.tokensEstimated ? { tokens_estimated: true } : {}),
    ...(transform.overBudget ? { over_budget: true } : {}),
  };
}

/** Bytes that are no text: nothing is shown of them, their cost is an estimate by length. */
function binaryOutcome(bytes: number): CompressOutcome {
  const tokens = Math.ceil(bytes / BYTES_PER_TOKEN);
  return {
    output: "",
    ratio: 0,
    tokens_before: tokens,
    tokens_after: tokens,
    basis: "inferred",
    content_type: "binary",
    method: "passthrough",
    recovery_handle: null,
    ...(bytes > 0 ? { tokens_estimated: true } : {}),
  };
}
