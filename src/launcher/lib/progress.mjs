/** Tells how far a download is: a line that moves on a terminal, a single line elsewhere (logs of a host). */
import { isatty } from "node:tty";
import { say, write } from "./stderr.mjs";

/** Milliseconds between two updates. */
const EVERY_MS = 100;

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/**
 * @param {string} name of the program that speaks
 * @returns {(artifact: { file: string, archiveSize: number }) => { at(length: number): void, end(): void }}
 */
export function progressOn(name, from) {
  return ({ file, archiveSize }) => {
    if (!isatty(2)) {
      say(name, `downloading ${file} (${megabytes(archiveSize)} MB, once) from ${from}`);
      return { at() {}, end() {} };
    }
    let last = 0;
    return {
      at(length) {
        const now = Date.now();
        if (now - last < EVERY_MS && length < archiveSize) return;
        last = now;
        const percent = Math.floor((length / archiveSize) * 100);
        write(
          `\r${name}: downloading ${file} ${megabytes(length)} of ${megabytes(archiveSize)} MB (${percent} %)`,
        );
      },
      end: () => write(last === 0 ? "" : "\n"),
    };
  };
}
