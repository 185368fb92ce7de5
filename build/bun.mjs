/** Finds the Bun that package.json pins, and makes sure that the dependencies are there. Plain Node. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Installs what package-lock.json says, unless the same lock file was installed before. */
export function ensureInstalled() {
  const marker = join(ROOT, "node_modules", ".package-lock.json");
  const wanted = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).devDependencies;
  const stale = Object.entries(wanted).some(([name, version]) => {
    const file = join(ROOT, "node_modules", name, "package.json");
    return !existsSync(file) || JSON.parse(readFileSync(file, "utf8")).version !== version;
  });
  if (existsSync(marker) && !stale) return;
  process.stderr.write("installing dependencies (npm ci)\n");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}

/** Absolute path of the pinned Bun's executable, taken from the platform package (install scripts stay off). */
export function bunPath() {
  const exe = process.platform === "win32" ? "bun.exe" : "bun";
  const base = `bun-${process.platform === "win32" ? "windows" : process.platform}-${process.arch === "arm64" ? "aarch64" : "x64"}`;
  for (const name of [base, `${base}-baseline`, `${base}-musl`, `${base}-musl-baseline`]) {
    const file = join(ROOT, "node_modules", "@oven", name, "bin", exe);
    if (existsSync(file) && spawnSync(file, ["--version"]).status === 0) return file;
  }
  throw new Error(`no Bun for ${process.platform}-${process.arch} below node_modules/@oven: run npm ci`);
}

/** Runs Bun with the caller's terminal; ends this process with Bun's code when it fails. */
export function bun(args, options = {}) {
  const done = spawnSync(bunPath(), args, { cwd: ROOT, stdio: "inherit", ...options });
  if (done.status !== 0 && !options.mayFail) process.exit(done.status ?? 1);
  return done;
}
