/** Source code: signatures, imports, types and first lines of comments stay; bodies go, each with its line span. */
import { type Lines, splitLines } from "../../text/lines.ts";
import { commentOutline } from "../code/comments.ts";
import { guessLanguages, isDeclarations } from "../code/language.ts";
import { type CodePlan, planCode } from "../code/plan.ts";
import {
  type Checkpoint,
  type Compressor,
  type Cut,
  type Outline,
  type Span,
  Thrift,
  type View,
  type ViewRequest,
} from "../contract.ts";
import { findMatches } from "../elide/query.ts";
import { NOTE_FROM_CHARS, runMarker, wholeMarker } from "../markers.ts";

/** Share of a source that its grammar may fail to read; a fragment or another language has more. */
const MAX_ERROR_SHARE = 0.02;

/** The outline of the first guess whose grammar can read the source. */
function outlineOf({ input, syntax, checkpoint }: ViewRequest): Outline | null {
  if (isDeclarations(input)) return commentOutline(input);
  if (syntax === null) return null;
  for (const language of guessLanguages(input)) {
    const outline = syntax.outline(language, input, checkpoint);
    if (outline !== null && outline.errorChars <= MAX_ERROR_SHARE * input.length) return outline;
  }
  return null;
}

/** Lines that the caller's words point at. */
function askedLines(input: string, lines: Lines, request: ViewRequest): number[] {
  if (request.query === "") return [];
  const table = {
    text: input,
    noun: "lines",
    ...lines,
    kinds: new Int32Array(lines.count),
    kindCount: 1,
    columns: [],
  };
  const found = findMatches(table, request.query, request.checkpoint);
  const most = (request.thrift ?? Thrift.none) < Thrift.matches ? found.length : 1;
  return found.slice(0, most).sort((a, b) => a - b);
}

/**
 * @param counted  whether all of the source was read, so that its functions are those that were found
 * @param numbered whether the text's own lines are the original's: inside a wrapper they are not
 */
function render(input: string, lines: Lines, plan: CodePlan, counted: boolean, numbered: boolean): string {
  const out: string[] = [];
  let at = 0;
  let dropped = 0;
  let chars = 0;
  const show = (to: number): void => {
    if (to > at) out.push(input.slice(lines.starts[at], lines.starts[to] ?? input.length));
    at = to;
  };
  for (const { from, to } of plan.gaps) {
    show(from);
    out.push(`${runMarker("lines", to - from, numbered ? `range line=${from + 1}..${to}` : "")}\n`);
    dropped += to - from;
    chars += (lines.ends[to - 1] ?? 0) - (lines.starts[from] ?? 0);
    at = to;
  }
  show(lines.count);
  if (out.at(-1)?.endsWith("\n") === false) out.push("\n");
  const facts = counted && plan.bodies > 0 ? `sum functions=${plan.bodies}` : "";
  if (chars >= NOTE_FROM_CHARS) out.push(`${wholeMarker("lines", lines.count, dropped, facts)}\n`);
  return out.join("");
}

function view(request: ViewRequest): View | null {
  const { input } = request;
  const outline = outlineOf(request);
  if (outline === null) return null;
  const lines = splitLines(input);
  const plan = planCode(input, lines, outline, askedLines(input, lines, request));
  if (plan.gaps.length === 0) return null;
  return {
    output: render(input, lines, plan, outline.errorChars === 0, !request.embedded),
    method: "code-outline",
    losslessToModel: false,
  };
}

/** Records: stretches between blank lines that begin at the left edge, so that a function stays whole. */
function cut(input: string, checkpoint: Checkpoint): Cut | null {
  const { starts, ends, count } = splitLines(input);
  const records: Span[] = [];
  let from = -1;
  let last = -1;
  for (let i = 0; i < count; i++) {
    if (i % 4096 === 0) checkpoint();
    const blank = starts[i] === ends[i];
    const edge = !blank && !/[\s})\]]/.test(input[starts[i] ?? 0] ?? "");
    const gapBefore = i > 0 && starts[i - 1] === ends[i - 1];
    if (from >= 0 && edge && gapBefore) {
      records.push([starts[from] ?? 0, ends[last] ?? 0]);
      from = -1;
    }
    if (blank) continue;
    if (from < 0) from = i;
    last = i;
  }
  if (from >= 0) records.push([starts[from] ?? 0, ends[last] ?? 0]);
  return records.length < 2 ? null : { header: null, records };
}

export const code: Compressor = { type: "code", view, cut };
