/** A client of a stdio server in a process of its own: sends lines, keeps every line that comes back. */

type Json = Record<string, unknown>;

export interface Answer {
  readonly id?: unknown;
  readonly result?: Json;
  readonly error?: { code: number; message: string; data?: unknown };
  readonly method?: string;
  readonly params?: Json;
}

export interface ToolAnswer {
  readonly content: readonly { type: string; text: string; resource?: { uri: string; blob: string } }[];
  readonly isError: boolean;
}

export class Client {
  readonly #process;
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  readonly #reading: Promise<void>;
  readonly #errors: Promise<string>;
  #nextId = 1;
  /** Every line of stdout, in order. */
  readonly lines: string[] = [];
  /** Messages without an id: notifications. */
  readonly notifications: Answer[] = [];

  constructor(command: readonly string[], env: Record<string, string> = {}, cwd?: string) {
    this.#process = Bun.spawn([...command], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#reading = this.#read();
    this.#errors = new Response(this.#process.stderr).text();
  }

  get pid(): number {
    return this.#process.pid;
  }

  async #read(): Promise<void> {
    let parts: string[] = [];
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    for await (const chunk of this.#process.stdout) {
      const pieces = decoder.decode(chunk, { stream: true }).split("\n");
      for (const [at, piece] of pieces.entries()) {
        parts.push(piece);
        if (at === pieces.length - 1) continue;
        this.#take(parts.join(""));
        parts = [];
      }
    }
    if (parts.join("") !== "") this.lines.push(parts.join(""));
    for (const settle of this.#waiting.values())
      settle({ error: { code: 0, message: "the server is gone" } });
  }

  #take(line: string): void {
    this.lines.push(line);
    const message = JSON.parse(line) as Answer;
    const key = JSON.stringify(message.id ?? null);
    if (message.id === undefined) this.notifications.push(message);
    else {
      this.#waiting.get(key)?.(message);
      this.#waiting.delete(key);
    }
  }

  /** Writes bytes as they are. */
  write(data: string | Uint8Array): void {
    this.#process.stdin.write(data);
    this.#process.stdin.flush();
  }

  nextId(): number {
    return this.#nextId++;
  }

  /** Sends a request. @returns its id */
  send(method: string, params?: Json, id: unknown = this.nextId()): unknown {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return id;
  }

  notify(method: string, params?: Json): void {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`);
  }

  /** The answer to `id`, whenever it comes. Ask before it can have come. */
  answerTo(id: unknown): Promise<Answer> {
    return new Promise((resolve) => this.#waiting.set(JSON.stringify(id), resolve));
  }

  call(method: string, params?: Json): Promise<Answer> {
    const id = this.nextId();
    const answer = this.answerTo(id);
    this.send(method, params, id);
    return answer;
  }

  async tool(name: string, args?: Json, meta?: Json): Promise<ToolAnswer> {
    const answer = await this.call("tools/call", { name, arguments: args, ...(meta && { _meta: meta }) });
    if (answer.result === undefined) throw new Error(JSON.stringify(answer.error));
    return answer.result as unknown as ToolAnswer;
  }

  /** The payload of a tool whose only text item is JSON. */
  async payload(name: string, args?: Json): Promise<Json> {
    return JSON.parse((await this.tool(name, args)).content[0]?.text ?? "null") as Json;
  }

  async initialize(protocolVersion: string): Promise<Json> {
    const answer = await this.call("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    this.notify("notifications/initialized");
    return answer.result ?? {};
  }

  /** Ends the input and waits for the process. @returns its exit code and all of its stderr */
  async close(): Promise<{ code: number; stderr: string }> {
    this.#process.stdin.end();
    return this.exited();
  }

  async exited(): Promise<{ code: number; stderr: string }> {
    const code = await this.#process.exited;
    await this.#reading;
    return { code, stderr: await this.#errors };
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }
}
