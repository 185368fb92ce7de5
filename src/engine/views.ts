/**
 * Makes the view of a text: through wrappers, by the compressor of its type, until compressing the result again changes
 * nothing. What a compressor does not expect passes through; what the caller's checkpoint throws does not.
 */
import type {
  Checkpoint,
  CompressOptions,
  ContentType,
  EnginePorts,
  Language,
  SyntaxPort,
  ThriftStep,
  View,
} from "./contract.ts";
import type { Knowledge } from "./known.ts";
import { countMarkers } from "./markers.ts";
import { compressorFor } from "./registry.ts";
import { isToon } from "./toon/recognise.ts";
import { unwrap } from "./wrappers/unwrap.ts";

/** Outputs without markers are compressed again until nothing changes; two rounds have always been enough. */
const SETTLE_ROUNDS = 3;

/** A text inside a text inside a text: deeper ones are left alone. */
const MAX_DEPTH = 3;

/** A checkpoint that remembers that it ended the call, so that its error is not taken for a compressor's. */
export class Stop {
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
export interface CallOptions extends CompressOptions {
  readonly thrift: ThriftStep;
  readonly grammars: readonly Language[];
}

/** A text inside the input holds marker-like text that the input's own spelling (entities, escapes) had hidden. */
export class ForeignMarkers extends Error {
  constructor(readonly count: number) {
    super("marker-like text inside the input");
  }
}

/** Views of the texts of one call. */
export class Views {
  constructor(
    private readonly ports: EnginePorts,
    private readonly knowledge: Knowledge,
    private readonly options: CallOptions,
    private readonly stop: Stop,
  ) {}

  /** The view of `input` that stays as it is when it is compressed again; null for pass-through. */
  settled(input: string, tokens: number, type: ContentType): View | null {
    const first = this.#view(input, tokens, type, 0, false);
    return first === null || first.output === input ? null : this.#settle(first, type);
  }

  /** The compressor's view, or null for pass-through. */
  #view(input: string, inputTokens: number, type: ContentType, depth: number, quiet: boolean): View | null {
    const compressor = compressorFor(type);
    if (compressor === null || depth > MAX_DEPTH) return null;
    const foreign = depth > 0 ? countMarkers(input) : 0;
    if (foreign > 0) throw new ForeignMarkers(foreign);
    const tokensPerChar = inputTokens / Math.max(1, input.length);
    const tokensOf = (text: string): number => Math.ceil(text.length * tokensPerChar);
    const wrapped = unwrap(input);
    if (wrapped !== null) {
      const inner = this.#view(wrapped.inner, tokensOf(wrapped.inner), type, depth + 1, quiet);
      const output = inner === null ? null : wrapped.rewrap(inner.output);
      return inner === null || output === null ? null : { ...inner, output };
    }
    const { query = "", budget = Number.POSITIVE_INFINITY, hint = "none", thrift } = this.options;
    try {
      return compressor.view({
        input,
        inputTokens,
        query,
        budget,
        hint,
        checkpoint: this.stop.checkpoint,
        countTokens: this.ports.countTokens,
        syntax: this.#syntax(),
        thrift,
        quiet,
        embedded: depth > 0,
        viewOf: (text) => this.#view(text, tokensOf(text), this.knowledge.detect(text), depth + 1, true),
      });
    } catch (error) {
      if (this.stop.stopped || error instanceof ForeignMarkers) throw error;
      return null;
    }
  }

  /**
   * Promise 2: compressing an output again changes nothing, whether its type is detected or given as `asked`.
   * Markers settle it; a lossless view is tried out.
   */
  #settle(first: View, asked: ContentType): View | null {
    let view = first;
    for (let round = 0; round < SETTLE_ROUNDS; round++) {
      if (countMarkers(view.output) > 0 || isToon(view.output)) return view;
      const { output } = view;
      const type = this.knowledge.detect(output);
      const { grammars } = this.options;
      // With a grammar that this call may not use, the next one could see more in it.
      if (this.knowledge.languages(output, type).some((language) => !grammars.includes(language)))
        return null;
      const next = this.#shorter(output, type);
      if (next === null) return type === asked || this.#shorter(output, asked) === null ? view : null;
      // What one view shows whole another does not cut: markers would speak of a text in between, not of the input, and
      // under a heading that was put above it a hit could come to stand that is another file's.
      if (view.losslessToModel && !next.losslessToModel) return null;
      view = {
        output: next.output,
        method: next.method,
        losslessToModel: view.losslessToModel && next.losslessToModel,
      };
    }
    return null;
  }

  /** The view of a text where it costs fewer tokens than the text. */
  #shorter(text: string, type: ContentType): View | null {
    const { tokens } = this.ports.countTokens(text);
    const view = this.#view(text, tokens, type, 0, false);
    if (view === null || view.output === text) return null;
    return this.ports.countTokens(view.output).tokens < tokens ? view : null;
  }

  #syntax(): SyntaxPort | null {
    const { syntax } = this.ports;
    const { grammars } = this.options;
    if (syntax === undefined || grammars.length === 0) return null;
    return {
      outline: (language, source, checkpoint) =>
        grammars.includes(language) ? syntax.outline(language, source, checkpoint) : null,
    };
  }
}
