/** `doctor`: is everything as it should be? Changes nothing, opens no connection, starts nothing. */
import { escaped } from "../../mcp/log.ts";
import { VERSION } from "../../text/version.ts";
import { checkEnvironment } from "../doctor/environment.ts";
import { checkExecutable, checkLauncherCache } from "../doctor/executable.ts";
import { exitCodeOf, type Finding } from "../doctor/finding.ts";
import { checkHosts } from "../doctor/hosts.ts";
import { selfTest } from "../doctor/self-test.ts";
import { checkStore } from "../doctor/store.ts";
import { readFlags } from "../flags.ts";
import { ownExecutable, thisMachine } from "../hosts/machine.ts";
import { prefixCost, prefixCostLine } from "../hosts/prefix-cost.ts";
import type { Run } from "../verb.ts";

const SIGNS = { fine: "ok  ", note: "·   ", warning: "warn", broken: "FAIL" } as const;

const ENDINGS = ["Everything is fine.", "It works, with warnings.", "Something is broken."] as const;

export const run: Run = (args, io) => {
  const { values } = readFlags(args, { json: { type: "boolean" } }, { min: 0, max: 0 });
  const machine = thisMachine(io.env);
  const findings: Finding[] = [
    checkExecutable(ownExecutable()),
    ...checkLauncherCache(machine.cavemanHome),
    ...checkStore(io.env),
    ...checkHosts(machine),
    selfTest(),
    ...checkEnvironment(io.env, machine.cavemanHome),
    { area: "cost", level: "fine", code: "prefix_cost", message: prefixCostLine() },
  ];
  const code = exitCodeOf(findings);
  if (values.json === true) {
    const report = {
      schema: "caveman.mcp.doctor.v1",
      version: VERSION,
      exit: code,
      prefix_tokens: prefixCost(),
      findings,
    };
    io.out(`${JSON.stringify(report)}\n`);
    return code;
  }
  const width = Math.max(...findings.map((f) => f.area.length));
  for (const { area, level, message } of findings) {
    io.out(`${SIGNS[level]}  ${area.padEnd(width)}  ${escaped(message)}\n`);
  }
  io.out(`\n${ENDINGS[code]}\n`);
  io.err("caveman-mcp: nothing was started; to try a server live: caveman-mcp-proxy check -- COMMAND");
  return code;
};
