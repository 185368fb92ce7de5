/** The answers to one batch: one array when all members are done, nothing when none had an answer. */
import type { Reply } from "./calls.ts";
import { caveError, INTERNAL_ERROR } from "./errors.ts";
import type { Id } from "./ids.ts";
import { MAX_BATCH_ANSWER_BYTES } from "./limits.ts";
import { errorAnswer, type Segments, sizeOf } from "./wire.ts";

export class Batch {
  #answers: (Segments | null)[];
  #missing: number;
  #size = 0;

  /** @param done gets the whole answer */
  constructor(
    members: number,
    readonly done: Reply,
  ) {
    this.#answers = Array(members).fill(null);
    this.#missing = members;
  }

  /** Takes the answer of the member at `index`, null where it has none; each member's must come once. */
  take(index: number, answer: Segments | null, id: Id | null): void {
    this.#answers[index] = answer && this.#within(answer, id);
    if (--this.#missing === 0) this.#finish();
  }

  #within(answer: Segments, id: Id | null): Segments {
    const size = sizeOf(answer);
    if (this.#size + size > MAX_BATCH_ANSWER_BYTES) {
      const limit = MAX_BATCH_ANSWER_BYTES;
      const text = `the answers to one batch may have ${limit} bytes together; ask for this one alone`;
      return errorAnswer(id, caveError(INTERNAL_ERROR, "cave_payload_too_large", text, { limit }));
    }
    this.#size += size;
    return answer;
  }

  #finish(): void {
    const out: (string | Uint8Array)[] = [];
    for (const answer of this.#answers) {
      if (answer) out.push(out.length === 0 ? "[" : ",", ...answer);
    }
    this.done(out.length === 0 ? null : [...out, "]"]);
  }
}
