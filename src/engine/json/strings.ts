/**
 * Long strings of a document: a log, a page, a program or another JSON document in a string gets the view of its own
 * type; of a blob (base64, source map) head and tail stay.
 */
import type { JsonTape } from "../../text/json.ts";
import { isWellFormed } from "../../text/well-formed.ts";
import { Thrift, type View, type ViewRequest } from "../contract.ts";
import { runMarker } from "../markers.ts";

/** Shorter strings are left as they are. */
export const INNER_CHARS = 1024;
/** A view of a string replaces it only where it needs at most this share of its characters. */
const WORTH = 0.8;

/** Characters of a blob that stay at its beginning and end. */
const BLOB_HEAD = 64;
const BLOB_TAIL = 32;
/** Base64, hex, VLQ mappings, data URLs: visible ASCII without a single space. */
const BLOB = /^[!-~]+$/;
/** Runs of letters longer than words are, or runs of anything between separators: there are no words in a blob. */
const WORDY = /[A-Za-z]{2,20}(?:[/._ -][A-Za-z]{2,20}){3}/;
/** Characters that are looked at for words. */
const LOOKED_AT = 4096;

function blobView(value: string): View | null {
  if (!BLOB.test(value) || WORDY.test(value.slice(0, LOOKED_AT))) return null;
  const gone = value.length - BLOB_HEAD - BLOB_TAIL;
  return {
    output: `${value.slice(0, BLOB_HEAD)}${runMarker("chars", gone)}${value.slice(-BLOB_TAIL)}`,
    method: "blob-elided",
    losslessToModel: false,
  };
}

/** Under the tightest budget this much of a long string's beginning and end stays. */
const CUT_HEAD = 96;
const CUT_TAIL = 48;
/** Strings from this length on are cut then. */
export const CUT_CHARS = 256;

function cutMiddle(value: string): View {
  // A surrogate pair is not torn apart.
  const whole = (at: number): number => {
    const c = value.charCodeAt(at);
    return c >= 0xdc00 && c <= 0xdfff ? at + 1 : at;
  };
  const head = whole(CUT_HEAD);
  const tail = whole(value.length - CUT_TAIL);
  return {
    output: value.slice(0, head) + runMarker("chars", tail - head) + value.slice(tail),
    method: "middle-elided",
    losslessToModel: false,
  };
}

/** What stands for the string at `node`, or null where it stays as it is. */
export function innerView(tape: JsonTape, node: number, request: ViewRequest): View | null {
  const value = tape.stringAt(node);
  if (!isWellFormed(value)) return null;
  const thrifty = (request.thrift ?? Thrift.none) >= Thrift.middles;
  const view = value.length < INNER_CHARS ? null : (request.viewOf(value) ?? blobView(value));
  if (view !== null && view.output.length <= WORTH * value.length && !thrifty) return view;
  return thrifty && value.length >= CUT_CHARS ? cutMiddle(value) : null;
}
