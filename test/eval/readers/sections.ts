/** TOML and INI by their own rules: headers, and `key = value` lines between them. docs/reference/config.md */
import type { Unit, Value } from "../../engine/truth/facts.ts";
import { bare, type Family, put, type Stretch, step, UNTOLD } from "./families.ts";

interface Header {
  readonly line: number;
  readonly name: string;
  readonly list: boolean;
}

const HEADER = /^\s*\[(\[?)\s*([^[\]]+?)\s*\]{1,2}\s*(?:[#;].*)?$/;
const PAIR = /^(\s*)("[^"]*"|'[^']*'|[^\s:=#;"'[][^:=#]*?)\s*(?:=|:(?=\s|$))\s*(.*?)\s*$/;
/** A string of several lines that its first line does not end. */
const LONG = /^("""|''')(?!.*\1)/;

/** Per line whether it goes on with a string of several lines. */
function longStrings(lines: readonly string[]): boolean[] {
  let open: string | null = null;
  return lines.map((line) => {
    if (open !== null) {
      if (line.includes(open)) open = null;
      return true;
    }
    open = LONG.exec(PAIR.exec(line)?.[3] ?? "")?.[1] ?? null;
    return false;
  });
}

export const isHeader = (line: string): boolean => line.startsWith("[") && HEADER.test(line);

function toldBy(text: string): Value {
  const quoted = /^(["'])([^\\]*?)\1\s*(?:#.*)?$/.exec(text);
  if (quoted !== null && quoted[2]?.includes(quoted[1] ?? "") === false)
    return { type: "string", literal: quoted[2] };
  return text === "" || /^["'[{|>&*!%@`]/.test(text) || / #/.test(text) ? UNTOLD : bare(text);
}

/** The fields of the lines of one unit; deeper lines go on with the value above, and so do lists of several lines. */
function fieldsOf(lines: readonly string[], inside: readonly boolean[], own: string): Unit {
  const fields = new Map<string, Value>();
  let [prefix, indent, list] = ["", -1, false];
  for (const [i, line] of lines.entries()) {
    if (inside[i] || /^\s*(?:[#;].*)?$/.test(line)) continue;
    if (list) {
      list = !/^\s*\]/.test(line);
      continue;
    }
    const name = HEADER.exec(line)?.[2];
    if (name !== undefined) {
      [prefix, indent] = [`${name.startsWith(`${own}.`) ? name.slice(own.length + 1) : name}.`, -1];
      continue;
    }
    const depth = line.search(/\S/);
    if (indent < 0) indent = depth;
    const [, , key = "", text = ""] = (depth > indent ? null : PAIR.exec(line)) ?? [];
    if (key === "") continue;
    put(fields, prefix + step(key.replace(/^["']|["']$/g, "")), toldBy(text));
    list = text.startsWith("[") && !/\]\s*(?:#.*)?$/.test(text);
  }
  return fields;
}

/** `[a.b]`, `[a:b]`, `[a "b"]` are of `a`; a name of one part is of nothing. */
const parentOf = (name: string): string => /^(.*?)[.:\s]+(?:"[^"]*"|'[^']*'|[^.:\s]+)$/.exec(name)?.[1] ?? "";

export function sectionFamilies(lines: readonly string[]): Family[] {
  const inside = longStrings(lines);
  const headers: Header[] = [];
  for (const [line, text] of lines.entries()) {
    const found = inside[line] ? null : HEADER.exec(text);
    if (found === null) continue;
    const name = found[2] ?? "";
    const open = headers.at(-1);
    if (open?.list && name.startsWith(`${open.name}.`)) continue;
    headers.push({ line, name, list: found[1] === "[" });
  }
  const starts = headers.map(({ line }) => {
    while (line > 0 && /^\s*[#;]/.test(lines[line - 1] ?? "") && !inside[line - 1]) line--;
    return line;
  });
  const groups: { group: string; head: string; units: Stretch[] }[] = [];
  for (const [i, { line, name, list }] of headers.entries()) {
    const group = list ? `[[${name}` : `[${parentOf(name)}`;
    const [from, to] = [starts[i] ?? 0, starts[i + 1] ?? lines.length];
    if (groups.at(-1)?.group !== group) groups.push({ group, head: lines[line] ?? "", units: [] });
    const fields = (): Unit => fieldsOf(lines.slice(line + 1, to), inside.slice(line + 1, to), name);
    groups.at(-1)?.units.push({ from, to, fields });
  }
  return groups.map(({ head, units }) => ({ noun: "sections", indent: /^ */.exec(head)?.[0] ?? "", units }));
}
