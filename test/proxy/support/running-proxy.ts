/** A proxy inside the test's process: real settings, protocol, upstream and worker; only stdin and stdout are ours. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../../src/mcp/serve.ts";
import { type Assembly, assemble } from "../../../src/proxy/assemble.ts";
import { createLog } from "../../../src/proxy/log.ts";
import { parseArguments } from "../../../src/proxy/settings/argv.ts";
import { readSettings } from "../../../src/proxy/settings/settings.ts";

export interface Answer {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: unknown };
  /** The line as it was written. */
  readonly line: string;
}

interface Content {
  readonly type: string;
  readonly text: string;
}

export interface CallOutcome {
  readonly text: string;
  readonly isError: boolean;
  readonly content: readonly Content[];
  /** Path of the main file, or null. */
  readonly file: string | null;
  readonly line: string;
}

export class RunningProxy {
  readonly dataDir = mkdtempSync(join(tmpdir(), "caveman-proxy-test-"));
  readonly logged: string[] = [];
  readonly notifications: { method: string; params?: Record<string, unknown> }[] = [];
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  readonly #input: Uint8Array[] = [];
  #wake: () => void = () => {};
  #ended = false;
  #rest = "";
  #lastId = 0;
  #served: Promise<unknown> = Promise.resolve();
  #notified: (() => void)[] = [];
  readonly assembly: Assembly;

  /** @param flags as on the command line; `--data-dir` is added */
  constructor(flags: readonly string[], env: Record<string, string> = {}) {
    const own = ["--data-dir", this.dataDir, "--log-level", "debug", "--connect-backoff-ms", "20"];
    const given = (name: string) => flags.includes(name);
    const extra = own.filter((_, i) => !given(own[i - (i % 2)] ?? ""));
    const args = parseArguments([...extra, ...flags], {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...env,
    });
    const settings = readSettings(args, { PATH: process.env.PATH, HOME: process.env.HOME, ...env });
    const log = createLog(
      settings.logLevel,
      (text) => settings.secrets.mask(text),
      (line) => this.logged.push(line),
    );
    this.assembly = assemble(settings, log, this.dataDir);
    this.#served = serve({
      host: this.assembly.proxy,
      info: { name: "caveman-mcp-proxy", version: "0" },
      parser: this.assembly.offload,
      input: this.#read(),
      output: {
        write: async (bytes) => {
          this.#take(new TextDecoder().decode(bytes));
          return bytes.length;
        },
      },
      eofGraceMs: 2000,
    });
  }

  /** Connects in the background, as the process does. */
  connect(): this {
    void this.assembly.upstream.keepTrying().catch(() => {});
    return this;
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.#input.shift();
      if (next) yield next;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #take(text: string): void {
    this.#rest += text;
    const lines = this.#rest.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as Answer & { method?: string };
      if (message.method !== undefined) {
        this.notifications.push(message as never);
        for (const wake of this.#notified.splice(0)) wake();
        continue;
      }
      const key = JSON.stringify(message.id);
      this.#waiting.get(key)?.({ ...message, line });
      this.#waiting.delete(key);
    }
  }

  /** Writes a line as it is. */
  send(line: string): void {
    this.#input.push(Buffer.from(`${line}\n`));
    this.#wake();
  }

  /** @param params literal JSON, or a value */
  request(method: string, params: unknown = {}, id: unknown = ++this.#lastId): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.set(JSON.stringify(id), resolve);
      const literal = typeof params === "string" ? params : JSON.stringify(params);
      this.send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"${method}","params":${literal}}`);
    });
  }

  async initialize(revision = "2025-11-25"): Promise<Answer> {
    const answer = await this.request("initialize", {
      protocolVersion: revision,
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    this.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    return answer;
  }

  /** Calls a tool; a protocol error is thrown. */
  async call(name: string, args: unknown = {}, extra: Record<string, unknown> = {}): Promise<CallOutcome> {
    const answer = await this.request("tools/call", { name, arguments: args, ...extra });
    if (!answer.result) throw new Error(`protocol error ${answer.error?.code}: ${answer.error?.message}`);
    const content = answer.result.content as Content[];
    const text = content[0]?.text ?? "";
    const file = /^file: (.*)$/m.exec(text)?.[1] ?? null;
    return { text, isError: answer.result.isError === true, content, file, line: answer.line };
  }

  /** Resolves when a notification of this method has come. */
  async notification(method: string): Promise<void> {
    while (!this.notifications.some((n) => n.method === method)) {
      await new Promise<void>((resolve) => this.#notified.push(resolve));
    }
  }

  /** Lines of the ledger, parsed. */
  ledger(): Record<string, unknown>[] {
    return this.instances().flatMap((instance) => {
      try {
        const text = readFileSync(join(this.dataDir, instance, "_calls.jsonl"), "utf8");
        return text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      } catch {
        return [];
      }
    });
  }

  instances(): string[] {
    return readdirSync(this.dataDir).filter((name) => /^\d{8}-/.test(name));
  }

  /** Every file below the data directory, relative. */
  files(): string[] {
    return (readdirSync(this.dataDir, { recursive: true }) as string[]).sort();
  }

  /** Ends the input, as a host does that leaves. */
  endInput(): void {
    this.#ended = true;
    this.#wake();
  }

  async close(): Promise<void> {
    this.endInput();
    await this.#served;
    await this.assembly.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
