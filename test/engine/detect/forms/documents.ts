/** Documents and what lies between them and the structured types. */
import { type Forms, lines, pick, repeat } from "./form.ts";

export const DOCUMENTS: Forms = {
  XML: {
    type: "text",
    of: (n) =>
      lines(
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<orders>",
        ...repeat(
          n,
          (i) =>
            `  <order id="${i}">\n    <name>user-${i}</name>\n    <state>${i % 2 ? "open" : "closed"}</state>\n  </order>`,
        ),
        "</orders>",
      ),
  },
  "pom.xml": {
    type: "text",
    of: (n) =>
      lines(
        '<project xmlns="http://maven.apache.org/POM/4.0.0">',
        "  <dependencies>",
        ...repeat(
          n,
          (i) =>
            `    <dependency>\n      <groupId>org.example</groupId>\n      <artifactId>part-${i}</artifactId>\n      <version>1.${i}</version>\n    </dependency>`,
        ),
        "  </dependencies>",
        "</project>",
      ),
  },
  SVG: {
    type: "text",
    of: (n) =>
      lines(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">',
        ...repeat(n, (i) => `  <path d="M${i} 0L10 ${i}" fill="#000"/>`),
        "</svg>",
      ),
  },
  LaTeX: {
    type: "text",
    of: (n) =>
      lines(
        "\\documentclass{article}",
        "\\usepackage{amsmath}",
        "\\begin{document}",
        "\\section{One}",
        ...repeat(
          n,
          (i) =>
            `Some words about the ${pick(["door", "roof", "window"], i)} of house ${i}, with $x_{${i}}$.\n`,
        ),
        "\\end{document}",
      ),
  },
  "Markdown with front matter": {
    type: "text",
    of: (n) =>
      lines(
        "---",
        "title: A page",
        "date: 2026-03-14",
        "tags: [one, two]",
        "---",
        "",
        "# A page",
        "",
        ...repeat(
          n,
          (i) =>
            `The house number ${i} has a **door** and a [window](https://example.com/${i}) of its own.\n`,
        ),
      ),
  },
  "a list of Markdown": {
    type: "text",
    of: (n) =>
      lines(
        "# Things",
        "",
        ...repeat(
          n,
          (i) => `- [Thing ${i}](https://example.com/${i}) - a thing of ${pick(["wood", "stone"], i)}.`,
        ),
      ),
  },
  "tasks of Markdown": {
    type: "text",
    of: (n) => lines(...repeat(n, (i) => `- [${i % 2 ? "x" : " "}] do the thing number ${i}`)),
  },
  "a list of short names": {
    type: "text",
    of: (n) => lines(...repeat(n, (i) => `- thing ${i} of ${pick(["wood", "stone"], i)}`)),
  },
  "a letter with fields": {
    type: "text",
    of: () =>
      lines(
        "From: ann@example.com",
        "To: bob@example.com",
        "Subject: the door",
        "",
        "Dear Bob, the door is open again. Please come and look at it when you can.",
        "",
        "It has been open since Monday, and it rains in.",
        "",
        "Ann",
      ),
  },
  hexdump: {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) =>
            `${(i * 16).toString(16).padStart(8, "0")}  7f 45 4c 46 02 01 01 ${(i % 90) + 10}  00 00 00 00 00 00 00 00  |.ELF............|`,
        ),
      ),
  },
  "man page": {
    type: "text",
    of: (n) =>
      lines(
        "SHOP(1)                     User Commands                    SHOP(1)",
        "",
        "NAME",
        "       shop - sell things",
        "",
        "OPTIONS",
        ...repeat(
          n,
          (i) =>
            `       -${String.fromCharCode(97 + (i % 26))}, --option-${i}\n              do the thing number ${i} before all others\n`,
        ),
      ),
  },
  "front matter alone": {
    type: "config",
    of: () => lines("---", "title: A page", "tags:", "  - one", "  - two", "draft: false", "---"),
  },
};
