/** `store prune` and `store forget`: removing originals and every copy of their bytes that we keep. */
import { StoreFault } from "../fault.ts";
import { type Host, thisHost } from "../host.ts";
import { type Environment, recoveredDirectory } from "../location.ts";
import { type Copy, copyContains, removeCopies } from "../recovered.ts";
import { connect } from "../sqlite/connection.ts";
import { containing, type Erased, erase, type Pick, shownBefore, withHandle } from "../sqlite/erase.ts";
import { fileBytes, type MaintenanceOptions, type NoStoreHere, onDisk } from "./on-disk.ts";

export interface Freed {
  readonly kind: "freed";
  readonly path: string;
  readonly rows: number;
  /** Payload bytes of those rows. */
  readonly bytes: number;
  /** Files removed under `recovered/`. */
  readonly copies: number;
  /** By how much the database and its -wal became smaller. */
  readonly fileBytes: number;
  /** Why bytes may still be in the files (run it again), or null when they are gone. */
  readonly remains: string | null;
}

/** Removes every original that was last shown before `olderThanMs` ago, and copies of that age. */
export function pruneStore(
  env: Environment,
  olderThanMs: number,
  options: MaintenanceOptions = {},
): Freed | NoStoreHere {
  const before = Math.max(0, (options.now ?? Date.now)() - olderThanMs);
  const pick = shownBefore(new Date(before).toISOString());
  return free(env, options, pick, (copy) => copy.modifiedMs < before);
}

/** Removes one original, shown or typed, and its copies. */
export function forgetHandle(
  env: Environment,
  handle: string,
  options: MaintenanceOptions = {},
): Freed | NoStoreHere {
  return free(env, options, withHandle(handle), (copy) => copy.handle === handle);
}

/** Removes every original and copy that holds these bytes. @param text not empty: everything holds nothing */
export function forgetContaining(
  env: Environment,
  text: Uint8Array,
  options: MaintenanceOptions = {},
): Freed | NoStoreHere {
  if (text.byteLength === 0) throw new RangeError("text must not be empty");
  return free(env, options, containing(text), (copy) => copyContains(copy, text));
}

function free(
  env: Environment,
  options: MaintenanceOptions,
  pick: Pick,
  copyToo: (copy: Copy) => boolean,
): Freed | NoStoreHere {
  const result = onDisk(env, options, ({ path, host }): Freed => {
    const before = fileBytes(path);
    const { handles, bytes, remains } = eraseIn(path, host, pick);
    return {
      kind: "freed",
      path,
      rows: handles.length,
      bytes,
      copies: freeCopies(env, options, new Set(handles), copyToo),
      fileBytes: Math.max(0, before - fileBytes(path)),
      remains,
    };
  });
  // Copies go even where their store is gone or broken.
  if (result.kind !== "freed") freeCopies(env, options, new Set(), copyToo);
  return result;
}

function freeCopies(
  env: Environment,
  options: MaintenanceOptions,
  gone: ReadonlySet<string>,
  copyToo: (copy: Copy) => boolean,
): number {
  const directory = recoveredDirectory(env, (options.host ?? thisHost()).platform);
  if (directory === null) return 0;
  return removeCopies(directory, (copy) => gone.has(copy.handle) || copyToo(copy)).copies;
}

function eraseIn(path: string, host: Host, pick: Pick): Erased {
  const connection = connect(path, host);
  try {
    if (connection.writer === null) {
      throw new StoreFault("read-only", connection.readOnlyReason ?? "The store is read-only.");
    }
    return erase(connection.writer, path, pick);
  } finally {
    connection.close();
  }
}
