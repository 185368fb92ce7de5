/** Arguments: unknown ones are ignored, wrong types name the argument and what was expected, values are never told. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CaveError } from "../../src/text/errors.ts";
import { compressArguments, inputArgument, retrieveArguments } from "../../src/tools/arguments.ts";

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof CaveError) {
      expect(error.code).toBe("cave_invalid_arguments");
      return error.message;
    }
    throw error;
  }
  return "";
}

describe("compress", () => {
  test("takes a text or a path, not both and not neither", () => {
    expect(compressArguments({ input: "" })).toEqual({ source: { input: "" } });
    expect(compressArguments({ path: "a" })).toEqual({ source: { path: "a" } });
    expect(messageOf(() => compressArguments({ input: "x", path: "y" }))).toContain("input and path");
    expect(messageOf(() => compressArguments({}))).toContain("input");
    expect(messageOf(() => compressArguments(undefined))).toContain("input");
  });

  test("knows type as another name of content_type, which wins", () => {
    expect(compressArguments({ input: "x", type: "log" }).type).toBe("log");
    expect(compressArguments({ input: "x", type: "log", content_type: "json" }).type).toBe("json");
  });

  test("ignores unknown arguments and takes null for absent", () => {
    expect(compressArguments({ input: "x", query: null, foo: 1 })).toEqual({ source: { input: "x" } });
  });

  test("names the argument and what was expected", () => {
    for (const name of ["input", "path", "content_type", "type", "query"]) {
      const message = messageOf(() => compressArguments({ input: "x", [name]: 5 }));
      expect(message).toContain(`${name} must be a string`);
      expect(message).toContain("number");
    }
    expect(messageOf(() => compressArguments([]))).toContain("array");
    expect(messageOf(() => compressArguments("secret"))).not.toContain("secret");
  });
});

test("retrieve trims the query and needs a handle", () => {
  expect(retrieveArguments({ recovery_handle: "ccr_a", query: "  x \n" })).toEqual({
    handle: "ccr_a",
    query: "x",
  });
  expect(retrieveArguments({ recovery_handle: "ccr_a" }).query).toBe("");
  for (const wrong of [undefined, null, 5, [], {}]) {
    expect(messageOf(() => retrieveArguments({ recovery_handle: wrong }))).toContain("recovery_handle");
  }
});

test("inherited members are no arguments", () => {
  expect(messageOf(() => inputArgument(Object.create({ input: "x" })))).toContain("input");
  expect(inputArgument(JSON.parse('{"__proto__": {"input": 1}, "input": "x"}'))).toBe("x");
});

test("anything at all gives arguments or one coded error that repeats no value", () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 2 }), (value) => {
      for (const read of [compressArguments, retrieveArguments, inputArgument]) {
        const message = messageOf(() => read(value));
        if (typeof value === "string" && value.length > 12) expect(message).not.toContain(value);
      }
    }),
  );
});
