/** The scanner accepts exactly what JSON.parse accepts, and its slices are the document. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Json, JsonTape, parseDocument, scanJson } from "../../src/text/json.ts";

/** The document written back from the tape, without white space. */
function rebuild(tape: JsonTape, node = 0): string {
  const type = tape.types[node] ?? 0;
  if (type > Json.array) return tape.slice(node);
  const parts: string[] = [];
  const end = tape.next[node] ?? 0;
  for (let at = node + 1; at < end; ) {
    const value = type === Json.object ? at + 1 : at;
    parts.push((type === Json.object ? `${tape.slice(at)}:` : "") + rebuild(tape, value));
    at = tape.next[value] ?? end;
  }
  return type === Json.object ? `{${parts.join(",")}}` : `[${parts.join(",")}]`;
}

const accepts = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const damage = (text: string, at: number, what: string): string => {
  const i = text.length === 0 ? 0 : at % (text.length + 1);
  return what === "" ? text.slice(0, i) + text.slice(i + 1) : text.slice(0, i) + what + text.slice(i);
};

describe("scanJson", () => {
  test("rebuilds any document, pretty or not", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const tape = parseDocument(text);
        if (tape === null) throw new Error("not accepted");
        expect(rebuild(tape)).toBe(JSON.stringify(value));
      }),
    );
  });

  test("accepts what JSON.parse accepts, damaged documents included", () => {
    const snippet = fc.constantFrom(
      "",
      ",",
      "]",
      "}",
      "[",
      "{",
      '"',
      "\\",
      "\\u12",
      "0",
      "-",
      ".",
      "e",
      "+",
      "\u0001",
      "\n",
      "nul",
      ":",
    );
    fc.assert(
      fc.property(fc.json(), fc.array(fc.tuple(fc.nat(), snippet), { maxLength: 3 }), (text, damages) => {
        const broken = damages.reduce((t, [at, what]) => damage(t, at, what), text);
        expect(parseDocument(broken) !== null).toBe(accepts(broken));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    "",
    " ",
    "[1,]",
    "[,1]",
    "{,}",
    '{"a":1,}',
    '{"a"}',
    "01",
    "1.",
    ".5",
    "+1",
    "-",
    "1e",
    "tru",
    "truee",
    '"\t"',
    '"\\x"',
    "[1]]",
    "\ufeff[]",
    "nullnull",
    "[1 2]",
  ])("refuses %j", (text) => {
    expect(parseDocument(text)).toBeNull();
  });

  test("keeps spellings, duplicate keys and their order", () => {
    const text = '{"b":1.10,"a":-0,"b":1e400,"__proto__":{"\\u0061":12345678901234567890}}';
    const tape = parseDocument(text);
    expect(tape && rebuild(tape)).toBe(text);
  });

  test("depth costs no stack", () => {
    const deep = 200_000;
    expect(parseDocument("[".repeat(deep) + "]".repeat(deep))?.size).toBe(deep);
    expect(parseDocument("[".repeat(deep))).toBeNull();
  });

  test("a slice of a text is scanned within its bounds", () => {
    const text = "x[1,2]y";
    const tape = new JsonTape(text);
    expect(scanJson(tape, 1, 6)).toBe(6);
    expect(scanJson(new JsonTape(text), 1, 5)).toBe(-1);
  });

  test("the checkpoint can end it", () => {
    const stop = () => {
      throw new Error("stopped");
    };
    expect(() => parseDocument(`[${"1,".repeat(50_000)}1]`, stop)).toThrow("stopped");
  });
});

test("nesting has a limit far beyond documents: a text of nothing but brackets fills no memory", () => {
  const nested = (depth: number): boolean => parseDocument("[".repeat(depth) + "]".repeat(depth)) !== null;
  expect(nested(900_000)).toBe(true);
  expect(nested(1_100_000)).toBe(false);
});
