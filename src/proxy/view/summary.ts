/** The one text block that the model gets instead of a result; its form is in docs/reference/proxy.md. */
import { isObjectAt, skipSpace, wholeValue } from "../../text/json-bytes.ts";
import type { Form } from "../results/form.ts";
import type { ParsedResult } from "../results/result.ts";
import { type Envelope, readEnvelope } from "./envelope.ts";
import { moveFacts } from "./facts.ts";
import { nextLine } from "./next-line.ts";
import { type Section, sectionsOf } from "./payload.ts";
import { type Preview, type PreviewOptions, previewOf } from "./preview.ts";
import { shapeOf } from "./shape.ts";
import { cutBytes, indent, mediaTypeShown } from "./words.ts";

export interface SummaryLimits {
  readonly inlineThresholdBytes: number;
  readonly previewBytes: number;
}

export interface SummaryInput {
  readonly result: ParsedResult;
  readonly form: Form;
  /** Safe to show: the tool's folder name. */
  readonly toolShown: string;
  /** Absolute, as the model is to see it. */
  readonly fileShown: string;
  readonly fileBytes: number;
  readonly attachments: readonly Attachment[];
  readonly durationMs: number;
  readonly at: Date;
  readonly limits: SummaryLimits;
  readonly preview: PreviewOptions;
  /** Commits what was left out and gives its handle; null where that is not possible. */
  readonly recover: (text: string, preview: Preview) => string | null;
}

export interface Attachment {
  readonly type: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly pathShown: string;
}

export interface Summary {
  readonly text: string;
  /** For the ledger. */
  readonly shape: string;
}

/** Text of an upstream's error that is shown inline; the rest is in the file. */
const MAX_ERROR_BYTES = 8 * 1024;
/** Above this JSON is not parsed for the frame's lines. */
const MAX_PARSED_BYTES = 16 * 1024 * 1024;

/** Of what the frame leaves; the rest is for the view's indentation and the labels of its lines. */
const VIEW_SHARE = 0.94;
/** No view is asked for in less. */
const MIN_VIEW_BYTES = 256;

interface Shown {
  readonly section: Section;
  readonly preview: Preview;
}

export function summarise(input: SummaryInput): Summary {
  const sections = sectionsOf(input.result, input.form);
  const primary = sections[0];
  const value = primary && parsed(primary.text);
  const shape = shapeLine(primary, value);
  const envelope = value === undefined ? noEnvelope(primary) : readEnvelope(value);
  const render = (shown: readonly Shown[]) => rendered({ input, sections, envelope, shape, shown });
  if (input.result.isError) return { text: render(errorPreviews(sections)), shape };
  return { text: fitted(sections, input, render), shape };
}

/** What can be said of a result without looking into it. */
export function undescribed(input: SummaryInput): Summary {
  const envelope = { path: null, items: null, total: null, more: false };
  const shape = `unknown(${input.fileBytes} bytes)`;
  const shown = [{ section: NOTHING, preview: { text: "", complete: false, transform: null } }];
  return {
    text: rendered({ input: { ...input, recover: () => null }, sections: [], envelope, shape, shown }),
    shape,
  };
}

const NOTHING: Section = { label: "result", text: "", jq: "." };

/** How often a view is made smaller because the frame around it did not fit. */
const MAX_FITTINGS = 3;

/** The whole answer stays within --preview-bytes: hosts cut what is too long in its middle, frame or not. */
function fitted(
  sections: readonly Section[],
  input: SummaryInput,
  render: (shown: readonly Shown[]) => string,
): string {
  const total = sections.reduce((sum, section) => sum + Buffer.byteLength(section.text), 0);
  if (total <= input.limits.inlineThresholdBytes) return render(sections.map(whole));
  const limit = input.limits.previewBytes;
  let budget = Math.floor((limit - Buffer.byteLength(render([]))) * VIEW_SHARE);
  let text = "";
  for (let tries = 0; tries < MAX_FITTINGS; tries++) {
    text = render(previews(sections, Math.max(MIN_VIEW_BYTES, budget), input.preview));
    const excess = Buffer.byteLength(text) - limit;
    if (excess <= 0 || budget <= MIN_VIEW_BYTES) return text;
    budget -= excess;
  }
  return text;
}

interface Rendering {
  readonly input: SummaryInput;
  readonly sections: readonly Section[];
  readonly envelope: Envelope;
  readonly shape: string;
  readonly shown: readonly Shown[];
}

function rendered({ input, sections, envelope, shape, shown }: Rendering): string {
  const complete = shown.every(({ preview }) => preview.complete);
  return [
    `[mcp-proxy] ${input.toolShown} ${input.result.isError ? "error" : "ok"}`,
    `file: ${input.fileShown}`,
    countsLine(input, envelope, complete),
    `shape: ${shape}`,
    ...input.attachments.map(
      (a) => `${a.type}: ${mediaTypeShown(a.mimeType)}, ${a.bytes} bytes, ${a.pathShown}`,
    ),
    ...previewLines(shown, input),
    `next: ${nextLine({ complete, envelope, first: sections[0], form: input.form })}`,
  ].join("\n");
}

function parsed(text: string): unknown {
  if (text.length > MAX_PARSED_BYTES || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shapeLine(primary: Section | undefined, value: unknown): string {
  if (!primary) return "no text";
  if (value !== undefined) return shapeOf(value);
  const json = primary.text.length > MAX_PARSED_BYTES && /^\s*[[{]/.test(primary.text);
  return `${json ? "json" : "text"}(${Buffer.byteLength(primary.text)} bytes)`;
}

/** NDJSON is a list too; of other texts nothing is claimed. */
function noEnvelope(primary: Section | undefined): Envelope {
  return { path: null, items: primary ? ndjsonRecords(primary.text) : null, total: null, more: false };
}

function ndjsonRecords(text: string): number | null {
  if (!text.startsWith("{") || text.length > MAX_PARSED_BYTES) return null;
  let records = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const bytes = Buffer.from(line);
    if (!isObjectAt(bytes, skipSpace(bytes, 0)) || !wholeValue(bytes)) return null;
    records++;
  }
  return records > 1 ? records : null;
}

function countsLine(
  { result, fileBytes, durationMs, at }: SummaryInput,
  envelope: Envelope,
  complete: boolean,
) {
  return [
    `items: ${envelope.items ?? "unknown"}`,
    `total: ${envelope.total ?? "unknown"}`,
    `has_more: ${envelope.more || !complete}`,
    `bytes: ${fileBytes}`,
    `blocks: ${blockCounts(result)}`,
    `duration: ${durationMs}ms`,
    `at: ${at.toISOString()}`,
  ].join(" | ");
}

const BLOCK_TYPES = ["text", "image", "audio", "resource", "resource_link"];

function blockCounts({ blocks }: ParsedResult): string {
  const counts = new Map<string, number>();
  for (const { type } of blocks) {
    const name = BLOCK_TYPES.includes(type) ? type : "other";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, n]) => `${name}:${n}`).join(", ") || "none";
}

function errorPreviews(sections: readonly Section[]): Shown[] {
  let left = MAX_ERROR_BYTES;
  return sections.map((section) => {
    const text = cutBytes(section.text, left);
    left = Math.max(0, left - Buffer.byteLength(text));
    return { section, preview: { text, complete: text === section.text, transform: null } };
  });
}

function whole(section: Section): Shown {
  return { section, preview: { text: section.text, complete: true, transform: null } };
}

/** Small sections whole; the others share what is left of the budget. */
function previews(sections: readonly Section[], budget: number, options: PreviewOptions): Shown[] {
  const sizes = sections.map((section) => Buffer.byteLength(section.text));
  const shares = new Map<number, number>();
  let left = budget;
  const bySize = sections.map((_, index) => index).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  for (const [rank, index] of bySize.entries()) {
    const share = Math.floor(left / (bySize.length - rank));
    shares.set(index, share);
    left -= Math.min(share, sizes[index] ?? 0);
  }
  return sections.map((section, index) => ({
    section,
    preview: previewOf(section.text, shares.get(index) ?? 0, options),
  }));
}

function previewLines(shown: readonly Shown[], input: SummaryInput): string[] {
  if (shown.length === 0) return [];
  const lines = [input.result.isError ? "error:" : "preview:"];
  const facts: string[] = [];
  const handles: string[] = [];
  for (const { section, preview } of shown) {
    const moved = preview.transform ? moveFacts(preview.text) : { view: preview.text, facts: null };
    if (shown.length > 1) lines.push(`  ${section.label}:`);
    lines.push(indent(moved.view, shown.length > 1 ? "    " : "  "));
    if (moved.facts !== null) facts.push(`facts: ${moved.facts}`);
    if (preview.complete || input.result.isError) continue;
    const handle = input.recover(section.text, preview);
    if (handle !== null) handles.push(`recover: ${handle}`);
  }
  return [...lines, ...facts, ...handles];
}
