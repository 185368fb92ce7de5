/** Unified and git diffs as they are defined: files, their hunks, and what each line of a hunk is. docs/reference/diff.md */

export interface Hunk {
  /** Line of the `@@` header, from 0, and behind the hunk's last line. */
  readonly from: number;
  readonly to: number;
  readonly added: number;
  readonly removed: number;
}

interface PatchFile {
  readonly path: string;
  readonly hunks: Hunk[];
}

export interface Patch {
  readonly files: readonly PatchFile[];
  /** Per line whether it is unchanged context. */
  readonly context: readonly boolean[];
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** `--- a/x`, `+++ b/x`: the path after the change, before it where nothing is left, without git's prefixes. */
function pathOf(before: string, after: string): string {
  const [old, fresh] = [before, after].map((line) =>
    (line.slice(4).replace(/\r$/, "").split("\t")[0] ?? "").replace(/^"|"$/g, ""),
  );
  const git = /^(?:a\/|\/dev\/null$)/.test(old ?? "") && /^(?:b\/|\/dev\/null$)/.test(fresh ?? "");
  const path = (fresh === "/dev/null" ? old : fresh) ?? "";
  return git ? path.slice(2) : path;
}

export function patchOf(lines: readonly string[]): Patch {
  const files: PatchFile[] = [];
  const context = lines.map(() => false);
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] ?? "";
    const named = line.startsWith("--- ") && (lines[i + 1] ?? "").startsWith("+++ ");
    if (named && (lines[i + 2] ?? "").startsWith("@@ ")) {
      files.push({ path: pathOf(line, (lines[i + 1] ?? "").replace(/\r$/, "")), hunks: [] });
      i += 2;
      continue;
    }
    const header = HUNK.exec(line);
    const file = files.at(-1);
    if (header === null || file === undefined) {
      i++;
      continue;
    }
    let [old, fresh, added, removed] = [Number(header[1] ?? 1), Number(header[2] ?? 1), 0, 0];
    const from = i++;
    for (; i < lines.length && (old > 0 || fresh > 0 || lines[i]?.startsWith("\\")); i++) {
      const first = lines[i]?.charAt(0) ?? "";
      if (first === "\\") continue;
      if (first === "+" && fresh-- > 0) added++;
      else if (first === "-" && old-- > 0) removed++;
      else if (old-- > 0 && fresh-- > 0) context[i] = true;
      else break;
    }
    file.hunks.push({ from, to: i, added, removed });
  }
  return { files, context };
}
