/** Numbers the kinds of log entries: level and template of the first line, and the shape of the lines below it. */
import type { Lines } from "../../text/lines.ts";
import { Clusters } from "./clusters.ts";
import { isChattyLevel, isFailingLevel, showsFailure } from "./level.ts";
import { type Role, roleOf } from "./results.ts";
import { detailKey, joinKeys, templateKey, templateWords } from "./template.ts";

/** What is the same for all lines of a template. */
export interface Head {
  readonly kind: number;
  readonly failing: boolean;
  readonly role: Role;
}

export class Kinds {
  readonly #clusters = new Clusters();
  readonly #heads = new Map<number, Head>();
  readonly #levels = new Map<string, number>();
  /** Kinds of entries with lines below the first, by kind of the first line and shape of the others. */
  readonly #detailed = new Map<number, number>();

  get count(): number {
    return this.#clusters.count;
  }

  /**
   * The first line: `text[from, end)` is its message.
   * @param line the beginning of the line behind its time; asked for once per template
   */
  head(text: string, from: number, end: number, level: string, line: () => string): Head {
    let levelId = this.#levels.get(level);
    if (levelId === undefined) {
      levelId = this.#levels.size;
      this.#levels.set(level, levelId);
    }
    const key = joinKeys(templateKey(text, from, end), levelId);
    let head = this.#heads.get(key);
    if (head === undefined) {
      const role = roleOf(line());
      const failing =
        role.testFailure ||
        isFailingLevel(level) ||
        (!isChattyLevel(level) && showsFailure(text.slice(from, end)));
      const words = templateWords(text, from, end);
      // A failure is told by its words: those of failing lines are not joined.
      const kind = failing
        ? this.#clusters.alone(words)
        : this.#clusters.add([`${level}|${words[0] ?? ""}`, ...words.slice(1)]);
      head = { kind, failing, role };
      this.#heads.set(key, head);
    }
    return head;
  }

  /** The kind of an entry whose first line is of `kind` and is followed by lines `from` to `to`. */
  detailed(text: string, kind: number, lines: Lines, from: number, to: number): number {
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
    if (key === 0) return kind;
    const whole = joinKeys(key, kind);
    let own = this.#detailed.get(whole);
    if (own === undefined) {
      own = this.#clusters.alone([]);
      this.#detailed.set(whole, own);
    }
    return own;
  }

  leadingWords(kind: number): number {
    return this.#clusters.leadingWords(kind);
  }
}
