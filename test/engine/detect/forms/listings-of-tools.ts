/** Lists without a header: commits, branches, packages. */
import { type Forms, lines, pick, repeat } from "./form.ts";

const hex = (i: number, n: number): string => ((i + 3) * 2654435761).toString(16).padStart(n, "a").slice(-n);
const DAYS = (i: number): string => String((i % 28) + 1).padStart(2, "0");

export const PACKAGES: Forms = {
  "git branch -vv": {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) =>
            `${`${i === 3 ? "*" : " "} feature/thing-${i}`.padEnd(22)}${hex(i, 7)} [origin/feature/thing-${i}${i % 3 ? "" : `: behind ${i}`}] Do the thing number ${i}`,
        ),
      ),
  },
  "git log --graph": {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(n, (i) =>
          i % 9 === 4
            ? `*   ${hex(i, 7)} Merge branch 'fix-${i}'\n|\\  `
            : i % 9 === 5
              ? `| * ${hex(i, 7)} Fix the thing ${i}\n|/  `
              : `* ${hex(i, 7)} Change the ${pick(["door", "window", "roof"], i)}`,
        ),
      ),
  },
  "git log --oneline": {
    type: "text",
    of: (n) =>
      lines(...repeat(n, (i) => `${hex(i, 7)} Change the ${pick(["door", "window", "roof"], i)} again`)),
  },
  "git blame": {
    type: "code",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) =>
            `${hex(i >> 3, 8)} (Ann Smith 2026-03-${DAYS(i >> 3)} 09:00:00 +0000 ${`${i + 1}`.padStart(3)}) ${i % 5 ? `  const value${i} = compute(${i});` : `function part${i}() {`}`,
        ),
      ),
  },
  "git status": {
    type: "text",
    of: (n) =>
      lines(
        "On branch main",
        "Your branch is up to date with 'origin/main'.",
        "",
        "Changes not staged for commit:",
        '  (use "git add <file>..." to update what will be committed)',
        ...repeat(n, (i) => `\tmodified:   src/part-${i}.ts`),
        "",
        "no changes added to commit",
      ),
  },
  "git status --short": {
    type: "text",
    of: (n) => lines(...repeat(n, (i) => `${i % 4 ? " M" : "??"} src/part-${i}.ts`)),
  },
  "npm audit": {
    type: "text",
    of: (n) =>
      lines(
        "# npm audit report",
        "",
        ...repeat(n, (i) =>
          lines(
            `package-${i}  <${i % 5}.${i % 7}.1`,
            `Severity: ${pick(["high", "moderate", "critical"], i)}`,
            `Denial of service in package-${i} - https://github.com/advisories/GHSA-${hex(i, 4)}-${hex(i + 1, 4)}`,
            "fix available via `npm audit fix`",
            `node_modules/package-${i}`,
          ),
        ),
        `${n} vulnerabilities (3 moderate, 4 high)`,
        "",
        "To address all issues, run:",
        "  npm audit fix",
      ),
  },
  "pip freeze": { type: "text", of: (n) => lines(...repeat(n, (i) => `package-${i}==1.${i}.${i % 4}`)) },
  "gem list": {
    type: "text",
    of: (n) =>
      lines(
        "",
        "*** LOCAL GEMS ***",
        "",
        ...repeat(n, (i) => `gem-${i} (${i % 3 ? "" : "default: "}1.${i}.0)`),
      ),
  },
  "cargo tree": {
    type: "text",
    of: (n) =>
      lines(
        "shop v0.1.0 (/src/shop)",
        ...repeat(
          n,
          (i) =>
            `${i === n - 1 ? "└──" : i % 3 ? "│   ├──" : "├──"} crate-${i} v1.${i}.0${i % 4 ? "" : " (*)"}`,
        ),
      ),
  },
  "npm ls": {
    type: "text",
    of: (n) =>
      lines(
        "shop@1.0.0 /src/shop",
        ...repeat(n, (i) => `${i === n - 1 ? "└──" : "├──"} package-${i}@1.${i}.0`),
        "",
      ),
  },
  "apt list": {
    type: "text",
    of: (n) =>
      lines(
        "Listing...",
        ...repeat(
          n,
          (i) =>
            `package-${i}/oldstable,now 1.${i}-2 ${i % 3 ? "amd64" : "all"} [installed${i % 2 ? ",automatic" : ""}]`,
        ),
      ),
  },
  "kubectl describe": {
    type: "text",
    of: (n) =>
      lines(
        "Name:             api-6d4b75cb6d-hwk2j",
        "Namespace:        prod",
        "Labels:           app=api",
        "                  tier=web",
        "Status:           Running",
        "Containers:",
        ...repeat(n, (i) =>
          [
            `  part-${i}:`,
            `    Image:          example.com/part:1.${i}`,
            "    State:          Running",
            "      Started:      Mon, 30 Mar 2026 09:00:00 +0000",
            `    Ready:          ${i % 5 ? "True" : "False"}`,
            `    Restart Count:  ${i % 7}`,
          ].join("\n"),
        ),
        "Conditions:",
        "  Type              Status",
        "  Initialized       True ",
        "  Ready             True ",
        "Events:",
        "  Type     Reason     Age                From               Message",
        "  ----     ------     ----               ----               -------",
        "  Warning  BackOff    2m (x5 over 10m)   kubelet            Back-off restarting failed container",
      ),
  },
  requirements: {
    type: "text",
    of: (n) =>
      lines(
        "# what the shop needs",
        "-r base.txt",
        ...repeat(
          n,
          (i) => `package-${i}${pick([">=", "==", "~="], i)}1.${i}${i % 4 ? "" : '; python_version < "3.9"'}`,
        ),
      ),
  },
  gitignore: {
    type: "text",
    of: (n) =>
      lines(
        "# build",
        "node_modules/",
        "dist/",
        "*.log",
        "!keep.log",
        ...repeat(n, (i) => `/part-${i}/out/`),
      ),
  },
};
