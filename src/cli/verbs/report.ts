/** `report`: what the store kept and saved; or one original beside its view. As text, JSON, or one HTML file. */
import { chmodSync, writeFileSync } from "node:fs";
import type { RetrieveOutcome } from "../../recovery/contract.ts";
import { storedAs } from "../../store/maintenance/stored.ts";
import { CaveError } from "../../text/errors.ts";
import { normaliseHandle, UNKNOWN_HANDLE } from "../../tools/handle.ts";
import { readFlags } from "../flags.ts";
import { textOrNull } from "../input.ts";
import type { Io } from "../io.ts";
import { withRecovery } from "../recovery.ts";
import { type Original, originalPage } from "../report/original-html.ts";
import { originalText } from "../report/original-text.ts";
import { type Overview, overview } from "../report/overview.ts";
import { overviewPage } from "../report/overview-html.ts";
import { overviewText } from "../report/overview-text.ts";
import { recompute } from "../report/recompute.ts";
import { nothingThere } from "../store-words.ts";
import { contentType } from "../type.ts";
import { type ExitCode, type Run, UsageError } from "../verb.ts";
import { parseAge } from "./store.ts";

const OPTIONS = {
  html: { type: "string" },
  since: { type: "string" },
  json: { type: "boolean" },
  query: { type: "string" },
  type: { type: "string" },
} as const;

export const run: Run = async (args, io) => {
  const { values, positionals } = readFlags(args, OPTIONS, { min: 0, max: 1 });
  if (values.json === true && values.html !== undefined)
    throw new UsageError("--json and --html exclude each other");
  const [handle] = positionals;
  if (handle === undefined) {
    if (values.query !== undefined || values.type !== undefined) {
      throw new UsageError("--query and --type go with a HANDLE");
    }
    const found = overview(io.env, values.since === undefined ? null : firstDay(values.since));
    if (found.kind !== "overview") return nothingThere(found, io);
    return give(values, io, found, overviewJson, overviewText, overviewPage);
  }
  if (values.since !== undefined) throw new UsageError("--since goes without a HANDLE");
  const { query } = values;
  const type = contentType(values.type);
  const ask: Ask = { ...(query === undefined ? {} : { query }), ...(type === undefined ? {} : { type }) };
  return give(values, io, await originalOf(handle, ask, io), originalJson, originalText, originalPage);
};

/** `7d` ago, or `2026-11-30`, as a day. */
function firstDay(since: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(since)) return since;
  if (!/^\d{1,6}[mhdw]$/.test(since))
    throw new UsageError("--since takes an age such as 7d, or a day such as 2026-11-30");
  return new Date(Math.max(0, Date.now() - parseAge(since))).toISOString().slice(0, 10);
}

/** What the caller of compress said; neither is stored. */
interface Ask {
  readonly query?: string;
  readonly type?: string;
}

interface Wanted {
  readonly html?: string | undefined;
  readonly json?: boolean | undefined;
}

function give<T>(
  { html, json }: Wanted,
  io: Io,
  found: T,
  asJson: (found: T) => unknown,
  asText: (found: T) => string,
  asPage: (found: T, madeAt: string) => string,
): ExitCode {
  if (html !== undefined) {
    const text = asPage(found, new Date().toISOString());
    if (html === "-") io.out(text);
    else writePage(html, text, io);
  } else io.out(json === true ? `${JSON.stringify(asJson(found))}\n` : asText(found));
  return 0;
}

/** Private, since it may hold an original. */
function writePage(file: string, text: string, io: Io): void {
  try {
    writeFileSync(file, text, { mode: 0o600 });
    chmodSync(file, 0o600);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new CaveError(
      "cave_cannot_write",
      `The report could not be written (${code}). Choose another FILE.`,
    );
  }
  io.err(`caveman-mcp: written to ${file}; open it in a browser`);
}

function originalOf(words: string, ask: Ask, io: Io): Promise<Original> {
  const handle = normaliseHandle(words);
  if (handle === null) throw new CaveError("cave_unknown_handle", UNKNOWN_HANDLE);
  return withRecovery(io, async (recovery) => {
    const bytes = bytesOf(recovery.retrieve(handle));
    const text = textOrNull(bytes);
    if (text === null) {
      throw new CaveError(
        "cave_not_utf8",
        "The original is not text, so it has no view. See: caveman-mcp retrieve",
      );
    }
    const found = storedAs(io.env, handle);
    const stored = found.kind === "stored" ? (found.stored[0] ?? null) : null;
    await recovery.prepare(bytes, ask.type);
    return {
      handle,
      text,
      bytes: bytes.byteLength,
      stored,
      recomputed: recompute(recovery, text, stored, ask),
    };
  });
}

function bytesOf(got: RetrieveOutcome): Uint8Array {
  switch (got.kind) {
    case "original":
      return got.bytes;
    case "unknown":
      throw new CaveError("cave_unknown_handle", UNKNOWN_HANDLE);
    case "corrupt":
      throw new CaveError("cave_corrupt_original", got.reason);
    case "unavailable":
      throw new CaveError("cave_store_unavailable", got.reason);
    case "selection":
      throw new Error("no query was given");
  }
}

function overviewJson({ totals, byType, byDay, largest, ...rest }: Overview): unknown {
  const group = ({ tokensBefore, tokensAfter, ...others }: (typeof byDay)[number]) => ({
    ...others,
    tokens_before: tokensBefore,
    tokens_after: tokensAfter,
  });
  return {
    schema: "caveman.mcp.report.v1",
    path: rest.path,
    since: rest.since,
    originals: totals.originals,
    tokens_before: totals.tokensBefore,
    tokens_after: totals.tokensAfter,
    ratio: totals.ratio,
    basis: "inferred",
    bytes: rest.bytes,
    budget: rest.budget,
    by_type: byType.map(group),
    by_day: byDay.map(group),
    largest: largest.map((s) => ({
      stored_at: s.createdAt,
      content_type: s.contentType,
      method: s.compressor,
      bytes: s.bytes,
      tokens_before: s.tokensBefore,
      tokens_after: s.tokensAfter,
    })),
  };
}

function originalJson({ handle, bytes, stored, recomputed: r }: Original): unknown {
  return {
    schema: "caveman.mcp.report.original.v1",
    handle,
    bytes,
    stored_at: stored?.createdAt ?? null,
    content_type: r.contentType,
    method: r.method,
    tokens_before: r.tokensBefore,
    tokens_after: r.tokensAfter,
    view_as_shown: r.asShown,
    view: r.view,
    markers: r.markers,
    parts: r.alignment,
  };
}
