/** Where an entry is in JSON with comments, and whether two texts differ by it alone. */
import { isDeepStrictEqual } from "node:util";
import { getNodeValue, type Node } from "jsonc-parser";
import type { Json } from "../contract.ts";
import { noPlace, type Path } from "./dialect.ts";
import { hasNoTrailingComma, memberOf, memberValue, readTree, type Shape, shapeOf } from "./json-tree.ts";

interface Found {
  readonly root: Node | undefined;
  /** Member of the root that holds all servers. */
  readonly table: Node | undefined;
  readonly entry: Node | undefined;
}

/** @throws CaveError where the text does not parse or has something else in these places */
export function find(text: string, [table, name]: Path): Found {
  const root = readTree(text);
  if (root === undefined) return { root, table: undefined, entry: undefined };
  if (root.type !== "object") throw noPlace("it does not hold an object");
  const member = memberOf(root, table);
  if (member === undefined) return { root, table: undefined, entry: undefined };
  const servers = memberValue(member);
  if (servers?.type !== "object") throw noPlace(`its ${JSON.stringify(table)} is not an object`);
  return { root, table: member, entry: memberOf(servers, name) };
}

/** Whether `longer` holds what `shorter` does and, last of its table, the entry (in any value where it is undefined). */
export function isOnlyChange(shorter: string, longer: string, path: Path, entry?: Json): boolean {
  const [table, name] = path;
  if (hasNoTrailingComma(shorter) !== hasNoTrailingComma(longer)) return false;
  const found = find(longer, path);
  if (found.entry === undefined) return false;
  if (entry !== undefined && !isDeepStrictEqual(plain(memberValue(found.entry)), entry)) return false;
  const rest = shapeOf(longer, found.root);
  const without = withoutMember(rest, table, (servers) => withoutMember(servers, name, () => null));
  const wanted = JSON.stringify(shapeOf(shorter, readTree(shorter)));
  if (JSON.stringify(without) === wanted) return true;
  // The table came and goes with the entry.
  const bare = withoutMember(without, table, (servers) =>
    typeof servers === "object" && "object" in servers && servers.object.length === 0 ? null : servers,
  );
  return JSON.stringify(bare) === wanted;
}

function withoutMember(shape: Shape, key: string, change: (value: Shape) => Shape | null): Shape {
  if (typeof shape === "string" || !("object" in shape)) return shape;
  return {
    object: shape.object.flatMap(([name, value]): [string, Shape][] => {
      if (name !== key) return [[name, value]];
      const changed = change(value);
      return changed === null ? [] : [[name, changed]];
    }),
  };
}

/** getNodeValue makes objects without prototype; this makes plain ones. */
export function plain(node: Node | undefined): Json | undefined {
  return node === undefined ? undefined : (JSON.parse(JSON.stringify(getNodeValue(node))) as Json);
}
