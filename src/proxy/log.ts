/** Log lines on stderr, secrets hidden. stdout belongs to the protocol. */
import { lineLog } from "../mcp/log.ts";
import type { LogLevel } from "./settings/settings.ts";

/** A longer line helps nobody. */
const MAX_EVENT_CHARS = 2000;

export type Log = Readonly<Record<LogLevel, (text: string) => void>>;

/** @param write takes one line with its line feed */
export function createLog(
  level: LogLevel,
  mask: (text: string) => string,
  write: (line: string) => void,
): Log {
  const log = lineLog("caveman-mcp-proxy", level, write);
  const at = (name: LogLevel) => (text: string) => log(name, mask(text).slice(0, MAX_EVENT_CHARS));
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") };
}
