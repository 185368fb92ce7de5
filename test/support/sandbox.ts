/** A place of its own for one test: home, working directory, and servers that are ended afterwards. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "./client.ts";
import { executable } from "./executable.ts";

/** What a command printed and how it ended. */
export interface Done {
  readonly code: number | null;
  readonly out: string;
  readonly bytes: Buffer;
  readonly err: string;
}

export class Sandbox {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), "caveman-sandbox-")));
  readonly home = join(this.top, "home");
  readonly work = join(this.top, "work");
  readonly #clients: Client[] = [];

  constructor() {
    mkdirSync(this.home, { mode: 0o700 });
    mkdirSync(this.work);
  }

  /** Variables of a process that lives here. */
  get env(): Record<string, string> {
    return { HOME: this.home, CAVEMAN_HOME: join(this.home, ".caveman") };
  }

  /** The compiled server, started here. */
  serve(env: Record<string, string> = {}): Client {
    const client = new Client([executable()], { ...this.env, ...env }, this.work);
    this.#clients.push(client);
    return client;
  }

  /** Runs a verb of the compiled executable here. */
  run(args: readonly string[], input: string | Uint8Array = "", env: Record<string, string> = {}): Done {
    const done = spawnSync(executable(), [...args], {
      input,
      cwd: this.work,
      env: { PATH: process.env.PATH ?? "", ...this.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    const { status: code, stdout: bytes } = done;
    return { code, out: bytes.toString(), bytes, err: done.stderr.toString() };
  }

  /** Ends every server, whatever state it is in, and removes all files. */
  async remove(): Promise<void> {
    for (const client of this.#clients) client.kill("SIGKILL");
    await Promise.all(this.#clients.map((client) => client.exited()));
    rmSync(this.top, { recursive: true, force: true });
  }
}
