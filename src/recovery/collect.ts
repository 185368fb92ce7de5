/**
 * Gives memory back after large results. JavaScriptCore counts its own heap, not the bytes of buffers and
 * strings that came from outside, so without a nudge it lets 150 MB of them pile up.
 */

/** Bytes between two collections, where nothing else is asked for: a collection takes a few milliseconds. */
const BYTES_BETWEEN = 8 * 1024 * 1024;

/**
 * @param collect runs the collection
 * @param between bytes after which it runs
 * @returns call it with the size of each result, once its answer is on the way
 */
export function collector(collect: () => void, between = BYTES_BETWEEN): (bytes: number) => void {
  let since = 0;
  return (bytes) => {
    since += bytes;
    if (since < between) return;
    since = 0;
    setImmediate(collect);
  };
}
