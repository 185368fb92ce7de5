/**
 * Reads what compilers and linters print: problems with a place (`src/a.ts(3,7): error …`, `src/a.c:3:7: warning: …`, or
 * `3:7  error  …` below the name of its file), each with the lines that quote or explain it.
 */
import { splitLines } from "../../text/lines.ts";
import type { Checkpoint } from "../contract.ts";

export interface Problem {
  readonly path: string;
  /** As it is spelled behind the path, without what follows it: `(3,7)`, `:3:7`; `3:7` below a heading. */
  readonly place: string;
  /** What stands between the place and the message: `: `, ` - `, blanks. */
  readonly separator: string;
  /** Severity, code, message and rule. */
  readonly message: string;
  /** Lines below it that belong to it, line ends included. */
  detail: string;
  /** The problem as it stands in the text, without its detail, line end included. */
  readonly source: string;
}

/** A line that is no problem and belongs to none, or the problems of one file that follow each other. */
export type Part =
  | { readonly kind: "line"; readonly source: string }
  | {
      readonly kind: "file";
      readonly path: string;
      /** Whether the path stands above its problems already. */
      readonly headed: boolean;
      readonly problems: Problem[];
    };

const PATH = String.raw`(?:[A-Za-z]:[\\/])?[^\s:()]{1,300}`;
const SEVERITY = String.raw`(?:fatal error|error|warning|info|note|remark)\b`;
/** Compilers with a column say anything; without one only a severity or a code makes a line a problem. */
const PLACED = new RegExp(
  String.raw`^(${PATH})(?:(\(\d+(?:,\d+)*\))(: )(?=${SEVERITY})|(:\d+:\d+)(: | - )(?=\S)|(:\d+)(: )(?=${SEVERITY}|[A-Z]{1,5}\d{2,5}\b))(.*)$`,
);
const BELOW_HEADING = /^( +\d+:\d+) +((?:error|warning) +\S.*)$/;
/** A note explains the problem before it. */
const NOTE = /^note\b/;
/** Quoted source with its number in the margin, or anything indented. */
const DETAIL = /^(?:\s|\d+ *\||\d+ {2,}|= (?:note|help))/;

/** A problem of a list that has been shortened already: its places, without its path or below it. */
const SHORTENED =
  /^(?:(?:\(\d+(?:,\d+)*\)|:\d+(?::\d+)?)(?: (?:\(\d+(?:,\d+)*\)|:\d+(?::\d+)?))*(?:: | - )\S| +\d+:\d+(?: \d+:\d+)+ {2}(?:error|warning) )/;

/** Characters of a line in which a place is looked for. */
const LOOKED_AT = 1000;
const CHECK_EVERY = 2048;

/** A problem with its place, in the form of its tool or in the one that this module gives it. */
export function isProblemLine(line: string): boolean {
  return PLACED.test(line) || BELOW_HEADING.test(line) || SHORTENED.test(line);
}

const CODE = new RegExp(
  String.raw`^(?:(?:- )?${SEVERITY}(?:: | +))?([A-Z]{1,5}\d{2,5})\b|\[([A-Za-z][\w-]{1,39})\]$|(?<= {2})([a-z@][\w@/-]{1,39})$`,
  "d",
);

/** Where the path and the code (or rule) of a problem stand in its line; null where the line is none. */
export function problemSpans(line: string): {
  readonly path: readonly [number, number] | null;
  readonly code: readonly [number, number] | null;
} | null {
  const below = BELOW_HEADING.exec(line);
  const m = below === null ? PLACED.exec(line) : null;
  if (below === null && m === null) return null;
  const message = below?.[2] ?? m?.at(-1) ?? "";
  const from = line.length - message.length;
  const found = CODE.exec(message)
    ?.indices?.slice(1)
    .find((span) => span !== undefined);
  return {
    path: m === null ? null : [0, m[1]?.length ?? 0],
    code: found === undefined ? null : [from + found[0], from + found[1]],
  };
}

function placed(line: string, source: string): Problem | null {
  const m = PLACED.exec(line.slice(0, LOOKED_AT));
  if (m === null) return null;
  const [, path = "", a, sepA, b, sepB, c, sepC] = m;
  const place = a ?? b ?? c ?? "";
  const separator = sepA ?? sepB ?? sepC ?? "";
  return {
    path,
    place,
    separator,
    message: line.slice(path.length + place.length + separator.length),
    detail: "",
    source,
  };
}

/** Cells of a column are padded to its width; two blanks part them as well. */
const PADDING = / {2,}/g;
const BELOW_SEPARATOR = "  ";

export interface ProblemList {
  readonly parts: readonly Part[];
  readonly problems: number;
  /** Characters of problems and what belongs to them. */
  readonly chars: number;
}

/** Collects lines into parts. */
class Parts {
  readonly parts: Part[] = [];
  problems = 0;
  chars = 0;
  /** The problem that lines below may belong to. */
  #current: Problem | null = null;
  /** Blank lines that belong to the current problem if a line of its detail follows. */
  #blank = "";
  /** A line that may be the heading of the problems below it. */
  #heading: string | null = null;

  #add(problem: Problem, headed: boolean): void {
    this.#endBlank();
    const last = this.parts.at(-1);
    if (last?.kind === "file" && last.path === problem.path && last.headed === headed) {
      last.problems.push(problem);
    } else this.parts.push({ kind: "file", path: problem.path, headed, problems: [problem] });
    this.#current = problem;
    this.problems++;
    this.chars += problem.source.length;
    if (!headed) this.#heading = null;
  }

  #endBlank(): void {
    if (this.#blank !== "") this.parts.push({ kind: "line", source: this.#blank });
    this.#blank = "";
  }

  read(line: string, source: string): void {
    const current = this.#current;
    const problem = placed(line, source) ?? this.#below(line, source);
    if (problem !== null && (current === null || !NOTE.test(problem.message))) {
      this.#add(problem, problem.separator === BELOW_SEPARATOR);
    } else if (current !== null && line === "") this.#blank += source;
    else if (current !== null && (problem !== null || DETAIL.test(line))) {
      current.detail += this.#blank + source;
      this.chars += this.#blank.length + source.length;
      this.#blank = "";
    } else {
      this.#endBlank();
      this.parts.push({ kind: "line", source });
      this.#current = null;
      this.#heading = line === "" ? null : line;
    }
  }

  #below(line: string, source: string): Problem | null {
    const found = this.#heading === null ? null : BELOW_HEADING.exec(line);
    if (found === null) return null;
    const [, place = "", cells = ""] = found;
    const message = cells.replace(PADDING, BELOW_SEPARATOR).trimEnd();
    return { path: this.#heading ?? "", place, separator: BELOW_SEPARATOR, message, detail: "", source };
  }

  end(): void {
    this.#endBlank();
  }
}

/** All lines of `text` as parts, in order. */
export function readProblems(text: string, checkpoint: Checkpoint): ProblemList {
  const lines = splitLines(text);
  const collected = new Parts();
  for (let i = 0; i < lines.count; i++) {
    if (i % CHECK_EVERY === 0) checkpoint();
    const start = lines.starts[i] as number;
    const next = i + 1 < lines.count ? lines.starts[i + 1] : text.length;
    collected.read(text.slice(start, lines.ends[i]), text.slice(start, next));
  }
  collected.end();
  return collected;
}
