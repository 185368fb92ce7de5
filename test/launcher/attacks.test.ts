/**
 * The attack table, downloads: what a hostile or broken release server may send. Every row must end with
 * exit code 127, one clear line on stderr, an empty stdout, and nothing runnable left behind.
 */
import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { archive } from "../../build/manifest.ts";
import { sha256 } from "../../build/runtime.ts";
import { newKey } from "../../build/signature.ts";
import {
  ARCHIVE,
  altered,
  FILE,
  flipped,
  MANIFEST,
  newHome,
  type Release,
  release,
  revokedKey,
  SCRIPT,
  SIGNATURE,
  stagedLauncher,
} from "./release.ts";
import { leftIn, NODE, type RunOptions, run } from "./run.ts";
import { type Answer, redirect, respond, serving, startServer } from "./server.ts";

const launcher = stagedLauncher();

const good = release();
const size = (name: string): number => good.get(name)?.length ?? 0;

/** A release whose archive holds `content`, with an otherwise true manifest that `claims` something else. */
function holding(content: Buffer, claims: { size?: number; sha256?: string } = {}): Release {
  const packed = archive(content);
  const artifact = { archive_size: packed.length, archive_sha256: sha256(packed), ...claims };
  return altered(release({ artifact }), ARCHIVE, () => packed);
}

/** Serves the good release, but `name` with `answer`. */
const but = (name: string, answer: Answer): Answer => serving(good, { [name]: answer });

/** Sends `head` and then the first half of the archive; what follows is the row's. */
const half = (headers: string, then: "end" | "stall"): Answer => {
  const bytes = good.get(ARCHIVE) ?? Buffer.alloc(0);
  return (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`);
    socket.write(bytes.subarray(0, bytes.length >> 1));
    if (then === "end") socket.end();
  };
};

/** Sends chunks for as long as the other side takes them. */
const endless: Answer = (socket) => {
  const chunk = Buffer.from(`10000\r\n${"x".repeat(0x10000)}\r\n`);
  const more = () => {
    while (!socket.destroyed && socket.write(chunk)) {}
  };
  socket.on("drain", more);
  socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
  more();
};

const pathTrick = (file: string): Release => release({ artifact: { file, archive: `${file}.gz` } });

type Row = [what: string, from: Release | Answer, stderr: string | RegExp, options?: RunOptions];

const CONTENT: Row[] = [
  ["a flipped bit in the archive", altered(good, ARCHIVE, flipped), "SHA-256 differs"],
  [
    "a flipped bit in the executable",
    holding(flipped(Buffer.from(SCRIPT))),
    "does not unpack to the released",
  ],
  ["a flipped bit in the manifest", altered(good, MANIFEST, flipped), "signature is wrong"],
  [
    "a changed signature",
    altered(good, SIGNATURE, (b) => Buffer.from(b).fill("A", 3, 9)),
    "signature is wrong",
  ],
  [
    "a signature by an unknown key",
    release({ signer: newKey() }),
    /signed with key [0-9a-f]{16}, which this launcher does not know/,
  ],
  [
    "an unknown key under the name of a known one",
    altered(release({ signer: newKey() }), SIGNATURE, (b) =>
      Buffer.concat([b.subarray(0, 89), good.get(SIGNATURE)?.subarray(89) ?? b]),
    ),
    "signature is wrong",
  ],
  ["a signature by a revoked key", release({ signer: revokedKey }), /key [0-9a-f]{16}, which is revoked/],
  ["an empty signature", altered(good, SIGNATURE, () => Buffer.alloc(0)), "signature file is damaged"],
  [
    "a signature of another form",
    altered(good, SIGNATURE, () => Buffer.from("untrusted comment: x\nabc\n")),
    "signature file is damaged",
  ],
  [
    "an older version with a right signature",
    release({ version: "9.8.6" }),
    "the manifest is for version 9.8.6, this launcher is 9.8.7",
  ],
  [
    "a newer version with a right signature",
    release({ version: "10.0.0" }),
    "the manifest is for version 10.0.0",
  ],
  [
    "a manifest without this platform",
    release({ artifact: { target: "plan9-mips" } }),
    "holds no caveman-mcp for",
  ],
  [
    "a manifest without this program",
    release({ artifact: { name: "caveman-mcp-proxy" } }),
    "holds no caveman-mcp for",
  ],
  [
    "a manifest with two entries for this platform",
    release({ manifest: (m) => ({ ...m, artifacts: [...m.artifacts, ...m.artifacts] }) }),
    "holds more than one",
  ],
  [
    "a signed manifest of another form",
    release({ manifest: (m) => ({ ...m, schema: "caveman.checksums.v2" }) }),
    "not of the form caveman.checksums.v1",
  ],
  ["a signed manifest that is a list", release({ manifest: () => [1, 2] }), "not of the form"],
  ["a name that climbs out of the folder", pathTrick(`../../${FILE}`), "another file name"],
  ["a name that is a path", pathTrick("/tmp/evil"), "another file name"],
  ["a name with backslashes", pathTrick(`..\\${FILE}`), "another file name"],
  ["a name with a percent sign", pathTrick(`..%2f${FILE}`), "another file name"],
  [
    "an archive name that is an address",
    release({ artifact: { archive: "http://127.0.0.1:1/x.gz" } }),
    "another file name",
  ],
  ["a size of nothing", release({ artifact: { size: 0 } }), "sizes or digests"],
  ["a size of a terabyte", release({ artifact: { archive_size: 1e12 } }), "sizes or digests"],
  ["a digest that is not one", release({ artifact: { sha256: "00" } }), "sizes or digests"],
  [
    "a bomb: far more unpacked than signed",
    holding(Buffer.alloc(64 << 20), { size: 1000 }),
    "does not unpack to the released",
  ],
  [
    "an archive with a second member",
    altered(release({ artifact: twoMembers() }), ARCHIVE, () => twice()),
    "does not unpack to the released",
  ],
  [
    "an archive that is not gzip",
    altered(
      release({ artifact: { archive_size: 4, archive_sha256: sha256(Buffer.from("PK\x03\x04")) } }),
      ARCHIVE,
      () => Buffer.from("PK\x03\x04"),
    ),
    "cannot be unpacked",
  ],
  ["less unpacked than signed", holding(Buffer.from("#!/bin/sh\n")), "does not unpack to the released"],
];

function twice(): Buffer {
  return Buffer.concat([archive(Buffer.from(SCRIPT)), gzipSync("echo evil\n")]);
}
function twoMembers() {
  return { archive_size: twice().length, archive_sha256: sha256(twice()) };
}

const TRANSPORT: Row[] = [
  ["no such release", new Map(), "answers with status 404"],
  ["no archive", new Map([...good].filter(([name]) => name !== ARCHIVE)), "answers with status 404"],
  ["a failing server", (socket) => respond(socket, 500, Buffer.from("oops")), "answers with status 500"],
  [
    "something that is not HTTP",
    (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"),
    "does not answer as HTTP should",
  ],
  [
    "a download that ends half-way",
    but(ARCHIVE, half(`content-length: ${size(ARCHIVE)}`, "end")),
    "could not be downloaded",
  ],
  [
    "a download that ends half-way, length unknown",
    but(ARCHIVE, half("connection: close", "end")),
    `the connection ended after ${size(ARCHIVE) >> 1} of ${size(ARCHIVE)} bytes, 3 times`,
  ],
  [
    "a server that stalls half-way",
    but(ARCHIVE, half(`content-length: ${size(ARCHIVE)}`, "stall")),
    "no answer for 0.2 seconds, 3 times",
    { env: { CAVEMAN_DOWNLOAD_TIMEOUT: "0.2" } },
  ],
  [
    "a server that never answers",
    () => {},
    "no answer for 0.2 seconds, 3 times",
    { env: { CAVEMAN_DOWNLOAD_TIMEOUT: "0.2" } },
  ],
  ["an archive without an end", but(ARCHIVE, endless), "is longer than"],
  ["a manifest without an end", but(MANIFEST, endless), "is longer than"],
  ["a signature without an end", but(SIGNATURE, endless), "is longer than"],
  [
    "a Content-Length that is too large",
    but(ARCHIVE, half(`content-length: ${size(ARCHIVE) + 1}`, "end")),
    `bytes, not ${size(ARCHIVE)}`,
  ],
  [
    "a Content-Length that is too small",
    but(ARCHIVE, half("content-length: 3", "end")),
    `has 3 bytes, not ${size(ARCHIVE)}`,
  ],
  [
    "a Content-Length that is no number",
    but(ARCHIVE, half("content-length: many", "end")),
    "does not answer as HTTP should",
  ],
  [
    "a manifest of two megabytes",
    but(MANIFEST, (s) => respond(s, 200, Buffer.alloc(2 << 20, " "))),
    "at most 1048576",
  ],
  ["a redirect to another host", redirect("http://localhost:1/x"), "redirects to another host"],
  ["a redirect to another port", redirect("http://127.0.0.1:1/x"), "redirects to another host"],
  ["a redirect to a file", redirect("file:///etc/passwd"), "redirects to another host"],
  ["a redirect that is no address", redirect("http://["), "not an address"],
  ["a redirect without end", redirect("/again"), "redirects more than 5 times"],
];

const BASES: [what: string, base: string, stderr: string][] = [
  ["http to another machine", "http://192.0.2.1/releases", "anyone on the way can change"],
  [
    "http to a name that looks like this machine",
    "http://127.0.0.1.example.com/",
    "anyone on the way can change",
  ],
  ["ftp", "ftp://127.0.0.1/", "is of kind ftp:"],
  ["a login", "https://user:secret@127.0.0.1/", "holds a login"],
  ["a query", "https://127.0.0.1/?token=secret", "holds a query"],
  ["a path instead of an address", "/srv/releases", "is not an address"],
  ["a file on another host", "file://server/share", "names a host"],
  ["a folder that does not exist", "file:///no/such/folder", "cannot be read (ENOENT)"],
  ["a port where nobody listens", "http://127.0.0.1:1/", "ECONNREFUSED"],
];

async function refused(env: Record<string, string>, why: string | RegExp, options: RunOptions = {}) {
  const home = newHome();
  const done = await run(launcher, { ...options, env: { CAVEMAN_HOME: home, ...env, ...options.env } });
  const said = done.stderr.split("\n").filter((line) => !line.startsWith("caveman-mcp: downloading "));
  expect({ code: done.code, stdout: done.stdout }).toEqual({ code: 127, stdout: "" });
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(why instanceof RegExp ? why : new RegExp(RegExp.escape(why)));
  expect(said.join("\n")).not.toContain("secret");
  expect(leftIn(home)).toEqual([]);
}

async function refusedFrom(from: Release | Answer, why: string | RegExp, options: RunOptions = {}) {
  const server = await startServer(typeof from === "function" ? from : serving(from));
  await refused({ CAVEMAN_RELEASE_BASE: server.base }, why, options);
  await server.close();
}

describe("a release is refused that has", () => {
  for (const [what, from, why, options] of CONTENT) test(what, () => refusedFrom(from, why, options));
});

describe("a server is refused that sends", () => {
  for (const [what, from, why, options] of TRANSPORT) test(what, () => refusedFrom(from, why, options));
});

describe("CAVEMAN_RELEASE_BASE is refused that is", () => {
  test.each(BASES)("%s", async (_, base, why) => refused({ CAVEMAN_RELEASE_BASE: base }, why));
});

describe("a machine is refused", () => {
  const asIf = (platform: string, arch: string): RunOptions => ({
    env: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
        `Object.defineProperty(process,"platform",{value:"${platform}"});Object.defineProperty(process,"arch",{value:"${arch}"})`,
      )}`,
    },
  });
  test.each([
    ["freebsd", "x64"],
    ["linux", "riscv64"],
    ["win32", "ia32"],
    ["aix", "ppc64"],
  ])("that is %s %s", async (platform, arch) => {
    const name = `${platform === "win32" ? "windows" : platform}-${arch}`;
    await refused(
      {},
      `no build for this platform (${name}). Supported: linux-x64, linux-arm64,`,
      asIf(platform, arch),
    );
  });

  test("that has no home folder to keep the executable in", async () => {
    await refused({ CAVEMAN_HOME: "", HOME: "relative" }, "Set CAVEMAN_HOME");
  });

  test("whose CAVEMAN_HOME depends on the current folder", async () => {
    await refused({ CAVEMAN_HOME: "here" }, "not an absolute path");
  });
});

test("no attack above ran with another Node than the one on PATH", () => expect(NODE).not.toBe("node"));
