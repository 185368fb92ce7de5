import { expect, test } from "bun:test";
import { join } from "node:path";

test("docs/examples.md is what the engine does today", () => {
  const script = join(import.meta.dir, "..", "..", "build", "examples.ts");
  const done = Bun.spawnSync([process.execPath, script, "--check"]);
  expect(done.stdout.toString().trim()).toBe("docs/examples.md is current");
});

test("docs/before-after.svg is what the engine does today", () => {
  const script = join(import.meta.dir, "..", "..", "build", "picture.ts");
  const done = Bun.spawnSync([process.execPath, script, "--check"]);
  expect(done.stdout.toString().trim()).toBe("docs/before-after.svg is current");
});
