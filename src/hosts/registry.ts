/** All hosts, in the order in which they are shown: adding one is one file in clients/ and one line here. */
import { claudeCode } from "./clients/claude-code.ts";
import { claudeDesktop } from "./clients/claude-desktop.ts";
import { cline } from "./clients/cline.ts";
import { codex } from "./clients/codex.ts";
import { cursor } from "./clients/cursor.ts";
import { geminiCli } from "./clients/gemini-cli.ts";
import { opencode } from "./clients/opencode.ts";
import { vscode } from "./clients/vscode.ts";
import { windsurf } from "./clients/windsurf.ts";
import { zed } from "./clients/zed.ts";
import type { HostDefinition } from "./contract.ts";

export const HOSTS: readonly HostDefinition[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  vscode,
  codex,
  opencode,
  geminiCli,
  windsurf,
  zed,
  cline,
];
