/** What could open a connection or start a process, as names in JavaScript; and what is known to be harmless. */

/**
 * The platform's modules that the server may use. Everything else could talk to somebody, or has not been
 * thought about yet.
 */
export const ALLOWED_MODULES: ReadonlySet<string> = new Set([
  "buffer",
  "bun:sqlite",
  "crypto",
  "fs",
  // web-tree-sitter reads a grammar by it where it is given a path; we give it bytes.
  "fs/promises",
  // web-tree-sitter makes a `require` with it, whose uses are searched for below.
  "module",
  "os",
  "path",
  "tty",
  "url",
  "util",
]);

/** A module that is loaded by `require`. */
export const REQUIRED = /\brequire\(\s*["']([^"']+)["']\s*\)/g;

/** Names that reach the network, another process, native code, or code made from text. */
const NAMES = [
  "fetch",
  "WebSocket",
  "XMLHttpRequest",
  "EventSource",
  "RTCPeerConnection",
  "sendBeacon",
  "child_process",
  "execSync",
  "execFile",
  "spawnSync",
  "dlopen",
  "loadExtension",
  "createConnection",
  "eval",
];

/** A name on its own: not inside a longer one, a hyphenated word or quotes. */
const BARE_NAME = new RegExp(`(?<![\\w$'"\`-])(?:${NAMES.join("|")})(?![\\w$'"\`-])`);

/** Parts of the Bun object that leave the process, and any access to it by a computed name. */
const BUN_PART =
  /\bBun\s*(?:\[|\.\s*(?:connect|listen|serve|spawn|spawnSync|udpSocket|dns|sql|SQL|postgres|redis|RedisClient|s3|S3Client|openInEditor|plugin|build|\$))/;

/** Modules named at run time, functions made from text, and ways around `import`. */
const LOOPHOLE =
  /\b(?:import|require)\s*\(\s*(?!["'?])|\bnew\s+Function\s*\(|\bprocess\s*\.\s*(?:binding|dlopen|_linkedBinding)\b|\bgetBuiltinModule\b/;

export const FORBIDDEN: readonly RegExp[] = [BARE_NAME, BUN_PART, LOOPHOLE];

/** Lines of libraries that hold such a name and do no harm: SHA-256 of the trimmed line → why. */
export const HARMLESS: Readonly<Record<string, string>> = {};

export interface Finding {
  readonly line: number;
  readonly text: string;
  readonly sha256: string;
}

/** Lines of `code` that hold something forbidden and are not known to be harmless. */
export function findings(code: string): Finding[] {
  const found: Finding[] = [];
  for (const [at, line] of code.split("\n").entries()) {
    const text = line.trim();
    if (/^(?:\/\/|\/?\*)/.test(text) || !FORBIDDEN.some((pattern) => pattern.test(text))) continue;
    const sha256 = new Bun.CryptoHasher("sha256").update(text).digest("hex");
    if (!Object.hasOwn(HARMLESS, sha256)) found.push({ line: at + 1, text: text.slice(0, 160), sha256 });
  }
  return found;
}
