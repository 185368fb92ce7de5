/**
 * Loaded into a launcher's Node with --import: lets a file system call fail or end the process, at a chosen
 * time. SABOTAGE is `kill-before:renameSync:2` or `fail:writeSync:1:ENOSPC` (function, which call, code).
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [how = "", name = "", nth = "1", code = ""] = (process.env.SABOTAGE ?? "").split(":");
const original = fs[name];
let calls = 0;
const die = () => process.kill(process.pid, "SIGKILL");

fs[name] = (...args) => {
  // Opening to read, and writing to the terminal, are not what is sabotaged.
  const counts = name === "openSync" ? args[1] === "wx" : name === "writeSync" ? args[0] !== 2 : true;
  if (counts) calls++;
  const now = counts && calls === Number(nth);
  if (now && how === "fail") throw Object.assign(new Error(`${code}: sabotage`), { code });
  if (now && how === "kill-before") die();
  const result = original(...args);
  if (now && how === "kill-after") die();
  return result;
};
syncBuiltinESMExports();
