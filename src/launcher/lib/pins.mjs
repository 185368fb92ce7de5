/**
 * What a released launcher trusts: the one file that a maintainer edits for a key or a new home.
 * In a source tree both are empty, and the launcher refuses plainly; docs/releasing.md says what to put here.
 */

/** GitHub repository whose releases are downloaded, as `owner/name`; `CAVEMAN_RELEASE_BASE` overrides it. */
export const REPOSITORY = "";

/**
 * Public keys that manifests may be signed with; `npm run keygen` prints an entry.
 * A key that must no longer be trusted stays here with `revoked: true`, so that the refusal can name it.
 * @type {{ id: string, publicKey: string, revoked: boolean }[]} id: first 16 hex digits of SHA-256 of the
 *   32 key bytes; publicKey: those bytes in base64
 */
export const KEYS = [];
