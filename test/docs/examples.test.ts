import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..", "..");

test("docs/examples.md is what the engine does today", () => {
  const script = join(ROOT, "build", "examples.ts");
  const done = Bun.spawnSync([process.execPath, script, "--check"]);
  expect(done.stdout.toString().trim()).toBe("docs/examples.md is current");
});

test("docs/before-after.svg is what the engine does today", () => {
  const script = join(ROOT, "build", "picture.ts");
  const done = Bun.spawnSync([process.execPath, script, "--check"]);
  expect(done.stdout.toString().trim()).toBe("docs/before-after.svg is current");
  const figures = readFileSync(join(ROOT, "docs", "before-after.svg"), "utf8").match(
    /A log of (\d+) tokens beside its view of (\d+)/,
  );
  const [before, after] = (figures ?? []).slice(1).map((n) => Number(n).toLocaleString("en-US"));
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(
    `![A log of ${before} tokens beside the view of ${after} tokens`,
  );
});
