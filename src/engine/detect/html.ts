/** Recognises HTML pages and fragments. Markdown that begins with a centred logo is not one; nor is XML, SVG or JSX. */
import { type Sample, share } from "./sample.ts";

const TAG =
  /<\/?(?:html|head|body|div|span|p|a|table|thead|tbody|tr|t[dh]|[uod]l|li|d[td]|script|style|nav|section|article|main|aside|header|footer|h[1-6]|img|input|form|button|select|option|label|br|hr|meta|link|title|pre|code|blockquote|strong|em|b|i|svg|path|iframe|noscript)\b[^<>]{0,2000}>/gi;
const MARKDOWN = /^(?:#{1,6} |```|[-*] \S|\d+\. |!?\[[^\]]*\]\()/;
/** Characters looked at, clipped sample lines included. */
const LOOK_CHARS = 1 << 15;
/** Share of characters inside tags from which on a fragment is HTML: prose with a few tags stays below. */
const TAG_SHARE = 0.25;

export function recogniseHtml({ text, filled }: Sample): number {
  const head = text.slice(0, LOOK_CHARS).trimStart();
  const start = head
    .slice(0, 2000)
    .replace(/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,1500}?-->\s*){0,3}/, "")
    .toLowerCase();
  if (start.startsWith("<!doctype html") || /^<html[\s>]/.test(start)) return 0.98;
  if (!/^<(?!svg\b)(?:[a-z][a-z0-9]*)[\s>]/.test(start)) return 0;
  let inTags = 0;
  let closing = 0;
  let opening = 0;
  for (const [tag] of head.matchAll(TAG)) {
    inTags += tag.length;
    if (tag[1] === "/") closing++;
    else opening++;
  }
  if (opening < 4 || closing * 5 < opening) return 0;
  if (share(filled, (l) => MARKDOWN.test(l)) > 0.05) return 0;
  return inTags / Math.min(head.length, LOOK_CHARS) > TAG_SHARE ? 0.85 : 0;
}
