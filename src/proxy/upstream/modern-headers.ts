/** HTTP headers of 2026-07-28 that repeat parts of the body: Mcp-Method, Mcp-Name, Mcp-Param-*. */

export interface ParamHeader {
  /** Keys from the arguments down to the value. */
  readonly path: readonly string[];
  readonly name: string;
}

/** RFC 9110 §5.6.2 `token`. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HEADER_KEY = "x-mcp-header";
const PRIMITIVE = new Set(["string", "integer", "boolean"]);

/** The header says why it cannot be used. */
export class InvalidHeaderSchema extends Error {
  override readonly name = "InvalidHeaderSchema";
}

/**
 * The headers that an input schema asks for. A declaration is allowed on primitive properties that are
 * reached through `properties` alone, with names that differ in more than case.
 * @throws InvalidHeaderSchema
 */
export function paramHeaders(schema: unknown): ParamHeader[] {
  const found: ParamHeader[] = [];
  collect(schema, [], true, found);
  const names = found.map(({ name }) => name.toLowerCase());
  if (new Set(names).size !== names.length) throw new InvalidHeaderSchema("two properties share a header");
  return found;
}

function collect(node: unknown, path: readonly string[], reachable: boolean, found: ParamHeader[]): void {
  if (Array.isArray(node)) {
    for (const element of node) collect(element, path, false, found);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  const schema = node as Record<string, unknown>;
  if (HEADER_KEY in schema) found.push(declaration(schema, path, reachable));
  for (const [key, value] of Object.entries(schema)) {
    if (key === HEADER_KEY || key === "const" || key === "default" || key === "enum" || key === "examples")
      continue;
    if (key !== "properties" || typeof value !== "object" || value === null) {
      collect(value, path, false, found);
      continue;
    }
    for (const [name, property] of Object.entries(value))
      collect(property, [...path, name], reachable, found);
  }
}

function declaration(
  schema: Record<string, unknown>,
  path: readonly string[],
  reachable: boolean,
): ParamHeader {
  const name = schema[HEADER_KEY];
  if (!reachable || path.length === 0)
    throw new InvalidHeaderSchema("a header is declared where no property is");
  if (typeof name !== "string" || !TOKEN.test(name))
    throw new InvalidHeaderSchema("a header has no valid name");
  if (typeof schema.type !== "string" || !PRIMITIVE.has(schema.type)) {
    throw new InvalidHeaderSchema("a header is declared for a value that is no string, integer or boolean");
  }
  return { path, name };
}

/** Headers of one request. `name` is the tool's, for tools/call. */
export function modernHeaders(
  method: string,
  name: string | null,
  declared: readonly ParamHeader[],
  args: unknown,
): Record<string, string> {
  const headers: Record<string, string> = { "mcp-method": method };
  if (name !== null) headers["mcp-name"] = encodeHeaderValue(name);
  for (const { path, name: header } of declared) {
    const text = primitiveText(path.reduce(step, args));
    if (text !== null) headers[`mcp-param-${header.toLowerCase()}`] = encodeHeaderValue(text);
  }
  return headers;
}

function step(node: unknown, key: string): unknown {
  return typeof node === "object" && node !== null && Object.hasOwn(node, key)
    ? (node as Record<string, unknown>)[key]
    : undefined;
}

function primitiveText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : null;
}

/** Plain ASCII as it is; anything else, and what looks encoded already, as `=?base64?…?=`. */
export function encodeHeaderValue(value: string): string {
  const plain = /^[\t\x20-\x7e]+$/.test(value) && value === value.trim();
  if (plain && !(value.startsWith("=?base64?") && value.endsWith("?="))) return value;
  return `=?base64?${Buffer.from(value).toString("base64")}?=`;
}
