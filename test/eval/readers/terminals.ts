/**
 * Captures of a terminal, as docs/reference/terminals.md defines them: the screen drawn anew, states of lines counted, and
 * the view of the screen held against it. Which overwritten states stay as lines of their own is read from the view;
 * where the view of the screen is elided in turn, those that tell of a failure are taken to be on it.
 */
import { readMarker } from "../../engine/truth/grammar.ts";
import { type Reader, together, type Verdict } from "../verdict.ts";
import { hits } from "./hits.ts";
import { problems } from "./problems.ts";
import { type Drawn, draw } from "./screen.ts";

const FAILURE =
  /\b(?:errors?|err!|fail(?:ed|s|ures?)?|fatal|panic|exception|denied|refused|cannot|can't|could not|unable|warn(?:ings?)?|critical|abort(?:ed)?|killed|timed out|timeout|not found|no such|no space|disk full|invalid|broken|crash(?:ed)?|segmentation|unreachable|rejected)\b|^[EW]:|[✗✘✖❌⚠]/iu;

/** So many failures of one line stay. */
const MAX_KEPT = 16;

/** The line as the screen shows it; null for one that was drawn and then erased for good. */
function lastOf({ states, last }: Drawn): string | null {
  if (states.length === 0) return last;
  return last.trim() === "" ? null : last.trimEnd();
}

/** The screen with the states that tell of a failure, and how many of those there are. */
function screenOf(lines: readonly Drawn[]): { text: string; kept: number } {
  const out: string[] = [];
  let kept = 0;
  for (const line of lines) {
    const failures = line.states.filter((state) => FAILURE.test(state));
    const told = failures.filter((state, i) => state !== failures[i - 1]).slice(0, MAX_KEPT);
    const shown = told.filter((state) => !line.last.includes(state));
    const last = lastOf(line);
    out.push(...shown, ...(last === null ? [] : [last]));
    kept += shown.length;
  }
  return { text: out.join("\n"), kept };
}

/** How many overwritten states a text shows that is the whole screen; null where it is not. */
function statesIn(text: string, lines: readonly Drawn[]): number | null {
  const shown = text.split("\n");
  let at = 0;
  let states = 0;
  for (const line of lines) {
    const last = lastOf(line);
    for (const state of line.states) {
      if (shown[at] === last || shown[at] !== state) continue;
      states++;
      at++;
    }
    if (last !== null && shown[at++] !== last) return null;
  }
  // A line end that the view adds behind the last line shows nothing.
  const rest = shown.slice(at).join("\n");
  return rest === "" && shown.length - at <= 1 ? states : null;
}

const NOTHING: Verdict = { faults: [], held: [], collections: [] };

/** What is wrong with a view that is not the screen itself. */
function partOf(view: string, screen: string, inner: Reader): Verdict {
  if (view.includes("elided (caveman)")) return inner(view, screen);
  // Of what loses nothing, only search results and lists of problems are written in another way.
  for (const reader of [hits, problems]) {
    try {
      const verdict = reader(view, screen);
      if (verdict.faults.length === 0) return verdict;
    } catch {
      // It is not what this reader reads.
    }
  }
  return { ...NOTHING, faults: ["the view is not the screen, and has no marker"] };
}

const LAST_LINE = /(?:^|\n)(… \d+ redraws in all, \d+ elided \(caveman\) …)\n$/;

/** @param inner reads the view of the screen, whatever it shows */
export function terminalReader(inner: Reader): Reader {
  return (view, original) => {
    const lines = draw(original);
    const marker = readMarker(LAST_LINE.exec(view)?.[1] ?? "");
    const text = view.replace(LAST_LINE, (all) => (all.startsWith("\n") ? "\n" : ""));
    const whole = statesIn(text, lines);
    const screen = screenOf(lines);
    const rest = whole === null ? partOf(text, screen.text, inner) : NOTHING;
    const states = lines.reduce((n, line) => n + line.states.length, 0);
    const redrawn = lines.filter((line) => line.states.length > 0 && lastOf(line) !== null).length;
    const elided = states - (whole ?? screen.kept);
    const said = marker?.kind === "whole" ? [marker.all, marker.elided] : [states + redrawn, 0];
    const right = said[0] === states + redrawn && said[1] === elided;
    const bad = right ? [] : [`${states + redrawn} redraws, ${elided} elided, not ${said.join(", ")}`];
    const held = right && marker !== null ? [marker.text] : [];
    return together(rest, { faults: bad, held, collections: [] });
  };
}
