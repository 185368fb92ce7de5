import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArguments, UsageError } from "../../../src/proxy/settings/argv.ts";
import { FLAGS, helpText, variableOf } from "../../../src/proxy/settings/flags.ts";
import { maskCommand, maskUrl, Secrets } from "../../../src/proxy/settings/secrets.ts";
import { readSettings, type Settings } from "../../../src/proxy/settings/settings.ts";

function read(argv: readonly string[], env: Record<string, string> = {}): Settings {
  return readSettings(parseArguments(argv, env), env);
}

/** How a header names a variable. */
const ref = (name: string) => `\${${name}}`;

const URL_FLAG = ["--url", "https://example.test/mcp"];

function headers(settings: Settings): Readonly<Record<string, string>> {
  if (settings.address.kind !== "http") throw new Error("not http");
  return settings.address.target.headers;
}

describe("arguments", () => {
  test("every flag is also a variable, and argv wins", () => {
    expect(variableOf("call-timeout-ms")).toBe("CAVEMAN_PROXY_CALL_TIMEOUT_MS");
    const env = {
      CAVEMAN_PROXY_URL: "https://example.test/mcp",
      CAVEMAN_PROXY_CALL_TIMEOUT_MS: "5",
      CAVEMAN_PROXY_RAW: "1",
    };
    expect(read([], env)).toMatchObject({ limits: { callTimeoutMs: 5 }, results: { raw: true } });
    expect(read(["--call-timeout-ms=7", "--raw=0"], env)).toMatchObject({
      limits: { callTimeoutMs: 7 },
      results: { raw: false },
    });
    for (const { name } of FLAGS) expect(helpText()).toContain(`--${name}`);
  });

  test("the defaults of the contract", () => {
    expect(read(URL_FLAG)).toMatchObject({
      limits: { connectTimeoutMs: 10_000, connectRetries: 3, backOffMs: 1000, callTimeoutMs: 60_000 },
      descriptionPrefix: "[proxy] ",
      maxResultBytes: 256 * 1024 * 1024,
      protocol: "legacy",
      results: {
        inlineThresholdBytes: 2048,
        previewBytes: 6000,
        preview: "view",
        recovery: false,
        retainDays: 0,
      },
    });
    expect(read([...URL_FLAG, "--description-prefix", ""]).descriptionPrefix).toBe("");
    expect(read(URL_FLAG, { CAVEMAN_RECOVERY: "1" }).results.recovery).toBe(true);
  });

  test("flags behind -- belong to the child", () => {
    const { address } = read(["--", "npx", "-y", "server", "--url", "x"]);
    expect(address).toMatchObject({ kind: "stdio", command: "npx", args: ["-y", "server", "--url", "x"] });
  });

  test.each([
    [["--url"], "needs a value"],
    [["--nonsense", "s3cret"], "unknown flag --nonsense"],
    [["s3cret"], "no flag"],
    [[...URL_FLAG, ...URL_FLAG], "twice"],
    [[...URL_FLAG, "--", "npx"], "not both"],
    [[], "name the upstream"],
    [[...URL_FLAG, "--call-timeout-ms", "1e3"], "whole number"],
    [[...URL_FLAG, "--call-timeout-ms", "0"], "at least 1"],
    [[...URL_FLAG, "--call-timeout-ms", "99999999999"], "whole number"],
    [[...URL_FLAG, "--protocol", "1999-01-01"], "--protocol takes"],
    [[...URL_FLAG, "--raw=maybe"], "1 or 0"],
    [["--url", "file:///etc/passwd"], "http or https"],
    [["--url", "s3cret"], "no valid address"],
    [[...URL_FLAG, "--header", "s3cret"], "NAME: VALUE"],
    [[...URL_FLAG, "--header", "Host: s3cret"], "set by the transport"],
    [[...URL_FLAG, "--header", `X: ${ref("NOT_SET")}`], "NOT_SET, which is not set"],
    [[...URL_FLAG, "--header-file", "/nonexistent"], "--header-file cannot be read"],
    [["--url", "http://example.test/mcp", "--header", "X: s3cret"], "unencrypted"],
    [["--url", "http://u:s3cret@example.test/mcp"], "unencrypted"],
    [["--env", "A=s3cret", "--", "x"], "name of a variable"],
    [["--env", "BUN_OPTIONS", "--", "x"], "BUN_"],
  ])("%p is refused in one line that quotes no value", (argv, words) => {
    let message = "";
    try {
      read(argv as string[]);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      message = error.message;
    }
    expect(message).toContain(words as string);
    expect(message).not.toContain("s3cret");
    expect(message).not.toContain("\n");
  });
});

describe("headers", () => {
  test("come from flags and a file, variables are replaced", () => {
    const dir = mkdtempSync(join(tmpdir(), "caveman-headers-"));
    const file = join(dir, "headers");
    writeFileSync(file, `# comment\n\nX-One: 1\r\nX-Two: ${ref("TWO")}\n`, { mode: 0o600 });
    const env = { TWO: "2", TOKEN: "t" };
    const settings = read(
      [...URL_FLAG, "--header-file", file, "--header", `Authorization: Bearer ${ref("TOKEN")}`],
      env,
    );
    expect(headers(settings)).toEqual({ "x-one": "1", "x-two": "2", authorization: "Bearer t" });
    expect(settings.warnings).toEqual([]);
    rmSync(dir, { recursive: true });
  });

  test("a literal credential in argv and a readable header file are warned about", () => {
    const dir = mkdtempSync(join(tmpdir(), "caveman-headers-"));
    const file = join(dir, "headers");
    writeFileSync(file, "X-One: 1\n", { mode: 0o644 });
    const { warnings } = read([...URL_FLAG, "--header", "Authorization: Bearer abc", "--header-file", file]);
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).not.toContain("abc");
    rmSync(dir, { recursive: true });
  });

  test("http is fine on loopback, and elsewhere when asked for", () => {
    for (const host of ["127.0.0.1:80", "localhost", "[::1]:9"]) {
      expect(() => read(["--url", `http://${host}/`, "--header", "X: y"])).not.toThrow();
    }
    expect(() => read(["--url", "http://127.0.0.1.evil.test/", "--header", "X: y"])).toThrow();
    expect(() => read(["--url", "http://example.test/", "--header", "X: y", "--allow-http"])).not.toThrow();
    expect(() => read(["--url", "http://example.test/"])).not.toThrow();
  });

  test("user info in the address becomes a header and leaves the address", () => {
    const settings = read(["--url", "https://u:p%40ss@example.test/mcp?key=v4lue"]);
    expect(headers(settings).authorization).toBe(`Basic ${Buffer.from("u:p@ss").toString("base64")}`);
    expect(settings.results.upstreamShown).toBe("https://***@example.test/mcp?key=***");
    expect(settings.secrets.mask("v4lue and p@ss")).toBe("*** and ***");
  });
});

describe("secrets", () => {
  test("are hidden with and without their scheme, encoded and plain, the longest first", () => {
    const secrets = new Secrets(["Bearer abc/def+1", "abc/", "x"]);
    expect(secrets.mask("Bearer abc/def+1 | abc/def+1 | abc%2Fdef%2B1 | abc/ | x")).toBe(
      "*** | *** | *** | *** | x",
    );
  });

  test("addresses and commands are shown without what may be secret", () => {
    expect(maskUrl(new URL("https://user@h.test:8/p?a=1&b#frag"))).toBe("https://***@h.test:8/p?a=***&b=***");
    expect(maskCommand("npx", ["-y", "--key=1"])).toBe("npx [2 arguments]");
  });
});
