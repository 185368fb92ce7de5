/** What the store's tests share: a private directory per test, a store in it, originals, other processes. */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OriginalMeta, RecoveryStore } from "../../src/store/contract.ts";
import { type Host, thisHost } from "../../src/store/host.ts";
import { type OpenStoreOptions, openStore } from "../../src/store/open-store.ts";

export const META: OriginalMeta = {
  contentType: "json",
  compressor: "json",
  tokensBefore: 100,
  tokensAfter: 10,
};

const cleanUps: (() => void)[] = [];

/**
 * Undoes, last first, what `later` was given. Every file that uses these helpers says `afterEach(cleanUp)` itself:
 * this module is loaded once, and a hook of its own would belong to the first file only.
 */
export function cleanUp(): void {
  for (const undo of cleanUps.splice(0).reverse()) undo();
}

/** Has `undo` run after the test. */
export function later(undo: () => void): void {
  cleanUps.push(undo);
}

/** A new empty directory of mode 0700, removed after the test. */
export function privateDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "caveman-store-")));
  chmodSync(directory, 0o700);
  later(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export interface Opened {
  readonly store: RecoveryStore;
  readonly warnings: string[];
}

/** The store that `env` names, closed after the test. */
export function open(env: Record<string, string>, options: OpenStoreOptions = {}): Opened {
  const warnings: string[] = [];
  const store = openStore(env, (line) => warnings.push(line), options);
  later(() => store.close());
  return { store, warnings };
}

/** Text as the bytes of an original. */
export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Stores `original` and gives its handle, or throws why there is none. */
export function stored(store: RecoveryStore, original: Uint8Array, meta = META): string {
  const put = store.put(original, meta);
  if (put.kind !== "stored") throw new Error(`not stored: ${JSON.stringify(put)}`);
  return put.handle;
}

/** The text behind `handle`, or throws why there is none. */
export function recovered(store: RecoveryStore, handle: string): string {
  const got = store.get(handle);
  if (got.kind !== "found") throw new Error(`not found: ${JSON.stringify(got)}`);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(got.bytes);
}

export function hostLike(host: Partial<Host>): Host {
  return { ...thisHost(), ...host };
}
