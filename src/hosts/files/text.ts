/** A configuration file as text: UTF-8, its byte order mark set aside, so that the bytes come back as they were. */
import { CaveError } from "../../text/errors.ts";

/** Largest file that is read: the largest ones of hosts that keep their history there have some 10 MB. */
export const MAX_CONFIG_BYTES = 64 * 1024 * 1024;

export interface ConfigText {
  readonly mark: "" | "\uFEFF";
  readonly text: string;
}

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @throws CaveError `cave_config_unreadable` */
export function decodeConfig(bytes: Uint8Array): ConfigText {
  let text: string;
  try {
    text = STRICT.decode(bytes);
  } catch {
    throw new CaveError(
      "cave_config_unreadable",
      "it is not UTF-8 text, so it was not touched. Save it as UTF-8.",
    );
  }
  return text.startsWith("\uFEFF") ? { mark: "\uFEFF", text: text.slice(1) } : { mark: "", text };
}

export function encodeConfig({ mark, text }: ConfigText): Uint8Array {
  return new TextEncoder().encode(mark + text);
}
