/** Lists without a header: files and what they hold, mounts, addresses, trees. */
import { aligned, type Forms, lines, pick, repeat, rowsOf } from "./form.ts";

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
    type: "tabular",
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
  lscpu: {
    type: "text",
    of: (n) =>
      lines(
        ...aligned(
          rowsOf(n, (i) => [
            `Part ${pick(["cache", "core", "node"], i)} number ${i}:`,
            `${i * 7} KiB (${(i % 3) + 1} of them)`,
          ]),
        ),
      ),
  },
  stat: {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(n, (i) =>
          [
            `  File: part-${i}.h`,
            `  Size: ${i * 37}\tBlocks: 8\tIO Block: 4096   regular file`,
            `Device: fe00h/65024d\tInode: ${7000 + i}\tLinks: 1`,
            "Access: (0644/-rw-r--r--)  Uid: (    0/    root)   Gid: (    0/    root)",
            "Access: 2026-03-14 09:00:00.000000000 +0000",
            "Modify: 2026-03-14 09:00:00.000000000 +0000",
            "Change: 2026-03-14 09:00:00.000000000 +0000",
            " Birth: 2026-03-14 09:00:00.000000000 +0000",
          ].join("\n"),
        ),
      ),
  },
  xxd: {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) =>
            `${(i * 16).toString(16).padStart(8, "0")}: 7f45 4c46 0201 01${(i % 90) + 10} 0000 0000 0000 0000  .ELF............`,
        ),
      ),
  },
  file: {
    type: "text",
    of: (n) =>
      lines(...repeat(n, (i) => `/usr/bin/part-${i}: ELF 64-bit LSB pie executable, x86-64, stripped`)),
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
