/** Captures of a terminal: the screen made anew, and the view of what it shows held against that. */
import type { Reader } from "../verdict.ts";

/** Erasing a line and colours are all that this reader knows of terminals. */
const COLOUR = /\x1b\[[\d;]*m/g;

/** The screen of a capture with nothing but colours, carriage returns and erased lines; null for any other. */
function plainScreen(capture: string): string | null {
  const text = capture.replace(COLOUR, "").replace(/\r+\n/g, "\n");
  if (/[\x08\x07]|\x1b(?!\[[02]?K)/.test(text)) return null;
  return text
    .split("\n")
    .map((line) => {
      if (!/[\r\x1b]/.test(line)) return line;
      let shown = "";
      let column = 0;
      for (const part of line.split(/(\r|\x1b\[[02]?K)/)) {
        if (part === "\r") column = 0;
        else if (part.endsWith("K") && part.startsWith("\x1b"))
          shown = part.includes("2") ? "" : shown.slice(0, column);
        else if (part !== "") {
          shown = shown.slice(0, column).padEnd(column) + part + shown.slice(column + part.length);
          column += part.length;
        }
      }
      return shown.trimEnd();
    })
    .join("\n");
}

/** @param inner reads the view of the screen, whatever it shows */
export function terminalReader(inner: Reader): Reader {
  return (view, original) => {
    const screen = plainScreen(original);
    if (screen === null) throw new Error("a capture that this reader cannot draw");
    const shown = view.replace(/\n?… \d+ redraws in all, \d+ elided \(caveman\) …\n$/, "\n");
    if (shown.includes("elided (caveman)")) return inner(shown, screen);
    const lines = new Set(screen.split("\n"));
    const bad = shown.split("\n").filter((line) => !lines.has(line));
    return {
      faults: bad.map((line) => `not on the screen: «${line.slice(0, 80)}»`),
      held: [],
      collections: [],
    };
  };
}
