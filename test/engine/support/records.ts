/** Generated records: repetitive like real payloads, with every trap that a statement could fall into. */
import fc from "fast-check";

/** A JSON value as the text that stands for it, so that spellings are the generator's. */
export type Spelled = string;
/** Field name → spelled value; absent fields are missing. */
export type Row = Record<string, Spelled>;

const quoted = (text: string): Spelled => JSON.stringify(text);

/** Few values: states, types, levels, flags, with traps among them. */
const category = fc
  .uniqueArray(
    fc.oneof(
      fc.constantFrom(
        "open",
        "closed",
        "failed",
        "ok",
        "in transit",
        "x;y",
        "a, b",
        "absent",
        "all",
        "…",
        "1..2",
      ),
      fc.constantFrom(
        "null",
        "true",
        "5",
        "05",
        "1e3",
        "caveman",
        'say "hi"',
        "back\\slash",
        "tab\tbed",
        "×3",
        "a×3",
      ),
      fc.constantFrom(
        "\u202eevil",
        "zero\u200bwidth",
        "naïve",
        "日本",
        "😀",
        " lead",
        "",
        "it's",
        "`cmd`",
        "a|b",
        "#1",
        "-",
      ),
      fc.constantFrom(
        "v".repeat(24),
        "w".repeat(25),
        "u".repeat(41),
        "k=v",
        "state=failed",
        "a: b",
        "{x}",
        "[1]",
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((values) => values.map(quoted));

const literals = fc.uniqueArray(
  fc.constantFrom("true", "false", "null", "0", "-0", "1", "200", "500", "1.0", "1.00"),
  {
    minLength: 1,
    maxLength: 4,
  },
);

const numbers = fc.oneof(
  fc.integer({ min: 0, max: 500 }).map(String),
  fc.integer({ min: -5000, max: 99999 }).map((n) => (n / 100).toFixed(2)),
  fc.constantFrom(
    "1.10",
    "1e400",
    "12345678901234567890",
    "12345678901234567891",
    "-0",
    "0.1",
    "1E2",
    "1e-7",
  ),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }).map(String),
);

const WORDS =
  "retry upstream timeout order cart user session cache disk node pod region request worker".split(" ");
const prose = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 9 }), fc.integer({ min: 0, max: 99 }))
  .map(([words, n]) => quoted(`${words.join(" ")} ${n}`));

const nested = fc.constantFrom(
  "[]",
  "{}",
  "[1,2]",
  '[{"sku":"A 1","qty":1}]',
  '{"deep":{"er":[]}}',
  '["a b c d e"]',
);

type Field = { name: string; value: (unit: number) => fc.Arbitrary<Spelled>; optional: boolean };

const NAMES = [
  ..."id state type level status kind amount count latency_ms msg note region host ts value key all sum".split(
    " ",
  ),
  ..."password api_key sessionId auth.token a-b x.y 1st __proto__ constructor naïve".split(" "),
  "with space",
  "n".repeat(41),
  "",
];

const field = (name: string): fc.Arbitrary<Field> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: category.map((vs) => () => fc.constantFrom(...vs)) },
        { weight: 2, arbitrary: literals.map((vs) => () => fc.constantFrom(...vs)) },
        { weight: 3, arbitrary: fc.constant(() => numbers) },
        { weight: 2, arbitrary: fc.constant(() => numbers.map(quoted)) },
        { weight: 1, arbitrary: fc.constant(() => prose) },
        { weight: 1, arbitrary: fc.constant(() => nested) },
        {
          weight: 3,
          arbitrary: fc
            .integer({ min: 0, max: 9990 })
            .map((n) => (i: number) => fc.constant(quoted(`id-${n + i}`))),
        },
        {
          weight: 1,
          arbitrary: fc.integer({ min: 0, max: 9990 }).map((n) => (i: number) => fc.constant(String(n + i))),
        },
        {
          weight: 1,
          arbitrary: fc.constant((i: number) =>
            fc.constant(quoted(new Date(1.7e12 + i * 1e4).toISOString())),
          ),
        },
        {
          weight: 1,
          arbitrary: fc.constant(() =>
            fc.oneof(numbers, numbers.map(quoted), fc.constantFrom("null", '""', '"x"')),
          ),
        },
      ),
      fc.boolean(),
    )
    .map(([value, optional]) => ({ name, value, optional: optional && name !== "id" }));

/** Names that a header of a table can have. */
export const HEADER_NAMES = NAMES.filter((name) => name !== "");

/** Rows of one schema: some fields optional, some of them rare. */
export const rows = (max = 60, names: readonly string[] = NAMES): fc.Arbitrary<Row[]> =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 2, max }),
    )
    .chain(([names, n]) =>
      fc.tuple(...names.map(field)).chain((fields) =>
        fc.tuple(
          ...Array.from({ length: n }, (_, i) =>
            fc
              .tuple(
                ...fields.map((f) =>
                  f.optional
                    ? fc.option(f.value(i), { freq: 8, nil: undefined })
                    : (f.value(i) as fc.Arbitrary<Spelled | undefined>),
                ),
              )
              .map((values) => {
                const row: Row = Object.create(null) as Row;
                for (const [c, value] of values.entries())
                  if (value !== undefined) row[names[c] ?? ""] = value;
                return row;
              }),
          ),
        ),
      ),
    );

export const toObject = (row: Row): Spelled =>
  `{${Object.keys(row)
    .map((name) => `${quoted(name)}:${row[name]}`)
    .join(",")}}`;

export const toArray = (all: readonly Row[]): string => `[${all.map(toObject).join(",")}]`;

export const toNdjson = (all: readonly Row[]): string => `${all.map(toObject).join("\n")}\n`;

/** Text of a cell: strings without their quotes. */
const cellText = (value: Spelled | undefined): string =>
  value === undefined ? "" : value.startsWith('"') ? (JSON.parse(value) as string) : value;

export function toSeparated(all: readonly Row[], delimiter: string): string {
  const names = [...new Set(all.flatMap((row) => Object.keys(row)))];
  const cell = (text: string): string =>
    /["\n\r]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [names.map(cell), ...all.map((row) => names.map((name) => cell(cellText(row[name]))))];
  return `${lines.map((line) => line.join(delimiter)).join("\n")}\n`;
}

/** Columns under a header, padded to the widest value, two blanks between them. Values are one word each. */
export function toFixedWidth(all: readonly Row[]): { text: string; offsets: number[]; tsv: string } {
  const names = [...new Set(all.flatMap((row) => Object.keys(row)))];
  const word = (text: string): string => text.replace(/[\s|]+/g, "_");
  const lines = [
    names.map((name) => word(name).toUpperCase()),
    ...all.map((row) => names.map((name) => word(cellText(row[name])))),
  ];
  const widths = names.map((_, c) => Math.max(...lines.map((line) => line[c]?.length ?? 0)) + 2);
  const offsets = widths.map((_, c) => widths.slice(0, c).reduce((a, b) => a + b, 0));
  const text = lines
    .map((line) =>
      line
        .map((cell, c) => cell.padEnd(widths[c] ?? 0))
        .join("")
        .trimEnd(),
    )
    .join("\n");
  return { text: `${text}\n`, offsets, tsv: `${lines.map((line) => line.join("\t")).join("\n")}\n` };
}

export function toMarkdown(all: readonly Row[]): string {
  const names = [...new Set(all.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((c) => c.replaceAll("|", "\\|")).join(" | ")} |`;
  return `${[line(names), line(names.map(() => "---")), ...all.map((row) => line(names.map((n) => cellText(row[n]))))].join("\n")}\n`;
}
