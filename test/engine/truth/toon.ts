/** TOON views of documents in which every elided table is flat. Shares no code with the engine. */
import { decode } from "@toon-format/toon";
import { readMarker } from "./grammar.ts";
import { type Json, readJson, unitOf } from "./json.ts";
import { type Collection, pair, same } from "./pair.ts";

/** Elided tables of a TOON view of which every table is flat: `key[N]{a,b}:`, rows and marker lines two blanks deeper. */
export function toonCollections(view: string, original: string): Collection[] {
  if (!view.includes("elided (caveman)")) {
    const back = JSON.stringify(decode(view));
    if (back !== JSON.stringify(JSON.parse(original)))
      throw new Error("lossless TOON decodes to something else");
    return [];
  }
  const lines = view.split("\n");
  const out: Collection[] = [];
  const rest: string[] = [];
  const document = readJson(original);
  for (let i = 0; i < lines.length; i++) {
    const header = /^( *)([A-Za-z_][\w.]*)?\[(\d+)\]\{(.*)\}:$/.exec(lines[i] ?? "");
    const pad = `${header?.[1] ?? ""}  `;
    let end = i + 1;
    while (header && end < lines.length && lines[end]?.startsWith(pad)) end++;
    const body = lines.slice(i + 1, end).map((line) => line.slice(pad.length));
    if (!header || !body.some((line) => readMarker(line) !== null)) {
      rest.push(lines[i] ?? "");
      continue;
    }
    const names = toonCells(header[4] ?? "").map((cell) => cell.literal);
    const array = findArray(document, header[2], Number(header[3]), names);
    const units = array.items.map((item) => unitOf(item));
    out.push(
      pair(units, body, readMarker, (line, unit) => {
        const cells = toonCells(line);
        const item = array.items[unit] as Json;
        const want = item.kind === "object" ? item.members : [];
        const got = names.map((name, c) => [name, { kind: "scalar", ...cells[c] }]);
        if (!same(got, want)) throw new Error(`row «${line}» in view for ${JSON.stringify(want)}`);
      }),
    );
    i = end - 1;
  }
  return out;
}

function findArray(
  value: Json,
  key: string | undefined,
  count: number,
  names: readonly string[],
): { items: Json[] } {
  const fits = (v: Json): boolean => {
    if (v.kind !== "array" || v.items.length !== count) return false;
    const first = v.items[0];
    return (
      first?.kind === "object" &&
      same(
        first.members.map(([k]) => k),
        names,
      )
    );
  };
  const search = (v: Json): Json | null => {
    if (v.kind === "array") {
      for (const item of v.items) {
        const found = search(item);
        if (found) return found;
      }
    } else if (v.kind === "object") {
      for (const [k, member] of v.members) {
        if (k === key && fits(member)) return member;
        const found = search(member);
        if (found) return found;
      }
    }
    return null;
  };
  const found = key === undefined ? value : search(value);
  if (found?.kind !== "array" || !fits(found))
    throw new Error(`no array for the table ${key ?? "at the root"}`);
  return found;
}

/** Cells of a TOON row. */
function toonCells(line: string): { type: "null" | "boolean" | "number" | "string"; literal: string }[] {
  return [...line.matchAll(/("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)/g)]
    .slice(0, -1)
    .concat(line.endsWith(",") || line === "" ? [["", ""] as unknown as RegExpExecArray] : [])
    .map(([, cell = ""]) => {
      if (cell.startsWith('"')) return { type: "string", literal: JSON.parse(cell) as string };
      if (cell === "null") return { type: "null", literal: cell };
      if (cell === "true" || cell === "false") return { type: "boolean", literal: cell };
      return { type: /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell) ? "number" : "string", literal: cell };
    });
}
