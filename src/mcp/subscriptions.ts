/** Open `subscriptions/listen` requests of 2026-07-28: acknowledged, told of changes, ended politely. */
import { caveError, INVALID_REQUEST } from "./errors.ts";
import type { Id } from "./ids.ts";
import { MAX_SUBSCRIPTIONS } from "./limits.ts";
import { MODERN } from "./revisions.ts";
import { envelopeFor, notification, resultAnswer, type Segments, type ServerInfo } from "./wire.ts";

const ID = '"io.modelcontextprotocol/subscriptionId"';

interface Subscription {
  readonly id: Id;
  readonly toolsListChanged: boolean;
}

export class Subscriptions {
  #open = new Map<string, Subscription>();

  /** Opens one and returns its acknowledgement: the part of what was asked for that will be sent. */
  open(id: Id, toolsListChanged: boolean): Segments {
    if (this.#open.size >= MAX_SUBSCRIPTIONS || this.#open.has(id.key)) {
      throw caveError(
        INVALID_REQUEST,
        "cave_invalid_request",
        `a subscription needs an id of its own, and at most ${MAX_SUBSCRIPTIONS} may be open`,
      );
    }
    this.#open.set(id.key, { id, toolsListChanged });
    const honoured = toolsListChanged ? '{"toolsListChanged":true}' : "{}";
    return notification(
      "notifications/subscriptions/acknowledged",
      `{"_meta":{${ID}:${id.literal}},"notifications":${honoured}}`,
    );
  }

  /** The client wants no more: no answer. */
  cancel(key: string): void {
    this.#open.delete(key);
  }

  /** What to send when the list of tools has changed. */
  toolsListChanged(): Segments[] {
    return [...this.#open.values()]
      .filter((subscription) => subscription.toolsListChanged)
      .map(({ id }) => notification("notifications/tools/list_changed", `{"_meta":{${ID}:${id.literal}}}`));
  }

  /** Ends all, each with the empty result that the client waits for. */
  end(info: ServerInfo): Segments[] {
    const results = [...this.#open.values()].map(({ id }) =>
      resultAnswer(id, [], envelopeFor(MODERN, info, { meta: `{${ID}:${id.literal}}` })),
    );
    this.#open.clear();
    return results;
  }
}
