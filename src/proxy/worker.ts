/**
 * The worker thread: files, previews and long lines, so that nothing of it holds up a ping. Lies beside
 * main.ts because a compiled program finds it only there.
 */
import { createEngine } from "../engine/engine.ts";
import { peek } from "../mcp/peek.ts";
import { collector } from "../recovery/collect.ts";
import type { RecoveryStore } from "../store/contract.ts";
import { openStore } from "../store/open-store.ts";
import { countTokens } from "../tokens/counter.ts";
import type { FromWorker, Job } from "./offload-protocol.ts";
import { encodeAnswer, encodeRaw } from "./results/answers.ts";
import { Recorder } from "./results/recorder.ts";
import { SharedRecovery } from "./results/shared-recovery.ts";

declare const self: Worker;

const collectAfter = collector(() => Bun.gc(true));

let recorder: Recorder | undefined;
let recovery: SharedRecovery | undefined;

function post(message: FromWorker): void {
  self.postMessage(message);
}

function start(job: Extract<Job, { kind: "start" }>): void {
  const warn = (text: string) => post({ kind: "warning", text });
  const open = (): RecoveryStore => openStore(job.env, warn, { cwd: job.cwd });
  recovery = new SharedRecovery(open, countTokens);
  recorder = new Recorder({
    settings: job.settings,
    cwd: job.cwd,
    env: job.env,
    engine: job.settings.preview === "view" ? createEngine({ countTokens }) : null,
    recover: (text, preview) => recovery?.keep(text, preview) ?? null,
    warn,
    now: () => new Date(),
  });
}

function record(job: Extract<Job, { kind: "record" }>): void {
  const { id } = job;
  const { byteLength } = job.result;
  const recorded = recorder?.record(job.call, job.result) ?? { kind: "failed", reason: "not started" };
  if (recorded.kind === "answer") {
    post({ id, kind: "answer", answer: encodeAnswer(recorded.content, recorded.isError) });
  } else if (recorded.kind === "raw") post({ id, kind: "answer", answer: encodeRaw(job.result) });
  else if (recorded.kind === "invalid") post({ id, kind: "invalid", reason: recorded.reason });
  else post({ id, kind: "failed", reason: recorded.reason });
  collectAfter(byteLength);
}

self.onmessage = ({ data: job }: MessageEvent<Job>) => {
  switch (job.kind) {
    case "start":
      start(job);
      break;
    case "record":
      record(job);
      break;
    case "note":
      recorder?.note(job.call, job.error);
      post({ id: job.id, kind: "done" });
      break;
    case "peek":
      post({ id: job.id, kind: "peeked", peeked: peek(new Uint8Array(job.line)) });
      break;
    case "close":
      recovery?.close();
      post({ id: job.id, kind: "done" });
      break;
  }
};
