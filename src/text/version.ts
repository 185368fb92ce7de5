/**
 * What this build calls itself: the one place that `initialize`, `version --json` and `--version` read.
 * build/compile.ts stamps the three constants in with --define; run from source they are absent.
 */
declare const CAVEMAN_BUILD_VERSION: string;
declare const CAVEMAN_BUILD_COMMIT: string;
declare const CAVEMAN_BUILD_DATE: string;

/** The semantic version, without a leading `v`. */
export const VERSION: string =
  typeof CAVEMAN_BUILD_VERSION === "string" ? CAVEMAN_BUILD_VERSION : "0.0.0-dev";

/** The full commit id, with `-dirty` behind it when the tree held changes; `unknown` outside a checkout. */
export const COMMIT: string = typeof CAVEMAN_BUILD_COMMIT === "string" ? CAVEMAN_BUILD_COMMIT : "unknown";

/** The date of that commit (not of the build, so that builds are reproducible), ISO 8601 in UTC. */
export const BUILD_DATE: string =
  typeof CAVEMAN_BUILD_DATE === "string" ? CAVEMAN_BUILD_DATE : "1970-01-01T00:00:00Z";
