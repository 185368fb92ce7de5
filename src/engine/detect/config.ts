/** Recognises configuration: YAML, TOML, INI, .env, .properties. */
import { type Sample, share } from "./sample.ts";

const COMMENT = /^\s*(?:#|;|!|\/\/)/;
const YAML_KEY = /^\s*(?:- )*(?:"[^"]*"|'[^']*'|[\w./$@-][\w ./$@-]{0,80}):(?:\s+\S.*|\s*)$/;
const YAML_ITEM = /^\s*-(?: +\S|\s*$)/;
/** An item of one word; Markdown's links, emphasis and tasks are none. */
const YAML_SCALAR = /^\s*(?:- +)+(?:[^\s[*`_!<]\S*|"[^"]*"|'[^']*'|\[[^\]]*\]|\{[^}]*\})\s*(?:#.*)?$/;
/** A value that ends on its line: no deeper key may follow it. */
const YAML_VALUE = /^(\s*)(?:- )*[\w./$@-]+: +[^\s|>&!#"'[{*][^#]*$/;
const YAML_DOCUMENT = /^(?:---|\.\.\.)(?:\s*$|\s+[#!&|>{["'])/;
const ASSIGNMENT = /^\s*(?:export\s+)?[\w."-]+\s*=(?!=)/;
const SECTION = /^\s*\[{1,2}[^[\]]{1,120}\]{1,2}\s*(?:[#;].*)?$/;
const STATEMENT =
  /[;{}]\s*$|^\s*(?:import|export|const|let|var|function|class|def|return|if|for|while)\b.*[({:]/;

/** Share of lines that are deeper than a value above them and have a key: what YAML forbids, and reports are full of. */
function brokenShare(lines: readonly string[]): number {
  const depth = (line: string): number => line.search(/\S/);
  let broken = 0;
  for (let i = 1; i < lines.length; i++) {
    const value = YAML_VALUE.exec(lines[i - 1] as string);
    const line = lines[i] as string;
    if (value !== null && !value[0].includes("- ") && depth(line) > depth(value[0]) && YAML_KEY.test(line))
      broken++;
  }
  return broken / lines.length;
}

/** Lists of single words and of lists: what a list of Markdown says takes more words, or has no key or dash above. */
function recogniseLists(lines: readonly string[], documents: boolean): number {
  const scalars = share(lines, (l) => YAML_SCALAR.test(l));
  const nested = share(lines, (l) => /^\s*- +-(?: |$)/.test(l) || /^\s*- +\[.*\]\s*$/.test(l));
  const keys = share(lines, (l) => YAML_KEY.test(l));
  const all = share(
    lines,
    (l) => YAML_SCALAR.test(l) || YAML_KEY.test(l) || YAML_DOCUMENT.test(l) || YAML_ITEM.test(l),
  );
  if (all < 1 || scalars < 0.5) return 0;
  return keys > 0 || documents || nested > 0.1 ? 0.85 : 0.65;
}

function recogniseYaml(lines: readonly string[]): number {
  const keys = share(lines, (l) => YAML_KEY.test(l));
  const items = share(lines, (l) => YAML_ITEM.test(l));
  const known = share(
    lines,
    (l) => YAML_KEY.test(l) || YAML_ITEM.test(l) || YAML_DOCUMENT.test(l) || /^\s{2,}\S/.test(l),
  );
  if (known < 0.9) return 0;
  const documents = lines.some((l) => YAML_DOCUMENT.test(l));
  if (keys < 0.3) return recogniseLists(lines, documents);
  if (brokenShare(lines) > 0.02) return 0.2;
  const top = lines.filter((l) => /^[\w"'./$@][^:]*:(?:\s|$)/.test(l)).map((l) => l.slice(0, l.indexOf(":")));
  // The same key again and again is a report in paragraphs, not YAML.
  if (!documents && new Set(top).size < top.length * 0.6) return 0.2;
  // Keys are names: offsets of a dump, and files with what they are, are none.
  if (share(top, (key) => /^[0-9a-f]{6,}$/.test(key) || key.startsWith("/")) > 0.5) return 0;
  // Sentences with a colon are none either.
  if (share(top, (key) => key.trim().split(/\s+/).length > 3) > 0.2) return 0.2;
  const nested = share(lines, (l) => /^\s+/.test(l));
  const prose = share(lines, (l) => /[a-z] [a-z]+ [a-z]+ [a-z]+ .*[.!?]$/.test(l));
  if (prose > 0.3) return 0.3;
  return keys + items > 0.6 ? (nested > 0.2 || documents ? 0.85 : 0.65) : 0.6;
}

function recogniseAssignments(lines: readonly string[]): number {
  const sections = share(lines, (l) => SECTION.test(l));
  const assigned = share(lines, (l) => ASSIGNMENT.test(l));
  const inner = share(lines, (l) => /^\s+["'\w{[\]}-]/.test(l) || /^[\]}],?$/.test(l));
  if (share(lines, (l) => STATEMENT.test(l) && !/^\s*[\w."-]+ *= *[[{]/.test(l)) > 0.15) return 0;
  if (sections > 0 && assigned > 0.3 && sections + assigned + inner > 0.9) return 0.9;
  // Properties may have colons, and go on behind a backslash.
  const known = lines.filter(
    (l, i) => ASSIGNMENT.test(l) || lines[i - 1]?.endsWith("\\") === true || /^[\w.-]+\s*:/.test(l),
  );
  if (assigned < 0.25 || known.length <= lines.length * 0.9) return 0;
  // The same names again and again are records, not settings.
  const names = lines.filter((l) => ASSIGNMENT.test(l)).map((l) => l.slice(0, l.indexOf("=")).trim());
  return new Set(names).size < names.length * 0.6 ? 0.2 : 0.8;
}

export function recogniseConfig({ filled }: Sample): number {
  const lines = filled.filter((l) => !COMMENT.test(l));
  if (lines.length < 2) return 0;
  // Headings over lists: what looks like comments and sequences is Markdown.
  const headings = share(filled, (l) => /^#{1,6} \S/.test(l));
  if (headings > 0.05 && !lines.some((l) => /^[\w"'.$@-][\w."'$@ -]*\s*[:=[]/.test(l) && !YAML_ITEM.test(l)))
    return 0.3;
  // What a command says about its options.
  if (share(lines, (l) => /^\s+-{1,2}\w[\w-]*\b/.test(l)) > 0.15) return 0.3;
  return Math.max(recogniseYaml(lines), recogniseAssignments(lines));
}
