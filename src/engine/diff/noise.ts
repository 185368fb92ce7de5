/** Files of a diff that nobody reads line by line: locked dependencies, generated, minified and vendored code. */

const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|Gemfile\.lock|composer\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|flake\.lock|mix\.lock|Podfile\.lock|packages\.lock\.json|gradle\.lockfile|deno\.lock)$/;
const GENERATED =
  /(?:\.min\.(?:js|css|mjs)|\.(?:js|css)\.map|\.map|\.snap|[._](?:pb|generated|gen)\.(?:go|cc|h|py|ts|js|rb|dart)|_pb2(?:_grpc)?\.py|\.g\.dart)$/;
const VENDORED = /(?:^|\/)(?:node_modules|vendor|third_party|dist)\//;

/** A change of so few lines says more than its summary would, whatever the file. */
export const SMALL_CHANGE_LINES = 20;

/** Whether the changes of the file at `path` are summarised where they are many. */
export function isNoise(path: string): boolean {
  return LOCK.test(path) || GENERATED.test(path) || VENDORED.test(path);
}
