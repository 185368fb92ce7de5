/** The worker thread: takes one job after another, runs it where it can be stopped, and posts its outcome. */
import { errorFacts } from "../../mcp/log.ts";
import { peek } from "../../mcp/peek.ts";
import type { StoreHealth } from "../../store/contract.ts";
import { CaveError } from "../../text/errors.ts";
import { compress } from "../jobs/compress.ts";
import { readRetrieveArguments, retrieve } from "../jobs/retrieve.ts";
import { toonDecode, toonEncode } from "../jobs/toon.ts";
import { Control, Stopped } from "./control.ts";
import type { AnyJob, FromWorker, JobKind, Request, Result, StoreAccess, ToWorker } from "./jobs.ts";
import { startClock, type World } from "./world.ts";

type Handlers = {
  readonly [K in JobKind]: (request: Request<K>, world: World) => Result<K> | Promise<Result<K>>;
};

const HANDLERS: Handlers = {
  peek: ({ line }) => peek(new Uint8Array(line)),
  compress,
  "retrieve-arguments": readRetrieveArguments,
  retrieve,
  "toon-encode": toonEncode,
  "toon-decode": toonDecode,
  health: (_, { store }) => store.info().health,
};

/** What the worker's global scope offers. */
export interface WorkerScope {
  onmessage: ((event: { data: ToWorker }) => void) | null;
  postMessage(message: FromWorker, transfer?: ArrayBuffer[]): void;
}

/** What is there while the thread lives. */
export interface Resources extends Omit<World, "checkpoint"> {
  /** After each job: lets go of what only that job needed. */
  rest(): void;
  close(): void;
}

/** What opening the resources needs. */
export interface Opening {
  readonly control: Control;
  /** The store is the main thread's: ask it by message. */
  readonly sharedStore: boolean;
  readonly post: (message: FromWorker) => void;
  /** Is told the store's health whenever the store was used. */
  readonly note: (health: StoreHealth, of: StoreAccess) => void;
  /** Of whatever job runs at the time. */
  readonly checkpoint: () => void;
}

/** Calls the handler of the job's kind; the registry's type holds the two together. */
function handle(job: AnyJob, world: World): unknown {
  const handler = HANDLERS[job.kind] as (request: unknown, world: World) => unknown;
  return handler(job.request, world);
}

/** An answer's bytes move to the main thread instead of being copied. */
function transferable(result: unknown): ArrayBuffer[] {
  if (typeof result !== "object" || result === null || !("encoded" in result)) return [];
  const { encoded } = result;
  return encoded instanceof Uint8Array && encoded.buffer instanceof ArrayBuffer ? [encoded.buffer] : [];
}

function failure(id: number, error: unknown): FromWorker {
  if (error instanceof CaveError) return { type: "failed", id, code: error.code, message: error.message };
  if (error instanceof Stopped) return { type: "stopped", id };
  return { type: "panicked", id, facts: errorFacts(error) };
}

/**
 * Serves jobs on `scope` until it is told to close.
 * @param open makes the resources when the first job comes
 */
export function runWorker(scope: WorkerScope, open: (opening: Opening) => Resources): void {
  let control = new Control();
  let sharedStore = false;
  let resources: Resources | null = null;
  let noted: FromWorker | null = null;
  let checkpoint = startClock(control);

  async function run(id: number, job: AnyJob): Promise<void> {
    noted = null;
    checkpoint = startClock(control);
    let outcome: FromWorker;
    let transfer: ArrayBuffer[] = [];
    try {
      resources ??= open({
        control,
        sharedStore,
        post: (message) => scope.postMessage(message),
        note: (health, of) => {
          noted = { type: "health", health, of };
        },
        checkpoint: () => checkpoint(),
      });
      const result = await handle(job, { ...resources, checkpoint });
      transfer = transferable(result);
      outcome = { type: "done", id, result };
    } catch (error) {
      outcome = failure(id, error);
    }
    resources?.rest();
    control.finish();
    if (noted !== null) scope.postMessage(noted);
    scope.postMessage(outcome, transfer);
  }

  scope.onmessage = ({ data }) => {
    if (data.type === "start") {
      control = new Control(data.control);
      sharedStore = data.sharedStore;
    } else if (data.type === "job") {
      void run(data.id, data.job);
    } else {
      resources?.close();
      scope.postMessage({ type: "closed" });
    }
  };
}
