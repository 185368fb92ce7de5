/** Handles in every form in which models copy them lead to one canonical spelling, and nothing else does. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { normaliseHandle } from "../../src/tools/handle.ts";

const HANDLE = "ccr_9c256e59597a762fc7ac3c44a06c2ee4";

describe("normaliseHandle", () => {
  const forms = [HANDLE, `<<ccr:${HANDLE}>>`, `ccr:${HANDLE}`, `ccr://${HANDLE}`];

  test("accepts every form, whatever stands around it", () => {
    const around = fc.string({
      unit: fc.constantFrom(" ", "\n", "\t", '"', "'", "`", "“", "”"),
      maxLength: 4,
    });
    const behind = fc.string({ unit: fc.constantFrom(" ", '"', "'", "`", "…", "."), maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...forms), around, behind, (form, before, after) => {
        expect(normaliseHandle(before + form + after)).toBe(HANDLE);
      }),
    );
  });

  test("looks inside the angle brackets too", () => {
    expect(normaliseHandle(`\`<<ccr:${HANDLE}…>>\`.`)).toBe(HANDLE);
  });

  test("accepts ids of typed objects", () => {
    expect(normaliseHandle("ccr://ccr_obj_ab12")).toBe("ccr_obj_ab12");
  });

  test("keeps the case: a match is exact", () => {
    expect(normaliseHandle(HANDLE.toUpperCase())).toBeNull();
    expect(normaliseHandle(`ccr_${"A".repeat(32)}`)).toBe(`ccr_${"A".repeat(32)}`);
  });

  test("refuses what could be a path, a pattern or two handles", () => {
    for (const text of [
      "",
      "ccr_",
      "ccr_../x",
      "ccr_%",
      "ccr_*",
      `${HANDLE} ${HANDLE}`,
      "<<ccr:>>",
      "ccr:",
      "…",
      HANDLE.slice(4),
    ]) {
      expect(normaliseHandle(text)).toBeNull();
    }
    expect(normaliseHandle(`ccr_${"a".repeat(10_000)}`)).toBeNull();
  });

  test("never throws and never invents: the result is a part of the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const handle = normaliseHandle(text);
        expect(handle === null || text.includes(handle)).toBe(true);
      }),
    );
  });
});
