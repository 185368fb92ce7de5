/**
 * Logs, and text that is read like one: entries, keys of `key=value` pairs, level, time, template and the fields of access
 * logs, all found again as docs/reference/logs.md says. A label's count follows from the labels of the marker itself.
 */
import type { Unit, Value } from "../../engine/truth/facts.ts";
import { readMarker } from "../../engine/truth/grammar.ts";
import { markersIn, type Reader } from "../verdict.ts";
import { type Entry, entriesOf, textEntriesOf } from "./log/entries.ts";
import { labelsOf, levelOf } from "./log/messages.ts";
import { placesOf } from "./log/places.ts";
import { verdictOfUnits } from "./units.ts";

/** A pair with what stands before it and, behind a quoted value, right after it; an open quote takes the rest. */
const PAIR =
  /(?<key>[A-Za-z_][\w.-]*)=(?:"(?<quoted>(?:[^"\\]|\\[\s\S])*)"(?<glued>[^\s]?)|(?<open>"[\s\S]*)|(?<bare>\S*))/g;
const ACCESS = /^"([A-Z]{3,10}) \S+ HTTP\/[\d.]+" (\d{3}) (\d+|-)(?: |$)/;
const UNCLEAR: Value = { type: "nested", literal: "" };

interface Fields {
  readonly unit: Map<string, Value>;
  /** Whether the line is nothing but pairs. */
  readonly pure: boolean;
}

function pairsOf({ head, below }: Entry): Fields {
  const unit = new Map<string, Value>();
  let rest = "";
  let at = 0;
  let pure = true;
  for (const found of head.rest.matchAll(PAIR)) {
    const { key = "", quoted, glued = "", open, bare = "" } = found.groups ?? {};
    const alone = found.index === 0 || /\s/.test(head.rest[found.index - 1] ?? "");
    // A bracket that closes what was opened before the pair is no part of the value.
    const closing = /^[^(]*\)$|^[^[]*\]$|^[^{]*\}$/.test(bare);
    const clear =
      alone &&
      glued === "" &&
      open === undefined &&
      !closing &&
      head.rest[found.index + key.length + 1] !== "=";
    if (!clear) pure = false;
    const literal = quoted ?? bare;
    const plain = clear && !unit.has(key) && !(quoted ?? "").includes("\\");
    unit.set(key, plain ? { type: "string", literal } : UNCLEAR);
    rest += head.rest.slice(at, found.index);
    at = found.index + found[0].length - glued.length;
  }
  rest += head.rest.slice(at);
  pure &&= unit.size > 0 && rest.trim() === "";
  // Whether a pair in the lines below is a field of the entry is a matter of reading: nothing may be stated.
  for (const { groups } of below
    .map((line) => line.text)
    .join("\n")
    .matchAll(PAIR))
    unit.set(groups?.key ?? "", UNCLEAR);
  return { unit, pure };
}

/** Adds a field of ours; a key of that name makes both unclear. */
function add(unit: Map<string, Value>, name: string, value: string | undefined): void {
  if (value === undefined) return;
  unit.set(name, unit.has(name) ? UNCLEAR : { type: "string", literal: value });
}

/** The labels that the view's markers state. */
const labelsIn = (view: string): string[] =>
  markersIn(view).flatMap((text) => {
    const marker = readMarker(text);
    if (marker === null || marker.kind === "note") return [];
    return marker.facts.flatMap((fact) => {
      if (fact.name !== "template") return [];
      if (fact.kind === "counts") return [...fact.counts.keys()];
      return fact.kind === "all" ? [fact.value] : [];
    });
  });

function unitsOf(entries: readonly Entry[], labels: readonly string[]): Unit[] {
  const fields = entries.map(pairsOf);
  // A log of pairs has no fields but its keys.
  if (fields.filter(({ pure }) => pure).length * 2 >= entries.length) return fields.map(({ unit }) => unit);
  const accesses = entries.map(({ head }) => ACCESS.exec(head.rest));
  const served = accesses.every((access) => access !== null);
  const places = placesOf(entries);
  const label = labelsOf(entries, labels);
  return entries.map(({ head }, i) => {
    const { unit, pure } = fields[i] as Fields;
    const [, method, status, bytes] = (served ? accesses[i] : null) ?? [];
    add(unit, "method", method);
    add(unit, "status", status);
    add(unit, "bytes", bytes === "-" ? undefined : bytes);
    add(unit, "file", places?.[i]?.file);
    add(unit, "code", places?.[i]?.code);
    add(unit, "level", pure ? undefined : levelOf(head.rest)?.word);
    add(unit, "time", head.time ?? undefined);
    add(unit, "template", label[i]);
    return unit;
  });
}

const readerOf =
  (cut: (original: string) => Entry[]): Reader =>
  (view, original) => {
    const entries = cut(original);
    const texts = entries.map(({ text }) => text);
    const single = texts.every((text) => !/\n[\s\S]/.test(text));
    return verdictOfUnits(view, {
      noun: single ? "lines" : "entries",
      texts,
      units: unitsOf(entries, labelsIn(view)),
    });
  };

export const log = readerOf((original) => entriesOf(original));

/** Text without sentences. */
export const linesOfText = readerOf(textEntriesOf);
