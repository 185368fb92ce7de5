/** Keeps secrets out of everything that is shown or written: headers, query values, user info, child arguments. */

/** A value shorter than this is not searched for in texts: replacing every "1" would hide everything. */
const MIN_SECRET_LENGTH = 4;
const HIDDEN = "***";

/** The address with user info and query values hidden; the fragment never matters to a server. */
export function maskUrl(url: URL): string {
  const shown = new URL(url);
  shown.hash = "";
  const user = shown.username !== "" || shown.password !== "" ? `${HIDDEN}@` : "";
  const query = [...shown.searchParams.keys()].map((key) => `${encodeURIComponent(key)}=${HIDDEN}`).join("&");
  return `${shown.protocol}//${user}${shown.host}${shown.pathname}${query === "" ? "" : `?${query}`}`;
}

/** The program without its arguments, which may hold anything. */
export function maskCommand(command: string, args: readonly string[]): string {
  return args.length === 0 ? command : `${command} [${args.length} arguments]`;
}

/** Replaces known secrets in texts that others made, such as errors and a child's stderr. */
export class Secrets {
  readonly #values: readonly string[];

  constructor(values: Iterable<string>) {
    const found = new Set<string>();
    for (const value of values) {
      for (const form of formsOf(value)) if (form.length >= MIN_SECRET_LENGTH) found.add(form);
    }
    // The longest first, so that no part of one stays visible.
    this.#values = [...found].sort((a, b) => b.length - a.length);
  }

  mask(text: string): string {
    return this.#values.reduce((masked, value) => masked.replaceAll(value, HIDDEN), text);
  }
}

/** A header value also without its scheme (`Bearer x` → `x`), and each as it appears in an address. */
function formsOf(value: string): string[] {
  const bare = /^(?:Bearer|Basic|Token|ApiKey)\s+(.+)$/i.exec(value)?.[1];
  const plain = bare === undefined ? [value] : [value, bare];
  return plain.flatMap((text) => [text, encodeURIComponent(text)]);
}

/** Everything in an address that may be secret. */
export function secretsOfUrl(url: URL): string[] {
  return [
    url.username,
    url.password,
    decode(url.username),
    decode(url.password),
    ...url.searchParams.values(),
  ];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
