/** Which files a model may name: real files, links, pipes and devices in real folders. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { CaveError } from "../../src/text/errors.ts";
import { MAX_FILE_BYTES, readNamedFile } from "../../src/tools/reading/read-file.ts";
import { isKeyLike, judge, readRoots, type Surroundings } from "../../src/tools/reading/roots.ts";

let top: string;
let cwd: string;
let home: string;
let temp: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "caveman-reading-")));
  cwd = join(top, "project");
  home = join(top, "home");
  temp = join(top, "temp");
  for (const dir of [cwd, home, temp]) mkdirSync(dir);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function around(more: Partial<Surroundings> = {}): Surroundings {
  return { env: {}, cwd, home, temp, real, ...more };
}

function read(path: string, more: Partial<Surroundings> = {}): string {
  return new TextDecoder().decode(readNamedFile(path, () => {}, around(more)));
}

function refusal(path: string, more: Partial<Surroundings> = {}): string {
  try {
    readNamedFile(path, () => {}, around(more));
  } catch (error) {
    if (!(error instanceof CaveError)) throw error;
    expect(error.code).toBe("cave_path_refused");
    expect(error.message).not.toContain(top);
    return error.message;
  }
  throw new Error("the file was read");
}

function put(path: string, content = "content"): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
}

describe("files that may be read", () => {
  test("below the working directory, relative or absolute", () => {
    put(join(cwd, "a", "b.txt"));
    expect(read("a/b.txt")).toBe("content");
    expect(read(join(cwd, "a", "b.txt"))).toBe("content");
    expect(read("./a/../a/b.txt")).toBe("content");
  });

  test("below the temporary directory and the proxy's data directories", () => {
    expect(read(put(join(temp, "x")))).toBe("content");
    expect(read(put(join(cwd, ".mcp-proxy-data", "i", "r.json")))).toBe("content");
    expect(read(put(join(home, ".caveman", "proxy", "i", "r.json")))).toBe("content");
    const own = put(join(top, "elsewhere", "r.json"));
    expect(read(own, { env: { CAVEMAN_PROXY_DATA_DIR: join(top, "elsewhere") } })).toBe("content");
  });

  test("where hosts keep tool results, and only there", () => {
    const session = join(home, ".claude", "projects", "-home-me-app", "0a1b");
    expect(read(put(join(session, "tool-results", "r.txt")))).toBe("content");
    expect(refusal(put(join(session, "transcript.jsonl")))).toContain("not below");
    expect(read(put(join(home, ".local", "share", "opencode", "tool-output", "t")))).toBe("content");
    expect(read("~/.local/share/opencode/tool-output/t")).toBe("content");
  });

  test("below folders that CAVEMAN_MCP_READ_ROOTS adds", () => {
    const path = put(join(top, "more", "x"));
    expect(refusal(path)).toContain("CAVEMAN_MCP_READ_ROOTS");
    expect(read(path, { env: { CAVEMAN_MCP_READ_ROOTS: `relative:${join(top, "more")}` } })).toBe("content");
  });

  test("through a link that stays inside, under the name of what it leads to", () => {
    put(join(cwd, "target"));
    symlinkSync(join(cwd, "target"), join(cwd, "link"));
    expect(read("link")).toBe("content");
  });

  test("byte for byte, empty ones too", () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0xff, 0x00, 0x0a]);
    writeFileSync(join(cwd, "b"), bytes);
    expect(readNamedFile("b", () => {}, around())).toEqual(bytes);
    put(join(cwd, "e"), "");
    expect(read("e")).toBe("");
  });
});

describe("files that are refused", () => {
  test("outside, directly, by dots, or through a link", () => {
    put(join(top, "secret.txt"));
    symlinkSync(join(top, "secret.txt"), join(cwd, "link"));
    symlinkSync(top, join(cwd, "folder"));
    for (const path of [join(top, "secret.txt"), "../secret.txt", "link", "folder/secret.txt"]) {
      expect(refusal(path)).toContain("not below");
    }
  });

  test("a missing one outside answers like an existing one; inside it says so", () => {
    expect(refusal(join(top, "nothing"))).toBe(refusal(put(join(top, "something"))));
    expect(refusal("nothing/at/all")).toContain("no such file");
  });

  test("hidden names, in any folder of the path", () => {
    put(join(cwd, ".npmrc"));
    put(join(cwd, ".git", "config"));
    put(join(cwd, "a", ".b", "c"));
    for (const path of [".npmrc", ".git/config", "a/.b/c"]) expect(refusal(path)).toContain("dot");
    symlinkSync(join(cwd, ".npmrc"), join(cwd, "plain"));
    expect(refusal("plain")).toContain("dot");
  });

  test("key-like names, whatever their case, and links that have them or lead to them", () => {
    for (const name of ["server.pem", "A.KEY", "id_ed25519", "id_rsa.pub", ".env", ".env.local"]) {
      put(join(cwd, name));
      expect(refusal(name)).toMatch(/key|dot/);
      expect(isKeyLike(name)).toBe(true);
    }
    symlinkSync(join(cwd, "server.pem"), join(cwd, "notes.txt"));
    expect(refusal("notes.txt")).toContain("key");
    put(join(cwd, "plain"));
    symlinkSync(join(cwd, "plain"), join(cwd, "x.pem"));
    expect(refusal("x.pem")).toContain("key");
    expect(isKeyLike("monkey.txt")).toBe(false);
  });

  test("a key below the proxy's folder is still a key", () => {
    expect(refusal(put(join(cwd, ".mcp-proxy-data", "id_rsa")))).toContain("key");
  });

  test("folders, devices and FIFOs, without waiting for a writer", () => {
    mkdirSync(join(cwd, "dir"));
    expect(refusal("dir")).toContain("folder");
    expect(Bun.spawnSync(["mkfifo", join(cwd, "fifo")]).exitCode).toBe(0);
    expect(refusal("fifo")).toContain("regular");
    expect(refusal("/dev/zero", { env: { CAVEMAN_MCP_READ_ROOTS: "/dev" } })).toContain("regular");
  });

  test("larger than 64 MiB", () => {
    put(join(cwd, "big"), "");
    truncateSync(join(cwd, "big"), MAX_FILE_BYTES + 1);
    expect(refusal("big")).toContain("64 MiB");
  });

  test("every file, with CAVEMAN_MCP_READ_ROOTS=none", () => {
    put(join(cwd, "x"));
    expect(refusal("x", { env: { CAVEMAN_MCP_READ_ROOTS: "none" } })).toContain("none");
  });

  test("what is no path", () => {
    expect(refusal("")).toContain("not a path");
    expect(refusal("a\0b")).toContain("not a path");
  });

  test.skipIf(process.getuid?.() === 0)("what the system does not let us open", () => {
    chmodSync(put(join(cwd, "x")), 0);
    expect(refusal("x")).toContain("EACCES");
  });
});

describe("a file that changes places while it is opened", () => {
  test("a link swapped in after the judgement is not followed", () => {
    put(join(top, "secret"), "secret");
    put(join(cwd, "x"));
    let looked = 0;
    const swapping = (path: string): string | null => {
      const found = real(path);
      if (path === join(cwd, "x") && looked++ === 0) {
        rmSync(join(cwd, "x"));
        symlinkSync(join(top, "secret"), join(cwd, "x"));
      }
      return found;
    };
    expect(refusal("x", { real: swapping })).not.toContain("secret");
  });

  test("a folder swapped for a link to another one is noticed", () => {
    put(join(top, "outside", "x"), "secret");
    put(join(cwd, "d", "x"));
    let looked = 0;
    const swapping = (path: string): string | null => {
      const found = real(path);
      if (path === join(cwd, "d", "x") && looked++ === 0) {
        renameSync(join(cwd, "d"), join(cwd, "e"));
        symlinkSync(join(top, "outside"), join(cwd, "d"));
      }
      return found;
    };
    expect(refusal("d/x", { real: swapping })).toContain("replaced");
  });

  test("a hard link is the file itself", () => {
    put(join(cwd, "x"));
    linkSync(join(cwd, "x"), join(cwd, "y"));
    expect(read("y")).toBe("content");
  });
});

describe("roots", () => {
  test("a link in a repository opens no other folder", () => {
    put(join(top, "private", "x"));
    symlinkSync(join(top, "private"), join(cwd, ".mcp-proxy-data"));
    expect(refusal(".mcp-proxy-data/x")).toContain("not below");
  });

  test("a temporary directory that is the whole disk is none", () => {
    expect(readRoots(around({ temp: "/" }))?.map((root) => root.dir)).toEqual([cwd]);
    const named = readRoots(around({ env: { CAVEMAN_MCP_READ_ROOTS: "/" } }));
    expect(named?.map((root) => root.dir)).toContain("/");
  });

  test("a whole disk is none: hosts start servers in / when they know no project", () => {
    const roots = readRoots(around({ cwd: "/" }));
    expect(roots?.some((root) => root.dir === "/")).toBe(false);
    expect(judge(roots ?? [], "/etc/passwd")).toBe("outside");
  });

  test("folders that are not there are none", () => {
    expect(readRoots(around({ home: null }))?.map((root) => root.dir)).toEqual([cwd, temp]);
    expect(homedir()).not.toBe(home);
  });
});

test("a stopped call stops reading", () => {
  put(join(cwd, "x"));
  const stop = (): never => {
    throw new Error("stopped");
  };
  expect(() => readNamedFile("x", stop, around())).toThrow("stopped");
});
