/** How texts are put into wrappers. */

/** The text without its last line end. */
export const body = (text: string): string => text.replace(/\n$/, "");

/** Each line behind its number, as tools that read files write it. */
export const numbered = (text: string, of: (n: number) => string): string =>
  `${body(text)
    .split("\n")
    .map((line, i) => of(i + 1) + line)
    .join("\n")}\n`;
