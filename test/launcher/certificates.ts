/** Certificates for loopback HTTPS servers, made with openssl; null, and loudly so, where there is none. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "./release.ts";
import type { Certificate } from "./server.ts";

export interface Authority extends Certificate {
  /** File with the authority's certificate, for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
}

/** A certificate for 127.0.0.1 and release.test, by an authority that no system knows. */
export function certificates(): Authority | null {
  const dir = mkdtempSync(join(scratch, "tls-"));
  const openssl = (...args: string[]) => spawnSync("openssl", args, { cwd: dir }).status === 0;
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  writeFileSync(join(dir, "names"), "subjectAltName=IP:127.0.0.1,DNS:release.test\n");
  const made =
    openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=test authority") &&
    openssl("req", ...key, "-keyout", "key.pem", "-out", "csr.pem", "-subj", "/CN=release.test") &&
    openssl(
      "x509",
      "-req",
      "-in",
      "csr.pem",
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-out",
      "cert.pem",
      "-extfile",
      "names",
    );
  if (!made) {
    console.warn("skip: openssl is not installed, HTTPS and proxies not tried");
    return null;
  }
  const read = (name: string) => readFileSync(join(dir, name), "utf8");
  return { key: read("key.pem"), cert: read("cert.pem"), caFile: join(dir, "ca.pem") };
}
