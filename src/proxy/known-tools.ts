/** What the proxy remembers of the upstream's tools: which may be sent twice, which name headers, which list was last seen. */
import type { ListedTool, ToolPage } from "./tool-list.ts";
import { InvalidHeaderSchema, type ParamHeader, paramHeaders } from "./upstream/modern-headers.ts";

/** Pages whose look is remembered. */
const MAX_PAGES = 1000;

export class KnownTools {
  #tools = new Map<string, ListedTool>();
  /** Digests of the pages that the downstream side has seen, by cursor; "" is the first page. */
  #seen = new Map<string, string>();

  /** A page that the downstream side was given. */
  shown(cursor: string | null, page: ToolPage): void {
    this.learn(page);
    if (cursor === null) this.#seen.clear();
    if (this.#seen.size < MAX_PAGES) this.#seen.set(cursor ?? "", look(page));
  }

  learn(page: ToolPage): void {
    for (const tool of page.tools) this.#tools.set(tool.name, tool);
  }

  knows(name: string): boolean {
    return this.#tools.has(name);
  }

  /** Whether the downstream side has seen this page, and seen it so. */
  isAsShown(cursor: string | null, page: ToolPage): boolean {
    return this.#seen.get(cursor ?? "") === look(page);
  }

  wasShown(cursor: string | null): boolean {
    return this.#seen.has(cursor ?? "");
  }

  replayable(name: string): boolean {
    return this.#tools.get(name)?.replayable ?? false;
  }

  /** @throws InvalidHeaderSchema */
  headersOf(name: string): readonly ParamHeader[] {
    const schema = this.#tools.get(name)?.headerSchema;
    if (schema === null || schema === undefined) return [];
    try {
      return paramHeaders(JSON.parse(schema));
    } catch (error) {
      if (error instanceof InvalidHeaderSchema) throw error;
      return [];
    }
  }
}

/** What a page looks like: its tools, and whether it is the last. Cursors may differ from session to session. */
function look({ digest, nextCursor }: ToolPage): string {
  return `${digest} ${nextCursor === null ? "last" : "more"}`;
}
