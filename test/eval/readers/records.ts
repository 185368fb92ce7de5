/** JSON and NDJSON: every unit of every collection paired with its original, facts held against all. */
import { faults } from "../../engine/truth/check.ts";
import {
  type Inner,
  jsonCollections,
  ndjsonCollection,
  streamCollection,
} from "../../engine/truth/documents.ts";
import { readJson, readValues } from "../../engine/truth/json.ts";
import { type Reader, type Verdict, verdictOf } from "../verdict.ts";
import { toonView } from "./toon.ts";

type Collections = Parameters<typeof verdictOf>[0];

const paired = (collections: Collections): Verdict => verdictOf(collections, collections.flatMap(faults));

/** A string cut in its middle: what stays of its head, how many characters went, what stays of its tail. */
const CUT = /^([\s\S]*)(… (\d+) chars elided \(caveman\) …)([\s\S]*)$/;

/** What docs/reference/json.md says of strings that are shown as another text. */
const INNER_CHARS = 1024;
const INNER_SHARE = 0.8;
const CUT_CHARS = 256;

/** Told of every string that a view shows as another text. */
class Strings {
  readonly held: string[] = [];
  readonly #read: Reader;

  constructor(read: Reader) {
    this.#read = read;
  }

  readonly show: Inner = (view, original) => {
    const cut = CUT.exec(view);
    if (cut !== null) {
      const [, head = "", marker = "", gone, tail = ""] = cut;
      const whole = head.length + Number(gone) + tail.length === original.length;
      const long = original.length >= CUT_CHARS;
      if (long && whole && original.startsWith(head) && original.endsWith(tail)) {
        this.held.push(marker);
        return true;
      }
    }
    if (original.length < INNER_CHARS || view.length > INNER_SHARE * original.length) return false;
    const verdict = this.#read(view, original);
    this.held.push(...verdict.held);
    return verdict.faults.length === 0;
  };
}

/** @param inner reads views inside strings, whatever their type is */
export function documentReader(inner: Reader): Reader {
  return (view, original) => {
    const strings = new Strings(inner);
    if (!/^\s*[[{]/.test(view) || /^\[\d+\]/.test(view)) {
      const verdict = paired(toonView(view, original, strings.show));
      return { ...verdict, held: [...verdict.held, ...strings.held] };
    }
    if (readValues(original).length > 1) return paired([streamCollection(view, original)]);
    const collections = jsonCollections(readJson(view), readJson(original), [], strings.show);
    const verdict = paired(collections);
    return { ...verdict, held: [...verdict.held, ...strings.held] };
  };
}

export const linesOfJson: Reader = (view, original) => paired([ndjsonCollection(view, original)]);
