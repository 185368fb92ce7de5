/**
 * server.json, the entry in the MCP registry, from the recipe release/server.json.
 * No npm package carries the registry's JSON schema; `checked` holds the rules of its version 2025-12-11 that
 * concern this entry, from knowledge: compare them with the published schema before the first publication.
 */
import { z } from "zod";
import { mcpName } from "./npm.ts";

const variable = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  description: z.string().min(1),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
});

const stdio = z.strictObject({ type: z.literal("stdio") });

const schema = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/),
  repository: z.strictObject({ url: z.url(), source: z.literal("github") }),
  packages: z
    .array(
      z.union([
        z.strictObject({
          registryType: z.literal("npm"),
          identifier: z.string().min(1),
          version: z.string().min(1),
          runtimeHint: z.literal("npx"),
          transport: stdio,
          environmentVariables: z.array(variable),
        }),
        z.strictObject({
          registryType: z.literal("mcpb"),
          identifier: z.url().regex(/^https:.*mcp.*\.mcpb$/),
          fileSha256: z.string().regex(/^[a-f0-9]{64}$/),
          transport: stdio,
        }),
      ]),
    )
    .min(1),
});

/** Throws, naming what is wrong, unless `entry` is a valid registry entry; returns it. */
export function checked(entry: unknown): z.infer<typeof schema> {
  return schema.parse(entry);
}

const ENVIRONMENT = [
  {
    name: "CAVEMAN_HOME",
    description: "Folder for the executable and the recovery store (default ~/.caveman)",
    format: "filepath" as const,
  },
  {
    name: "CAVEMAN_MCP_BIN",
    description: "Absolute path of an executable to run instead of the released one",
    format: "filepath" as const,
  },
];

/** The entry of one release; `bundles` are names with their SHA-256. */
export function registryEntry(
  recipe: string,
  version: string,
  repository: string,
  bundles: [string, string][],
) {
  const url = `https://github.com/${repository}`;
  return checked({
    ...(JSON.parse(recipe) as object),
    name: mcpName(repository),
    version,
    repository: { url, source: "github" },
    packages: [
      {
        registryType: "npm",
        identifier: "caveman-mcp",
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        environmentVariables: ENVIRONMENT,
      },
      ...bundles.map(([name, digest]) => ({
        registryType: "mcpb",
        identifier: `${url}/releases/download/v${version}/${name}`,
        fileSha256: digest,
        transport: { type: "stdio" },
      })),
    ],
  });
}
