/** Names of folders and files below the data directory. Tool names come from outside and may be anything. */
import { createHash } from "node:crypto";

/** Long enough for every sensible tool name, short enough for every file system beside a hash. */
const MAX_NAME = 80;
/** Device names that Windows reserves, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * Gives each tool a folder of its own. The first tool to ask for a name gets it; one that differs only in
 * case, or whose name no file system would take, gets a name with a hash of the tool's true name.
 */
export class ToolFolders {
  #byTool = new Map<string, string>();
  #taken = new Set<string>();

  folderOf(tool: string): string {
    const known = this.#byTool.get(tool);
    if (known !== undefined) return known;
    const plain = isSafe(tool) && !this.#taken.has(tool.toLowerCase());
    const folder = plain ? tool : `${cleaned(tool)}-${digest(tool)}`;
    this.#byTool.set(tool, folder);
    this.#taken.add(folder.toLowerCase());
    return folder;
  }
}

function isSafe(tool: string): boolean {
  return tool.length <= MAX_NAME && SAFE.test(tool) && !tool.endsWith(".") && !RESERVED.test(tool);
}

function cleaned(tool: string): string {
  const clean = tool.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^[^A-Za-z0-9]+/, "");
  return `tool-${clean}`.slice(0, MAX_NAME);
}

/** 64 bits of SHA-256: no two tools of one upstream share them by accident. */
function digest(tool: string): string {
  return createHash("sha256").update(tool).digest("hex").slice(0, 16);
}

/** `20260910-073733`, in UTC. */
export function stamp(at: Date): string {
  const [date = "", time = ""] = at.toISOString().split("T");
  return `${date.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}

/** `20260910-073733-001`; the number grows past 999. */
export function mainName(at: Date, sequence: number): string {
  return `${stamp(at)}-${String(sequence).padStart(3, "0")}`;
}
