/** Environment → where the store is: every variable, its precedence, and what is refused. */
import { describe, expect, test } from "bun:test";
import {
  cavemanHome,
  DEFAULT_BUDGET_BYTES,
  recoveredDirectory,
  storeLocation,
  storeSettings,
} from "../../src/store/location.ts";

describe("where the store is", () => {
  const all = { CAVEMAN_CCR_DB: "/d/x.db", CAVEMAN_HOME: "/h", HOME: "/home/u" };

  test("the first variable that is set decides", () => {
    const at = (env: Record<string, string>) => storeLocation(env, "linux");
    expect(at({ ...all, CAVEMAN_MCP_EPHEMERAL: "1" })).toEqual({ kind: "memory", why: "ephemeral" });
    expect(at(all)).toEqual({ kind: "file", path: "/d/x.db" });
    expect(at({ ...all, CAVEMAN_CCR_DB: "" })).toEqual({ kind: "file", path: "/h/ccr.db" });
    expect(at({ HOME: "/home/u" })).toEqual({ kind: "file", path: "/home/u/.caveman/ccr.db" });
    expect(at({ HOME: "" })).toEqual({ kind: "memory", why: "no-home" });
    expect(at({})).toEqual({ kind: "memory", why: "no-home" });
  });

  test("empty variables count as unset", () => {
    const empty = { CAVEMAN_MCP_EPHEMERAL: "", CAVEMAN_CCR_DB: "", CAVEMAN_HOME: "", HOME: "/home/u" };
    expect(storeLocation(empty, "linux")).toEqual({ kind: "file", path: "/home/u/.caveman/ccr.db" });
  });

  test("a relative path is refused, whichever variable holds it", () => {
    for (const path of ["ccr.db", "./ccr.db", "../ccr.db", "~/ccr.db", " /ccr.db", "/a\0b"]) {
      for (const name of ["CAVEMAN_CCR_DB", "CAVEMAN_HOME", "HOME"]) {
        const location = storeLocation({ [name]: path }, "linux");
        expect(location.kind).toBe("refused");
        if (location.kind === "refused") expect(location.reason).toContain(name);
      }
    }
  });

  test("a clear no to memory is a no, anything else is a yes", () => {
    const kind = (text: string) =>
      storeLocation({ CAVEMAN_MCP_EPHEMERAL: text, HOME: "/home/u" }, "linux").kind;
    for (const no of ["0", "false", "no", "off", "FALSE", ""]) expect(kind(no)).toBe("file");
    for (const yes of ["1", "true", "yes", "on", "please"]) expect(kind(yes)).toBe("memory");
  });

  test("on Windows a path must name its drive or share", () => {
    const at = (path: string) => storeLocation({ CAVEMAN_CCR_DB: path }, "win32").kind;
    for (const path of ["C:\\x\\ccr.db", "d:/ccr.db", "\\\\server\\share\\ccr.db"])
      expect(at(path)).toBe("file");
    for (const path of ["\\ccr.db", "/ccr.db", "C:ccr.db", "ccr.db"]) expect(at(path)).toBe("refused");
    expect(storeLocation({ USERPROFILE: "C:\\Users\\u", HOME: "/c/Users/u" }, "win32")).toEqual({
      kind: "file",
      path: "C:\\Users\\u\\.caveman\\ccr.db",
    });
  });
});

test("the home of the program family", () => {
  expect(cavemanHome({ CAVEMAN_HOME: "/h", HOME: "/u" }, "linux")).toEqual({ kind: "directory", path: "/h" });
  expect(cavemanHome({ HOME: "/u" }, "linux")).toEqual({ kind: "directory", path: "/u/.caveman" });
  expect(cavemanHome({}, "linux")).toEqual({ kind: "none" });
});

test("long originals go below the home, and nowhere without one or in memory", () => {
  expect(recoveredDirectory({ CAVEMAN_HOME: "/h" }, "linux")).toBe("/h/recovered");
  expect(recoveredDirectory({ CAVEMAN_CCR_DB: "/d/x.db", HOME: "/u" }, "linux")).toBe(
    "/u/.caveman/recovered",
  );
  expect(recoveredDirectory({ CAVEMAN_HOME: "/h", CAVEMAN_MCP_EPHEMERAL: "1" }, "linux")).toBeNull();
  expect(recoveredDirectory({ CAVEMAN_CCR_DB: "/d/x.db" }, "linux")).toBeNull();
  expect(recoveredDirectory({ CAVEMAN_HOME: "h" }, "linux")).toBeNull();
});

describe("settings", () => {
  const settings = (env: Record<string, string>) => storeSettings({ HOME: "/u", ...env }, "linux");

  test("the budget is a whole number of bytes, else the default with a warning", () => {
    expect(settings({}).budget).toBe(DEFAULT_BUDGET_BYTES);
    expect(settings({ CAVEMAN_CCR_MAX_BYTES: "1000" })).toMatchObject({ budget: 1000, warnings: [] });
    expect(settings({ CAVEMAN_CCR_MAX_BYTES: "0" })).toMatchObject({ budget: 0, warnings: [] });
    for (const bad of ["512MiB", "-1", "1e9", "1.5", "NaN", "99999999999999999999", " "]) {
      const { budget, warnings } = settings({ CAVEMAN_CCR_MAX_BYTES: bad });
      expect(budget).toBe(DEFAULT_BUDGET_BYTES);
      expect(warnings).toHaveLength(1);
    }
  });

  test("a scope that is not known is taken for the stricter one, with a warning", () => {
    expect(settings({})).toMatchObject({ scope: "user", warnings: [] });
    expect(settings({ CAVEMAN_MCP_SCOPE: "user" })).toMatchObject({ scope: "user", warnings: [] });
    expect(settings({ CAVEMAN_MCP_SCOPE: "project" })).toMatchObject({ scope: "project", warnings: [] });
    expect(settings({ CAVEMAN_MCP_SCOPE: "Project" }).scope).toBe("project");
    expect(settings({ CAVEMAN_MCP_SCOPE: "repo" }).warnings).toHaveLength(1);
  });
});
