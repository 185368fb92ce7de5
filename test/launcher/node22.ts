/**
 * A Node with process.execve, beside the one on PATH: NODE22, or the npm package that carries Node's
 * executable, kept in dist/. Null, and loudly so, where neither can be had.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./release.ts";

const VERSION = "22.23.3";

export function node22(): string | null {
  const given = process.env.NODE22;
  if (given) return given;
  const dir = join(ROOT, "dist", ".node22");
  const pkg = `node-${process.platform}-${process.arch}`;
  const file = join(dir, "node_modules", pkg, "bin", "node");
  if (!existsSync(file) && process.platform !== "win32") {
    mkdirSync(dir, { recursive: true });
    const args = ["install", "--prefix", dir, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
    spawnSync("npm", [...args, `${pkg}@${VERSION}`], { cwd: dir, stdio: "ignore", timeout: 90_000 });
  }
  if (existsSync(file)) return file;
  console.warn(`skip: ${pkg}@${VERSION} could not be installed, execve not tried`);
  return null;
}
