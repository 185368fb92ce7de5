/** Lists without a header: files and their sizes, packages, branches, mounts, trees. */
import { aligned, type Forms, lines, pick, repeat, rowsOf } from "./form.ts";

const hex = (i: number, n: number): string => ((i + 3) * 2654435761).toString(16).padStart(n, "a").slice(-n);
const DAYS = (i: number): string => String((i % 28) + 1).padStart(2, "0");

export const LISTINGS: Forms = {
  "Windows dir": {
    type: "tabular",
    of: (n) =>
      lines(
        " Volume in drive C is OS",
        " Volume Serial Number is 1A2B-3C4D",
        "",
        " Directory of C:\\Users\\ann\\shop",
        "",
        ...repeat(
          n,
          (i) =>
            `03/${DAYS(i)}/2026  09:${10 + (i % 50)} ${i % 2 ? "AM" : "PM"}    ${i % 6 ? `${i * 1037}`.replace(/(\d)(?=(\d{3})+$)/g, "$1,").padStart(14) : "<DIR>         "} file-${i}.txt`,
        ),
        `              ${n} File(s)        1,234,567 bytes`,
        "               2 Dir(s)  99,999,999,999 bytes free",
      ),
  },
  "du -h": {
    type: "tabular",
    of: (n) => lines(...repeat(n, (i) => `${i % 3 ? `${i + 4}.0K` : `${i}M`}\t./src/part-${i}/lib`)),
  },
  "wc -l": {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(n, (i) => `${`${i * 17 + 3}`.padStart(6)} src/part-${i}.ts`),
        `${`${n * 400}`.padStart(6)} total`,
      ),
  },
  mount: {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) =>
            `${i % 3 ? "tmpfs" : `/dev/sda${i}`} on /mnt/${i} type ${i % 3 ? "tmpfs" : "ext4"} (rw,relatime,size=${i * 1024}k)`,
        ),
      ),
  },
  "ip addr": {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(n, (i) =>
          [
            `${i + 1}: veth${i}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state ${i % 4 ? "UP" : "DOWN"} group default qlen 1000`,
            `    link/ether 02:fc:00:00:00:${(i % 90) + 10} brd ff:ff:ff:ff:ff:ff`,
            `    inet 10.0.${i}.2/24 brd 10.0.${i}.255 scope global veth${i}`,
            "       valid_lft forever preferred_lft forever",
          ].join("\n"),
        ),
      ),
  },
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
  tree: {
    type: "text",
    of: (n) =>
      lines(
        ".",
        ...repeat(n, (i) => (i % 7 ? `│   ├── file-${i}.ts` : `├── folder-${i}`)),
        "",
        `${n} directories, ${n} files`,
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
  "aligned words": {
    type: "tabular",
    of: (n) =>
      lines(
        ...aligned([
          ["Name", "Kind", "Where"],
          ...rowsOf(n, (i) => [`thing-${i}`, pick(["door", "roof"], i), `room ${i % 4}`]),
        ]),
      ),
  },
};
