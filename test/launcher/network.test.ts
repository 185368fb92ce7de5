/** HTTPS, redirects away from it, and proxies: the launcher against real servers on loopback. */
import { describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { proxyFor } from "../../src/launcher/lib/http.mjs";
import { certificates } from "./certificates.ts";
import { ARCHIVE, MANIFEST, newHome, release, SIGNATURE, stagedLauncher } from "./release.ts";
import { leftIn, run } from "./run.ts";
import { type Answer, type Certificate, redirect, serving, startServer, type TestServer } from "./server.ts";

const launcher = stagedLauncher();
const authority = certificates();
const trusted: Record<string, string> = authority ? { NODE_EXTRA_CA_CERTS: authority.caFile } : {};
const files = serving(release());

/** An https server with the test certificate; call only where there is one. */
const secure = (answer: Answer): Promise<TestServer> => startServer(answer, authority ?? undefined);

/** An HTTP proxy that tunnels every CONNECT to `port` on loopback, whatever name was asked for. */
function tunnelling(port: number, answer: (head: string) => string = () => "200 OK"): Answer {
  return (socket: Socket) => {
    const status = answer(proxyHeads.at(-1) ?? "");
    socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
    if (!status.startsWith("200")) {
      socket.end();
      return;
    }
    const upstream = connect(port, "127.0.0.1");
    upstream.on("error", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
    socket.pipe(upstream);
    upstream.pipe(socket);
  };
}
let proxyHeads: string[] = [];
async function startProxy(port: number, answer?: (head: string) => string, certificate?: Certificate) {
  const proxy = await startServer(tunnelling(port, answer), certificate);
  proxyHeads = proxy.heads;
  return proxy;
}

async function start(env: Record<string, string>) {
  const home = newHome();
  const done = await run(launcher, { env: { CAVEMAN_HOME: home, ...env } });
  return { ...done, left: leftIn(home) };
}

async function refused(env: Record<string, string>, why: string) {
  const done = await start(env);
  expect([done.code, done.stdout, done.left]).toEqual([127, "", []]);
  expect(done.stderr).toContain(why);
  return done;
}

describe.skipIf(!authority)("https", () => {
  test("serves a release whose certificate is trusted", async () => {
    const server = await secure(files);
    expect(await start({ CAVEMAN_RELEASE_BASE: server.base, ...trusted })).toMatchObject({
      code: 0,
      stdout: "ran \n",
    });
    expect(server.asked).toEqual([SIGNATURE, MANIFEST, ARCHIVE]);
    await server.close();
  });

  test("is refused with a certificate that is not, and not tried again", async () => {
    const server = await secure(files);
    const done = await refused({ CAVEMAN_RELEASE_BASE: server.base }, "set NODE_EXTRA_CA_CERTS");
    expect(done.stderr).toContain("is not trusted");
    expect(server.asked).toEqual([]);
    await server.close();
  });

  test("is refused with a certificate for another name", async () => {
    const server = await secure(files);
    const base = server.base.replace("127.0.0.1", "localhost");
    await refused(
      { CAVEMAN_RELEASE_BASE: base, ...trusted },
      "is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)",
    );
    await server.close();
  });

  test("may redirect within the same place", async () => {
    const server = await secure((socket, path) =>
      path.startsWith("real/") ? files(socket, path) : redirect(`/real/${path}`)(socket, path),
    );
    expect(await start({ CAVEMAN_RELEASE_BASE: server.base, ...trusted })).toMatchObject({ code: 0 });
    await server.close();
  });

  test("may not redirect to http, even on this machine", async () => {
    const plain = await startServer(files);
    const server = await secure((socket, path) => redirect(`${plain.base}${path}`)(socket, path));
    await refused(
      { CAVEMAN_RELEASE_BASE: server.base, ...trusted },
      "redirects from https to http:// which is refused",
    );
    expect(plain.asked).toEqual([]);
    await Promise.all([server.close(), plain.close()]);
  });

  test("may not redirect to another host", async () => {
    const other = await secure(files);
    const server = await secure((socket, path) => redirect(`${other.base}${path}`)(socket, path));
    await refused({ CAVEMAN_RELEASE_BASE: server.base, ...trusted }, "redirects to another host");
    expect(other.asked).toEqual([]);
    await Promise.all([server.close(), other.close()]);
  });
});

describe.skipIf(!authority)("a proxy", () => {
  // A name that only the proxy can reach: nothing resolves it.
  const base = "https://release.test/v9/";

  test.each(["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])("in %s is used for https", async (variable) => {
    const server = await secure(files);
    const proxy = await startProxy(server.port);
    const done = await start({ CAVEMAN_RELEASE_BASE: base, [variable]: proxy.base, ...trusted });
    expect(done).toMatchObject({ code: 0, stdout: "ran \n" });
    expect(server.asked).toEqual([`v9/${SIGNATURE}`, `v9/${MANIFEST}`, `v9/${ARCHIVE}`]);
    expect(proxy.heads.map((head) => head.split("\r\n")[0])).toEqual(
      Array(3).fill("CONNECT release.test:443 HTTP/1.1"),
    );
    expect(proxy.heads.join()).not.toMatch(/authorization/i);
    await Promise.all([server.close(), proxy.close()]);
  });

  test("may want a login, and may itself be reached by https", async () => {
    const server = await secure(files);
    const login = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
    const check = (head: string) =>
      head.includes(`proxy-authorization: ${login}\r\n`) ? "200 OK" : "407 Login";
    const proxy = await startProxy(server.port, check, authority ?? undefined);
    const address = proxy.base.replace("//", "//me:p%40ss@");
    const env = { CAVEMAN_RELEASE_BASE: base, ...trusted };
    expect(await start({ ...env, HTTPS_PROXY: address })).toMatchObject({ code: 0 });
    expect(server.heads.join()).not.toMatch(/authorization/i);
    const done = await refused(
      { ...env, HTTPS_PROXY: proxy.base },
      "does not let release.test:443 through (407). It wants a login",
    );
    expect(done.stderr).not.toContain("p@ss");
    await Promise.all([server.close(), proxy.close()]);
  });

  test("cannot swap the certificate", async () => {
    const server = await secure(files);
    const proxy = await startProxy(server.port);
    await refused(
      { CAVEMAN_RELEASE_BASE: base, HTTPS_PROXY: proxy.base },
      "the certificate of release.test is not trusted",
    );
    await Promise.all([server.close(), proxy.close()]);
  });

  test("is passed by where NO_PROXY says so", async () => {
    const proxy = await startProxy(1);
    const env = {
      CAVEMAN_RELEASE_BASE: "https://localhost:1/",
      HTTPS_PROXY: proxy.base,
      NO_PROXY: "x, localhost:1",
    };
    await refused(env, "ECONNREFUSED for https://localhost:1, 3 times");
    expect(proxy.heads).toEqual([]);
    await proxy.close();
  });

  test.each<[address: string, noProxy: string, used: boolean]>([
    ["https://release.test/", "", true],
    ["https://release.test/", "release.test", false],
    ["https://release.test/", "RELEASE.test", false],
    ["https://release.test/", ".test", false],
    ["https://release.test/", "*.test", false],
    ["https://release.test/", "other,  release.test:443", false],
    ["https://release.test/", "*", false],
    ["https://release.test/", "elease.test", true],
    ["https://release.test/", "release.test:8443", true],
    ["https://release.test/", "release.test.org", true],
    ["https://127.0.0.1:8/", "127.0.0.1", false],
    ["http://127.0.0.1:8/", "", false],
  ])("for %s with NO_PROXY=%s is used: %p", (address, noProxy, used) => {
    const proxy = proxyFor(new URL(address), { HTTPS_PROXY: "proxy:3128", NO_PROXY: noProxy });
    expect(proxy?.href ?? null).toBe(used ? "http://proxy:3128/" : null);
  });

  test("that stalls is given up", async () => {
    const proxy = await startServer(() => {});
    const env = { CAVEMAN_RELEASE_BASE: base, HTTPS_PROXY: proxy.base, CAVEMAN_DOWNLOAD_TIMEOUT: "0.2" };
    await refused(env, "no answer for 0.2 seconds, 3 times");
    await proxy.close();
  });

  test("whose tunnel stalls is given up", async () => {
    const silent = await startServer(() => {});
    const proxy = await startProxy(silent.port);
    const env = { CAVEMAN_RELEASE_BASE: base, HTTPS_PROXY: proxy.base, CAVEMAN_DOWNLOAD_TIMEOUT: "0.2" };
    await refused(env, "no answer for 0.2 seconds, 3 times");
    await Promise.all([silent.close(), proxy.close()]);
  });

  test.each(["socks5://127.0.0.1:1", "http://["])("of another kind is refused: %s", async (value) => {
    await refused(
      { CAVEMAN_RELEASE_BASE: base, HTTPS_PROXY: value },
      "HTTPS_PROXY is not an http:// or https:// address",
    );
  });

  test("is not used for http on this machine", async () => {
    const server = await startServer(files);
    const proxy = await startProxy(1);
    const env = { CAVEMAN_RELEASE_BASE: server.base, HTTPS_PROXY: proxy.base, HTTP_PROXY: proxy.base };
    expect(await start(env)).toMatchObject({ code: 0 });
    expect(proxy.heads).toEqual([]);
    await Promise.all([server.close(), proxy.close()]);
  });
});
