/** How samples are written. */

/** Texts of one type by what is special about each. */
export type Samples = Readonly<Record<string, string>>;

export const lines = (...l: string[]): string => `${l.join("\n")}\n`;
export const repeat = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => `${line(i)}\n`).join("");
