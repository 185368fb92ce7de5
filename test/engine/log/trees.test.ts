/** Trees drawn with lines: the outline stays, so that what is missing has a place. */
import { expect, test } from "bun:test";
import { compress } from "../support/engine.ts";

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** `npm ls --all` of `n` packages; the last one has its dependencies behind blanks. */
const tree = (n: number): string =>
  `shop@1.0.0 /home/ann/shop\n${many(n, (i) => {
    const last = i === n - 1;
    return [
      `${last ? "└" : "├"}─┬ part-${i}@1.${i}.0`,
      ...many(
        20,
        (k) =>
          `${last ? " " : "│"} ${k === 19 ? "└" : "├"}── lib-${i}-${k}@2.${k}.0${k % 3 ? "" : " deduped"}`,
      ),
    ];
  })
    .flat()
    .join("\n")}\n`;

test("all branches of the first level are in view, and those below are counted", () => {
  const { output, tokensBefore, tokensAfter } = compress(tree(12));
  for (let i = 0; i < 12; i++) expect(output).toContain(`─┬ part-${i}@1.${i}.0\n`);
  expect(tokensAfter).toBeLessThan(tokensBefore / 3);
});

test("a level that is too long for an outline is treated like any other", () => {
  const { output, tokensBefore, tokensAfter } = compress(tree(200));
  expect(output).not.toContain("part-77@");
  expect(tokensAfter).toBeLessThan(tokensBefore / 10);
});

test("two branches are not alike because both are branches", () => {
  const urls = many(
    60,
    (i) =>
      `${i === 59 ? "└" : "├"}── https://example.org/${"abcdefghij"[i % 10]}${"klmnopqrst"[i % 7]}${"uvwxyz"[i % 6]}`,
  );
  expect(compress(`shop\n${urls.join("\n")}\n`).output).not.toContain("elided");
});
