/** The store as it is: where, how private, how sound, how full; and what it saved. */
import type { NoStoreHere } from "../../store/maintenance/on-disk.ts";
import { reportStore } from "../../store/maintenance/report.ts";
import { savingsOf } from "../../store/maintenance/savings.ts";
import { verifyStore } from "../../store/maintenance/verify.ts";
import type { Io } from "../io.ts";
import { figure, originals, size } from "../report/figures.ts";
import type { Finding } from "./finding.ts";

/** Below this much free disk a write of SQLite's log may fail: the largest original that comes by line is 16 MiB. */
export const LITTLE_DISK_BYTES = 64 * 1024 * 1024;

function finding(level: Finding["level"], code: string, message: string): Finding {
  return { area: "store", level, code, message };
}

function noStore(found: NoStoreHere): Finding {
  switch (found.kind) {
    case "memory":
      return finding(
        "note",
        "store_in_memory",
        "Originals are kept in memory and are gone with each process.",
      );
    case "absent":
      return finding("fine", "store_absent", `Nothing is stored yet (${found.path}).`);
    case "unavailable":
      return finding("broken", "store_unavailable", `Nothing is compressed or recovered: ${found.reason}`);
  }
}

/** @param freeDisk stands in for the disk of the store in tests */
export function checkStore(env: Io["env"], freeDisk?: number): Finding[] {
  const report = reportStore(env);
  if (report.kind !== "report") return [noStore(report)];
  const findings = [
    finding(
      "fine",
      "store",
      `${originals(report.rows)}, ${size(report.bytes)} of ${size(report.budget)}, in ${report.path}`,
    ),
    ...report.warnings.map((warning) => finding("warning", "store_warning", warning)),
  ];
  const free = freeDisk ?? report.freeDiskBytes;
  if (free !== null && free < LITTLE_DISK_BYTES) {
    const message = `Only ${size(free)} are free on the store's disk; when none are, nothing is compressed.`;
    findings.push(finding("warning", "store_disk", message));
  }
  findings.push(...integrity(env), ...savings(env));
  return findings;
}

function integrity(env: Io["env"]): Finding[] {
  const verified = verifyStore(env);
  if (verified.kind !== "verified") return [noStore(verified)];
  const { good, bad, structure, stopped } = verified;
  const findings: Finding[] = [];
  if (bad > 0) {
    const message = `${bad} originals are not what their handles say and are not handed out; ${good} are. See: caveman-mcp store verify`;
    findings.push(finding("broken", "store_corrupt_originals", message));
  }
  if (structure.length > 0) {
    const message = "SQLite finds the database damaged. Copy it, see: caveman-mcp store verify";
    findings.push(finding("broken", "store_damaged", message));
  }
  if (stopped !== null) findings.push(finding("warning", "store_check_stopped", stopped));
  if (findings.length === 0) {
    findings.push(finding("fine", "store_sound", `${originals(good)} hashed, all intact.`));
  }
  return findings;
}

function savings(env: Io["env"]): Finding[] {
  const found = savingsOf(env);
  if (found.kind !== "savings") return [];
  const before = found.savings.reduce((sum, s) => sum + s.tokensBefore, 0);
  const after = found.savings.reduce((sum, s) => sum + s.tokensAfter, 0);
  const message = `The originals in the store have ${figure(before)} tokens, their views ${figure(after)}; see: caveman-mcp report`;
  return [{ area: "cost", level: "fine", code: "savings", message }];
}
