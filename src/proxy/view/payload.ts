/**
 * What of a result a reader wants to see: texts and structured content, each once. Many servers send the
 * same data twice, as text and as structured content; then the literal JSON is shown and the copy is not.
 */
import { isObjectAt, isStringAt, skipSpace, wholeValue } from "../../text/json-bytes.ts";
import { literalOf, membersOf } from "../json/members.ts";
import { minified } from "../json/splice.ts";
import type { Form } from "../results/form.ts";
import { memberNamed, type ParsedResult, stringMember } from "../results/result.ts";

export interface Section {
  /** What it is, in words of ours: `text block 2`. */
  readonly label: string;
  readonly text: string;
  /** How jq gets there in the file. */
  readonly jq: string;
}

/** Above this, two texts are not compared for being the same data. */
const MAX_COMPARED_BYTES = 4 * 1024 * 1024;

export function sectionsOf(result: ParsedResult, form: Form): Section[] {
  if (form.kind === "text") return [{ label: "text", text: form.text, jq: "." }];
  const structured = result.structured && literalOf(result.bytes, result.structured);
  if (form.kind === "structured") return [{ label: "structured content", text: structured ?? "", jq: "." }];
  const texts = textSections(result);
  if (structured === null) {
    return texts.length > 0 || result.blocks.length > 0
      ? texts
      : [{ label: "result", text: literalOf(result.bytes, { start: 0, end: result.bytes.length }), jq: "." }];
  }
  const wrapped = wrappedText(structured);
  if (wrapped !== null && texts.some((section) => section.text === wrapped)) return texts;
  const copy = comparable(structured);
  return [
    { label: "structured content", text: structured, jq: ".structuredContent" },
    ...texts.filter((section) => copy === null || !isSameJson(section.text, copy)),
  ];
}

function textSections({ bytes, blocks }: ParsedResult): Section[] {
  return blocks.flatMap((block, index) => {
    const at = `.content[${index}]`;
    if (block.type === "text") {
      const text = stringMember(bytes, block.members, "text");
      if (text !== null)
        return text === "" ? [] : [{ label: `text block ${index + 1}`, text, jq: `${at}.text` }];
    }
    if (block.type === "image" || block.type === "audio") return [];
    if (block.type === "resource") {
      const resource = memberNamed(block.members, "resource");
      if (resource && isObjectAt(bytes, resource.start)) {
        const members = [...membersOf(bytes, resource.start)];
        const text = stringMember(bytes, members, "text");
        if (text !== null) return [{ label: `resource block ${index + 1}`, text, jq: `${at}.resource.text` }];
        if (memberNamed(members, "blob")) return [];
      }
    }
    return [{ label: `block ${index + 1}`, text: literalOf(bytes, block.extent), jq: at }];
  });
}

/**
 * The text in an object that holds nothing else, as servers wrap a plain text for their output schema:
 * `{"result":"…"}`, `{"content":"…"}`. The member's name is in the file only.
 */
function wrappedText(structured: string): string | null {
  const bytes = Buffer.from(structured);
  if (!isObjectAt(bytes, skipSpace(bytes, 0))) return null;
  const members = [...membersOf(bytes, skipSpace(bytes, 0))];
  const [only] = members;
  if (members.length !== 1 || only === undefined || !isStringAt(bytes, only.value.start)) return null;
  return stringMember(bytes, members, only.key);
}

/** For comparing: JSON without white space between tokens; null where it is no JSON, or too long. */
function comparable(text: string): Uint8Array | null {
  if (text.length > MAX_COMPARED_BYTES) return null;
  const bytes = Buffer.from(text);
  return wholeValue(bytes) ? minified(bytes) : null;
}

function isSameJson(text: string, other: Uint8Array): boolean {
  const json = comparable(text);
  return json !== null && Buffer.compare(json, other) === 0;
}
