/**
 * The eight platforms that executables are built for, each with the Bun runtime that goes into them.
 * The digests are of `bin/bun` in the npm package at the pinned version: `bun build/pins.ts` prints them.
 * x64 means any 64-bit x86: Bun's "baseline" runtimes run on processors without AVX2.
 */

/** The Bun version that the pins below belong to; build/runtime.ts refuses to build with another. */
export const PINNED_BUN = "1.4.5";

export interface Target {
  /** Our name of the platform, as in file names and in the manifest. */
  readonly name: string;
  /** Bun's `--target`. */
  readonly bun: string;
  /** npm package that carries the runtime. */
  readonly runtimePackage: string;
  /** SHA-256 (hex) of the runtime's executable in that package. */
  readonly runtimeSha256: string;
  /** Ending of executables. */
  readonly exe: "" | ".exe";
}

function target(name: string, bun: string, runtimeSha256: string): Target {
  return {
    name,
    bun: `bun-${bun}`,
    runtimePackage: `@oven/bun-${bun.replace("arm64", "aarch64")}`,
    runtimeSha256,
    exe: name.startsWith("windows") ? ".exe" : "",
  };
}

export const TARGETS: readonly Target[] = [
  target(
    "linux-x64",
    "linux-x64-baseline",
    "f05d28a3862f4b84395c7fa32480b835dd47482e80b7e7a49a115227f0c06083",
  ),
  target("linux-arm64", "linux-arm64", "04778f1f42399a69d086853e9c7af4acf574b2f21a43d0dc673853d8b84a2923"),
  target(
    "linux-x64-musl",
    "linux-x64-musl-baseline",
    "cf5d285ddbe256785a5121a3c113191a6b577504976374c7cfd5aedca609b720",
  ),
  target(
    "linux-arm64-musl",
    "linux-arm64-musl",
    "9c48986093073afec8b76a3e285303598dd2462f52748aecb65e4d94866e1ea3",
  ),
  target(
    "darwin-x64",
    "darwin-x64-baseline",
    "88f97645b270aef20f9f9442f1658461cab3e7128e658af4615144e3396f084a",
  ),
  target("darwin-arm64", "darwin-arm64", "e2984124f1514e1e6bbda20adedbf07a02c443c6a5828853a15c7c7abf78e19f"),
  target(
    "windows-x64",
    "windows-x64-baseline",
    "e06ad0864463c68892ae71a2a64af7eae1585cac5dd9b80bc042f45605587cb1",
  ),
  target(
    "windows-arm64",
    "windows-arm64",
    "8bd7f9210f9d58cc21f398d1478e53b2ff919a0c8fc935b5086f3f64667cec6d",
  ),
];

/** The target of that name; throws with the names that exist. */
export function targetNamed(name: string): Target {
  const found = TARGETS.find((t) => t.name === name);
  if (found) return found;
  throw new Error(`no target "${name}"; there are ${TARGETS.map((t) => t.name).join(", ")}`);
}
