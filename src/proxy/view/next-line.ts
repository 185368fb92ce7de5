/** The summary's last line: whether anything is left to read, and how to read just the part that is needed. */
import type { Form } from "../results/form.ts";
import type { Envelope } from "./envelope.ts";
import type { Section } from "./payload.ts";

export interface Situation {
  readonly complete: boolean;
  readonly envelope: Envelope;
  /** The first section of what is shown; undefined where there is none. */
  readonly first: Section | undefined;
  readonly form: Form;
}

const NEXT_PAGE = "the upstream has more: ask for the next page with the tool's own arguments";

export function nextLine({ complete, envelope, first, form }: Situation): string {
  if (!complete) {
    const how = howToRead(first, envelope, form);
    return `read only what you need from the file, ${how}.${envelope.more ? ` Also, ${NEXT_PAGE}.` : ""}`;
  }
  if (envelope.more) return `this page is shown whole; ${NEXT_PAGE}.`;
  if (form.kind !== "envelope") return "complete: the preview shows everything; the file holds the same.";
  return "complete: the preview shows all text; the file holds the whole result.";
}

function howToRead(first: Section | undefined, envelope: Envelope, form: Form): string {
  if (first && /^\s*[[{]/.test(first.text)) {
    const steps = [first.jq === "." ? [] : first.jq, first.jq.endsWith(".text") ? "fromjson" : []].flat();
    return `e.g. jq '${[...steps, records(first.text, envelope)].join("|")}'`;
  }
  if (form.kind === "envelope" && first && first.jq !== ".") {
    return `e.g. jq -r '${first.jq}' | sed -n '10,20p'`;
  }
  return "e.g. sed -n '10,20p'";
}

/** A jq filter for some of the records; it stands in single quotes, so it holds none. */
function records(text: string, { path }: Envelope): string {
  if (path !== null && !path.includes("'")) return `${path}[10:20]`;
  return text.trimStart().startsWith("[") ? ".[10:20]" : "keys";
}
