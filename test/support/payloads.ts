/** Payloads made for tests: the same bytes for the same size. */

/** A JSON array of like-shaped records of about `bytes` UTF-8 bytes; every hundredth one failed. */
export function records(bytes: number): string {
  const out: string[] = [];
  for (let i = 0, size = 2; size < bytes; i++) {
    const status = i % 100 === 99 ? "failed" : "ok";
    const record = `{"id":"job-${i}","status":"${status}","ms":${(i * 37) % 1000},"host":"node-${i % 7}"}`;
    out.push(record);
    size += record.length + 1;
  }
  return `[${out.join(",")}]`;
}
