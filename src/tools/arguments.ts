/**
 * Validation of the tools' arguments: five tiny schemas, by hand, since start-up time rules out a library.
 * Unknown members are ignored; a null optional counts as absent, which is how strict models leave one out.
 */
import { CaveError } from "../text/errors.ts";

function invalid(message: string): CaveError {
  return new CaveError("cave_invalid_arguments", message);
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The arguments as an object; absent ones are an empty object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid(`arguments must be an object, got ${typeName(value)}.`);
}

function own(args: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

export function optionalString(args: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = own(args, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw invalid(`${name} must be a string, got ${typeName(value)}.`);
}

export function requiredString(args: Readonly<Record<string, unknown>>, name: string): string {
  const value = own(args, name);
  if (typeof value === "string") return value;
  throw invalid(
    `${name} is required and must be a string${value === undefined ? "" : `, got ${typeName(value)}`}.`,
  );
}

export interface CompressArguments {
  readonly source: { readonly input: string } | { readonly path: string };
  readonly type?: string;
  readonly query?: string;
}

export function compressArguments(value: unknown): CompressArguments {
  const args = asObject(value);
  const input = optionalString(args, "input");
  const path = optionalString(args, "path");
  const alias = optionalString(args, "type");
  const type = optionalString(args, "content_type") ?? alias;
  const query = optionalString(args, "query");
  const rest = { ...(type === undefined ? {} : { type }), ...(query === undefined ? {} : { query }) };
  if (input !== undefined && path !== undefined) {
    throw invalid("input and path were both given: give the text or the file that holds it, not both.");
  }
  if (input !== undefined) return { source: { input }, ...rest };
  if (path !== undefined) return { source: { path }, ...rest };
  throw invalid("one of input (string) and path (string) is required.");
}

export interface RetrieveArguments {
  readonly handle: string;
  /** Trimmed; empty for the whole original. */
  readonly query: string;
}

export function retrieveArguments(value: unknown): RetrieveArguments {
  const args = asObject(value);
  const query = optionalString(args, "query") ?? "";
  return { handle: requiredString(args, "recovery_handle"), query: query.trim() };
}

export function inputArgument(value: unknown): string {
  return requiredString(asObject(value), "input");
}
