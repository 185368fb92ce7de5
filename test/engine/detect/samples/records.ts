/** JSON, lines of JSON and tables, as tools print them, and texts that only look like another type. */
import { lines, repeat, type Samples } from "./sample.ts";

export const JSON_SAMPLES: Samples = {
  array: '[{"id":1,"name":"a"},{"id":2,"name":"b"}]',
  pretty: JSON.stringify({ ok: true, data: [{ id: 1 }, { id: 2 }] }, null, 2),
  "byte order mark": '\ufeff{"a":1}',
  "cut at the end": JSON.stringify(Array.from({ length: 20 }, (_, i) => ({ id: i, name: `n${i}` }))).slice(
    0,
    300,
  ),
  "cut at both ends": JSON.stringify(
    { a: Array.from({ length: 20 }, (_, i) => ({ id: i, name: `n${i}` })) },
    null,
    2,
  )
    .split("\n")
    .slice(9, 50)
    .join("\n"),
  "comments in it":
    '{\n  // the compiler\n  "compilerOptions": {"strict": true, "target": "ES2023", "module": "ESNext"},\n  "include": ["src"]\n}\n',
  "trailing comma":
    '{\n  "name": "x",\n  "version": "1.0.0",\n  "private": true,\n  "scripts": {"a": "b"},\n}\n',
  "deep nesting": "[".repeat(5000) + "]".repeat(5000),
  empty: "{}",
  "one long line": JSON.stringify({ rows: Array.from({ length: 3000 }, (_, i) => [i, `v${i}`]) }),
};

export const NDJSON_SAMPLES: Samples = {
  "a number among objects": '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n0\n{"a":3,"b":"z"}\n"text"\n{"a":4,"b":"w"}\n',

  records: repeat(5, (i) => JSON.stringify({ ts: `2026-01-01T00:00:0${i}Z`, level: "info", msg: "x" })),
  "cut last line": `${repeat(5, (i) => JSON.stringify({ id: i, msg: "x" }))}{"id":6,"ms`,
  "blank lines": repeat(5, (i) => `${JSON.stringify({ id: i })}\n`),
  arrays: repeat(4, (i) => `[${i},"x"]`),
  "different keys": lines('{"a":1}', '{"b":{"c":[1,2]}}', '{"d":null}'),
};

export const TABULAR_SAMPLES: Samples = {
  csv: lines("id,name,amount", "1,ann,3.50", "2,bob,4.00", "3,cid,1.20"),
  "csv with quotes": lines("id,note", '1,"a, b"', '2,"c ""d"""', '3,"e"'),
  tsv: lines("id\tname", "1\tann", "2\tbob", "3\tcid"),
  semicolons: lines("id;name;amount", "1;ann;3,50", "2;bob;4,00"),
  markdown: lines("| id | name |", "| --- | :-: |", "| 1 | ann |", "| 2 | bob |"),
  "docker ps": lines(
    "CONTAINER ID   IMAGE          COMMAND                  CREATED        STATUS        PORTS                    NAMES",
    'a1b2c3d4e5f6   nginx:1.25     "/docker-entrypoint.…"   2 hours ago    Up 2 hours    0.0.0.0:80->80/tcp       web',
    'b2c3d4e5f6a7   postgres:16    "docker-entrypoint.s…"   2 hours ago    Up 2 hours    5432/tcp                 db',
  ),
  "kubectl get": lines(
    "NAME                     READY   STATUS             RESTARTS   AGE",
    "api-6d4b75cb6d-hwk2j     1/1     Running            0          5d",
    "api-6d4b75cb6d-x7x2p     0/1     CrashLoopBackOff   12         5d",
    "web-5f6c9d7b8-qqqqq      1/1     Running            0          2d",
  ),
  "ls -l": lines(
    "total 24",
    "drwxr-xr-x 2 ann staff 4096 Mar 14 09:00 src",
    "-rw-r--r-- 1 ann staff 1101 Mar 14 09:00 LICENSE",
    "-rw-r--r-- 1 ann staff 3814 Mar 14 09:00 README.md",
  ),
  "ls -lR": lines(
    "src:",
    "total 8",
    "-rw-r--r-- 1 ann staff 1101 Mar 14 09:00 a.ts",
    "",
    "src/b:",
    "total 8",
    "-rw-r--r-- 1 ann staff 1101 Mar 14 09:00 c.ts",
  ),
  "ps aux": lines(
    "USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND",
    "root         1  0.0  0.1  37272  8848 ?        Ss   17:39   0:01 /sbin/init",
    "root         2  0.0  0.0      0     0 ?        S    17:39   0:00 [kthreadd]",
    "ann        812  1.2  2.0 912344 81020 pts/0    Sl+  17:41   0:12 node server.js",
  ),
  psql: lines(" id | name | state", "----+------+-------", "  1 | ann  | ok", "  2 | bob  | ok", "(2 rows)"),
  df: lines(
    "Filesystem     1K-blocks     Used Available Use% Mounted on",
    "tmpfs            1000000     1000    999000   1% /run",
    "/dev/vda1       50000000 20000000  30000000  40% /",
  ),
};
