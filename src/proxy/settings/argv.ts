/** argv and variables → the raw text of each flag. Knows the table, not what the values mean. */
import { FLAGS, type Flag, type FlagName, variableOf } from "./flags.ts";

/** A mistake of whoever started the program: one line and exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export type Verb = "serve" | "check" | "version" | "help";

export interface Arguments {
  readonly verb: Verb;
  /** Given values by flag; switches hold "true" or "false". */
  readonly values: ReadonlyMap<FlagName, readonly string[]>;
  /** Flags that stood in argv, not in a variable. */
  readonly fromArgv: ReadonlySet<FlagName>;
  /** What stood behind `--`. */
  readonly command: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const TRUE = new Set(["1", "true", "yes", "on"]);
const FALSE = new Set(["0", "false", "no", "off"]);

function switchValue(text: string, where: string): string {
  const word = text.toLowerCase();
  if (TRUE.has(word)) return "true";
  if (FALSE.has(word)) return "false";
  throw new UsageError(`${where} takes 1 or 0`);
}

/** @throws UsageError; its text quotes flag names only, never a value */
export function parseArguments(argv: readonly string[], env: Environment): Arguments {
  const dashes = argv.indexOf("--");
  const own = dashes < 0 ? argv : argv.slice(0, dashes);
  const command = dashes < 0 ? [] : argv.slice(dashes + 1);
  const { verb, rest } = verbOf(own);
  const values = new Map<FlagName, string[]>();
  for (const flag of FLAGS as readonly (Flag & { name: FlagName })[]) {
    const variable = variableOf(flag.name);
    const given = env[variable];
    if (given === undefined || given === "") continue;
    if (flag.kind === "list")
      values.set(
        flag.name,
        given.split("\n").filter((line) => line.trim() !== ""),
      );
    else values.set(flag.name, [flag.kind === "switch" ? switchValue(given, variable) : given]);
  }
  const fromArgv = readFlags(rest, values);
  return { verb, values, fromArgv, command };
}

function verbOf(own: readonly string[]): { verb: Verb; rest: readonly string[] } {
  if (own.some((word) => word === "--help" || word === "-h")) return { verb: "help", rest: [] };
  if (own.includes("--version")) return { verb: "version", rest: own.filter((word) => word === "--json") };
  const [first] = own;
  if (first === "check" || first === "version" || first === "help")
    return { verb: first, rest: own.slice(1) };
  return { verb: "serve", rest: own };
}

function readFlags(words: readonly string[], values: Map<FlagName, string[]>): Set<FlagName> {
  const seen = new Set<FlagName>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    const equals = word.indexOf("=");
    const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
    const flag = (FLAGS as readonly (Flag & { name: FlagName })[]).find((f) => f.name === name);
    if (!word.startsWith("--") || !flag) throw new UsageError(unknown(word));
    let value = equals < 0 ? undefined : word.slice(equals + 1);
    if (flag.kind === "switch") value = switchValue(value ?? "true", `--${flag.name}`);
    else if (value === undefined) {
      value = words[++i];
      if (value === undefined) throw new UsageError(`--${flag.name} needs a value: ${flag.value}`);
    }
    const again = seen.has(flag.name);
    if (again && flag.kind !== "list") throw new UsageError(`--${flag.name} is given twice`);
    // argv replaces what a variable said.
    values.set(flag.name, again ? [...(values.get(flag.name) ?? []), value] : [value]);
    seen.add(flag.name);
  }
  return seen;
}

/** Only the shape of a word is quoted: a secret may have slipped out of its quotes. */
function unknown(word: string): string {
  const name = /^--?[a-z][a-z0-9-]{0,40}/i.exec(word)?.[0];
  return name === undefined
    ? "an argument that is no flag; a command goes behind --"
    : `unknown flag ${name}`;
}
