/** What a registration costs: the tools' schemas are in every prompt of every session. */
import { countTokens } from "../../tokens/counter.ts";
import { describeTools } from "../../tools/registry.ts";

/** The revision that Claude Code and opencode ask for; Codex's 2025-06-18 gets the same list. */
const REVISION = "2025-11-25";

/** o200k_base tokens of this build's answer to tools/list. */
export function prefixCost(): number {
  return countTokens(JSON.stringify({ tools: describeTools(REVISION) })).tokens;
}

export function prefixCostLine(): string {
  return `The five tools cost ${prefixCost()} tokens (o200k) in every prompt of every session.`;
}
