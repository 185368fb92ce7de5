/** A proxy before an upstream of our own, both made anew for each test and ended behind it. */
import { afterEach, beforeEach } from "bun:test";
import { join } from "node:path";
import { HttpUpstream } from "./http-upstream.ts";
import { RunningProxy } from "./running-proxy.ts";

/** The arguments that name the upstream on stdio. */
export const STDIO = ["--", process.execPath, join(import.meta.dir, "stdio-upstream.ts")];
const IDEMPOTENT =
  '{"name":"safe","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},{"name":"unsafe","inputSchema":{"type":"object"}}';

/** What a test has; good only while it runs. */
export class Setup {
  #upstream: HttpUpstream | null = null;
  readonly #proxies: RunningProxy[] = [];

  constructor() {
    beforeEach(async () => {
      this.#upstream = await new HttpUpstream().start();
      this.#upstream.tools = [IDEMPOTENT];
    });
    afterEach(async () => {
      for (const proxy of this.#proxies.splice(0)) await proxy.close();
      await this.#upstream?.stop();
    });
  }

  get upstream(): HttpUpstream {
    if (this.#upstream === null) throw new Error("the test has not begun");
    return this.#upstream;
  }

  /** For tests in which it comes back. */
  set upstream(next: HttpUpstream) {
    this.#upstream = next;
  }

  /** For tests that end it themselves. */
  release(proxy: RunningProxy): void {
    this.#proxies.splice(this.#proxies.indexOf(proxy), 1);
  }

  readonly started = async (
    flags: readonly string[],
    env: Record<string, string> = {},
  ): Promise<RunningProxy> => {
    const proxy = new RunningProxy(flags, env);
    this.#proxies.push(proxy);
    await proxy.initialize();
    return proxy;
  };

  /** A proxy before the upstream that speaks HTTP. */
  readonly http = (...flags: string[]): Promise<RunningProxy> =>
    this.started(["--url", this.upstream.url, ...flags]);
}
