/**
 * Puts what a preview left out into the store that caveman-mcp shares, so that its caveman_retrieve finds it.
 * Trouble with the store never fails a call: there is then no handle.
 */
import type { TokenCount } from "../../engine/contract.ts";
import type { RecoveryStore } from "../../store/contract.ts";
import type { Preview } from "../view/preview.ts";

/** One process may fill at most this share of the store's budget: others need it too. */
const SHARE_OF_BUDGET = 1 / 4;

/** A longer text is only estimated: counting it would take seconds, and nothing depends on the number. */
const MAX_COUNTED_CHARS = 1024 * 1024;

export class SharedRecovery {
  #store: RecoveryStore | undefined;
  #kept = 0;
  #handles = new Set<string>();

  /** @param open called when the first preview leaves something out */
  constructor(
    readonly open: () => RecoveryStore,
    readonly countTokens: (text: string) => TokenCount,
  ) {}

  /** The handle of `text`, once it is durable; else null. */
  keep(text: string, preview: Preview): string | null {
    this.#store ??= this.open();
    const bytes = Buffer.from(text, "utf8");
    if (bytes.toString("utf8") !== text) return null;
    if (this.#kept + bytes.length > this.#store.info().budget * SHARE_OF_BUDGET) return null;
    const { transform } = preview;
    const put = this.#store.put(bytes, {
      contentType: transform?.contentType ?? "text",
      compressor: transform?.method ?? "head",
      tokensBefore: transform?.tokensBefore ?? this.#tokens(text),
      tokensAfter: transform?.tokensAfter ?? this.#tokens(preview.text),
    });
    if (put.kind !== "stored") return null;
    // The same original is stored once, however often it is shown.
    if (!this.#handles.has(put.handle)) this.#kept += bytes.length;
    this.#handles.add(put.handle);
    return put.handle;
  }

  #tokens(text: string): number {
    return text.length > MAX_COUNTED_CHARS ? Math.ceil(text.length / 4) : this.countTokens(text).tokens;
  }

  close(): void {
    this.#store?.close();
  }
}
