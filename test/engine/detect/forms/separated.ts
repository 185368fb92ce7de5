/** Separated values in the variants that programs and countries write. */
import { type Forms, lines, pick, repeat } from "./form.ts";

export const SEPARATED: Forms = {
  "semicolons and decimal commas": {
    type: "tabular",
    of: (n) => lines("Artikel;Menge;Preis", ...repeat(n, (i) => `Tür ${i};${i};${i},50`)),
  },
  "semicolons, commas and quotes": {
    type: "tabular",
    of: (n) => lines("id;text;sum", ...repeat(n, (i) => `${i};"a, b; c";${i},5`)),
  },
  "TSV with empty cells": {
    type: "tabular",
    of: (n) =>
      lines(
        "id\tname\tnote",
        ...repeat(n, (i) => `${i}\t${i % 3 ? `ann-${i}` : ""}\t${i % 4 ? "" : "late"}`),
      ),
  },
  "TSV without names": {
    type: "tabular",
    of: (n) => lines(...repeat(n, (i) => `${i}\tann-${i}\t${i % 4 ? "up" : "down"}`)),
  },
  "CSV with quoted line breaks": {
    type: "tabular",
    of: (n) =>
      lines(
        "id,note,state",
        ...repeat(n, (i) => `${i},"first line\nsecond, of ${i}",${i % 3 ? "up" : "down"}`),
      ),
  },
  "CSV without a header": {
    type: "tabular",
    of: (n) =>
      lines(
        ...repeat(n, (i) => `${i + 1},ann-${i},${i}.50,2026-03-${String((i % 28) + 1).padStart(2, "0")}`),
      ),
  },
  "CSV, every cell quoted": {
    type: "tabular",
    of: (n) =>
      lines('"id","name","state"', ...repeat(n, (i) => `"${i}","ann-${i}","${pick(["up", "down"], i)}"`)),
  },
  "CSV of two columns": {
    type: "tabular",
    of: (n) => lines("name,amount", ...repeat(n, (i) => `ann-${i},${i}`)),
  },
  "CSV, quotes of SQL": {
    type: "tabular",
    of: (n) =>
      lines("'id','name','state'", ...repeat(n, (i) => `${i},'user-${i}','${i % 2 ? "open" : "closed"}'`)),
  },
  "CSV with empty cells": {
    type: "tabular",
    of: (n) => lines("id,name,note,state", ...repeat(n, (i) => `${i},ann-${i},,${i % 3 ? "up" : ""}`)),
  },
  "a table of Markdown without outer bars": {
    type: "text",
    of: (n) =>
      lines(
        "id | name | state",
        "--- | --- | ---",
        ...repeat(n, (i) => `${i} | ann-${i} | ${i % 3 ? "up" : "down"}`),
      ),
  },
};
