/**
 * The proxy under random faults for long: bun test/soak/proxy-faults.ts [CALLS] [SEED]
 * Default 10,000 calls; exits 1 where a call ends without a whole file or a reason, or too late.
 */
import { soak } from "../proxy/support/soak.ts";

const calls = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
const started = performance.now();
const report = await soak({ calls, seed, concurrency: 16 });
console.log(
  JSON.stringify(
    { calls, seed, seconds: Math.round((performance.now() - started) / 1000), ...report },
    null,
    2,
  ),
);
process.exit(report.broken.length > 0 ? 1 : 0);
