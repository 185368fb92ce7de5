/** One section of a result within a number of bytes: whole, as the engine's view, or its head. */
import type { Engine, Transform } from "../../engine/contract.ts";
import { type Extent, isArrayAt, isObjectAt, JsonSyntaxError, skipSpace } from "../../text/json-bytes.ts";
import { elementsOf, literalOf, membersOf } from "../json/members.ts";
import { cutBytes } from "./words.ts";

/** Larger texts get a head preview: a view would take seconds. */
const MAX_VIEW_BYTES = 16 * 1024 * 1024;
/** A view that takes longer is given up for a head preview; other calls wait meanwhile. */
const VIEW_TIME_MS = 3000;
/** Of the first record in a head preview. */
const HEAD_RECORD_BYTES = 512;

export interface Preview {
  readonly text: string;
  /** Nothing was left out. */
  readonly complete: boolean;
  /** What the engine made, where its view is shown and something was left out. */
  readonly transform: Transform | null;
}

export interface PreviewOptions {
  /** null: plain head previews only. */
  readonly engine: Engine | null;
  /** Whether the reader has caveman_retrieve. */
  readonly recovery: boolean;
  /** Milliseconds; monotonic. */
  readonly clock: () => number;
}

/** @param budget bytes */
export function previewOf(text: string, budget: number, options: PreviewOptions): Preview {
  const bytes = Buffer.byteLength(text);
  const whole = bytes <= budget;
  const transform = whole && budget <= HEAD_RECORD_BYTES ? null : viewOf(text, bytes, budget, options);
  if (transform && !transform.passThrough && !transform.overBudget) {
    const complete = transform.losslessToModel === true;
    return { text: transform.output, complete, transform: complete ? null : transform };
  }
  if (whole) return { text, complete: true, transform: null };
  return { text: headOf(text, budget), complete: false, transform: null };
}

class TimeIsUp extends Error {}

function viewOf(text: string, bytes: number, budget: number, options: PreviewOptions): Transform | null {
  if (!options.engine || bytes > MAX_VIEW_BYTES) return null;
  const end = options.clock() + VIEW_TIME_MS;
  try {
    return options.engine.compress(text, {
      budget,
      hint: options.recovery ? "tool" : "none",
      checkpoint: () => {
        if (options.clock() > end) throw new TimeIsUp();
      },
    });
  } catch {
    // The time is up or the engine has a fault: the head is always possible.
    return null;
  }
}

/** First record of a JSON list, or the first lines; at most 512 bytes. */
function headOf(text: string, budget: number): string {
  const most = Math.min(budget, HEAD_RECORD_BYTES);
  return cutBytes(firstRecord(text) ?? text, most);
}

/** Envelopes are not nested deeper (envelope.ts). */
const MAX_ENVELOPE_DEPTH = 3;

/** The literal of the first object in the first list of objects; null where there is none. */
function firstRecord(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const bytes = Buffer.from(text);
  try {
    const record = recordIn(bytes, skipSpace(bytes, 0), MAX_ENVELOPE_DEPTH);
    return record && literalOf(bytes, record);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

function recordIn(bytes: Uint8Array, at: number, depth: number): Extent | null {
  if (isArrayAt(bytes, at)) {
    const first = elementsOf(bytes, at).next();
    return !first.done && isObjectAt(bytes, first.value.start) ? first.value : null;
  }
  if (depth === 0 || !isObjectAt(bytes, at)) return null;
  for (const { value } of membersOf(bytes, at)) {
    const found = recordIn(bytes, value.start, depth - 1);
    if (found) return found;
  }
  return null;
}
