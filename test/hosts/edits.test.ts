/** Layouts that people have, each with what an added entry must look like. */
import { describe, expect, test } from "bun:test";
import type { Path } from "../../src/hosts/edit/dialect.ts";
import { jsonc } from "../../src/hosts/edit/jsonc.ts";
import { toml } from "../../src/hosts/edit/toml.ts";
import { CaveError } from "../../src/text/errors.ts";

const PATH: Path = ["mcpServers", "caveman"];
const ENTRY = { command: "/x" };

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return error instanceof CaveError ? error.code : "not a CaveError";
  }
  return "no error";
}

describe("JSON with comments", () => {
  const cases: readonly [what: string, before: string, after: string][] = [
    ["nothing", "", '{\n  "mcpServers": {\n    "caveman": {\n      "command": "/x"\n    }\n  }\n}\n'],
    ["minified", '{"a":1,"mcpServers":{"b":{}}}', '{"a":1,"mcpServers":{"b":{},"caveman":{"command":"/x"}}}'],
    [
      "on one line",
      '{ "mcpServers": { "b": {} } }',
      '{ "mcpServers": { "b": {}, "caveman": { "command": "/x" } } }',
    ],
    [
      "tabs and CRLF",
      '{\r\n\t"mcpServers": {\r\n\t\t"b": {}\r\n\t}\r\n}\r\n',
      '{\r\n\t"mcpServers": {\r\n\t\t"b": {},\r\n\t\t"caveman": {\r\n\t\t\t"command": "/x"\r\n\t\t}\r\n\t}\r\n}\r\n',
    ],
    [
      "a comment behind the last member",
      '{\n  "mcpServers": {\n    "b": {} // mine\n    // , not mine\n  }\n}',
      '{\n  "mcpServers": {\n    "b": {}, // mine\n    "caveman": {\n      "command": "/x"\n    }\n    // , not mine\n  }\n}',
    ],
    [
      "trailing commas",
      '{\n  "mcpServers": {\n    "b": {}, // mine\n  },\n}',
      '{\n  "mcpServers": {\n    "b": {}, // mine\n    "caveman": {\n      "command": "/x"\n    },\n  },\n}',
    ],
    [
      "an empty table",
      '{\n    "mcpServers": {}\n}\n',
      '{\n    "mcpServers": {\n        "caveman": {\n            "command": "/x"\n        }\n    }\n}\n',
    ],
    [
      "a table of comments",
      '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
      '{\n  "mcpServers": {\n    // none yet\n    "caveman": {\n      "command": "/x"\n    }\n  }\n}\n',
    ],
    [
      "other settings only",
      '{\n  "theme": "dark"\n}\n',
      '{\n  "theme": "dark",\n  "mcpServers": {\n    "caveman": {\n      "command": "/x"\n    }\n  }\n}\n',
    ],
  ];
  for (const [what, before, after] of cases) {
    test(what, () => {
      const added = jsonc.add(before, PATH, ENTRY);
      expect(added.text).toBe(after);
      expect(jsonc.undo(after, PATH, added)).toBe(before);
    });
  }

  const refused: readonly [what: string, text: string, code: string][] = [
    ["what does not parse", '{"mcpServers": ', "cave_config_unreadable"],
    ["two values", "{} {}", "cave_config_unreadable"],
    ["an array", "[]", "cave_config_shape"],
    ["a table that is none", '{"mcpServers": null}', "cave_config_shape"],
    ["a table that is there twice", '{"mcpServers": {}, "mcpServers": {}}', "cave_config_shape"],
    ["nesting without end", "[".repeat(200_000), "cave_config_unreadable"],
  ];
  for (const [what, text, code] of refused) {
    test(`refuses ${what}`, () => expect(codeOf(() => jsonc.add(text, PATH, ENTRY))).toBe(code));
  }

  test("undo keeps what the user put around and behind the entry", () => {
    const added = jsonc.add('{\n  "mcpServers": {\n    "b": {}\n  }\n}\n', PATH, ENTRY);
    const changed = added.text
      .replace('"b": {}', '"b": {"x": 1}')
      .replace("    }\n  }\n}", '    },\n    "mine": {}\n  },\n  "theme": 1\n}');
    expect(jsonc.undo(changed, PATH, added)).toBe(
      '{\n  "mcpServers": {\n    "b": {"x": 1},\n    "mine": {}\n  },\n  "theme": 1\n}\n',
    );
  });

  test("undo never puts a comma into a comment", () => {
    const before = '{\n  "mcpServers": {\n    "b": {} // mine\n  }\n}\n';
    const added = jsonc.add(before, PATH, ENTRY);
    const changed = added.text.replace("    }\n  }\n}", '    },\n    "later": 1\n  }\n}');
    const undone = jsonc.undo(changed, PATH, added) ?? jsonc.remove(changed, PATH, null);
    expect(jsonc.entryAt(undone, ["mcpServers", "later"])).toBe(1);
    expect(jsonc.entryAt(undone, PATH)).toBeUndefined();
    expect(undone).toContain('"b": {}, // mine');
  });
});

describe("TOML", () => {
  const TOML: Path = ["mcp_servers", "caveman"];
  test("a table at the end, behind an empty line", () => {
    const added = toml.add('model = "x"', TOML, { command: "C:\\x", args: [] });
    expect(added.text).toBe('model = "x"\n\n[mcp_servers.caveman]\ncommand = "C:\\\\x"\nargs = []\n');
    expect(toml.undo(added.text, TOML, added)).toBe('model = "x"');
  });

  const refused: readonly [what: string, text: string, code: string][] = [
    ["what does not parse", "a = ", "cave_config_unreadable"],
    ["an inline table", "mcp_servers = { git = { command = 'git' } }", "cave_config_shape"],
    ["a name that is no table", "mcp_servers = 1", "cave_config_shape"],
    ["an array of tables", "[[mcp_servers]]\nx = 1\n", "cave_config_shape"],
  ];
  for (const [what, text, code] of refused) {
    test(`refuses ${what}`, () => expect(codeOf(() => toml.add(text, TOML, ENTRY))).toBe(code));
  }

  test("takes out a table that was written anew, with the tables in it, and nothing else", () => {
    const text =
      "a = '''\n[mcp_servers.caveman]\n'''\n[mcp_servers.caveman] # ours\nargs = [\n  # [not.a.header]\n]\ncommand = \"/x\"\n" +
      '[mcp_servers.caveman.env]\nA = """\n[x]\n"""\n\n# of the next\n[next]\nb = [[1]]\n';
    expect(toml.remove(text, TOML, null)).toBe(
      "a = '''\n[mcp_servers.caveman]\n'''\n\n# of the next\n[next]\nb = [[1]]\n",
    );
  });

  test("leaves an entry that is no table of its own to a person", () => {
    expect(codeOf(() => toml.remove('mcp_servers.caveman.command = "/x"\n', TOML, null))).toBe(
      "cave_config_shape",
    );
  });
});
