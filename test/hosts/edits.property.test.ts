/** Adding an entry and taking it out again gives the same text, whatever the text; nothing else changes. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import type { Path } from "../../src/hosts/edit/dialect.ts";
import { jsonc } from "../../src/hosts/edit/jsonc.ts";
import { toml } from "../../src/hosts/edit/toml.ts";
import { jsoncFile, tomlFile } from "./support/generated.ts";

const RUNS = 2500;
/** Bun's 5 s are for one example, not for thousands on a busy machine. */
const LIMIT_MS = 60_000;
const JSON_PATH: Path = ["mcpServers", "caveman"];
const TOML_PATH: Path = ["mcp_servers", "caveman"];
const ENTRY = {
  type: "stdio",
  command: "C:\\bin\\cave man",
  args: ["--url", "https://x/?a=1&b=#c"],
  env: {},
};
const OTHER = { command: "/usr/bin/other", args: [] };

function parses(text: string): boolean {
  try {
    parseToml(text, { integersAsBigInt: true });
    return true;
  } catch {
    return false;
  }
}

describe("JSON with comments", () => {
  test(
    "add, then undo, is the identity",
    () => {
      fc.assert(
        fc.property(jsoncFile, (text) => {
          const added = jsonc.add(text, JSON_PATH, ENTRY);
          expect(jsonc.entryAt(added.text, JSON_PATH)).toEqual(ENTRY);
          expect(jsonc.undo(added.text, JSON_PATH, added)).toBe(text);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT_MS,
  );

  test(
    "undo is exact whatever changed around the entry",
    () => {
      fc.assert(
        fc.property(jsoncFile, (text) => {
          const added = jsonc.add(text, JSON_PATH, ENTRY);
          const changed = (t: string) => `// a note\n\n${t}\n/* another */ `;
          expect(jsonc.undo(changed(added.text), JSON_PATH, added)).toBe(changed(text));
        }),
        { numRuns: 500 },
      );
    },
    LIMIT_MS,
  );

  test(
    "what is added is one piece, and perhaps one comma",
    () => {
      fc.assert(
        fc.property(jsoncFile, (text) => {
          const { text: after, body, comma } = jsonc.add(text, JSON_PATH, ENTRY);
          expect(after.length).toBe(text.length + body.length + (comma ? 1 : 0));
          const without = after.replace(body, () => "");
          if (!comma) expect(without).toBe(text);
        }),
        { numRuns: 500 },
      );
    },
    LIMIT_MS,
  );

  test(
    "a second server added after ours does not keep ours from being taken out exactly",
    () => {
      fc.assert(
        fc.property(jsoncFile, (text) => {
          const ours = jsonc.add(text, JSON_PATH, ENTRY);
          const both = jsonc.add(ours.text, ["mcpServers", "other"], OTHER).text;
          const left = jsonc.undo(both, JSON_PATH, ours) ?? jsonc.remove(both, JSON_PATH, null);
          expect(jsonc.entryAt(left, JSON_PATH)).toBeUndefined();
          expect(jsonc.entryAt(left, ["mcpServers", "other"])).toEqual(OTHER);
        }),
        { numRuns: 500 },
      );
    },
    LIMIT_MS,
  );

  test(
    "removal by structure leaves every other value",
    () => {
      fc.assert(
        fc.property(jsoncFile, (text) => {
          const left = jsonc.remove(jsonc.add(text, JSON_PATH, ENTRY).text, JSON_PATH, null);
          const before = parseJsonc(text, [], { allowTrailingComma: true, allowEmptyContent: true }) ?? {};
          const after = parseJsonc(left, [], { allowTrailingComma: true });
          expect(after).toEqual(Object.hasOwn(before, "mcpServers") ? before : { ...before, mcpServers: {} });
        }),
        { numRuns: 500 },
      );
    },
    LIMIT_MS,
  );
});

describe("TOML", () => {
  const valid = tomlFile.filter(parses);

  test(
    "add, then undo, is the identity",
    () => {
      fc.assert(
        fc.property(valid, (text) => {
          const { type: _, env: __, ...entry } = ENTRY;
          const added = toml.add(text, TOML_PATH, entry);
          expect(added.text.startsWith(text)).toBe(true);
          expect(toml.entryAt(added.text, TOML_PATH)).toEqual(entry);
          expect(toml.undo(added.text, TOML_PATH, added)).toBe(text);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT_MS,
  );

  test(
    "tables added after ours stay, and ours goes exactly",
    () => {
      fc.assert(
        fc.property(valid, valid, (text, more) => {
          const ours = toml.add(text, TOML_PATH, OTHER);
          const tail = `\n[later]\nx = ${JSON.stringify(more)}\n`.replaceAll("\x7f", "");
          if (!parses(ours.text + tail)) return;
          expect(toml.undo(ours.text + tail, TOML_PATH, ours)).toBe(text + tail);
        }),
        { numRuns: 500 },
      );
    },
    LIMIT_MS,
  );

  test(
    "removal by structure leaves every other value",
    () => {
      fc.assert(
        fc.property(valid, (text) => {
          const left = toml.remove(toml.add(text, TOML_PATH, OTHER).text, TOML_PATH, null);
          expect(toml.entryAt(left, TOML_PATH)).toBeUndefined();
          expect(left.startsWith(text)).toBe(true);
        }),
        { numRuns: 500 },
      );
    },
    LIMIT_MS,
  );
});
