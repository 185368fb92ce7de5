/** `hosts`: which hosts are here, and what is registered with them. */
import { existsSync } from "node:fs";
import { SERVER_NAME } from "../../hosts/contract.ts";
import { isHere } from "../../hosts/launch.ts";
import { placeOf, registrationOf } from "../../hosts/place.ts";
import { HOSTS } from "../../hosts/registry.ts";
import { escaped } from "../../mcp/log.ts";
import { readFlags } from "../flags.ts";
import { thisMachine } from "../hosts/machine.ts";
import type { Run } from "../verb.ts";

const WORDS = {
  absent: "no",
  ours: "yes",
  changed: "yes, changed by hand",
  foreign: "yes, not by install",
  unreadable: "cannot be read",
} as const;

export const run: Run = (args, io) => {
  const { values } = readFlags(args, { json: { type: "boolean" } }, { min: 0, max: 0 });
  const machine = thisMachine(io.env);
  const rows = HOSTS.map((host) => {
    const place = (scope: "user" | "project") => {
      const found = placeOf(host, scope, machine, SERVER_NAME);
      return found === null ? null : { file: found.file, registered: registrationOf(found).kind };
    };
    return {
      host: host.id,
      title: host.title,
      found: isHere(host, machine, existsSync),
      user: place("user"),
      project: place("project"),
    };
  });
  if (values.json === true) {
    io.out(`${JSON.stringify(rows)}\n`);
    return 0;
  }
  const table = [
    ["host", "found", "for the user", "in this project", "the user's file"],
    ...rows.map(({ host, found, user, project }) => [
      host,
      found ? "yes" : "no",
      user === null ? "–" : WORDS[user.registered],
      project === null ? "–" : WORDS[project.registered],
      escaped(user?.file ?? "–"),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((c) => Math.max(...table.map((row) => row[c]?.length ?? 0)));
  for (const row of table) {
    io.out(
      `${row
        .map((cell, c) => cell.padEnd(widths[c] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
  }
  return 0;
};
