import { expect, test } from "bun:test";
import { soak } from "./support/soak.ts";

test("four hundred calls with random faults: a whole file or a reason, in time (more: test/soak/proxy-faults.ts)", async () => {
  const report = await soak({ calls: 400, seed: 20_260_910, concurrency: 16 });
  expect(report.broken).toEqual([]);
  expect(report.successes + report.failures).toBe(400);
  expect(report.failures).toBeGreaterThan(10);
  expect(report.successes).toBeGreaterThan(300);
  expect(Object.keys(report.faults).length).toBeGreaterThan(12);
}, 60_000);
