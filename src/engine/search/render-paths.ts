/** Writes a list of paths by folder: each folder once, the names in it below, a marker where paths are missing. */
import { Thrift, type View, type ViewRequest } from "../contract.ts";
import { type Elision, elide, segments } from "../elide/elide.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";
import { nameStart, type PathList, pathUnits } from "./paths.ts";

/** A list of fewer paths is shown whole: what is asked for is a path. */
const MIN_PATHS = 200;
/** So is one that has at most so many characters when it is written by folders: about 2,000 tokens. */
const WHOLE_CHARS = 8192;

/** Whether a path without a folder comes below one with a folder: it would be read as a name in that. */
function hasLateRoot(list: PathList, visible: Uint8Array): boolean {
  let below = false;
  for (let i = 0; i < list.count; i++) {
    if (visible[i] === 0) continue;
    const inFolder = nameStart(list, i) > (list.starts[i] ?? 0);
    if (below && !inFolder) return true;
    below ||= inFolder;
  }
  return false;
}

/** Folders and names of the paths in view, a marker where some are missing. */
function linesOf(list: PathList, visible: Uint8Array, byFolder: boolean): string[] {
  const { text, starts, ends } = list;
  const out: string[] = [];
  let folder = "";
  for (const { shown, from, to } of segments(visible)) {
    if (!shown) {
      out.push(runMarker("paths", to - from));
      continue;
    }
    for (let i = from; i < to; i++) {
      const name = byFolder ? nameStart(list, i) : (starts[i] ?? 0);
      const here = text.slice(starts[i], name);
      if (here !== folder) out.push(here);
      folder = here;
      out.push(text.slice(name, ends[i]));
    }
  }
  return out;
}

/** All paths by folders; null where they cannot be written so. */
function whole(list: PathList): string | null {
  const all = new Uint8Array(list.count).fill(1);
  return hasLateRoot(list, all) ? null : `${linesOf(list, all, true).join("\n")}\n`;
}

export function viewOfPaths(list: PathList, request: ViewRequest): View | null {
  const output = whole(list);
  const few = list.count < MIN_PATHS || (output !== null && output.length <= WHOLE_CHARS);
  const asked = (request.thrift ?? Thrift.none) === Thrift.none || list.count < MIN_PATHS;
  const elision: Elision | null = few && asked ? null : elide(pathUnits(list), request);
  if (elision === null)
    return output === null ? null : { output, method: "paths-by-folder", losslessToModel: true };
  const out = linesOf(list, elision.shown, !hasLateRoot(list, elision.shown));
  const explained = noteOf(request, "paths", elision.droppedChars);
  if (explained !== null) out.push(explained);
  const marker = wholeMarkerOf(elision, request);
  if (marker !== null) out.push(marker);
  return { output: `${out.join("\n")}\n`, method: "paths-elided", losslessToModel: false };
}
