/** The line that a request came on, from which its params and arguments are taken as they were written. */
import type { CallArguments, Extent, RawJson } from "./contract.ts";

export type Source =
  /** A short line; its bytes are good only while the request is being routed. */
  Uint8Array | SharedArrayBuffer;

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

export function rawOf(source: Source, { start, end }: Extent): RawJson {
  return source instanceof SharedArrayBuffer
    ? { kind: "line", line: source, start, end }
    : { kind: "text", text: UTF8.decode(source.subarray(start, end)) };
}

/** Short lines are parsed here, long ones by whoever runs the call. */
export function argumentsFrom(source: Source, extent: Extent | undefined): CallArguments {
  if (extent === undefined) return { kind: "parsed", value: undefined };
  const raw = rawOf(source, extent);
  return raw.kind === "line" ? raw : { kind: "parsed", value: JSON.parse(raw.text) };
}
