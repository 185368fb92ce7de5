/** Reads markers by the grammar of docs/reference/markers.md. Shares no code with the engine. */

export type Fact =
  | { kind: "all"; name: string; value: string }
  | { kind: "span"; name: string; first: string; last: string }
  | { kind: "counts"; name: string; counts: Map<string, number>; absent: number }
  | { kind: "set"; name: string; segments: string[]; distinct: number }
  | { kind: "distinct"; name: string; distinct: number; min: string; max: string; absent: number }
  | { kind: "range"; name: string; min: string; max: string; absent: number }
  | { kind: "sum"; name: string; total: string };

export type Marker =
  | { kind: "run"; noun: string; count: number; facts: Fact[]; text: string }
  | { kind: "whole"; noun: string; all: number; elided: number; facts: Fact[]; text: string }
  | { kind: "note"; text: string };

const RUN = /^… (\d+) ([a-z]+) elided \(caveman\)(?:: (.+))? …$/;
const WHOLE = /^… (\d+) ([a-z]+) in all, (\d+) elided \(caveman\)(?:: (.+))? …$/;
const NOTE =
  /^… caveman: elided [a-z]+ resemble shown ones; facts are exact\. Answer from this view(?:; if you cannot, (?:call caveman_retrieve|run caveman-mcp retrieve) once)? …$/;

const WORD = String.raw`(?:"[^"]*"|[^\s",;×…]+)`;
const NAME = "[A-Za-z_][A-Za-z0-9_.-]*";

const bare = (word: string): string => (word.startsWith('"') ? (JSON.parse(word) as string) : word);

function all(pattern: RegExp, text: string): RegExpExecArray[] {
  const out: RegExpExecArray[] = [];
  const whole = new RegExp(`^(?:${pattern.source})(?:, (?:${pattern.source}))*$`);
  if (!whole.test(text)) throw new Error(`no fact list: ${text}`);
  for (const part of text.split(", ")) {
    const m = new RegExp(`^${pattern.source}$`).exec(part);
    if (m === null) throw new Error(`no fact: ${part}`);
    out.push(m);
  }
  return out;
}

function section(text: string): Fact[] {
  let m = /^all (.+)$/.exec(text);
  if (m && !/^all \d+ present/.test(text)) {
    return all(new RegExp(`(${NAME})=(${WORD})`), m[1] ?? "").map((f) => ({
      kind: "all",
      name: f[1] ?? "",
      value: bare(f[2] ?? ""),
    }));
  }
  m = /^span (.+)$/.exec(text);
  if (m) {
    return all(new RegExp(`(${NAME})=("[^"]*"|\\S+?)\\.\\.("[^"]*"|[^\\s"]+)`), m[1] ?? "").map((f) => ({
      kind: "span",
      name: f[1] ?? "",
      first: bare(f[2] ?? ""),
      last: bare(f[3] ?? ""),
    }));
  }
  m = /^range (.+)$/.exec(text);
  if (m) {
    return all(new RegExp(`(${NAME})=(\\S+?)\\.\\.(\\S+?)(?: absent×(\\d+))?`), m[1] ?? "").map((f) => ({
      kind: "range",
      name: f[1] ?? "",
      min: f[2] ?? "",
      max: f[3] ?? "",
      absent: Number(f[4] ?? 0),
    }));
  }
  m = /^sum (.+)$/.exec(text);
  if (m) {
    return all(new RegExp(`(${NAME})=(\\S+)`), m[1] ?? "").map((f) => ({
      kind: "sum",
      name: f[1] ?? "",
      total: f[2] ?? "",
    }));
  }
  m = new RegExp(`^(${NAME}): (\\S+(?: \\S+)*) all (\\d+) present$`).exec(text);
  if (m)
    return [{ kind: "set", name: m[1] ?? "", segments: (m[2] ?? "").split(" "), distinct: Number(m[3]) }];
  m = new RegExp(`^(${NAME}): (\\d+) distinct, (\\S+?)\\.\\.(\\S+?)(?:, absent×(\\d+))?$`).exec(text);
  if (m) {
    return [
      {
        kind: "distinct",
        name: m[1] ?? "",
        distinct: Number(m[2]),
        min: m[3] ?? "",
        max: m[4] ?? "",
        absent: Number(m[5] ?? 0),
      },
    ];
  }
  m = new RegExp(`^(${NAME}): ((?:${WORD}×\\d+)(?: ${WORD}×\\d+)*)$`).exec(text);
  if (m) {
    const counts = new Map<string, number>();
    let absent = 0;
    for (const [, word = "", n = "0"] of (m[2] ?? "").matchAll(new RegExp(`(${WORD})×(\\d+)`, "g"))) {
      if (word === "absent") absent = Number(n);
      else if (counts.has(bare(word))) throw new Error(`counted twice: ${word}`);
      else counts.set(bare(word), Number(n));
    }
    return [{ kind: "counts", name: m[1] ?? "", counts, absent }];
  }
  throw new Error(`unreadable fact: ${text}`);
}

const factsIn = (text: string | undefined): Fact[] =>
  text === undefined ? [] : text.split("; ").flatMap(section);

/** The marker that `line` is, or null. Throws where a marker's facts are unreadable. */
export function readMarker(line: string): Marker | null {
  const text = line.trim();
  const whole = WHOLE.exec(text);
  if (whole) {
    return {
      kind: "whole",
      noun: whole[2] ?? "",
      all: Number(whole[1]),
      elided: Number(whole[3]),
      facts: factsIn(whole[4]),
      text,
    };
  }
  const run = RUN.exec(text);
  if (run) return { kind: "run", noun: run[2] ?? "", count: Number(run[1]), facts: factsIn(run[3]), text };
  return NOTE.test(text) ? { kind: "note", text } : null;
}
