/** notifications/progress for one call: only with the caller's token, only rising, never after the answer. */
import type { CallContext, Revision } from "./contract.ts";
import { idOf } from "./ids.ts";
import { notification, type Segments } from "./wire.ts";

export interface Progress {
  readonly report: CallContext["progress"];
  /** After this nothing is sent any more. */
  readonly end: () => void;
}

const SILENT: Progress = { report: () => {}, end: () => {} };

/** @param token JSON literal of `_meta.progressToken`: a string or a number (0 is one), spliced as written */
export function progressOf(
  token: string | undefined,
  revision: Revision,
  send: (message: Segments) => void,
): Progress {
  if (typeof idOf(token) === "string") return SILENT;
  let last = Number.NEGATIVE_INFINITY;
  return {
    report(progress, total, message) {
      if (!Number.isFinite(progress) || progress <= last) return;
      last = progress;
      const members = JSON.stringify({
        progress,
        ...(Number.isFinite(total) && { total }),
        // 2024-11-05 has no message.
        ...(message !== undefined && revision > "2024-11-05" && { message }),
      });
      send(notification("notifications/progress", `{"progressToken":${token},${members.slice(1)}`));
    },
    end() {
      last = Number.POSITIVE_INFINITY;
    },
  };
}
