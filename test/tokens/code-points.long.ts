/**
 * Every code point that there is, in all templates, against tiktoken: minutes. Run it after a change of
 * build/character-classes.txt or of tiktoken: `bun test/tokens/code-points.long.ts`; exits 1 on a difference.
 */
import { TEMPLATES, wrongBlocks } from "./code-points.ts";

const PLANE = 0x10000;
let wrong = 0;
for (let plane = 0; plane <= 0x10ffff; plane += PLANE) {
  const blocks = wrongBlocks(plane, plane + PLANE, TEMPLATES);
  wrong += blocks.length;
  console.log(
    `plane ${plane / PLANE}: ${blocks.length === 0 ? "equal" : `differs near ${blocks.join(" ")}`}`,
  );
}
process.exitCode = wrong === 0 ? 0 : 1;
