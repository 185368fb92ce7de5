/** What a release holds besides executables: bundles, registry entry, notices, sums; and that tampering shows. */
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { bundle, bundleManifest, isBundled, validateManifest } from "../../build/bundle.ts";
import { type Artifact, archive, manifestName, manifestOf, pack, serialise } from "../../build/manifest.ts";
import { bundledPackages, thirdPartyNotices } from "../../build/notices.ts";
import { checked, registryEntry } from "../../build/registry-entry.ts";
import { sha256 } from "../../build/runtime.ts";
import { newKey, pinned, sign } from "../../build/signature.ts";
import { formatSums, parseSums, SUMS, sumsOf } from "../../build/sums.ts";
import { TARGETS, targetNamed } from "../../build/targets.ts";
import { problemsOf } from "../../build/verify.ts";

const ROOT = join(import.meta.dir, "..", "..");
const scratch = mkdtempSync(join(process.env.HOME ?? "", "contents-"));
const stamp = { version: "1.2.3", commit: "0".repeat(40), date: "2026-03-29T01:30:00Z" };
const recipe = (name: string) => readFileSync(join(ROOT, "release", name), "utf8");

describe("bundles", () => {
  test.each(TARGETS.filter(isBundled).map((t) => t.name))("have a manifest that mcpb accepts: %s", (name) => {
    validateManifest(bundleManifest(recipe("mcpb/manifest.json"), stamp.version, targetNamed(name)));
  });

  test("with another manifest are refused", () => {
    expect(() => validateManifest({ name: "x" })).toThrow("not valid");
  });

  test("hold the executable, with its permissions, and repeat byte for byte in any time zone", () => {
    const executable = Buffer.from("program");
    const make = () => bundle(ROOT, stamp, targetNamed("darwin-arm64"), executable, "notices");
    const bytes = make();
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual([
      "manifest.json",
      "LICENSE",
      "THIRD_PARTY_NOTICES",
      "server/caveman-mcp",
    ]);
    expect(Buffer.from(files["server/caveman-mcp"] ?? "").equals(executable)).toBe(true);
    const manifest = JSON.parse(Buffer.from(files["manifest.json"] ?? "").toString());
    expect(manifest).toMatchObject({
      version: "1.2.3",
      server: { type: "binary", mcp_config: { command: `\${__dirname}/server/caveman-mcp` } },
      compatibility: { platforms: ["darwin"] },
    });
    // Central directory: "made by" is Unix, the mode stands in the upper half of the external attributes.
    const central = Buffer.from(bytes).lastIndexOf(Buffer.from("PK\x01\x02"));
    expect(Buffer.from(bytes).readUInt8(central + 5)).toBe(3);
    expect(Buffer.from(bytes).readUInt32LE(central + 38) >>> 16).toBe(0o100755);
    const zone = process.env.TZ;
    process.env.TZ = "Asia/Kolkata";
    expect(Buffer.from(make()).equals(Buffer.from(bytes))).toBe(true);
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  test("for Windows name the .exe", () => {
    expect(bundleManifest(recipe("mcpb/manifest.json"), "1.0.0", targetNamed("windows-x64"))).toMatchObject({
      server: {
        entry_point: "server/caveman-mcp.exe",
        mcp_config: { command: `\${__dirname}/server/caveman-mcp.exe` },
      },
      compatibility: { platforms: ["win32"] },
    });
  });
});

describe("the registry entry", () => {
  const entry = () =>
    registryEntry(recipe("server.json"), "1.2.3", "someone/something", [
      ["caveman-mcp-1.2.3-darwin-x64.mcpb", sha256(Buffer.from("x"))],
    ]);

  test("names the npm package and the bundles of the same version", () => {
    expect(entry()).toMatchObject({ name: "io.github.someone/caveman-mcp", version: "1.2.3" });
    expect(entry().packages.map((p) => p.identifier)).toEqual([
      "caveman-mcp",
      "https://github.com/someone/something/releases/download/v1.2.3/caveman-mcp-1.2.3-darwin-x64.mcpb",
    ]);
  });

  test.each<[string, (e: ReturnType<typeof entry>) => unknown]>([
    ["a description over 100 characters", (e) => ({ ...e, description: "x".repeat(101) })],
    ["a name without an owner", (e) => ({ ...e, name: "caveman-mcp" })],
    ["a version range", (e) => ({ ...e, version: "^1.2.3" })],
    ["no package", (e) => ({ ...e, packages: [] })],
    ["a field that the schema does not know", (e) => ({ ...e, homepage: "x" })],
  ])("with %s is refused", (_, change) => {
    expect(() => checked(change(entry()))).toThrow();
  });
});

describe("third-party notices", () => {
  test("name every package that is compiled in, with its licence", () => {
    const text = thirdPartyNotices(ROOT);
    for (const name of bundledPackages(ROOT))
      expect(text).toMatch(new RegExp(`^${RegExp.escape(name)} \\d.* \\(.+\\)$`, "m"));
    expect(text).toContain("JavaScriptCore");
  });

  test("in the repository are up to date (npm run notices)", () => {
    expect(readFileSync(join(ROOT, "release", "THIRD_PARTY_NOTICES"), "utf8")).toBe(thirdPartyNotices(ROOT));
  });
});

describe("archives and manifests", () => {
  test("carry no time and no system, so that they repeat", () => {
    const bytes = archive(Buffer.from("program"));
    expect([...bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, bytes[8] ?? 0, 255]);
  });

  test("have canonical bytes, whatever the order of keys", () => {
    const reversed = Object.fromEntries(Object.entries(manifestOf(stamp, [])).reverse());
    expect(serialise(reversed as never).toString()).toBe(
      `{"artifacts":[],"commit":"${stamp.commit}","created_at":"${stamp.date}","schema":"caveman.checksums.v1","version":"1.2.3"}`,
    );
  });
});

describe("verifying a release folder", () => {
  const key = newKey();
  const dir = join(scratch, "release");
  const archiveFile = join(dir, "caveman-mcp-1.2.3-linux-x64.gz");
  const manifest = join(dir, manifestName("1.2.3"));
  let artifact: Artifact;
  const write = () => {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir);
    writeFileSync(join(scratch, "program"), "program");
    artifact = pack(join(scratch, "program"), dir, "caveman-mcp", "1.2.3", targetNamed("linux-x64"));
    const bytes = serialise(manifestOf(stamp, [artifact]));
    writeFileSync(manifest, bytes);
    writeFileSync(`${manifest}.sig`, sign(bytes, key));
    writeFileSync(join(dir, SUMS), formatSums(sumsOf(dir)));
  };
  beforeAll(write);

  test("finds nothing wrong with a good one", () => {
    write();
    expect(artifact.file).toBe("caveman-mcp-1.2.3-linux-x64");
    expect(problemsOf(dir, [pinned(key)])).toEqual([]);
    expect([...parseSums(readFileSync(join(dir, SUMS), "utf8")).keys()]).toEqual([
      "caveman-mcp-1.2.3-linux-x64.gz",
      manifestName("1.2.3"),
      `${manifestName("1.2.3")}.sig`,
    ]);
  });

  test.each<[string, () => void, string]>([
    ["another archive", () => writeFileSync(archiveFile, "x"), "differs from the manifest"],
    ["a missing archive", () => rmSync(archiveFile), "is missing"],
    [
      "a changed manifest",
      () => writeFileSync(manifest, `${readFileSync(manifest, "utf8")} `),
      "not signed by a trusted key",
    ],
    ["no signature", () => rmSync(`${manifest}.sig`), "not signed by a trusted key"],
    ["two manifests", () => writeFileSync(join(dir, "checksums-0.0.1.json"), "{}"), "2 manifests"],
    ["an added file", () => writeFileSync(join(dir, "extra"), ""), "SHA256SUMS differs"],
    ["no SHA256SUMS", () => rmSync(join(dir, SUMS)), "SHA256SUMS is missing"],
  ])("finds %s", (_, damage, why) => {
    write();
    damage();
    expect(problemsOf(dir, [pinned(key)]).join("; ")).toContain(why);
  });

  test("trusts no other key", () => {
    write();
    expect(problemsOf(dir, [pinned(newKey())])).toHaveLength(1);
    expect(problemsOf(dir, [pinned(key, true)])).toHaveLength(1);
  });
});

test("no executable, key or runtime lies in the repository", () => {
  for (const dir of ["checksums", "release"]) expect(existsSync(join(ROOT, dir))).toBe(true);
  const tracked = Bun.spawnSync(["git", "ls-files", "-s"], { cwd: ROOT }).stdout.toString();
  expect(tracked).not.toMatch(/\.(exe|gz|tgz|mcpb|pem|key|wasm)$/m);
});
