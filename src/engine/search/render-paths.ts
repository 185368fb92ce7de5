/** Writes a list of paths by folder: each folder once, the names in it below, a marker where paths are missing. */
import type { View, ViewRequest } from "../contract.ts";
import { type Elision, elide, segments } from "../elide/elide.ts";
import { runMarker } from "../markers.ts";
import { noteOf, wholeMarkerOf } from "../whole.ts";
import { nameStart, type PathList, pathUnits } from "./paths.ts";

/** A list of fewer paths is shown whole: what is asked for is a path. */
const MIN_PATHS = 200;

export function viewOfPaths(list: PathList, request: ViewRequest): View | null {
  const { text, starts, ends, count } = list;
  const elision: Elision | null = count < MIN_PATHS ? null : elide(pathUnits(list), request);
  const out: string[] = [];
  let folder = "";
  for (const { shown, from, to } of segments(elision?.shown ?? new Uint8Array(count).fill(1))) {
    if (!shown) {
      out.push(runMarker("paths", to - from));
      continue;
    }
    for (let i = from; i < to; i++) {
      const name = nameStart(list, i);
      const here = text.slice(starts[i], name);
      // A path without a folder below a folder's names would be read as one of them.
      if (here === "" && folder !== "") return null;
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
