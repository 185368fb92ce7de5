/** Wrappers around a text: a byte order mark, elements (`<file …>`), Markdown code fences, a shell prompt with its command. */
import { enclosed, type Wrapped } from "./wrapped.ts";

/** Elements that tools use for what they return. None of them is a container of an HTML page. */
const ELEMENT =
  /^\s*<(file|files|output|stdout|stderr|document|document_content|doc|content|contents|file_content|file_contents|tool_result|result|response|command_output|command-output|bash-stdout|bash-stderr|local-command-stdout|log|logs|data|snippet|source_code|code_output|attachment)((?:\s+[\w:-]+\s*=\s*(?:"[^"\n]*"|'[^'\n]*'|[^\s>"'\n]+))*)\s*>[ \t]*\r?\n/;
/** Short elements that may stand before it: `<path>src/a.ts</path>`. */
const FIELD_LINE = /^\s*<([\w-]{1,40})>[^<>\n]{0,500}<\/\1>[ \t]*\r?\n/;
const MAX_FIELD_LINES = 8;

/** Offset behind the single-line elements at the start of the text. */
function skipFields(text: string): number {
  let at = 0;
  for (let n = 0; n < MAX_FIELD_LINES; n++) {
    const field = FIELD_LINE.exec(text.slice(at, at + 600));
    if (field === null) return at;
    at += field[0].length;
  }
  return at;
}

export function unwrapElement(text: string): Wrapped | null {
  if (!/^\s*</.test(text.slice(0, 200))) return null;
  const fields = skipFields(text);
  const open = ELEMENT.exec(text.slice(fields, fields + 4096));
  if (open === null) return null;
  const close = `</${open[1]}>`;
  const end = text.lastIndexOf(close);
  const from = fields + open[0].length;
  if (end < from || text.slice(end + close.length).trim() !== "") return null;
  // The same element again inside: several files, of which none is the text.
  if (text.indexOf(`<${open[1]}`, from) >= 0 && text.indexOf(close, from) < end) return null;
  return enclosed(text, from, end);
}

const FENCE = /^\s*(`{3,}|~{3,})([\w+.#-]*)[^\n`]*\n/;

export function unwrapFence(text: string): Wrapped | null {
  const open = FENCE.exec(text.slice(0, 1024));
  if (open === null) return null;
  const fence = open[1] as string;
  const trimmed = text.trimEnd();
  if (!trimmed.endsWith(fence)) return null;
  const lineStart = trimmed.lastIndexOf("\n") + 1;
  const from = open[0].length;
  if (lineStart <= from || trimmed.slice(lineStart).trim() !== fence) return null;
  // A fence that closes earlier makes this Markdown with several blocks.
  const closing = new RegExp(`^[ \\t]*${fence[0] === "`" ? "`" : "~"}{${fence.length},}[ \\t\\r]*$`, "m");
  if (closing.test(text.slice(from, lineStart))) return null;
  return enclosed(text, from, lineStart);
}

/** What Windows programs write before text. The view goes without: nobody sees it, and JSON may not begin with it. */
export function unwrapByteOrderMark(text: string): Wrapped | null {
  if (text.charCodeAt(0) !== 0xfeff) return null;
  return { inner: text.slice(1), rewrap: (view) => view, outer: (offset) => offset + 1 };
}

/** `$ npm test`, `user@host:~/dir$ make`, `PS C:\> dir`, `❯ ls`: the first line only. */
const PROMPT =
  /^(?:\$ |❯ |➜ {1,2}|[\w.-]+@[\w.-]+[: ][^\n$#]{0,200}[$#] |\[[\w.-]+@[\w.-]+ [^\n\]]{0,200}\][$#] |PS [A-Za-z]:[^\n>]{0,200}> )\S[^\n]*\n/;

export function unwrapPrompt(text: string): Wrapped | null {
  const prompt = PROMPT.exec(text.slice(0, 4096));
  if (prompt === null) return null;
  const from = prompt[0].length;
  const sign = /^\S+/.exec(text)?.[0] ?? "$";
  // Another prompt of the same kind: a session with several commands, which has no one type.
  if (text.indexOf(`\n${sign} `, from - 1) >= 0) return null;
  return text.slice(from).trim() === "" ? null : enclosed(text, from, text.length);
}
