/**
 * One finished call: result bytes → files, ledger line, and the answer for the model. Runs in the worker;
 * its file operations are synchronous on purpose, so that each call's are whole before the next one's.
 */
import { statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Engine } from "../../engine/contract.ts";
import type { ResultSettings } from "../settings/settings.ts";
import type { Preview } from "../view/preview.ts";
import { type Attachment, type Summary, type SummaryInput, summarise, undescribed } from "../view/summary.ts";
import { type ExtractedBlock, extractBlocks, withPaths } from "./blocks.ts";
import {
  createInstance,
  DataDirError,
  dataDirectory,
  type Instance,
  prepareDataDirectory,
} from "./data-dir.ts";
import { type PlannedFile, ResultFiles, WriteFailed } from "./files.ts";
import { type Form, formOf } from "./form.ts";
import { appendLedger, type LedgerEntry } from "./ledger.ts";
import { mainName, ToolFolders } from "./names.ts";
import { type ParsedResult, parseResult, stringMember } from "./result.ts";
import { applyRetention } from "./retention.ts";

export interface FinishedCall {
  readonly tool: string;
  /** Counts calls within the process, from 1. */
  readonly sequence: number;
  readonly argumentsJson: string | null;
  readonly durationMs: number;
  readonly at: Date;
}

export type Recorded =
  | { readonly kind: "answer"; readonly content: readonly object[]; readonly isError: boolean }
  /** `--raw`: the result as it came. */
  | { readonly kind: "raw" }
  /** The upstream's answer is no finished result. */
  | { readonly kind: "invalid"; readonly reason: string }
  /** Nothing could be written; for JSON-RPC -32603. */
  | { readonly kind: "failed"; readonly reason: string };

/** Takes what a preview left out into the shared store; null where that is not possible. */
export type Recover = (text: string, preview: Preview) => string | null;

export interface RecorderPorts {
  readonly settings: ResultSettings;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly engine: Engine | null;
  readonly recover: Recover;
  readonly warn: (text: string) => void;
  readonly now: () => Date;
}

/** How often old instances are looked for, ms. */
const RETENTION_EVERY_MS = 3600 * 1000;
/** Images up to this are passed on with --inline-images: hosts pay tokens for every one. */
const MAX_INLINE_IMAGE_BYTES = 256 * 1024;

export class Recorder {
  readonly #dataDir: string;
  readonly #files: ResultFiles;
  readonly #folders = new ToolFolders();
  #instance: Instance | undefined;
  #lastRetention = Number.NEGATIVE_INFINITY;

  constructor(readonly ports: RecorderPorts) {
    this.#dataDir = dataDirectory(ports.settings.dataDir, ports);
    this.#files = new ResultFiles(ports.settings.maxDataBytes);
  }

  /** Files a result. Never throws. */
  record(call: FinishedCall, bytes: Uint8Array): Recorded {
    const result = parseResult(bytes);
    const unusable = whyUnusable(result);
    if (!result || unusable !== null) {
      this.note(call, "cave_upstream_unavailable");
      return { kind: "invalid", reason: unusable ?? "" };
    }
    const form = formOf(result);
    const name = mainName(call.at, call.sequence);
    const extracted = extractBlocks(result, name);
    const main = form.kind === "envelope" ? withPaths(result, extracted) : form.bytes;
    let file: string;
    try {
      file = this.#write(call.tool, name, main, extracted);
    } catch (error) {
      if (!(error instanceof WriteFailed || error instanceof DataDirError)) throw error;
      this.note(call, "cave_result_not_written");
      return { kind: "failed", reason: error.message };
    }
    const summary = this.#summary(call, result, form, file, main.length, extracted);
    this.#append({
      file: this.#below(file),
      ...call,
      isError: result.isError,
      shape: summary.shape,
      bytes: main.length,
    });
    if (this.ports.settings.raw) return { kind: "raw" };
    const content = [{ type: "text", text: summary.text }, ...this.#images(extracted)];
    return { kind: "answer", content, isError: result.isError };
  }

  /** A ledger line for a call that has no file. Never throws. */
  note(call: FinishedCall, error: string): void {
    this.#append({ file: null, ...call, isError: true, error, shape: null, bytes: 0 });
  }

  #append(entry: LedgerEntry): void {
    try {
      const { dir } = this.#ready();
      const failed = appendLedger(dir, entry);
      if (failed !== null) this.ports.warn(`the ledger line of a call could not be written (${failed})`);
    } catch (error) {
      if (!(error instanceof DataDirError)) throw error;
      this.ports.warn(`the ledger line of a call could not be written: ${error.message}`);
    }
  }

  /** The instance's folder, made at the first call: a process that is never asked leaves nothing behind. */
  #ready(): Instance {
    this.#instance ??= this.#create();
    return this.#instance;
  }

  #create(): Instance {
    prepareDataDirectory(this.#dataDir);
    return createInstance(this.#dataDir, this.ports.settings.upstreamShown, this.ports.now());
  }

  #write(tool: string, name: string, main: Uint8Array, extracted: readonly ExtractedBlock[]): string {
    const { retainDays } = this.ports.settings;
    const plan = (instance: Instance): { file: string; files: PlannedFile[] } => {
      const folder = join(instance.dir, this.#folders.folderOf(tool));
      const file = join(folder, `${name}.json`);
      // The main file last: where it is, its blocks are.
      const blocks = extracted.map(({ path, data }) => ({
        path: join(folder, ...path.split("/")),
        bytes: data,
      }));
      return { file, files: [...blocks, { path: file, bytes: main }] };
    };
    const first = plan(this.#ready());
    let { file } = first;
    if (!this.#stillThere()) {
      // Somebody removed the data directory: a new instance is better than a lost result.
      this.ports.warn("the data directory had vanished and was made again");
      this.#instance = undefined;
      const again = plan(this.#ready());
      this.#files.write(again.files);
      file = again.file;
    } else this.#files.write(first.files);
    const now = this.ports.now().getTime();
    if (retainDays > 0 && now - this.#lastRetention > RETENTION_EVERY_MS) {
      this.#lastRetention = now;
      applyRetention({
        dataDir: this.#dataDir,
        days: retainDays,
        now: this.ports.now(),
        own: this.#ready().id,
      });
    }
    return file;
  }

  #stillThere(): boolean {
    return isDirectory(this.#ready().dir);
  }

  #summary(
    call: FinishedCall,
    result: ParsedResult,
    form: Form,
    file: string,
    fileBytes: number,
    extracted: readonly ExtractedBlock[],
  ): Summary {
    const { settings, engine, recover } = this.ports;
    const attachments: Attachment[] = extracted.map(({ type, mimeType, data, path }) => ({
      type,
      mimeType,
      bytes: data.length,
      pathShown: this.#shown(join(file, "..", ...path.split("/"))),
    }));
    const input: SummaryInput = {
      result,
      form,
      toolShown: this.#folders.folderOf(call.tool),
      fileShown: this.#shown(file),
      fileBytes,
      attachments,
      durationMs: call.durationMs,
      at: call.at,
      limits: settings,
      preview: {
        engine: settings.preview === "view" && !settings.raw ? engine : null,
        recovery: settings.recovery,
        clock: () => performance.now(),
      },
      recover: settings.recovery && !settings.raw ? recover : () => null,
    };
    try {
      return summarise(input);
    } catch (error) {
      // The result is in its file: a fault in describing it must not turn it into a failure.
      this.ports.warn(`a result could not be described: ${error instanceof Error ? error.name : "unknown"}`);
      return undescribed(input);
    }
  }

  #below(file: string): string {
    return relative(this.#ready().dir, file).split(sep).join("/");
  }

  #shown(path: string): string {
    const { shownDir } = this.ports.settings;
    return shownDir === null ? path : join(shownDir, relative(this.#dataDir, path));
  }

  #images(extracted: readonly ExtractedBlock[]): object[] {
    if (!this.ports.settings.inlineImages) return [];
    return extracted
      .filter(({ type, data }) => type === "image" && data.length <= MAX_INLINE_IMAGE_BYTES)
      .map(({ base64, mimeType }) => ({ type: "image", data: base64, mimeType }));
  }
}

function whyUnusable(result: ParsedResult | null): string | null {
  if (!result) return "it is no JSON object";
  const type = stringMember(result.bytes, result.members, "resultType");
  if (type === null || type === "complete") return null;
  return "it asks for more input (a resultType other than complete), which this proxy does not pass on";
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
