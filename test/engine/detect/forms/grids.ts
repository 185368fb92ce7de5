/** Tables with lines around their cells: databases' clients, and what terminal libraries draw with Unicode. */
import { aligned, type Forms, lines, pick, repeat, rowsOf } from "./form.ts";

const HEADER = ["id", "name", "state", "amount", "note"];
const STATES = ["open", "closed", "open"];
const record = (i: number): string[] => [
  `${i + 1}`,
  `user-${i + 1}`,
  pick(STATES, i),
  `${i}.50`,
  i % 4 === 0 ? "late, call back" : "",
];
const records = (n: number): string[][] => [HEADER, ...rowsOf(n, (i) => record(i))];

interface Frame {
  readonly bar: string;
  readonly line: string;
  /** Left, middle and right of the top, the rule below the header, and the bottom. */
  readonly top: string;
  readonly rule: string;
  readonly bottom: string;
  /** Between two rows as well. */
  readonly between?: string;
}

function framed(
  rows: readonly (readonly string[])[],
  { bar, line, top, rule, bottom, between }: Frame,
): string[] {
  const padded = aligned(rows, { gap: "\0" }).map((row) => row.split("\0"));
  const widths = (rows[0] ?? []).map((_, c) => Math.max(...rows.map((row) => row[c]?.length ?? 0)));
  const drawn = (parts: string): string => {
    const [left = "", middle = "", right = ""] = [...parts];
    return left + widths.map((w) => line.repeat(w + 2)).join(middle) + right;
  };
  const [header = "", ...body] = padded.map(
    (row) => `${bar}${row.map((cell, c) => ` ${cell.padEnd(widths[c] ?? 0)} `).join(bar)}${bar}`,
  );
  return [
    drawn(top),
    header,
    drawn(rule),
    ...body.flatMap((row, i) => (between !== undefined && i > 0 ? [drawn(between), row] : [row])),
    drawn(bottom),
  ];
}

const ASCII: Frame = { bar: "|", line: "-", top: "+++", rule: "+++", bottom: "+++" };
const BOX: Frame = { bar: "│", line: "─", top: "┌┬┐", rule: "├┼┤", bottom: "└┴┘" };

export const GRIDS: Forms = {
  mysql: { type: "tabular", of: (n) => lines(...framed(records(n), ASCII), `${n} rows in set (0.01 sec)`) },
  "sqlite3 table": { type: "tabular", of: (n) => lines(...framed(records(n), ASCII)) },
  "sqlite3 box": { type: "tabular", of: (n) => lines(...framed(records(n), BOX)) },
  "pnpm with a line between rows": {
    type: "tabular",
    of: (n) => lines(...framed(records(n), { ...BOX, between: "├┼┤" })),
  },
  "rich, heavy head": {
    type: "tabular",
    of: (n) =>
      lines(
        "                Orders",
        ...framed(records(n), { bar: "│", line: "─", top: "┏┳┓", rule: "┡╇┩", bottom: "└┴┘" }).map((l, i) =>
          i === 0 || i === 2 ? l.replaceAll("─", "━") : i === 1 ? l.replaceAll("│", "┃") : l,
        ),
      ),
  },
  "nushell, rounded and numbered": {
    type: "tabular",
    of: (n) =>
      lines(
        ...framed(
          records(n).map((row, i) => [i === 0 ? "#" : `${i - 1}`, ...row]),
          { bar: "│", line: "─", top: "╭┬╮", rule: "├┼┤", bottom: "╰┴╯" },
        ),
      ),
  },
  "double lines": {
    type: "tabular",
    of: (n) => lines(...framed(records(n), { bar: "║", line: "═", top: "╔╦╗", rule: "╠╬╣", bottom: "╚╩╝" })),
  },
  "grid of reStructuredText": {
    type: "tabular",
    of: (n) =>
      lines(
        ...framed(records(n), { ...ASCII, between: "+++" }).map((l, i) =>
          i === 2 ? l.replaceAll("-", "=") : l,
        ),
      ),
  },
  psql: {
    type: "tabular",
    of: (n) => {
      const [header = "", ...rows] = aligned(records(n), { gap: " | ", right: [0, 3] });
      const rule = header.padEnd(40).replace(/[^|]/g, "-").replaceAll("|", "+");
      return lines(` ${header}`, `-${rule}`, ...rows.map((r) => ` ${r}`), `(${n} rows)`, "");
    },
  },
  "psql expanded": {
    type: "tabular",
    of: (n) =>
      lines(
        ...repeat(n, (i) =>
          [
            `-[ RECORD ${i + 1} ]${"-".repeat(12)}`,
            ...aligned(
              record(i).map((cell, c) => [HEADER[c] ?? "", cell]),
              { gap: " | " },
            ),
          ].join("\n"),
        ),
        "",
      ),
  },
  "mysql vertical": {
    type: "tabular",
    of: (n) =>
      lines(
        ...repeat(n, (i) =>
          [
            `*************************** ${i + 1}. row ***************************`,
            ...aligned(
              record(i).map((cell, c) => [HEADER[c] ?? "", cell]),
              { gap: ": ", right: [0] },
            ),
          ].join("\n"),
        ),
        `${n} rows in set (0.00 sec)`,
        "",
      ),
  },
  "sqlite3 line": {
    type: "tabular",
    of: (n) =>
      lines(
        ...repeat(n, (i) =>
          lines(
            ...aligned(
              record(i).map((cell, c) => [HEADER[c] ?? "", cell]),
              { gap: " = ", right: [0] },
            ),
          ),
        ),
      ).trimEnd(),
  },
  "sqlite3 column": {
    type: "tabular",
    of: (n) => {
      const rows = records(n);
      const dashes = (rows[0] ?? []).map((_, c) =>
        "-".repeat(Math.max(...rows.map((row) => row[c]?.length ?? 0))),
      );
      const [header = "", ...below] = aligned([rows[0] ?? [], dashes, ...rows.slice(1)]);
      return lines(header, ...below);
    },
  },
  "sqlite3 markdown": {
    type: "tabular",
    of: (n) => lines(...framed(records(n), { ...ASCII, rule: "|||" }).slice(1, -1)),
  },
  "sqlite3 list": { type: "tabular", of: (n) => lines(...records(n).map((row) => row.join("|"))) },
};
