/** Writes a list of paths by folder: each folder once, the names in it below, a marker where paths are missing. */
import type { View, ViewRequest } from "../contract.ts";
import { type Elision, elide, segments } from "../elide/elide.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";
import { nameStart, type PathList, pathUnits } from "./paths.ts";

/** A list of fewer paths is shown whole: what is asked for is a path. */
const MIN_PATHS = 200;

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

export function viewOfPaths(list: PathList, request: ViewRequest): View | null {
  const { text, starts, ends, count } = list;
  const elision: Elision | null = count < MIN_PATHS ? null : elide(pathUnits(list), request);
  const out: string[] = [];
  const visible = elision?.shown ?? new Uint8Array(count).fill(1);
  const byFolder = !hasLateRoot(list, visible);
  if (elision === null && !byFolder) return null;
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
  if (elision === null)
    return { output: `${out.join("\n")}\n`, method: "paths-by-folder", losslessToModel: true };
  const explained = noteOf(request, "paths", elision.droppedChars);
  if (explained !== null) out.push(explained);
  const whole = wholeMarkerOf(elision, request);
  if (whole !== null) out.push(whole);
  return { output: `${out.join("\n")}\n`, method: "paths-elided", losslessToModel: false };
}
