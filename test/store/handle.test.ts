/** The form of handles, which other programs make too. */
import { expect, test } from "bun:test";
import { handleOf, hashInHandle, isHandle, sha256Hex } from "../../src/store/handle.ts";

test("a handle is the first half of the SHA-256 (FIPS 180-4 test vectors)", () => {
  expect(handleOf(new Uint8Array())).toBe("ccr_e3b0c44298fc1c149afbf4c8996fb924");
  expect(handleOf(new TextEncoder().encode("abc"))).toBe("ccr_ba7816bf8f01cfea414140de5dae2223");
  expect(sha256Hex(new TextEncoder().encode("abc"))).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("only the canonical forms are handles", () => {
  const hex = "ba7816bf8f01cfea414140de5dae2223";
  for (const good of [`ccr_${hex}`, `ccr_obj_${hex}`, "ccr_obj_A-b_9"]) expect(isHandle(good)).toBe(true);
  const bad = [
    hex,
    `ccr_${hex.toUpperCase()}`,
    `ccr_${hex}a`,
    ` ccr_${hex}`,
    `ccr_${hex}\n`,
    "ccr_obj_",
    "ccr_obj_../x",
  ];
  for (const text of bad) expect(isHandle(text)).toBe(false);
});

test("the hash in a handle is found where there is one", () => {
  const hex = "ba7816bf8f01cfea414140de5dae2223";
  expect(hashInHandle(`ccr_${hex}`)).toBe(hex);
  expect(hashInHandle(`ccr_obj_${hex}`)).toBe(hex);
  expect(hashInHandle("ccr_obj_named")).toBeNull();
});
