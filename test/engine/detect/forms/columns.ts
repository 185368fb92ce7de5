/** Columns under a header, as tools of systems print them. */
import { aligned, type Forms, lines, pick, repeat, rowsOf } from "./form.ts";

export const COLUMNS: Forms = {
  "systemctl list-units": {
    type: "tabular",
    of: (n) =>
      lines(
        ...aligned(
          [
            ["  UNIT", "LOAD", "ACTIVE", "SUB", "DESCRIPTION"],
            ...rowsOf(n, (i) => [
              `${i % 9 === 4 ? "●" : " "} unit-${i}.service`,
              "loaded",
              i % 9 === 4 ? "failed" : "active",
              i % 9 === 4 ? "failed" : pick(["running", "exited"], i),
              `The service number ${i}`,
            ]),
          ],
          { gap: " " },
        ),
        "",
        "LOAD   = Reflects whether the unit definition was properly loaded.",
        "ACTIVE = The high-level unit activation state, i.e. generalization of SUB.",
        "SUB    = The low-level unit activation state, values depend on unit type.",
        "",
        `${n} loaded units listed. Pass --all to see loaded but inactive units, too.`,
        "To show all installed unit files use 'systemctl list-unit-files'.",
      ),
  },
  "ss -tlnp": {
    type: "tabular",
    of: (n) =>
      lines(
        "State  Recv-Q Send-Q Local Address:Port  Peer Address:PortProcess",
        ...repeat(
          n,
          (i) =>
            `LISTEN 0      ${i % 2 ? 128 : 512}    ${`127.0.0.1:${4000 + i}`.padStart(20)}       0.0.0.0:*    users:(("node",pid=${2000 + i},fd=${i % 20}))`,
        ),
      ),
  },
  netstat: {
    type: "tabular",
    of: (n) =>
      lines(
        "Active Internet connections (only servers)",
        "Proto Recv-Q Send-Q Local Address           Foreign Address         State       PID/Program name    ",
        ...repeat(n, (i) =>
          `tcp        0      0 ${`127.0.0.1:${4000 + i}`.padEnd(23)} 0.0.0.0:*               ${i % 3 ? "LISTEN     " : "ESTABLISHED"} ${2000 + i}/node`.padEnd(
            100,
          ),
        ),
      ),
  },
  lsof: {
    type: "tabular",
    of: (n) =>
      lines(
        "COMMAND     PID   USER   FD      TYPE             DEVICE  SIZE/OFF    NODE NAME",
        ...repeat(
          n,
          (i) =>
            `node      ${`${2000 + i}`.padStart(5)}   root  ${pick(["cwd", "txt", "mem"], i)}       ${i % 3 ? "REG" : "DIR"}              254,0  ${`${i * 4096}`.padStart(8)} ${`${70000 + i}`.padStart(7)} /usr/lib/node/lib${i}.so`,
        ),
      ),
  },
  "top -b": {
    type: "tabular",
    of: (n) =>
      lines(
        "top - 21:37:20 up  3:57,  0 user,  load average: 3.98, 2.56, 2.73",
        "Tasks:  83 total,   2 running,  80 sleeping,   0 stopped,   1 zombie",
        "%Cpu(s):  0.0 us,  0.0 sy,  0.0 ni,100.0 id,  0.0 wa,  0.0 hi,  0.0 si,  0.0 st ",
        "MiB Mem :  24105.1 total,  19003.0 free,   1147.5 used,   4355.4 buff/cache     ",
        "MiB Swap:      0.0 total,      0.0 free,      0.0 used.  22957.6 avail Mem ",
        "",
        "    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND",
        ...repeat(
          n,
          (i) =>
            `${`${300 + i}`.padStart(7)} root      20   0 ${`${i * 1000}`.padStart(7)}  ${`${i * 10}`.padStart(5)}  ${`${i * 7}`.padStart(5)} ${i % 9 ? "S" : "R"}  ${`${i % 9 ? "0.0" : "9.7"}`.padStart(4)}   0.${i % 10}   0:00.${String(i).padStart(2, "0")} node`,
        ),
      ),
  },
  free: {
    type: "tabular",
    of: () =>
      lines(
        "               total        used        free      shared  buff/cache   available",
        "Mem:        24683652     1174544    19458868        9020     4460528    23509108",
        "Swap:              0           0           0",
      ),
  },
  vmstat: {
    type: "tabular",
    of: (n) =>
      lines(
        "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----",
        " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st",
        ...repeat(
          n,
          (i) =>
            ` ${i % 4}  0      0 ${19458868 - i * 13} 183432 4277096    0    0   ${100 + i}    56 3568 1103 40 ${10 + (i % 80)} 25  1  0`,
        ),
      ),
  },
  "/proc/cpuinfo": {
    type: "tabular",
    of: (n) =>
      lines(
        ...repeat(n, (i) =>
          lines(
            `processor\t: ${i}`,
            "vendor_id\t: GenuineIntel",
            `cpu MHz\t\t: 2${i}00.000`,
            `core id\t\t: ${i >> 1}`,
            "power management:",
          ),
        ),
      ),
  },
  "strace -c": {
    type: "tabular",
    of: (n) =>
      lines(
        "% time     seconds  usecs/call     calls    errors syscall",
        "------ ----------- ----------- --------- --------- ----------------",
        ...repeat(
          n,
          (i) =>
            `  0.0${i % 10}    0.0000${10 + (i % 90)}           ${i % 4}        ${10 + (i % 90)}        ${i % 5 ? " " : "1"} call${i}`,
        ),
        "------ ----------- ----------- --------- --------- ----------------",
        "100.00    0.001000           3       400         8 total",
      ),
  },
  "column -t": {
    type: "tabular",
    of: (n) =>
      lines(
        ...aligned([
          ["name", "state", "amount", "owner"],
          ...rowsOf(n, (i) => [
            `item-${i}`,
            pick(["open", "closed"], i),
            `${i}.50`,
            pick(["ann", "bob", "cid"], i),
          ]),
        ]),
      ),
  },
  lsblk: {
    type: "tabular",
    of: (n) =>
      lines(
        "NAME      MAJ:MIN RM  SIZE RO TYPE MOUNTPOINTS",
        ...repeat(
          n,
          (i) =>
            `${`${i % 3 ? "└─" : ""}vda${i}`.padEnd(9)} 254:${`${i}`.padEnd(3)}  0 ${`${i * 2}G`.padStart(5)}  0 ${i % 3 ? `part /mnt/${i}` : "disk "}`,
        ),
      ),
  },
};
