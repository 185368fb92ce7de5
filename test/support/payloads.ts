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

/** Text in which nothing repeats, so that it passes through: words of letters from a generator with a fixed seed. */
export function distinctProse(bytes: number): string {
  let state = 42;
  const word = (): string => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state.toString(36).replace(/\d/g, (digit) => "qwertyuiop"[Number(digit)] ?? "");
  };
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    const line = Array.from({ length: 12 }, word).join(" ");
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join("\n");
}
