/**
 * One GET over http or https, through an HTTP proxy where the environment names one. No redirects, no
 * retries: fetch.mjs decides about those. Node's own modules only, since its fetch knows no proxies in 20.
 */
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import tls from "node:tls";
import { Refusal } from "./stderr.mjs";

/** Failures of the network, which may pass: the only kind that is tried again. */
export class NetworkError extends Error {}

/** System error codes that are the network's. Wrong certificates are not among them: they stay wrong. */
const NETWORK_CODES = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

const CERTIFICATE = /CERT|SIGNED|ISSUER|SIGNATURE/;

/** Turns a system error into what the launcher acts on: tried again, or refused with words. */
export function classified(error, url) {
  if (error instanceof NetworkError || error instanceof Refusal) return error;
  if (NETWORK_CODES.has(error.code)) return new NetworkError(`${error.code} for ${url.origin}`);
  if (CERTIFICATE.test(error.code ?? "")) {
    return new Refusal(
      `the certificate of ${url.host} is not trusted (${error.code}). If a proxy of your network inspects ` +
        "traffic, set NODE_EXTRA_CA_CERTS to the file with its certificate.",
    );
  }
  return new Refusal(`${url.origin} does not answer as HTTP should (${error.code ?? error.message}).`);
}

/** Whether NO_PROXY (comma-separated names, each with its subdomains; `host:port`; `*`) covers the address. */
function isExempt(url, noProxy) {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return noProxy
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, host = "", onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (onlyPort !== undefined && onlyPort !== port) return false;
      const bare = host.replace(/^\*?\./, "");
      return url.hostname === bare || url.hostname.endsWith(`.${bare}`);
    });
}

/** The proxy for `url`, or null. As in curl: lower-case names win, loopback http is never proxied. */
export function proxyFor(url, env) {
  if (url.protocol !== "https:") return null;
  const value = env.https_proxy || env.HTTPS_PROXY || env.all_proxy || env.ALL_PROXY;
  if (!value || isExempt(url, env.no_proxy || env.NO_PROXY || "")) return null;
  let proxy;
  try {
    proxy = new URL(value.includes("://") ? value : `http://${value}`);
  } catch {}
  if (proxy && /^https?:$/.test(proxy.protocol)) return proxy;
  throw new Refusal(
    "HTTPS_PROXY is not an http:// or https:// address. Other kinds of proxies are not supported.",
  );
}

/** Opens a tunnel to `url` through `proxy`; resolves to the TLS socket inside it. */
function tunnel(proxy, url, track) {
  return new Promise((resolve, reject) => {
    const target = `${url.hostname}:${url.port || 443}`;
    const headers = { host: target };
    if (proxy.username) {
      const login = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
      headers["proxy-authorization"] = `Basic ${Buffer.from(login).toString("base64")}`;
    }
    const client = proxy.protocol === "https:" ? https : http;
    const options = { method: "CONNECT", path: target, headers, agent: false, auth: undefined };
    const request = client.request(new URL("/", proxy), options);
    track(request);
    request.on("error", (error) => reject(classified(error, proxy)));
    request.on("response", (response) => refuse(response));
    request.on("connect", (response, socket) => {
      if (response.statusCode !== 200) return refuse(response);
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const secure = tls.connect({ socket, host, ...(isIP(host) ? {} : { servername: host }) });
      track(secure);
      secure.once("secureConnect", () => resolve(secure));
      secure.once("error", (error) => reject(classified(error, url)));
    });
    const refuse = (response) => {
      request.destroy();
      const hint =
        response.statusCode === 407 ? " It wants a login: HTTPS_PROXY=http://name:password@host:port" : "";
      reject(
        new Refusal(
          `the proxy ${proxy.host} does not let ${target} through (${response.statusCode}).${hint}`,
        ),
      );
    };
    request.end();
  });
}

/**
 * Sends GET and resolves to the response once its head is there, body unread.
 * @param {{ env: NodeJS.ProcessEnv, headers: Record<string, string>, track: (stoppable:
 *   import("node:stream").Stream) => void }} options track is told what to destroy on a time-out
 */
export async function get(url, options) {
  const { env, headers, track } = options;
  const proxy = proxyFor(url, env);
  const socket = proxy ? await tunnel(proxy, url, track) : null;
  return await new Promise((resolve, reject) => {
    const client = url.protocol === "https:" ? https : http;
    // An agent would ignore createConnection, so there is one only where there is no tunnel.
    const connection = socket ? { createConnection: () => socket } : { agent: false };
    const request = client.request(url, { method: "GET", headers, ...connection });
    track(request);
    request.on("error", (error) => reject(classified(error, url)));
    request.on("response", (response) => {
      track(response);
      resolve(response);
    });
    request.end();
  });
}
