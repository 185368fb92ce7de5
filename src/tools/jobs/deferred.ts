/** Arguments in the worker: validated already, or read from the bytes of a long line and validated here. */
import { argumentsOf } from "../../mcp/raw.ts";
import type { Deferred } from "../offload/jobs.ts";

/** @throws CaveError `cave_invalid_arguments` */
export function settle<T>(args: Deferred<T>, validate: (value: unknown) => T): T {
  return args.kind === "ready" ? args.value : validate(argumentsOf(args));
}
