/**
 * Pages, as docs/reference/pages.md defines their text: it is written anew from parse5's tree and the view held against
 * it; elements and links are counted anew. Where HTML's rules move or drop badly nested elements (which parse5 follows
 * and htmlparser2 does not), the reader faults a view that is true of the page as it is written.
 */
import { type Fact, type Marker, readMarker } from "../../engine/truth/grammar.ts";
import { type Reader, together, type Verdict } from "../verdict.ts";
import { Account } from "./page-plain.ts";
import { textOfPage } from "./page-text.ts";
import { countOf, type Element, elementsOf, isLink, pageOf } from "./page-tree.ts";

const LAST_LINE = /(?:^|\n)(… \d+ elements in all, .*)\n$/;

/** The facts that hold of a page. */
function truths(page: Element, { leftOut, targets }: Account): { readonly [name: string]: string } {
  const byTag = new Map<string, number>();
  for (const { tag, at } of leftOut) if (at !== null) byTag.set(tag, (byTag.get(tag) ?? 0) + 1);
  const links = [...elementsOf(page)].filter((node) => isLink(node) && node.at !== null).length;
  const counts = [...byTag].map(([tag, n]) => `${tag}×${n}`).toSorted();
  return { dropped: counts.join(" "), links: String(links), hidden_links: String(links - targets) };
}

/** A fact in the words of `truths`. */
function stated(fact: Fact): string {
  if (fact.kind === "sum") return fact.total;
  if (fact.kind !== "counts" || fact.absent > 0) return "";
  return [...fact.counts]
    .map(([tag, n]) => `${tag}×${n}`)
    .toSorted()
    .join(" ");
}

function markerFaults(marker: Marker, page: Element, account: Account): string[] {
  if (marker.kind !== "whole") return ["no marker of the page's elements"];
  const all = countOf(page);
  const elided = account.leftOut.reduce((n, node) => n + countOf(node), 0);
  const counted = marker.all === all && marker.elided === elided;
  const real = truths(page, account);
  const wrong = marker.facts.filter((fact) => stated(fact) !== real[fact.name]);
  return [
    ...(counted ? [] : [`${all} elements in all, ${elided} elided, not ${marker.all}, ${marker.elided}`]),
    ...wrong.map((fact) => `${fact.name} is ${real[fact.name]}, not ${stated(fact)}`),
  ];
}

/** @param inner reads the view of the page's text */
export function pageReader(inner: Reader): Reader {
  return (view, original) => {
    const page = pageOf(original);
    const account = new Account();
    const text = textOfPage(page, account);
    const last = LAST_LINE.exec(view);
    const marker = readMarker(last?.[1] ?? "");
    if (last === null || marker === null) throw new Error("no marker of the page's elements");
    const shown = view.slice(0, last.index);
    const faults = markerFaults(marker, page, account);
    const own: Verdict = { faults, held: faults.length === 0 ? [marker.text] : [], collections: [] };
    if (shown === text) return own;
    if (!shown.includes("elided (caveman)"))
      return together(own, { faults: [difference(shown, text)], held: [], collections: [] });
    return together(own, inner(`${shown}\n`, text));
  };
}

/** Where two texts part. */
function difference(shown: string, text: string): string {
  const [got, want] = [shown.split("\n"), text.split("\n")];
  const at = got.findIndex((line, i) => line !== want[i]);
  return `line ${at + 1} of the page: «${(got[at] ?? "").slice(0, 100)}» for «${(want[at] ?? "").slice(0, 100)}»`;
}
