/**
 * THIRD_PARTY_NOTICES: the licences of everything that is compiled into the executables. Which packages those
 * are is read from the bundler's own account of what it took in, so that nothing is forgotten.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureAssets } from "./assets.mjs";
import { PROGRAMS } from "./executable.ts";

/** Packages whose data is compiled in by way of a generated file, which the bundler cannot know. */
const ASSET_PACKAGES = [
  // src/tokens/o200k.bin is made from OpenAI's o200k_base ranks as this package ships them.
  "gpt-tokenizer",
];

interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Names of the packages that the entry points of all programs take in. */
export function bundledPackages(root: string): string[] {
  const dir = mkdtempSync(join(tmpdir(), "caveman-meta-"));
  try {
    const names = new Set<string>(ASSET_PACKAGES);
    for (const program of PROGRAMS) {
      const entries = [program.main, ...program.workers].filter((file) => existsSync(join(root, file)));
      if (entries.length === 0) continue;
      const metafile = join(dir, "meta.json");
      const args = [
        "build",
        "--target=bun",
        "--outdir",
        join(dir, "out"),
        `--metafile=${metafile}`,
        ...entries,
      ];
      const done = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
      if (done.status !== 0) throw new Error(`bun build of ${program.name} failed:\n${done.stderr}`);
      const { inputs } = JSON.parse(readFileSync(metafile, "utf8")) as Metafile;
      for (const input of Object.keys(inputs)) {
        const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
        if (name) names.add(name);
      }
    }
    return [...names].sort();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Name, version, licence and licence text of an installed package. Throws when it has no licence. */
function notice(root: string, name: string): string {
  const dir = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as {
    version: string;
    license?: string;
  };
  const files = readdirSync(dir)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort();
  if (!license && files.length === 0) throw new Error(`${name} says nothing about its licence: find out`);
  // What a package should say of others' work in it and does not.
  const added = join(root, "release", "licenses", `${name.replace("/", "__")}.txt`);
  const paths = [...files.map((file) => join(dir, file)), ...(existsSync(added) ? [added] : [])];
  const texts = paths.map((path) => readFileSync(path, "utf8").replaceAll("\r\n", "\n").trim());
  return [`${name} ${version} (${license ?? "see below"})`, ...texts].join("\n\n");
}

const RULE = `\n\n${"-".repeat(100)}\n\n`;

/** The whole file's text. */
export function thirdPartyNotices(root: string): string {
  ensureAssets();
  const bun = readFileSync(join(root, "release", "licenses", "bun.txt"), "utf8").trim();
  const packages = bundledPackages(root).map((name) => notice(root, name));
  const head =
    "caveman-mcp is MIT-licensed (LICENSE). Its executables contain the following software of others.";
  return `${[head, bun, ...packages].join(RULE)}\n`;
}

if (import.meta.main) {
  const root = join(import.meta.dir, "..");
  writeFileSync(join(root, "release", "THIRD_PARTY_NOTICES"), thirdPartyNotices(root));
}
