/**
 * `npm run build`: this machine's executables, dist/caveman-mcp and dist/caveman-mcp-proxy.
 * Nothing is compiled when nothing changed since the last time (`--force` compiles all the same).
 * `npm run build -- --target NAME` (or `all`) compiles for another platform: dist/NAME/….
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { ensureAssets } from "./assets.mjs";
import { compileExecutable, compileFlags, compileFor, PROGRAMS } from "./executable.ts";
import { ownRuntime } from "./runtime.ts";
import { readStamp, type Stamp } from "./stamp.ts";
import { TARGETS, targetNamed } from "./targets.ts";

const ROOT = join(import.meta.dir, "..");

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** A digest of everything that an executable is made from: sources, dependencies, compiler, flags, stamp. */
function inputDigest(stamp: Stamp): string {
  const hash = createHash("sha256");
  hash.update(`${Bun.version}+${Bun.revision} ${process.platform} ${process.arch} `);
  hash.update(JSON.stringify(compileFlags(stamp)));
  const files = [
    ...filesBelow(join(ROOT, "src")),
    ...filesBelow(join(ROOT, "build")),
    join(ROOT, "package-lock.json"),
  ];
  for (const file of files.sort()) {
    hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Size and time of a finished executable, so that one deleted or replaced by hand is made anew. */
function fingerprint(file: string): string {
  if (!existsSync(file)) return "absent";
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
}

function main(force: boolean): void {
  const stamp = readStamp(ROOT);
  const digest = inputDigest(stamp);
  const exe = process.platform === "win32" ? ".exe" : "";
  for (const program of PROGRAMS) {
    if (!existsSync(join(ROOT, program.main))) {
      console.error(`${program.name}: ${program.main} does not exist yet, not compiled`);
      continue;
    }
    const outfile = join(ROOT, "dist", program.name + exe);
    const record = join(ROOT, "dist", ".built", program.name);
    const wanted = () => `${digest} ${fingerprint(outfile)}`;
    if (!force && existsSync(record) && existsSync(outfile) && readFileSync(record, "utf8") === wanted()) {
      console.log(`${relative(ROOT, outfile)}: up to date`);
      continue;
    }
    const start = performance.now();
    compileExecutable({
      root: ROOT,
      program,
      stamp,
      outfile,
      runtime: ownRuntime(join(ROOT, "dist", ".runtime")),
    });
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, wanted());
    const megabytes = (statSync(outfile).size / 1e6).toFixed(1);
    console.error(
      `${relative(ROOT, outfile)}: ${megabytes} MB in ${((performance.now() - start) / 1000).toFixed(1)} s`,
    );
  }
}

/** Compiles for the named target, or for all of them. */
function cross(name: string): void {
  const runtimeDir = mkdtempSync(join(tmpdir(), "caveman-runtime-"));
  try {
    for (const target of name === "all" ? TARGETS : [targetNamed(name)]) {
      for (const { file } of compileFor(ROOT, target, readStamp(ROOT), runtimeDir, join(ROOT, "dist"))) {
        console.error(relative(ROOT, file));
      }
    }
  } finally {
    rmSync(runtimeDir, { recursive: true, force: true });
  }
}

ensureAssets();
const { values } = parseArgs({ options: { force: { type: "boolean" }, target: { type: "string" } } });
if (values.target) cross(values.target);
else main(values.force === true);
