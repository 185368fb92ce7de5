/**
 * The store in a SQLite file that every program of the user shares. It never throws: what goes wrong is a reason,
 * said once on stderr, and the next call tries again, so that nothing has to be restarted when the cause is gone.
 */
import { createHash } from "node:crypto";
import type { GetResult, OriginalMeta, PutResult, RecoveryStore, StoreInfo } from "../contract.ts";
import { faultOf, StoreFault } from "../fault.ts";
import { handleOf, isHandle } from "../handle.ts";
import type { Host } from "../host.ts";
import { type Connection, connect } from "./connection.ts";
import { MAX_ORIGINAL_BYTES, readOriginal, storedLength } from "./read.ts";
import { get } from "./rows.ts";
import { currentTally, savedTally } from "./tally.ts";
import { writeOriginal } from "./write.ts";

/** A file that is deleted or replaced under us is opened again this often before the call is passed through. */
const ATTEMPTS = 3;
/** From here on people are told that the budget is running out. */
export const BUDGET_WARNING_SHARE = 0.8;

/** Faults after which the connection still is good. */
const KEEPS_CONNECTION: ReadonlySet<string> = new Set(["busy", "disk-full"]);

type Access = "read" | "write";

export interface SqliteStoreOptions {
  readonly path: string;
  /** Most payload bytes. */
  readonly budget: number;
  readonly scope: "user" | "project";
  /** Project root of this process (real path), or null where there is none. */
  readonly root: string | null;
  readonly host: Host;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** One line for stderr. */
  readonly warn: (line: string) => void;
}

export class SqliteStore implements RecoveryStore {
  readonly #options: SqliteStoreOptions;
  readonly #root: string | null;
  readonly #said = new Set<string>();
  #connection: Connection | null = null;
  /** The last failure, until a call of its kind (or a write, which proves both) succeeds. */
  #fault: { readonly reason: string; readonly of: Access } | null = null;
  /** The last new original did not fit into the budget. */
  #full = false;
  #closed = false;

  constructor(options: SqliteStoreOptions) {
    this.#options = options;
    this.#root = options.root === null ? null : rootKey(options.root);
    // Opened now, so that trouble is said at the start and not in the middle of somebody's work.
    this.#guarded("read", () => this.#connected());
  }

  put(original: Uint8Array, meta: OriginalMeta): PutResult {
    if (original.byteLength > MAX_ORIGINAL_BYTES) {
      return {
        kind: "unavailable",
        reason: `An original of more than ${MAX_ORIGINAL_BYTES} bytes is not stored.`,
      };
    }
    const handle = handleOf(original);
    const result = this.#guarded("write", (): PutResult => this.#store(handle, original, meta));
    if (result instanceof StoreFault) return { kind: "unavailable", reason: result.message };
    return result;
  }

  #store(handle: string, original: Uint8Array, meta: OriginalMeta): PutResult {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // Before as well as after: a file that was replaced is not to be written to at all.
      this.#unmoved();
      const { reader, writer, schema } = this.#writable();
      const written = writeOriginal(writer, {
        handle,
        original,
        meta,
        at: new Date(this.#options.now()).toISOString(),
        root: this.#root,
        budget: this.#options.budget,
      });
      if (!this.#unmoved()) continue;
      if (written.kind === "collision") {
        throw new StoreFault(
          "corrupt",
          `The store ${this.#options.path} holds other bytes under a new original's handle.`,
        );
      }
      if (written.kind === "full") {
        this.#full = true;
        this.#warnOfBudget();
        return { kind: "full" };
      }
      if (written.added) this.#full = false;
      if (written.bytesInStore >= this.#options.budget * BUDGET_WARNING_SHARE) this.#warnOfBudget();
      // Seen by a second connection, which has none of the writer's cache, the row can be found by everybody.
      if (storedLength(reader, schema.tables, handle) !== original.byteLength) {
        throw new StoreFault(
          "corrupt",
          `The store ${this.#options.path} does not show a row that was just stored.`,
        );
      }
      return { kind: "stored", handle };
    }
    throw new StoreFault(
      "io",
      `The store ${this.#options.path} is being deleted or replaced by another program.`,
    );
  }

  get(handle: string): GetResult {
    if (!isHandle(handle)) return { kind: "unknown" };
    const result = this.#guarded("read", (): GetResult => {
      let read = this.#read(handle);
      if (read.kind === "unknown" && this.#mayBeElsewhere()) read = this.#read(handle);
      const { incomplete, readOnlyReason } = this.#connected();
      if (read.kind === "unknown" && incomplete) return { kind: "unavailable", reason: readOnlyReason ?? "" };
      return read;
    });
    if (result instanceof StoreFault) return { kind: "unavailable", reason: result.message };
    return result;
  }

  /** Gives the connection up where another one could see more: the file was replaced, or may be writable by now. */
  #mayBeElsewhere(): boolean {
    if (!this.#unmoved()) return true;
    if (this.#connection === null || this.#connection.writer !== null) return false;
    this.#abandon();
    return true;
  }

  #read(handle: string): GetResult {
    const { reader, schema } = this.#connected();
    if (this.#options.scope === "project" && !this.#fromThisRoot(handle)) return { kind: "unknown" };
    return readOriginal(reader, schema.tables, handle);
  }

  #fromThisRoot(handle: string): boolean {
    const { reader, schema } = this.#connected();
    if (this.#root === null || !schema.tables.has("caveman_mcp_roots")) return false;
    return (
      get(reader, "SELECT 1 FROM caveman_mcp_roots WHERE handle = ? AND root = ?", handle, this.#root) !==
      null
    );
  }

  info(): StoreInfo {
    const { path, budget } = this.#options;
    const counted = this.#guarded("read", () => {
      this.#unmoved();
      const { reader, schema } = this.#connected();
      if (!schema.tables.has("recoveries")) return { rows: 0, bytes: 0 };
      return reader.transaction(() =>
        currentTally(reader, schema.tables.has("caveman_mcp_tally") ? savedTally(reader) : null),
      )();
    });
    const { rows, bytes } = counted instanceof StoreFault ? { rows: 0, bytes: 0 } : counted;
    return { path, rows, bytes, budget, ...this.#health() };
  }

  #health(): Pick<StoreInfo, "health" | "reason"> {
    const unavailable = this.#fault?.reason ?? this.#connection?.readOnlyReason ?? null;
    if (unavailable !== null) return { health: "unavailable", reason: unavailable };
    return this.#full ? { health: "full", reason: this.#fullReason() } : { health: "ok" };
  }

  close(): void {
    this.#closed = true;
    try {
      this.#connection?.close();
    } catch {
      // Everything that was shown is committed; whoever opens the file next finds it.
    }
    this.#connection = null;
  }

  #connected(): Connection {
    if (this.#closed) throw new StoreFault("io", "The store was closed.");
    if (this.#connection === null) {
      this.#connection = connect(this.#options.path, this.#options.host);
      for (const warning of this.#connection.warnings) this.#say(warning);
      if (this.#connection.readOnlyReason !== null) this.#say(this.#connection.readOnlyReason);
    }
    return this.#connection;
  }

  /** A connection that can write; one that could not is opened again, because its cause may be gone. */
  #writable() {
    if (this.#connection !== null && this.#connection.writer === null) this.#abandon();
    const { reader, writer, schema, readOnlyReason } = this.#connected();
    if (writer === null) throw new StoreFault("read-only", readOnlyReason ?? "The store is read-only.");
    return { reader, writer, schema };
  }

  /** False (and the connection given up) where the path now leads to other files than those opened. */
  #unmoved(): boolean {
    if (this.#connection === null || this.#connection.unmoved()) return true;
    this.#abandon();
    return false;
  }

  #abandon(): void {
    const connection = this.#connection;
    this.#connection = null;
    try {
      connection?.abandon();
    } catch {
      // It is given up either way.
    }
  }

  /** Runs `work`; what it throws becomes a fault, is said once, and shows in `info`. */
  #guarded<T>(access: Access, work: () => T): T | StoreFault {
    try {
      const result = work();
      if (access === "write" || this.#fault?.of === "read") this.#fault = null;
      return result;
    } catch (error) {
      const fault = faultOf(error, this.#options.path);
      const readOnly = fault.kind === "read-only" && this.#connection?.writer === null;
      if (!readOnly && !KEEPS_CONNECTION.has(fault.kind)) this.#abandon();
      this.#fault = { reason: fault.message, of: access };
      this.#say(fault.message);
      return fault;
    }
  }

  #fullReason(): string {
    const { path, budget } = this.#options;
    return `The store ${path} has reached its budget of ${budget} bytes: new outputs pass through unchanged, old handles keep working. Raise CAVEMAN_CCR_MAX_BYTES, or free space with: caveman-mcp store prune --older-than 30d`;
  }

  /** The same words in every thread, whichever comes first, so that a process says them once. */
  #warnOfBudget(): void {
    const { path, budget } = this.#options;
    const share = BUDGET_WARNING_SHARE * 100;
    this.#say(
      `The store ${path} has used ${share} % or more of its budget of ${budget} bytes. When it is used up, new outputs pass through unchanged; old handles keep working and nothing is removed by itself. Raise CAVEMAN_CCR_MAX_BYTES, or free space with: caveman-mcp store prune --older-than 30d`,
    );
  }

  /** One line per cause and process. */
  #say(line: string): void {
    if (this.#said.has(line)) return;
    this.#said.add(line);
    this.#options.warn(line);
  }
}

/** The root is only ever compared, so only its hash is kept. */
function rootKey(root: string): string {
  return createHash("sha256").update(root).digest("hex").slice(0, 32);
}
