/** Which addresses a release may come from, and how they are shown. */
import { Refusal } from "./stderr.mjs";

/** The address without its query: GitHub's redirects carry a secret there. */
export function shown(url) {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

export function isLoopback(hostname) {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * The address that file names are appended to; ends with a slash.
 * https, http to this machine only, or a folder (file:///dir/). Refuses anything else.
 */
export function releaseBase(env, repository, version) {
  const given = env.CAVEMAN_RELEASE_BASE;
  if (!given) {
    if (repository) return new URL(`https://github.com/${repository}/releases/download/v${version}/`);
    throw new Refusal(
      "this launcher comes from a source tree and knows no place to download from. Install the published " +
        "package, set CAVEMAN_RELEASE_BASE, or set CAVEMAN_MCP_BIN to an executable that you built.",
    );
  }
  const refuse = (why) => {
    throw new Refusal(
      `CAVEMAN_RELEASE_BASE ${why}. It takes https://…, http:// to this machine, or file:///folder.`,
    );
  };
  let base;
  try {
    base = new URL(given.endsWith("/") ? given : `${given}/`);
  } catch {
    refuse("is not an address");
  }
  if (base.username || base.password) refuse("holds a login, which is not supported");
  if (base.search || base.hash) refuse("holds a query or fragment");
  if (base.protocol === "http:" && !isLoopback(base.hostname))
    refuse("is http, which anyone on the way can change");
  if (!["https:", "http:", "file:"].includes(base.protocol)) refuse(`is of kind ${base.protocol}`);
  if (base.protocol === "file:" && base.hostname !== "") refuse("names a host in a file address");
  return base;
}

/** Where a redirect leads; refuses to leave https or the place that the files are expected at. */
export function redirected(from, location) {
  let to;
  try {
    to = new URL(location, from);
  } catch {
    throw new Refusal(`${from.host} redirects to something that is not an address. Nothing was run.`);
  }
  if (from.protocol === "https:" && to.protocol !== "https:") {
    throw new Refusal(
      `${from.host} redirects from https to ${to.protocol}// which is refused. Nothing was run.`,
    );
  }
  // GitHub keeps release files under this domain and redirects to it.
  const github = /(^|\.)(github\.com|githubusercontent\.com)$/;
  const withinGithub = github.test(from.hostname) && github.test(to.hostname) && to.port === "";
  if (to.origin !== from.origin && !(withinGithub && to.protocol === "https:")) {
    throw new Refusal(
      `${from.host} redirects to another host (${to.host}), which is refused. Nothing was run.`,
    );
  }
  return to;
}
