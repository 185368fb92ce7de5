/** Columns under a header, as tools for containers and packages and shells print them. */
import { aligned, type Forms, lines, pick, repeat, rowsOf } from "./form.ts";

const IMAGES = ["nginx", "postgres", "registry.example.com/shop/api", "redis", "<none>"];
const hex = (i: number, n: number): string => ((i + 3) * 2654435761).toString(16).padStart(n, "a").slice(-n);

/** A table whose first row are the names. */
const table = (
  names: string,
  rows: readonly (readonly string[])[],
  gap = "   ",
  right: readonly number[] = [],
): string => lines(...aligned([names.split(/ {2,}/), ...rows], { gap, right }));

export const TOOLS: Forms = {
  "docker images": {
    type: "tabular",
    of: (n) =>
      table(
        "REPOSITORY  TAG  IMAGE ID  CREATED  SIZE",
        rowsOf(n, (i) => [
          pick(IMAGES, i),
          i % 3 ? `1.${i}` : "<none>",
          hex(i, 12),
          `${(i % 9) + 2} days ago`,
          `${i * 7 + 20}MB`,
        ]),
      ),
  },
  "docker stats": {
    type: "tabular",
    of: (n) =>
      table(
        "CONTAINER ID  NAME  CPU %  MEM USAGE / LIMIT  MEM %  NET I/O  BLOCK I/O  PIDS",
        rowsOf(n, (i) => [
          hex(i, 12),
          `web-${i}`,
          `${i % 7}.0${i % 10}%`,
          `${i * 3 + 10}.2MiB / 7.6GiB`,
          `0.${i}%`,
          `1.${i}kB / 0B`,
          "0B / 0B",
          `${(i % 5) + 1}`,
        ]),
      ),
  },
  "helm list": {
    type: "tabular",
    of: (n) =>
      lines(
        ["NAME", "NAMESPACE", "REVISION", "UPDATED", "STATUS", "CHART", "APP VERSION"]
          .map((s, c) => s.padEnd([12, 12, 9, 39, 10, 14, 0][c] ?? 0))
          .join("\t"),
        ...repeat(n, (i) =>
          [
            `api-${i}`,
            pick(["prod", "stage"], i),
            `${(i % 5) + 1}`,
            `2026-03-${String((i % 28) + 1).padStart(2, "0")} 09:00:00.123456 +0000 UTC`,
            i % 7 ? "deployed" : "failed",
            `api-1.${i}.0`,
            `1.${i}`,
          ]
            .map((s, c) => s.padEnd([12, 12, 9, 39, 10, 14, 0][c] ?? 0))
            .join("\t"),
        ),
      ),
  },
  "npm outdated": {
    type: "tabular",
    of: (n) =>
      table(
        "Package  Current  Wanted  Latest  Location  Depended by",
        rowsOf(n, (i) => [
          `package-${i}`,
          `1.${i}.0`,
          `1.${i}.${i % 4}`,
          `2.${i % 5}.0`,
          `node_modules/package-${i}`,
          "shop",
        ]),
        "  ",
        [1, 2, 3],
      ),
  },
  "pip list": {
    type: "tabular",
    of: (n) =>
      lines(
        "Package                   Version",
        "------------------------- -----------",
        ...repeat(n, (i) => `${`package-${i}`.padEnd(26)}1.${i}.${i % 4}`),
      ),
  },
  winget: {
    type: "tabular",
    of: (n) => {
      const rows = aligned(
        [
          ["Name", "Id", "Version", "Available", "Source"],
          ...rowsOf(n, (i) => [
            `Program Number ${i}`,
            `Vendor.Program${i}`,
            `1.${i}`,
            i % 3 ? "" : `2.${i}`,
            "winget",
          ]),
        ],
        { gap: " " },
      );
      const [header = "", ...body] = rows;
      return lines(header, "-".repeat(80), ...body);
    },
  },
  "PowerShell Format-Table": {
    type: "tabular",
    of: (n) =>
      lines(
        "",
        "Handles  NPM(K)    PM(K)      WS(K)     CPU(s)     Id  SI ProcessName",
        "-------  ------    -----      -----     ------     --  -- -----------",
        ...repeat(
          n,
          (i) =>
            `${`${100 + i}`.padStart(7)}  ${`${i % 40}`.padStart(6)}    ${`${2000 + i * 3}`.padStart(5)}      ${`${6000 + i * 7}`.padStart(5)}     ${i % 3 ? `0.${10 + (i % 80)}`.padStart(6) : "      "} ${`${4000 + i}`.padStart(6)}   ${i % 2} svchost${i % 5}`,
        ),
        "",
        "",
      ),
  },
  "PowerShell Get-ChildItem": {
    type: "tabular",
    of: (n) =>
      lines(
        "",
        "",
        "    Directory: C:\\Users\\ann\\shop",
        "",
        "",
        "Mode                 LastWriteTime         Length Name",
        "----                 -------------         ------ ----",
        ...repeat(
          n,
          (i) =>
            `${`${i % 5 ? "-a----" : "d-----"}         3/${(i % 28) + 1}/2026   9:${10 + (i % 50)} AM`.padEnd(34) + `${i % 5 ? `${i * 37}` : ""}`.padStart(15)} file-${i}.txt`,
        ),
        "",
      ),
  },
  "PowerShell Format-List": {
    type: "tabular",
    of: (n) =>
      lines(
        "",
        ...repeat(n, (i) =>
          lines(
            `Name        : service-${i}`,
            `Status      : ${pick(["Running", "Stopped"], i)}`,
            `Description : The service number ${i}, which goes on`,
            "              in another line",
            `StartType   : ${pick(["Manual", "Automatic", "Disabled"], i)}`,
          ),
        ),
      ),
  },
  "kubectl get -A -o wide": {
    type: "tabular",
    of: (n) =>
      table(
        "NAMESPACE  NAME  READY  STATUS  RESTARTS  AGE  IP  NODE  NOMINATED NODE  READINESS GATES",
        rowsOf(n, (i) => [
          "prod",
          `api-${hex(i, 8)}`,
          i % 9 ? "1/1" : "0/1",
          i % 9 ? "Running" : "CrashLoopBackOff",
          i % 9 ? "0" : `${i} (5m ago)`,
          `${i}d`,
          `10.0.0.${i}`,
          `node-${i % 4}`,
          "<none>",
          "<none>",
        ]),
      ),
  },
  "git status columns of gh": {
    type: "tabular",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) =>
            `${100 + i}\tFix the thing number ${i}\tfix-${i}\t${i % 3 ? "OPEN" : "DRAFT"}\t2026-03-${String((i % 28) + 1).padStart(2, "0")}T09:00:00Z`,
        ),
      ),
  },
};
