/**
 * Takes out of a Bun runtime what lets an environment variable turn a compiled program into another one.
 * The runtime reads these variables before our code runs and has no switch against it, so their names are
 * blanked in its string table: a name that begins with NUL is never found in an environment.
 */

/** Variables that lose their effect, and why they must. */
export const BLANKED_VARIABLES = [
  "BUN_OPTIONS", // --preload: runs any file
  "BUN_BE_BUN", // turns the program into the bun command
  "BUN_INSPECT", // opens a debugger port: code execution for whoever connects
  "BUN_INSPECT_CONNECT_TO", // connects out to a debugger
  "BUN_INSPECT_PRELOAD", // runs any file
  "BUN_BYTECODE_ORDER_OUT", // these three write files
  "BUN_BYTECODE_ORDER_NAMES_OUT",
  "BUN_BYTECODE_DIGEST_OUT",
  "BUN_CRASH_REPORT_URL", // these two send a crash report over the network
  "BUN_ENABLE_CRASH_REPORTING",
] as const;

/**
 * Where the runtime sends crash reports, on macOS and Windows without being asked. The replacement has the
 * same length and a scheme that no HTTP client knows, so nothing is connected to.
 */
export const CRASH_REPORT_URL = "https://bun.report";
const NO_URL = "nowhere://disabled";

/** Offset of the only occurrence of `needle`; throws when there is none or more than one. */
function onlyOccurrence(bytes: Buffer, needle: Buffer, what: string): number {
  const at = bytes.indexOf(needle);
  if (at < 0) throw new Error(`${what} does not occur in this Bun runtime: look at what changed in Bun`);
  if (bytes.indexOf(needle, at + 1) >= 0) {
    throw new Error(`${what} occurs more than once in this Bun runtime: look at what changed in Bun`);
  }
  return at;
}

/** Hardens `runtime` in place. Throws, rather than leave something open, when it is not as expected. */
export function harden(runtime: Buffer): void {
  for (const name of BLANKED_VARIABLES) {
    const at = onlyOccurrence(runtime, Buffer.from(`${name}\0`, "latin1"), name);
    runtime[at] = 0;
  }
  const url = onlyOccurrence(runtime, Buffer.from(CRASH_REPORT_URL, "latin1"), CRASH_REPORT_URL);
  runtime.write(NO_URL, url, "latin1");
}
