/** On real files: install, then uninstall, leaves every byte, mode and link below the home as it was. */
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { claudeCode } from "../../src/hosts/clients/claude-code.ts";
import { codex } from "../../src/hosts/clients/codex.ts";
import type { HostDefinition } from "../../src/hosts/contract.ts";
import { install } from "../../src/hosts/install.ts";
import { registrationOf } from "../../src/hosts/place.ts";
import { uninstall } from "../../src/hosts/uninstall.ts";
import { CaveError } from "../../src/text/errors.ts";
import { jsoncFile, tomlFile } from "./support/generated.ts";
import { sandbox, snapshot } from "./support/sandbox.ts";

/** Together with the texts of edits.property.test.ts more than the 2,000 that the property is promised for. */
const RUNS = 1000;
const LIMIT_MS = 60_000;
const LAUNCH = { command: "/opt/caveman-mcp", args: ["a b", "c"] };
const OPTIONS = { force: false, dryRun: false };

const situation = fc.record({
  kind: fc.constantFrom("plain", "plain", "missing", "linked", "linked, relative", "dangling", "read-only"),
  mark: fc.boolean(),
  mode: fc.constantFrom(0o600, 0o644, 0o666, 0o700),
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

function prepare(home: string, file: string, text: string, { kind, mark, mode }: Situation): void {
  rmSync(home, { recursive: true });
  mkdirSync(dirname(file), { recursive: true });
  if (kind === "missing") {
    if (dirname(file) !== home) rmSync(dirname(file), { recursive: true });
    return;
  }
  const linked = kind.startsWith("linked") || kind === "dangling";
  const real = linked ? join(home, "dotfiles", "real") : file;
  if (linked) {
    mkdirSync(dirname(real));
    symlinkSync(kind === "linked, relative" ? relative(dirname(file), real) : real, file);
  }
  if (kind === "dangling") return;
  writeFileSync(real, (mark ? "\uFEFF" : "") + text);
  chmodSync(real, kind === "read-only" ? 0o444 : mode);
}

function roundTrip(host: HostDefinition, text: fc.Arbitrary<string>): void {
  const box = sandbox();
  try {
    fc.assert(
      fc.property(text, situation, (content, how) => {
        const place = box.place(host);
        prepare(box.machine.home, place.file, content, how);
        const before = snapshot(box.machine.home);
        if (how.kind === "read-only") {
          expect(() => install(place, host.entry(LAUNCH), OPTIONS)).toThrow(CaveError);
          expect(snapshot(box.machine.home)).toEqual(before);
          return;
        }
        expect(install(place, host.entry(LAUNCH), OPTIONS).kind).toBe("added");
        const installed = snapshot(box.machine.home);
        expect(registrationOf(place).kind).toBe("ours");
        expect(install(place, host.entry(LAUNCH), OPTIONS).kind).toBe("present");
        expect(snapshot(box.machine.home)).toEqual(installed);
        expect(uninstall(place, OPTIONS).kind).toMatch(/removed$/);
        expect(snapshot(box.machine.home)).toEqual(before);
      }),
      { numRuns: RUNS },
    );
  } finally {
    box.remove();
  }
}

function isToml(text: string): boolean {
  try {
    parseToml(text);
    return true;
  } catch {
    return false;
  }
}

describe("install, then uninstall", () => {
  test("JSON with comments", () => roundTrip(claudeCode, jsoncFile), LIMIT_MS);
  test("TOML", () => roundTrip(codex, tomlFile.filter(isToml)), LIMIT_MS);
});
