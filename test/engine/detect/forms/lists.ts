/** Lists of YAML in all their layouts. */
import { type Forms, lines, pick, repeat } from "./form.ts";

export const LISTS: Forms = {
  "YAML, a dash alone on its line": {
    type: "config",
    of: (n) =>
      lines(...repeat(n, (i) => `-\n  name: web-${i}\n  phase: ${i % 5 ? "up" : "down"}\n  size: ${i % 7}`)),
  },
  "YAML, a dash alone below a key": {
    type: "config",
    of: (n) =>
      lines(
        "users:",
        ...repeat(n, (i) => `  -\n    name: ann-${i}\n    role: ${pick(["admin", "guest"], i)}`),
      ),
  },
  "YAML, lists of lists": {
    type: "config",
    of: (n) => lines(...repeat(n, (i) => `- - ${i}\n  - name-${i}\n  - ${i % 2 ? "up" : "down"}`)),
  },
  "YAML, lists of lists below a key": {
    type: "config",
    of: (n) => lines("rows:", ...repeat(n, (i) => `  - - ${i}\n    - ${pick(["a", "b"], i)}`)),
  },
  "YAML, a list of flow lists": {
    type: "config",
    of: (n) => lines("rows:", ...repeat(n, (i) => `  - [${i}, name-${i}, ${i % 2 === 0}]`)),
  },
  "YAML, a list of bare scalars below a key": {
    type: "config",
    of: (n) => lines("hosts:", ...repeat(n, (i) => `  - web-${i}.example.com`)),
  },
  "YAML, several lists of bare scalars": {
    type: "config",
    of: (n) =>
      lines("allow:", ...repeat(n, (i) => `  - 10.0.0.${i}`), "deny:", ...repeat(n, (i) => `- 10.1.0.${i}`)),
  },
  "YAML, a list of bare scalars in a document": {
    type: "config",
    of: (n) => lines("---", ...repeat(n, (i) => `- web-${i}.example.com`)),
  },
  "YAML, a list of bare scalars": {
    type: "config",
    of: (n) => lines(...repeat(n, (i) => `- web-${i}.example.com`)),
  },
};
