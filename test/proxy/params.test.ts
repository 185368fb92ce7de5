/** Parameters and lists keep every byte that is not ours to change. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CallerParams } from "../../src/proxy/params.ts";
import { toolPage } from "../../src/proxy/tool-list.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const params = (literal: string) => new CallerParams({ kind: "text", text: literal });

describe("parameters", () => {
  test("arguments go on as they were written", () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (literal, metaFirst) => {
        const meta = '"_meta":{"progressToken":7,"a/b":1.50}';
        const members = `"name":"t","arguments":${literal}`;
        const given = metaFirst ? `{${meta},${members}}` : `{${members} , ${meta}}`;
        expect(text(params(given).forUpstream("legacy", 99))).toBe(
          `{"name":"t","arguments":${literal},"_meta":{"a/b":1.50,"progressToken":99}}`,
        );
      }),
    );
  });

  test("of a long line in shared memory too", () => {
    const literal = '{"name":"t","arguments":{"big":12345678901234567890}}';
    const line = new SharedArrayBuffer(literal.length + 20);
    new TextEncoder().encodeInto(literal, new Uint8Array(line, 10));
    const long = new CallerParams({ kind: "line", line, start: 10, end: 10 + literal.length });
    expect(text(long.forUpstream("legacy", null))).toBe(literal);
    expect(long.literal("arguments")).toBe('{"big":12345678901234567890}');
  });

  test.each([
    ["{}", "{}"],
    ['{"_meta":{}}', '{"_meta":{}}'],
    ['{"cursor":"c\\u0041"}', '{"cursor":"c\\u0041"}'],
    ['{"_meta":{"progressToken":"x"}}', '{"_meta":{}}'],
    ['{"_meta":null,"a":1}', '{"a":1,"_meta":{}}'],
  ])("%s without a token of ours is %s", (given, expected) => {
    expect(text(params(given).forUpstream("legacy", null))).toBe(expected);
  });

  test("no parameters at all are an empty object", () => {
    expect(text(new CallerParams(undefined).forUpstream("legacy", null))).toBe("{}");
  });

  test.each([
    ["0", true],
    ['""', true],
    ["-1.5", true],
    ["null", false],
    ["true", false],
    ["{}", false],
  ])("a progress token %s: %p", (token, wanted) => {
    expect(params(`{"_meta":{"progressToken":${token}}}`).wantsProgress).toBe(wanted);
  });
});

describe("lists", () => {
  const tool = fc.record(
    {
      name: fc.string(),
      description: fc.oneof(fc.string({ unit: "binary" }), fc.constant(null), fc.integer()),
      inputSchema: fc.jsonValue(),
      outputSchema: fc.jsonValue(),
      annotations: fc.oneof(fc.jsonValue(), fc.record({ readOnlyHint: fc.boolean() })),
      "x-vendor": fc.jsonValue(),
    },
    { requiredKeys: [] },
  );

  test("differ in the prefix and outputSchema alone, whatever the tools look like", () => {
    const page = fc.record({ tools: fc.array(fc.oneof(tool, fc.jsonValue())), "x-page": fc.jsonValue() });
    fc.assert(
      fc.property(page, fc.string(), fc.boolean(), (given, prefix, pretty) => {
        const literal = JSON.stringify(given, null, pretty ? 2 : 0);
        const { encoded } = toolPage(new TextEncoder().encode(literal), prefix, "legacy");
        const line = text(encoded.encoded);
        expect(line).not.toMatch(/[\r\n]/);
        const expected = JSON.parse(literal) as { tools: unknown[] };
        for (const each of expected.tools) {
          if (typeof each !== "object" || each === null || Array.isArray(each)) continue;
          const one = each as Record<string, unknown>;
          delete one.outputSchema;
          if (typeof one.description === "string") one.description = prefix + one.description;
        }
        expect(JSON.stringify(JSON.parse(`{${line}}`))).toBe(JSON.stringify(expected));
      }),
    );
  });
});
