/** The reference pages and the code name the same error codes, environment variables, tools and verbs. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { VERBS } from "../../src/cli/verbs/registry.ts";
import { TOOLS } from "../../src/tools/registry.ts";

const ROOT = join(import.meta.dir, "..", "..");

function read(...path: string[]): string {
  return readFileSync(join(ROOT, ...path), "utf8");
}

const source = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(?:ts|mjs)$/.test(path))
  .map((path) => read("src", path))
  .join("\n");

function named(text: string, pattern: RegExp): Set<string> {
  return new Set(text.match(pattern) ?? []);
}

function missing(from: ReadonlySet<string>, wanted: Iterable<string>): string[] {
  return [...wanted].filter((name) => !from.has(name)).sort();
}

describe("docs/reference/errors.md", () => {
  const CODE = /\bcave_[a-z0-9]+(?:_[a-z0-9]+)*\b/g;
  const documented = named(read("docs", "reference", "errors.md"), CODE);
  const used = named(source, CODE);
  // Stands for any code in a comment.
  used.delete("cave_snake_case");

  test("has every code that the source names", () => expect(missing(documented, used)).toEqual([]));
  test("has no code that the source does not name", () => expect(missing(used, documented)).toEqual([]));
});

describe("docs/reference/environment.md", () => {
  const VARIABLE = /\bCAVEMAN_[A-Z0-9]+(?:_[A-Z0-9]+)*\b/g;
  const documented = named(read("docs", "reference", "environment.md"), VARIABLE);
  const used = named(source, VARIABLE);
  // Constants that the compiler stamps in; nobody sets them in an environment.
  for (const name of ["CAVEMAN_BUILD_VERSION", "CAVEMAN_BUILD_COMMIT", "CAVEMAN_BUILD_DATE"])
    used.delete(name);

  test("has every variable that the source names", () => expect(missing(documented, used)).toEqual([]));
  test("has no variable that the source does not name", () => {
    // The launcher and the proxy make some names from parts.
    const made = [...documented].filter((name) => /^CAVEMAN_PROXY|_BIN$/.test(name));
    expect(missing(new Set([...used, ...made]), documented)).toEqual([]);
  });
});

test("docs/reference/tools.md has every tool and every argument", () => {
  const page = read("docs", "reference", "tools.md");
  for (const { name, inputSchema } of TOOLS) {
    expect(page).toContain(name);
    const { properties } = inputSchema as { properties: Record<string, unknown> };
    for (const argument of Object.keys(properties)) expect(page).toContain(`\`${argument}\``);
  }
});

test("docs/reference/cli.md has every verb", () => {
  const page = read("docs", "reference", "cli.md");
  for (const { name } of VERBS) expect(page).toMatch(new RegExp(`\\| \`${name}\\b`));
});
