/** All verbs, in the order in which help shows them: adding one is one file and one entry here. */
import type { Verb } from "../verb.ts";

export const VERBS: readonly Verb[] = [
  {
    name: "compress",
    usage: "[FILE] [--type TYPE] [--query WORDS] [--json]",
    summary: "print the short view of a file or of stdin; the original is kept",
    load: () => import("./compress.ts"),
  },
  {
    name: "retrieve",
    usage: "HANDLE [--query WORDS]",
    summary: "print an original byte for byte, or its records that match",
    load: () => import("./retrieve.ts"),
  },
  {
    name: "detect",
    usage: "[FILE]",
    summary: "print the content type",
    load: () => import("./detect.ts"),
  },
  {
    name: "toon",
    usage: "encode|decode [FILE]",
    summary: "JSON to TOON and back, without loss",
    load: () => import("./toon.ts"),
  },
  {
    name: "stats",
    usage: "",
    summary: "print what the store's originals and their views have in tokens",
    load: () => import("./stats.ts"),
  },
  {
    name: "store",
    usage: "info [--json] | verify | prune --older-than 30d | forget HANDLE | forget --containing TEXT",
    summary: "look after the store of originals",
    load: () => import("./store.ts"),
  },
  {
    name: "hosts",
    usage: "[--json]",
    summary: "show which hosts are here, and whether this server is registered with them",
    load: () => import("./hosts.ts"),
  },
  {
    name: "install",
    usage: "HOST | --auto [--scope user|project] [--dry-run] [--force] [--npx] [--proxy NAME=URL]…",
    summary: "register this server with a host; its file is kept but for one entry",
    load: () => import("./install.ts"),
  },
  {
    name: "uninstall",
    usage: "HOST [--scope user|project] [--dry-run] [--force] [--proxy NAME]…",
    summary: "take out what install added",
    load: () => import("./uninstall.ts"),
  },
  {
    name: "print",
    usage: "[HOST] [--toml] [--link] [--npx] [--scope user|project] [--proxy NAME=URL]",
    summary: "print what to paste into a host's configuration",
    load: () => import("./print.ts"),
  },
  {
    name: "doctor",
    usage: "[--json]",
    summary: "check everything, change nothing; exit 0 fine, 1 warnings, 2 broken",
    load: () => import("./doctor.ts"),
  },
  {
    name: "report",
    usage: "[HANDLE [--query WORDS] [--type TYPE]] [--since 7d] [--json | --html FILE]",
    summary: "show what the store kept and saved, or one original beside its view",
    load: () => import("./report.ts"),
  },
  {
    name: "version",
    usage: "[--json]",
    summary: "print version, commit and build date",
    load: () => import("./version.ts"),
  },
];
