/** What the proxy remembers of the upstream's tools: which may be sent twice, which name headers, which list was last seen. */
import type { ListedTool, ToolPage } from "./tool-list.ts";
import { InvalidHeaderSchema, type ParamHeader, paramHeaders } from "./upstream/modern-headers.ts";

/** Pages that are walked on our own account; an upstream whose cursors never end is stopped here. */
export const MAX_PAGES = 1000;

export class KnownTools {
  #tools = new Map<string, ListedTool>();
  /** Digests of the pages that the downstream side has seen, by cursor; "" is the first page. */
  #seen = new Map<string, string>();

  /** A page that the downstream side was given. */
  shown(cursor: string | null, page: ToolPage): void {
    this.learn(page);
    if (cursor === null) this.#seen.clear();
    if (this.#seen.size < MAX_PAGES) this.#seen.set(cursor ?? "", page.digest);
  }

  learn(page: ToolPage): void {
    for (const tool of page.tools) this.#tools.set(tool.name, tool);
  }

  knows(name: string): boolean {
    return this.#tools.has(name);
  }

  get anyShown(): boolean {
    return this.#seen.size > 0;
  }

  /** Whether the downstream side has seen this page, and seen it so. */
  isAsShown(cursor: string | null, page: ToolPage): boolean {
    return this.#seen.get(cursor ?? "") === page.digest;
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
