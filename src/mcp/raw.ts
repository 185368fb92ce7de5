/** Readers of JSON that was kept as it was written. Run them where the bytes may be long: in a worker. */
import type { CallArguments, RawJson } from "./contract.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The JSON text. Of a long line this copies and decodes up to 16 MiB. */
export function textOf(raw: RawJson): string {
  if (raw.kind === "text") return raw.text;
  return UTF8.decode(new Uint8Array(raw.line, raw.start, raw.end - raw.start).slice());
}

/** The value of a call's arguments; `undefined` where the request had none. */
export function argumentsOf(args: CallArguments): unknown {
  return args.kind === "parsed" ? args.value : JSON.parse(textOf(args));
}
