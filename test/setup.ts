/** Loaded before every test file: no test may reach a real home or store by accident. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const home = mkdtempSync(join(tmpdir(), "caveman-test-home-"));
process.env.HOME = home;
process.env.CAVEMAN_HOME = join(home, ".caveman");
for (const name of Object.keys(process.env)) {
  if (/^CAVEMAN_(?!HOME$)/.test(name)) delete process.env[name];
}
