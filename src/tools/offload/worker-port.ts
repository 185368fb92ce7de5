/** Bun's Worker as a WorkerPort: three kinds of death, one callback. */
import type { FromWorker } from "./jobs.ts";
import type { WorkerPort } from "./thread.ts";

export function workerPort(worker: Worker): WorkerPort {
  const port: WorkerPort = {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    onMessage: () => {},
    onDeath: () => {},
  };
  worker.onmessage = (event: MessageEvent<FromWorker>) => port.onMessage(event.data);
  // An error's text may quote payload, so nothing of it is told.
  worker.onerror = (event) => {
    event.preventDefault();
    port.onDeath();
  };
  worker.onmessageerror = () => port.onDeath();
  worker.addEventListener("close", () => port.onDeath());
  return port;
}
