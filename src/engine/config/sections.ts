/** TOML and INI: blocks by section headers. */
import { add, type Block, NO_CHILDREN } from "./tree.ts";

const SECTION = /^\s*(\[{1,2})\s*([^[\]]{1,160})\s*\]{1,2}\s*(?:[#;].*)?$/;
/** What stands before the last part of a section's name: `service.web`, `program:web`, `remote "web"`. */
const PARENT = /^(.{0,160}?)[.:\s]+(?:"[^"]*"|'[^']*'|[^.:\s]+)$/;
/** A string of several lines that its first line does not end: what looks like a header in it is none. */
const LONG_STRING = /[=:]\s{0,80}("""|''')(?!.*\1)/;
/** A longer line is no section header. */
const MAX_HEADER_CHARS = 400;
/** The name in a section's header, or null where the line is none. */
export function sectionName(line: string): string | null {
  return line.length > MAX_HEADER_CHARS ? null : (SECTION.exec(line)?.[2]?.trim() ?? null);
}

/** Every `[[name]]` opens a block; `[name.part]` behind it belongs to it. Plain sections are blocks of their own. */
export function readSections(root: Block, count: number, line: (i: number) => string): void {
  let open: Block | null = null;
  let openName = "";
  let comments = 0;
  let string: string | null = null;
  for (let i = 0; i < count; i++) {
    const text = line(i);
    if (string !== null) {
      if (text.includes(string)) string = null;
      continue;
    }
    string = LONG_STRING.exec(text)?.[1] ?? null;
    const match = text.length > MAX_HEADER_CHARS ? null : SECTION.exec(text);
    if (match === null) {
      comments = /^\s*[#;]/.test(text) ? comments + 1 : 0;
      continue;
    }
    const name = (match[2] ?? "").trim();
    const list = match[1] === "[[";
    if (open !== null && openName !== "" && name.startsWith(`${openName}.`)) continue;
    const from = i - comments;
    if (open !== null) open.to = from;
    // Sections `[service.web]`, `[service.db]` are a group, as `[[service]]` ones are.
    const parent = PARENT.exec(name)?.[1] ?? "";
    open = { from, to: count, head: i, children: NO_CHILDREN, group: list ? `[[${name}` : `[${parent}` };
    openName = list ? name : "";
    add(root, open);
    comments = 0;
  }
}
