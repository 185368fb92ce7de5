/** Pages: what is counted is counted anew, and what is shown stands on the page. */
import { readMarker } from "../../engine/truth/grammar.ts";
import type { Reader } from "../verdict.ts";

const RAW = /<(script|style|textarea|title)\b[^>]*>([\s\S]*?)<\/\1\s*>/gi;

/** Start tags by name, comments and the insides of scripts left out. */
function tagsOf(page: string): { all: number; byTag: Map<string, number>; links: number } {
  const clean = page.replace(/<!--[\s\S]*?-->/g, "").replace(RAW, (_, tag: string) => `<${tag}></${tag}>`);
  const byTag = new Map<string, number>();
  let all = 0;
  let links = 0;
  for (const [tag, name = ""] of clean.matchAll(/<([a-zA-Z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>/g)) {
    all++;
    byTag.set(name.toLowerCase(), (byTag.get(name.toLowerCase()) ?? 0) + 1);
    if (/^<a\s(?:.*\s)?href\s*=/is.test(tag)) links++;
  }
  return { all, byTag, links };
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const decode = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, dec?: string, name = "") =>
    hex === undefined && dec === undefined
      ? (NAMED[name] ?? all)
      : String.fromCodePoint(Number.parseInt(hex ?? dec ?? "", hex === undefined ? 10 : 16)),
  );

function pageFaults(view: string, original: string): string[] {
  const { all, byTag, links } = tagsOf(original);
  const bad: string[] = [];
  for (const line of view.split("\n")) {
    const marker = line.startsWith("… ") ? readMarker(line) : null;
    if (marker?.kind !== "whole" || marker.noun !== "elements") continue;
    if (marker.all !== all) bad.push(`${all} elements, not «${line.slice(0, 60)}»`);
    if (marker.elided > all) bad.push("more elements elided than there are");
    for (const fact of marker.facts) {
      if (fact.kind === "counts") {
        let dropped = 0;
        for (const [tag, n] of fact.counts) {
          dropped += n;
          if (n > (byTag.get(tag) ?? 0)) bad.push(`${n} of ${byTag.get(tag) ?? 0} ${tag}`);
        }
        if (dropped > marker.elided) bad.push("tags and elided elements do not add up");
      }
      if (fact.kind === "sum" && fact.name === "links" && Number(fact.total) !== links)
        bad.push(`${links} links`);
      if (fact.kind === "sum" && fact.name === "hidden_links") {
        const shown = view.split("](").length - 1;
        const whole = !/^… \d+ [a-z]+ elided/m.test(view);
        if (whole && Number(fact.total) + shown < links) bad.push("links that are neither shown nor counted");
      }
    }
  }
  const words = new Set(decode(original.replace(/<[^>]*>/g, " ")).match(/[A-Za-z]{4,}|\d{2,}/g));
  const targets = decode(original);
  for (const line of view.split("\n")) {
    if (line.trim().startsWith("… ")) continue;
    for (const word of line.match(/[A-Za-z]{4,}|\d{2,}/g) ?? []) {
      if (!words.has(word) && !targets.includes(word)) bad.push(`«${word}» is not on the page`);
    }
  }
  return bad;
}

export const page: Reader = (view, original) => ({
  faults: pageFaults(view, original),
  held: [],
  collections: [],
});
