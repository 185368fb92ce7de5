/**
 * Requests whose answer takes time: started in order, only so many at once, cancellable by id, and
 * each answered once or, when cancelled, not at all.
 */
import type { Id } from "./ids.ts";
import type { Segments } from "./wire.ts";

/** Takes the answer to one request; null where none is to be sent. Called exactly once. */
export type Reply = (answer: Segments | null) => void;

/** Makes an answer. Must not reject; what it answers after `signal` is aborted is dropped. */
export type Work = (signal: AbortSignal) => Promise<Segments>;

interface Entry {
  readonly id: Id;
  readonly work: Work;
  readonly controller: AbortController;
  /** Undefined once it was called. */
  reply: Reply | undefined;
}

export class Calls {
  #open = new Set<Entry>();
  #waiting = new Set<Entry>();
  #running = 0;

  /**
   * @param limit calls that may run at once
   * @param mayStart asked before each start; after a no, call `pump` when it may be yes again
   */
  constructor(
    readonly limit: number,
    readonly mayStart: () => boolean,
  ) {}

  /** Starts work now, whatever else runs. */
  run(id: Id, work: Work, reply: Reply): void {
    const entry = this.#enter(id, work, reply);
    void work(entry.controller.signal).then((answer) => this.#settle(entry, answer));
  }

  /** Starts work when its turn comes. */
  queue(id: Id, work: Work, reply: Reply): void {
    this.#waiting.add(this.#enter(id, work, reply));
    this.pump();
  }

  /** Starts what may start. */
  pump(): void {
    while (this.#running < this.limit && this.mayStart()) {
      const [entry] = this.#waiting;
      if (!entry) return;
      this.#waiting.delete(entry);
      this.#running++;
      void entry.work(entry.controller.signal).then((answer) => {
        this.#running--;
        this.#settle(entry, answer);
        this.pump();
      });
    }
  }

  /** Stops the requests with this id, which then get no answer. False where there is none. */
  cancel(key: string): boolean {
    let found = false;
    for (const entry of this.#open) {
      if (entry.id.key !== key) continue;
      found = true;
      this.#settle(entry, null);
      entry.controller.abort();
    }
    return found;
  }

  /** Stops everything, with this answer or without any. */
  stop(answer: (id: Id) => Segments | null): void {
    for (const entry of this.#open) {
      this.#settle(entry, answer(entry.id));
      entry.controller.abort();
    }
  }

  #enter(id: Id, work: Work, reply: Reply): Entry {
    const entry = { id, work, reply, controller: new AbortController() };
    this.#open.add(entry);
    return entry;
  }

  #settle(entry: Entry, answer: Segments | null): void {
    const { reply } = entry;
    entry.reply = undefined;
    this.#open.delete(entry);
    this.#waiting.delete(entry);
    reply?.(answer);
  }
}
