/** Handles as models copy them: the forms in which one is accepted, and the one form in which it is looked up. */

/** Longer than any handle with its wrapping; what exceeds it names nothing. */
const MAX_HANDLE_CHARS = 512;

/** Space, quotes and backticks on either side; behind it also the dots of a sentence or of a shortened text. */
const LEADING = /^[\s"'`“”‘’«»]+/;
const TRAILING = /[\s"'`“”‘’«».…]+$/;

/** Characters that handles of every program of the family are made of; safe in a file name too. */
const CANONICAL = /^ccr_[A-Za-z0-9_-]+$/;

/**
 * Accepts `ccr_…`, `<<ccr:ccr_…>>`, `ccr:ccr_…` and `ccr://…`, each with what surrounds it in running text.
 * @returns the canonical handle, or null where the text cannot be one
 */
export function normaliseHandle(text: string): string | null {
  if (text.length > MAX_HANDLE_CHARS) return null;
  const strip = (s: string): string => s.replace(LEADING, "").replace(TRAILING, "");
  let handle = strip(text);
  if (handle.startsWith("<<") && handle.endsWith(">>")) handle = strip(handle.slice(2, -2));
  if (handle.startsWith("ccr://")) handle = handle.slice("ccr://".length);
  else if (handle.startsWith("ccr:")) handle = handle.slice("ccr:".length);
  return CANONICAL.test(handle) ? handle : null;
}

/** What every handle that leads to nothing is answered with; it does not repeat the handle. */
export const UNKNOWN_HANDLE =
  "No original is stored under this handle. Copy it exactly as a result showed it; handles cannot be guessed or listed. " +
  "If it was removed, run the tool that made the output again.";
