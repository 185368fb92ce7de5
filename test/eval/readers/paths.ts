/** Lists of paths, as docs/reference/search.md defines them: one path a line; in the view by folders. */
import { faults } from "../../engine/truth/check.ts";
import type { Unit, Value } from "../../engine/truth/facts.ts";
import type { Marker } from "../../engine/truth/grammar.ts";
import { type Reader, verdictOf } from "../verdict.ts";
import { type Countable, markerOf, paired } from "./pairing.ts";

const FOLDER = /^(.*[\\/])([^\\/]*)$/;

const text = (literal: string): Value => ({ type: "string", literal });

/** `folder` without its slash and `extension` without its dot; a name that begins or ends with its only dot has none. */
function fieldsOf(path: string): Unit {
  const [, folder = "", name = path] = FOLDER.exec(path) ?? [];
  const extension = /^.+\.([^.]+)$/.exec(name)?.[1];
  const out = new Map<string, Value>();
  if (folder.length > 1) out.set("folder", text(folder.slice(0, -1)));
  if (extension !== undefined) out.set("extension", text(extension));
  return out;
}

/** Whether every line is a path: no blanks, no colon but that of a drive. */
export function isPathList(original: string): boolean {
  return original
    .replace(/\n$/, "")
    .split("\n")
    .every((line) => /^(?:[A-Za-z]:(?=[\\/]))?[^\s:*?"<>|]+\r?$/.test(line));
}

/** The view's paths, each with the folder above it, and its markers. @throws Error where a folder stands for nothing */
function piecesOf(view: string): (string | Marker)[] {
  let folder = "";
  let names = 1;
  return view
    .replace(/\n$/, "")
    .split("\n")
    .flatMap((line): (string | Marker)[] => {
      const marker = markerOf(line);
      if (marker !== null) return [marker];
      if (!/[\\/]$/.test(line)) {
        names++;
        return [folder + line];
      }
      if (names === 0 || line === folder) throw new Error(`no path needs the folder «${line}»`);
      folder = line;
      names = 0;
      return [];
    });
}

export const paths: Reader = (view, original) => {
  const lines = original.replace(/\r?\n$/, "").split(/\r?\n/);
  const units = lines.map((line): Countable => ({ text: line, fields: fieldsOf(line) }));
  const collection = paired(units, piecesOf(view));
  return verdictOf([collection], faults(collection));
};
