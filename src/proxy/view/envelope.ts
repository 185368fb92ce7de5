/**
 * Reads the usual envelopes of list answers: how many records are here, how many there are in all, and
 * whether the upstream has more. Says `null` rather than guess.
 */

export interface Envelope {
  /** Where the records are, as a jq path; null where no record array was found. */
  readonly path: string | null;
  readonly items: number | null;
  /** As written; a number of any size. */
  readonly total: string | null;
  /** Whether the upstream says that more can be asked for. */
  readonly more: boolean;
}

const RECORD_KEYS = [
  "data",
  "items",
  "results",
  "records",
  "rows",
  "entries",
  "hits",
  "documents",
  "list",
  "nodes",
  "edges",
  "values",
  "result",
  "response",
];
const TOTAL_KEYS = [
  "total",
  "total_count",
  "totalCount",
  "total_results",
  "totalResults",
  "total_items",
  "totalItems",
  "total_records",
  "totalRecords",
  "total_rows",
  "totalRows",
];
const MORE_KEYS = ["has_more", "hasMore", "has_next", "hasNext", "has_next_page", "hasNextPage", "more"];
const NEXT_KEYS = [
  "next_cursor",
  "nextCursor",
  "next_page_token",
  "nextPageToken",
  "next_token",
  "nextToken",
  "next_page",
  "nextPage",
  "next_url",
  "nextUrl",
  "next_link",
  "nextLink",
  "@odata.nextLink",
  "continuation_token",
  "continuationToken",
  "next",
];
const PAGING_KEYS = ["meta", "pagination", "paging", "page_info", "pageInfo", "page", "links", "_links"];
/** `response.data.items` is as deep as envelopes go. */
const MAX_DEPTH = 3;

type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(object: JsonObject, key: string): Json {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * @param root the parsed value
 * @param literalNumber the spelling of a number that is not safe as a double, by its path; else null
 */
export function readEnvelope(root: Json): Envelope {
  if (Array.isArray(root)) return { path: ".", items: root.length, total: null, more: false };
  if (!isObject(root)) return { path: null, items: null, total: null, more: false };
  const { path, records, scopes } = findRecords(root);
  const around = scopes.flatMap((scope) => [
    scope,
    ...PAGING_KEYS.map((key) => own(scope, key)).filter(isObject),
  ]);
  const total = firstTotal(around);
  return {
    path,
    items: records?.length ?? null,
    total,
    more: saysMore(around, records?.length ?? null, total),
  };
}

function findRecords(root: JsonObject) {
  const scopes: JsonObject[] = [];
  let at: JsonObject = root;
  let path = "";
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    scopes.push(at);
    const scope = at;
    const key = RECORD_KEYS.find((k) => Array.isArray(own(scope, k))) ?? onlyArray(scope);
    if (key !== undefined) {
      return { path: `${path}${jqKey(key)}`, records: own(scope, key) as readonly Json[], scopes };
    }
    const inner = RECORD_KEYS.find((k) => isObject(own(scope, k)));
    if (inner === undefined) break;
    path += jqKey(inner);
    at = own(scope, inner) as JsonObject;
  }
  return { path: null, records: null, scopes };
}

/** The one member that is a list of objects, where there is exactly one. */
function onlyArray(scope: JsonObject): string | undefined {
  const keys = Object.keys(scope).filter((key) => {
    const value = scope[key];
    return Array.isArray(value) && value.length > 0 && value.every(isObject);
  });
  return keys.length === 1 ? keys[0] : undefined;
}

function jqKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function firstTotal(scopes: readonly JsonObject[]): string | null {
  for (const scope of scopes) {
    const stated = TOTAL_KEYS.map((key) => asCount(own(scope, key))).filter((t) => t !== null);
    // Two different totals: neither can be believed.
    if (stated.length > 0) return new Set(stated).size === 1 ? (stated[0] ?? null) : null;
  }
  return null;
}

/** A whole number as text. Doubles beyond 2^53 are not known exactly, so they are not stated. */
function asCount(value: Json): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  if (typeof value === "string" && /^\d{1,18}$/.test(value)) return value;
  // Elasticsearch: {"value": 123, "relation": "eq"}
  if (isObject(value) && own(value, "relation") !== "gte") return asCount(own(value, "value"));
  return null;
}

function saysMore(scopes: readonly JsonObject[], items: number | null, total: string | null): boolean {
  for (const scope of scopes) {
    for (const key of MORE_KEYS) {
      const value = own(scope, key);
      if (typeof value === "boolean") return value;
    }
  }
  if (scopes.some((scope) => NEXT_KEYS.some((key) => isNext(own(scope, key))))) return true;
  if (items === null || total === null) return false;
  const offset = scopes
    .map((scope) => own(scope, "offset") ?? own(scope, "skip"))
    .find((v) => typeof v === "number");
  return Number(total) > items + (typeof offset === "number" ? offset : 0);
}

function isNext(value: Json): boolean {
  if (typeof value === "string") return value !== "";
  if (typeof value === "number") return value > 0;
  return isObject(value) && Object.keys(value).length > 0;
}
