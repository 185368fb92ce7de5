/** Entry point of the worker threads; it lies beside main.ts because a compiled executable finds it only there. */
import { openResources } from "../tools/offload/resources.ts";
import { runWorker, type WorkerScope } from "../tools/offload/worker.ts";

const scope = globalThis as unknown as WorkerScope;
runWorker(scope, (opening) => openResources(process.env, opening));
