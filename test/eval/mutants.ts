/** Lies that an engine could tell: each turns a true view into a false one, and a checker must find every one. */

export interface Mutant {
  readonly name: string;
  /** The false view, or null where the view has nothing that could be falsified so. */
  readonly of: (view: string) => string | null;
}

const changed = (view: string, next: string): string | null => (next === view ? null : next);
const bump = (n: string): string => String(Number(n) + 1);

/** A line that shows something, as against markers, brackets and blank lines. */
const isPlain = (line: string | undefined): boolean =>
  line !== undefined && line.trim() !== "" && !line.includes("…") && !/^[[\]{}|]/.test(line.trim());

export const MUTANTS: readonly Mutant[] = [
  {
    name: "a run marker that counts one too many",
    of: (view) =>
      changed(
        view,
        view.replace(
          /… (\d+) ([a-z]+) elided/,
          (_, n: string, unit: string) => `… ${bump(n)} ${unit} elided`,
        ),
      ),
  },
  {
    name: "a whole marker that counts one too few",
    of: (view) =>
      changed(
        view,
        view.replace(
          /… (\d+) ([a-z]+) in all/,
          (_, n: string, unit: string) => `… ${Number(n) - 1} ${unit} in all`,
        ),
      ),
  },
  {
    name: "a count that is one too high",
    of: (view) =>
      changed(
        view,
        view.replace(/×(\d+)/, (_, n: string) => `×${bump(n)}`),
      ),
  },
  {
    name: "two counts that changed places",
    of: (view) => {
      const m = /(\S+)×(\d+) (\S+)×(\d+)/.exec(view);
      if (m === null || m[2] === m[4]) return null;
      return view.replace(m[0], `${m[1]}×${m[4]} ${m[3]}×${m[2]}`);
    },
  },
  {
    name: "a list of values that lost one",
    of: (view) => changed(view, view.replace(/(: \S+×\d+) \S+×\d+/, "$1")),
  },
  {
    name: "a sum that is off by one",
    of: (view) =>
      changed(
        view,
        view.replace(/(sum [A-Za-z_.]+=)(-?\d+)/, (_, a: string, n: string) => a + bump(n)),
      ),
  },
  {
    name: "a range that is too wide",
    of: (view) =>
      changed(
        view,
        view.replace(/(range [A-Za-z_.]+=\S+?\.\.)(-?\d+)/, (_, a: string, n: string) => a + bump(n)),
      ),
  },
  {
    name: "a set of ids with one more than there are",
    of: (view) =>
      changed(
        view,
        view.replace(/all (\d+) present/, (_, n: string) => `all ${bump(n)} present`),
      ),
  },
  {
    name: "a shown unit that went without a marker",
    of: (view) => {
      const lines = view.split("\n");
      const at = lines.findIndex(
        (line, i) => i > 1 && line.trim() !== "" && !line.includes("…") && !/^[[\]{}|]/.test(line.trim()),
      );
      return at < 0 || lines.length < 6 ? null : lines.filter((_, i) => i !== at).join("\n");
    },
  },
  {
    name: "a digit of a shown unit that changed",
    of: (view) => {
      const lines = view.split("\n");
      const at = lines.findIndex(
        (line, i) => i > 1 && /\d/.test(line) && !line.includes("…") && !line.includes("@@"),
      );
      if (at < 0) return null;
      lines[at] = (lines[at] ?? "").replace(/\d(?=\D*$)/, (d) => String((Number(d) + 1) % 10));
      return lines.join("\n");
    },
  },
  {
    name: "a whole marker of which fewer units are elided",
    of: (view) =>
      changed(
        view,
        view.replace(/in all, (\d+) elided/, (_, n: string) => `in all, ${Number(n) - 1} elided`),
      ),
  },
  {
    name: "a count of absent values that is one too high",
    of: (view) =>
      changed(
        view,
        view.replace(/absent×(\d+)/, (_, n: string) => `absent×${bump(n)}`),
      ),
  },
  {
    name: "a number of distinct values that is one too high",
    of: (view) =>
      changed(
        view,
        view.replace(/(\d+) distinct/, (_, n: string) => `${bump(n)} distinct`),
      ),
  },
  {
    name: "a smallest value that is another one",
    of: (view) => changed(view, view.replace(/( distinct, )(?=[^\s.])/, "$1!")),
  },
  {
    name: "a value that all units are said to have",
    of: (view) =>
      changed(view, view.replace(/(\(caveman\): (?:\S+=[^,;]+, )*all [\w.-]+=)([\w/-]+)/, "$1$2x")),
  },
  {
    name: "a span that ends elsewhere",
    of: (view) =>
      changed(view, view.replace(/(span [\w.-]+=)("[^"]*"|\S+?)\.\.("[^"]*"|[^\s;,]+)/, "$1$2..$2")),
  },
  {
    name: "a run marker that stands one line too high",
    of: (view) => {
      const lines = view.split("\n");
      const at = lines.findIndex(
        (line, i) =>
          i > 1 && /^\s*"?… \d+ [a-z]+ elided/.test(line) && isPlain(lines[i - 1]) && lines[i - 1] !== line,
      );
      if (at < 0) return null;
      const [marker = "", before = ""] = [lines[at], lines[at - 1]];
      return [...lines.slice(0, at - 1), marker, before, ...lines.slice(at + 1)].join("\n");
    },
  },
  {
    name: "two neighbours that changed places",
    of: (view) => {
      const lines = view.split("\n");
      const at = lines.findIndex(
        (line, i) => i > 1 && isPlain(line) && isPlain(lines[i + 1]) && lines[i + 1] !== line,
      );
      if (at < 0) return null;
      const [one = "", two = ""] = [lines[at], lines[at + 1]];
      return [...lines.slice(0, at), two, one, ...lines.slice(at + 2)].join("\n");
    },
  },
  {
    name: "a shown unit that stands twice",
    of: (view) => {
      const lines = view.split("\n");
      const at = lines.findIndex((line, i) => i > 1 && isPlain(line));
      return at < 0 ? null : [...lines.slice(0, at + 1), ...lines.slice(at)].join("\n");
    },
  },
];
