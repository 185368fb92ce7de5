/** JSON and NDJSON: every unit of every collection paired with its original, facts held against all. */
import { faults } from "../../engine/truth/check.ts";
import {
  type Inner,
  jsonCollections,
  ndjsonCollection,
  readJson,
  readValues,
  streamCollection,
  toonCollections,
} from "../../engine/truth/collections.ts";
import { type Reader, type Verdict, verdictOf } from "../verdict.ts";

type Collections = Parameters<typeof verdictOf>[0];

const paired = (collections: Collections): Verdict => verdictOf(collections, collections.flatMap(faults));

/** A string cut in its middle: what stays of its head, how many characters went, what stays of its tail. */
const CUT = /^([\s\S]*)(… (\d+) chars elided \(caveman\) …)([\s\S]*)$/;

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
      if (whole && original.startsWith(head) && original.endsWith(tail)) {
        this.held.push(marker);
        return true;
      }
    }
    const verdict = this.#read(view, original);
    this.held.push(...verdict.held);
    return verdict.faults.length === 0;
  };
}

/** @param inner reads views inside strings, whatever their type is */
export function documentReader(inner: Reader): Reader {
  return (view, original) => {
    if (!/^\s*[[{]/.test(view) || /^\[\d+\]/.test(view)) return paired(toonCollections(view, original));
    if (readValues(original).length > 1) return paired([streamCollection(view, original)]);
    const strings = new Strings(inner);
    const collections = jsonCollections(readJson(view), readJson(original), [], strings.show);
    const verdict = paired(collections);
    return { ...verdict, held: [...verdict.held, ...strings.held] };
  };
}

export const linesOfJson: Reader = (view, original) => paired([ndjsonCollection(view, original)]);
