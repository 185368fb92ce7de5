/** Numbers the kinds of log entries: level and template of the first line, and the shape of the lines below it. */
import type { Lines } from "../../text/lines.ts";
import { Clusters } from "./clusters.ts";
import { isChattyLevel, isFailingLevel, showsFailure } from "./level.ts";
import { NO_ROLE, type Role, roleOf, tellsFailedTest } from "./results.ts";
import { detailKey, joinKeys, templateKey, templateWords } from "./template.ts";

/** What is the same for all lines of a template. */
export interface Head {
  /** Number of the template. */
  readonly id: number;
  readonly kind: number;
  readonly failing: boolean;
  readonly role: Role;
}

/** What a first line says besides its message; empty where it says nothing. */
export interface Mark {
  readonly level: string;
  readonly verdict: string;
}

interface Detailed {
  readonly kind: number;
  /** A stack frame or an exception stands below the first line. */
  readonly failing: boolean;
}

const TRACE_LINE =
  /^\s*(?:at \S|File "|Caused by: |Traceback |goroutine \d)|^\s*(?:[\w$]+\.)*\w*(?:Exception|Error)(?::|$)/;
/** Details that are searched for a trace: the first lines tell. */
const TRACE_WITHIN_LINES = 24;
const TRACE_LINE_CHARS = 160;

function hasTrace(text: string, lines: Lines, from: number, to: number): boolean {
  for (let line = from; line < Math.min(to, from + TRACE_WITHIN_LINES); line++) {
    const start = lines.starts[line] as number;
    if (TRACE_LINE.test(text.slice(start, Math.min(lines.ends[line] as number, start + TRACE_LINE_CHARS)))) {
      return true;
    }
  }
  return false;
}

export class Kinds {
  readonly #clusters = new Clusters();
  readonly #heads = new Map<number, Head>();
  readonly #all: Head[] = [];
  readonly #byKeys = new Map<string, Head>();
  /** Numbers of level and verdict, written one behind the other. */
  readonly #marks = new Map<string, number>([["|", 0]]);
  #lastMark = { level: "", verdict: "", id: 0 };
  /** Kinds of entries with lines below the first, by kind of the first line and shape of the others. */
  readonly #detailed = new Map<number, Detailed>();

  get count(): number {
    return this.#clusters.count;
  }

  #number(head: Omit<Head, "id">): Head {
    const numbered = { id: this.#all.length, ...head };
    this.#all.push(numbered);
    return numbered;
  }

  /** The template with this number. */
  byId(id: number): Head {
    return this.#all[id] as Head;
  }

  /** An entry of nothing but pairs: what its fields say about it is for the columns to tell. */
  ofKeys(keys: string): Head {
    let head = this.#byKeys.get(keys);
    if (head === undefined) {
      head = this.#number({ kind: this.#clusters.alone([]), failing: false, role: NO_ROLE });
      this.#byKeys.set(keys, head);
    }
    return head;
  }

  /** A number for level and verdict; usually those of the line before. */
  #markId(level: string, verdict: string): number {
    const last = this.#lastMark;
    if (last.level === level && last.verdict === verdict) return last.id;
    const marked = `${level}|${verdict}`;
    const id = this.#marks.get(marked) ?? this.#marks.size;
    this.#marks.set(marked, id);
    this.#lastMark = { level, verdict, id };
    return id;
  }

  /**
   * The first line: `text[from, end)` is its message.
   * @param mark its level and verdict; lines that differ in it are of different kinds
   * @param line the beginning of the line behind its time; asked for once per template
   */
  head(text: string, from: number, end: number, mark: Mark, line: () => string): Head {
    const { level, verdict } = mark;
    const key = joinKeys(templateKey(text, from, end), this.#markId(level, verdict));
    let head = this.#heads.get(key);
    if (head === undefined) {
      const role = roleOf(line());
      const failing =
        role.testFailure ||
        isFailingLevel(level) ||
        (!isChattyLevel(level) && showsFailure(text.slice(from, end)));
      const { words, parts } = templateWords(text, from, end);
      // A failure is told by its words: those of failing lines are not joined.
      const kind = failing
        ? this.#clusters.alone(words)
        : this.#clusters.add([`${level}|${verdict}|${words[0] ?? ""}`, ...words.slice(1)], parts);
      head = this.#number({ kind, failing, role });
      this.#heads.set(key, head);
    }
    return head;
  }

  /** The kind of an entry whose first line is `head` and is followed by lines `from` to `to`. */
  detailed(text: string, head: Head, lines: Lines, from: number, to: number): Detailed {
    let key = 0;
    let last = 0;
    for (let line = from; line < to; line++) {
      const start = lines.starts[line] as number;
      const end = lines.ends[line] as number;
      if (start === end) continue;
      const detail = detailKey(text, start, end);
      // Like lines in a row count once: a recursion ten or twenty frames deep is the same trace.
      if (detail !== last) key = joinKeys(key, detail);
      last = detail;
    }
    if (key === 0) return head;
    const whole = joinKeys(key, head.kind);
    let own = this.#detailed.get(whole);
    if (own === undefined) {
      const failing =
        head.failing ||
        hasTrace(text, lines, from, to) ||
        (head.role.testReport && tellsFailedTest(text, lines, from, to));
      own = { kind: this.#clusters.alone([]), failing };
      this.#detailed.set(whole, own);
    }
    return own;
  }

  leadingWords(kind: number): number {
    return this.#clusters.leadingWords(kind);
  }
}
