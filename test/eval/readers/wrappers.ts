/**
 * What tools put around a text (docs/reference/detection.md): taken off the view and the original alike, so that the
 * readers see what is inside. A wrapper must stand in the view as it stood, and shown lines keep their own numbers.
 */
import { markersIn, type Reader, unheld, type Verdict } from "../verdict.ts";

/** View and original without one wrapper; null where the original has none of this form. */
type Peel = (view: string, original: string) => readonly [view: string, original: string] | null;

/** @throws Error where the view does not begin with `head` and end with `tail` */
function inside(view: string, head: string, tail: string): string {
  if (!view.startsWith(head) || !view.endsWith(tail) || view.length < head.length + tail.length)
    throw new Error("the wrapper is not the original's");
  return view.slice(head.length, view.length - tail.length);
}

/** A first line, or some, and a last one: fences, elements. */
function between(form: RegExp): Peel {
  return (view, original) => {
    const found = form.exec(original);
    if (found === null) return null;
    const { head = "", inner = "", tail = "" } = found.groups ?? {};
    return [inside(view, head, tail), inner];
  };
}

const fence = between(
  /^(?<head>\s*(?:`{3,}|~{3,})[^\n`]*\n)(?<inner>[\s\S]*?)(?<tail>[ \t]*(?:`{3,}|~{3,})\s*)$/,
);
const element = between(
  /^(?<head>(?:\s*<([\w-]+)>[^<>\n]*<\/\2>[ \t]*\n)*\s*<[\w-]+(?:\s[^>\n]*)?>[ \t]*\n)(?<inner>[\s\S]*)(?<tail><\/[\w-]+>\s*)$/,
);
const prompt = between(
  /^(?<head>(?:\$|❯|➜|PS [A-Z]:[^\n>]*>|\[?[\w.-]+@[^\n$#]*[$#]) [^\n]+\n)(?<inner>[\s\S]*)$/,
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Lines before and behind one JSON document, or one a line. */
const remarks: Peel = (view, original) => {
  const lines = original.split("\n");
  const from = lines.findIndex((line) => /^[{[]/.test(line));
  if (from < 1) return null;
  for (let to = lines.length; to > from; to--) {
    if (!/^[{[}\]]/.test(lines[to - 1] ?? "")) continue;
    const within = lines.slice(from, to);
    if (!isJson(within.join("\n")) && !within.every(isJson)) continue;
    const tail = to < lines.length ? `\n${lines.slice(to).join("\n")}` : "";
    return [inside(view, `${lines.slice(0, from).join("\n")}\n`, tail), within.join("\n")];
  }
  return null;
};

const mark: Peel = (view, original) => (original.startsWith("\ufeff") ? [view, original.slice(1)] : null);

/** The longest string of a JSON text, if it is most of it. */
const string: Peel = (view, original) => {
  if (!/^\s*["{]/.test(original)) return null;
  let [from, to] = [0, 0];
  for (const { index, 0: literal } of original.matchAll(/"(?:[^"\\]|\\.)*"/g))
    if (literal.length > to - from) [from, to] = [index, index + literal.length];
  if ((to - from) * 4 < original.length * 3) return null;
  const shown = inside(view, original.slice(0, from), original.slice(to));
  return [JSON.parse(shown) as string, JSON.parse(original.slice(from, to)) as string];
};

const NUMBERED = /^( *\d{1,9}(?:→|\t| \| ?|\| ?|: ?))(.*)$/;

/** Lines with numbers that count up, and what stands behind the last of them. */
const gutter: Peel = (view, original) => {
  const lines = original.replace(/\n$/, "").split("\n");
  const numbers = lines.map((line) =>
    Number(NUMBERED.exec(`${line} `)?.[1]?.match(/\d+/)?.[0] ?? Number.NaN),
  );
  const end = numbers.findIndex((n, i) => !(i === 0 ? n >= 0 : n === (numbers[i - 1] ?? 0) + 1));
  if (end >= 0 && end < 2) return null;
  const tail = end < 0 ? [] : lines.slice(end);
  const numbered = end < 0 ? lines : lines.slice(0, end);
  const shown = view.replace(/\n$/, "").split("\n");
  if (shown.slice(shown.length - tail.length).join("\n") !== tail.join("\n"))
    throw new Error("what stands behind the numbered lines is not the original's");
  const text = (line: string): string => NUMBERED.exec(line)?.[2] ?? line.replace(/^ *\d{1,9}\S?$/, "");
  let at = 0;
  const inner = shown.slice(0, shown.length - tail.length).map((line) => {
    if (markersIn(line).length > 0) return line;
    const found = numbered.indexOf(line, at);
    if (found < 0) throw new Error(`«${line.slice(0, 60)}» has another number`);
    at = found + 1;
    return text(line);
  });
  return [`${inner.join("\n")}\n`, `${numbered.map(text).join("\n")}\n`];
};

const PEELS: readonly Peel[] = [mark, gutter, element, fence, prompt, remarks, string];

/** Wrappers inside each other. */
const MAX_DEPTH = 3;

/** Notes are no business of a reader. */
const wrong = (view: string, { faults, held }: Verdict): number =>
  faults.length + unheld(view, held).filter((text) => !text.startsWith("… caveman: ")).length;

/** A reader that looks into wrappers where what it is given is no true view by itself. */
export function throughWrappers(reader: Reader, depth = 0): Reader {
  const guarded: Reader = (view, original) => {
    try {
      return reader(view, original);
    } catch (error) {
      return { faults: [error instanceof Error ? error.message : String(error)], held: [], collections: [] };
    }
  };
  return (view, original) => {
    const outer = guarded(view, original);
    if (depth === MAX_DEPTH || wrong(view, outer) === 0) return outer;
    for (const peel of PEELS) {
      try {
        const peeled = peel(view, original);
        if (peeled === null) continue;
        const verdict = throughWrappers(reader, depth + 1)(...peeled);
        if (wrong(peeled[0], verdict) === 0) return verdict;
      } catch {
        // Another form, or a false view: then what the reader said of the whole stands.
      }
    }
    return outer;
  };
}
