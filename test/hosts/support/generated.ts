/** Configuration files as people and programs write them: every layout, comment style and line ending. */
import fc from "fast-check";

const SPACE = ["", " ", "  ", "\t", "\n", "\n  ", "\r\n\t"];
const COMMENTS = [
  '// one line, "quoted": {}\n',
  "/* block */",
  "/* two\n   lines, */",
  "// caveman-mcp // twice\r\n",
  "/**/",
  "//\n",
];

/** What may stand between two tokens of JSON with comments. */
const trivia = fc
  .array(fc.constantFrom(...SPACE, ...COMMENTS), { maxLength: 3 })
  .map((parts) => parts.join(""));

const string = fc.oneof(
  fc.string({ maxLength: 6 }).map((s) => JSON.stringify(s)),
  fc.constantFrom(
    '"mcpServers"',
    '"caveman"',
    '"a\\u002fb"',
    '"// no comment"',
    '"/* nor this */"',
    '"__proto__"',
  ),
);

const scalar = fc.oneof(
  string,
  fc.constantFrom("null", "true", "false", "1.0", "-0", "1e400", "12345678901234567890"),
);

type Member = readonly [key: string, value: string];

/** An object laid out at random. */
function objectOf(members: fc.Arbitrary<Member[]>): fc.Arbitrary<string> {
  return fc
    .record({ members, gaps: fc.array(trivia, { minLength: 40, maxLength: 40 }), trailing: fc.boolean() })
    .map(({ members: list, gaps, trailing }) => {
      let at = 0;
      const gap = (): string => gaps[at++ % gaps.length] ?? "";
      const parts = list.map(([key, value]) => `${gap()}${key}${gap()}:${gap()}${value}${gap()}`);
      const end = trailing && list.length > 0 ? `,${gap()}` : gap();
      return `{${parts.join(",")}${end}}`;
    });
}

function distinct(list: Member[]): Member[] {
  const seen = new Set<string>();
  return list.filter(([key]) => {
    const name = JSON.parse(key) as string;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

const anyObject = objectOf(fc.array(fc.tuple(string, scalar), { maxLength: 4 }).map(distinct));

/** The object of servers, without a server called caveman. */
const servers = objectOf(
  fc
    .array(fc.tuple(string, fc.oneof(scalar, anyObject)), { maxLength: 4 })
    .map((list) => distinct(list).filter(([key]) => key !== '"caveman"')),
);

/** A text laid out by JSON.stringify, as programs do. */
const printed = fc
  .record({
    rest: fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    servers: fc.option(
      fc.dictionary(fc.string({ maxLength: 5 }), fc.object({ maxDepth: 1 }), { maxKeys: 3 }),
    ),
    indent: fc.constantFrom(undefined, 2, 4, 3, "\t"),
    last: fc.boolean(),
    end: fc.constantFrom("", "\n", "\n\n"),
  })
  .map(({ rest, servers: table, indent, last, end }) => {
    const mine = table === null ? {} : { mcpServers: { ...table, caveman: undefined } };
    const { mcpServers: _, ...others } = rest;
    return JSON.stringify(last ? { ...others, ...mine } : { ...mine, ...others }, null, indent) + end;
  });

const handMade = fc
  .record({
    before: fc.array(fc.tuple(string, scalar), { maxLength: 3 }),
    table: fc.option(servers),
    after: fc.array(fc.tuple(string, fc.oneof(scalar, anyObject)), { maxLength: 3 }),
    around: fc.tuple(trivia, trivia),
  })
  .chain(({ before, table, after, around }) => {
    const isTable = ([key]: Member): boolean => JSON.parse(key) === "mcpServers";
    const rest = [...before, ...after].filter((m) => !isTable(m));
    const list = table === null ? rest : [...before, ['"mcpServers"', table] as const, ...after];
    const kept = table === null ? rest : list.filter((m) => !isTable(m) || m[1] === table);
    return objectOf(fc.constant(distinct(kept))).map((text) => around[0] + text + around[1]);
  });

const blank = fc.oneof(trivia, fc.constantFrom("", "\n", "{}", "{}\n", "{\n}\n", "{ }", '{"mcpServers":{}}'));

function withLineBreaks(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.constantFrom("as is", "\n", "\r\n"))
    .map(([t, eol]) => (eol === "as is" ? t : t.replace(/\r\n|\n/g, eol)));
}

/** A configuration file in JSON with comments, that may hold an object mcpServers but no server caveman in it. */
export const jsoncFile = withLineBreaks(
  fc.oneof(
    { weight: 4, arbitrary: handMade },
    { weight: 3, arbitrary: printed },
    { weight: 1, arbitrary: blank },
  ),
);

const bare = fc.constantFrom("a", "b-1", "_c", '"q.d"', "'lit'", "model", "command");
const tomlValue = fc.oneof(
  fc.constantFrom(
    "1",
    "-0.0",
    "inf",
    "nan",
    "1979-05-27T07:32:00Z",
    "07:32:00",
    "12345678901234567",
    "true",
    '"[mcp_servers.caveman]"',
    "'''\n[mcp_servers.caveman]\ncommand = 'no'\n'''",
    '"""\\\n  # no comment \\""" """',
    "[ 1, 2, # two\n 3 ]",
    "[[1], [\n]]",
    "{ x = 1, y = [ {} ] }",
  ),
  fc.string({ maxLength: 5 }).map((s) => JSON.stringify(s).replaceAll("\x7f", "")),
);
const tomlComment = fc.constantFrom("", "", " # why", "# [header]", "\t#");
const tomlGap = fc.constantFrom("", "\n", "\n\n", "# comment\n", "  # [mcp_servers.caveman]\n");
const pair = fc
  .tuple(bare, tomlValue, tomlComment, tomlGap, fc.constantFrom(" = ", "=", "\t= "))
  .map(([k, v, c, g, eq]) => ({ k, line: `${k}${eq}${v}${c}\n${g}` }));

function pairs(max: number): fc.Arbitrary<string> {
  return fc
    .uniqueArray(pair, { maxLength: max, selector: (p) => p.k })
    .map((l) => l.map((p) => p.line).join(""));
}

const header = fc.constantFrom(
  "[tools]",
  "[ mcp_servers . files ]",
  "[mcp_servers.git]",
  "[mcp_servers.git.env]",
  "[mcp_servers]",
  "[[profiles]]",
  "[projects.'/home/x']",
  '["mcp_servers"."other one"]',
);

/** A configuration file in TOML without a server caveman. Not every one parses; callers keep those that do. */
export const tomlFile = withLineBreaks(
  fc
    .record({
      top: pairs(4),
      tables: fc.uniqueArray(fc.tuple(header, tomlComment, tomlGap, pairs(3)), {
        maxLength: 4,
        selector: (t) => t[0],
      }),
      cut: fc.boolean(),
      dotted: fc.constantFrom("", "", 'mcp_servers.dotted.command = "x"\n'),
    })
    .map(({ top, tables, cut, dotted }) => {
      const text = dotted + top + tables.map(([h, c, g, body]) => `${h}${c}\n${g}${body}`).join("");
      return cut ? text.replace(/\n$/, "") : text;
    }),
);
