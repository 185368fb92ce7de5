/**
 * What the engine offers to the rest of the program, and what it asks of it.
 * Pure types: nothing here does work.
 */

/** Types that `detect` can answer. */
export const DETECTED_TYPES = [
  "json",
  "ndjson",
  "tabular",
  "log",
  "terminal",
  "diff",
  "search-result",
  "html",
  "code",
  "config",
  "text",
] as const;

/** Types that are used only when a caller asks for them by name. */
export const FORCED_TYPES = ["toon", "toolschema", "a11y", "repetition"] as const;

export type DetectedType = (typeof DETECTED_TYPES)[number];
export type ForcedType = (typeof FORCED_TYPES)[number];
export type ContentType = DetectedType | ForcedType;

/** Half-open range of UTF-16 offsets into one input string. */
export type Span = readonly [start: number, end: number];

/** A token count; `estimated` when a pretoken was too long to be counted in one piece. */
export interface TokenCount {
  readonly tokens: number;
  readonly estimated: boolean;
}

/**
 * Ends work that takes too long or was cancelled. The engine calls it every few thousand units;
 * it throws (anything) to stop the call, and the engine lets that pass through to its caller.
 */
export type Checkpoint = () => void;

/** How a reader of the view can get what was left out; decides the note's last clause. */
export type RetrieveHint = "tool" | "command" | "none";

/** Languages of which the engine knows the structure, given a syntax port. */
export const LANGUAGES = [
  "bash",
  "c",
  "cpp",
  "csharp",
  "go",
  "java",
  "javascript",
  "php",
  "python",
  "ruby",
  "rust",
  "tsx",
  "typescript",
] as const;
export type Language = (typeof LANGUAGES)[number];

/** Where things are in a source text. Spans are in order; those of `bodies` may lie within each other. */
export interface Outline {
  /** Bodies of functions, with their braces or as indented blocks. */
  readonly bodies: readonly Span[];
  readonly comments: readonly Span[];
  /** Strings that stand where documentation does (Python). */
  readonly docs: readonly Span[];
  /** Characters that the grammar could not read. */
  readonly errorChars: number;
}

/** Reads source code; implemented over tree-sitter. A grammar must have been loaded before the call. */
export interface SyntaxPort {
  /** Null where the grammar is not loaded or the work was more than is allowed. What the checkpoint throws is thrown. */
  outline(language: Language, source: string, checkpoint: Checkpoint): Outline | null;
}

/** Everything from outside that the engine needs. It has no clock, no randomness, no I/O. */
export interface EnginePorts {
  readonly countTokens: (text: string) => TokenCount;
  /** Without it source code passes through. */
  readonly syntax?: SyntaxPort;
}

export interface CompressOptions {
  /** Type named by the caller; unknown names fall back to detection. */
  readonly type?: string;
  /** The caller's own words: matching units are kept in view. */
  readonly query?: string;
  /** `record` (and anything else but `view`) passes through. Default `view`. */
  readonly mode?: string;
  /** Most bytes (UTF-8) the view may have. */
  readonly budget?: number;
  readonly hint?: RetrieveHint;
  readonly checkpoint?: Checkpoint;
}

/** Outcome of the pure part of `compress`: nothing has been stored yet. */
export interface Transform {
  readonly output: string;
  readonly contentType: ContentType;
  /** Name of the transform, `passthrough` when output is the input. */
  readonly method: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly tokensEstimated: boolean;
  readonly passThrough: boolean;
  /** Only when something was changed: whether every value is still visible. */
  readonly losslessToModel?: boolean;
  /** How many marker-like texts the input already held (it then passes through whole). */
  readonly foreignMarkers: number;
  /** Set where `budget` was given and could not be met; the output then is the smallest view there is. */
  readonly overBudget?: boolean;
}

export interface Engine {
  compress(input: string, options?: CompressOptions): Transform;
  /** The whole records of `original` that match `query`, or the original itself. Pure. */
  select(original: string, query: string, checkpoint?: Checkpoint): string;
  detect(input: string): ContentType;
  /** Grammars that `compress` would ask the syntax port for, best guess first; none where the input is no code. */
  languages(input: string, type?: string): readonly Language[];
}

/** One way of shortening one content type; see the registry. */
export interface Compressor {
  readonly type: ContentType;
  /** The shortened text, or null to pass the input through. Never throws for odd input. */
  view(request: ViewRequest): View | null;
  /** How the input falls into whole records, for retrieval by query; null when it cannot be cut safely. */
  cut(input: string, checkpoint: Checkpoint): Cut | null;
  /** For types that show another text, which is viewed as what it is: that text, or null where it is prose. */
  content?(input: string): string | null;
}

/**
 * What a view does without so that it fits a budget; each step includes those before it. Compressors that drop
 * nothing of a kind ignore its step.
 */
export const Thrift = {
  /** No budget, or it is met. */
  none: 0,
  /** Examples beyond one per kind. */
  examples: 1,
  /** Matches of the query beyond the best one. */
  matches: 2,
  /** The note. */
  note: 3,
  /** Weaker facts. */
  facts: 4,
  /** Signal that repeats: one unit of each kind of failure stays, counts say the rest. */
  signal: 5,
  /** The middle of long strings and lines. */
  middles: 6,
} as const;
export type ThriftStep = (typeof Thrift)[keyof typeof Thrift];

export interface ViewRequest {
  readonly input: string;
  /** Tokens of the input, counted once by the engine. */
  readonly inputTokens: number;
  readonly query: string;
  /** Bytes of UTF-8 the view may have, or Infinity. */
  readonly budget: number;
  /** The engine asks again, step by step, until the view fits the budget. Absent is `none`. */
  readonly thrift?: ThriftStep;
  readonly hint: RetrieveHint;
  readonly checkpoint: Checkpoint;
  readonly countTokens: (text: string) => TokenCount;
  /** Set for a text inside a text: the outer view carries the note, of which a payload has one at most. */
  readonly quiet?: boolean;
  /** Set for a text inside a wrapper or inside another text: its lines are not the original's, by number. */
  readonly embedded?: boolean;
  readonly syntax: SyntaxPort | null;
  /** The view of a text found inside the input (a screen, a fenced block), by its detected type; null to leave it alone. */
  readonly viewOf: (text: string) => View | null;
}

export interface View {
  readonly output: string;
  readonly method: string;
  readonly losslessToModel: boolean;
}

/** Records of an original in order. `header` (a CSV header) is shown once with any record. */
export interface Cut {
  readonly header: Span | null;
  readonly records: readonly Span[];
  /** For each record what must stand before it (its file's header in a diff); shown once for records that share it. */
  readonly headings?: readonly (Span | null)[];
}
