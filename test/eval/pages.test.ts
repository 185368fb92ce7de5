/** The reader of pages: true views have no fault, each lie about one has, and two parsers write any page alike. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { check } from "./checkers.ts";
import { engine, fixturesOf, unnoticed } from "./lies.ts";

const LONG = "This page has enough words of its own to be worth reading and is no application shell. ".repeat(
  3,
);
const page = (body: string): string =>
  `<!doctype html><html><head><meta charset=utf-8><title>T &amp; 7</title><script>let x = "</p>";</script></head><body>${body}<p>${LONG}</p></body></html>`;
const viewOf = (input: string): string => engine.compress(input, { type: "html" }).output;

const SHOP = page(`
  <nav class=top><a href=/a>A</a><a href=/b>B</a></nav>
  <div class="page-sidebar"><ul>${"<li><a href=/s>see also</a></li>".repeat(5)}</ul>x</div>
  <h1 id=t>Orders <a href="#t">#</a></h1>
  <p>There are <b>12</b> orders, <a href="/orders?a=1&amp;b=2">all of them</a>&nbsp;open.<br>See <a href="#n">below</a>.</p>
  <img src=x.png><img src=y.png alt="a chart of 7 bars">
  <table><caption>Orders of 2026</caption><tr><th>id<th>total<tr><td>7<td>1|200 <script>y()</script><tr hidden><td>8<td>9</table>
  <ol start=4><li>four<ul><li>inner <code>f(1)</code></li></ul></li><li value=9>nine</li></ol>
  <blockquote><p>said in 1999</p><ul><li>and again</li></ul></blockquote>
  <pre><code>if (a &lt; 10) {\n\n\n  b();\n}</code></pre>
  <a href="/item"><div>Item 5</div><div>17 left</div><svg><title>z</title></svg></a>
  <footer>Imprint <a href=/i>i</a></footer>`);

const payloads = [...fixturesOf("html"), { name: "shop", input: SHOP }];

describe("pages", () => {
  for (const { name, input } of payloads) {
    test(`${name}: nothing false, nothing open, every lie noticed`, () => {
      const view = viewOf(input);
      expect(view).toContain("elements in all, ");
      expect(check("html", view, input).faults).toEqual([]);
      const { told, missed } = unnoticed("html", view, input);
      expect(missed).toEqual([]);
      expect(told).toBeGreaterThan(4);
    });
  }

  const view = viewOf(SHOP);
  const swap = (from: string | RegExp, to: string) => (v: string) => v.replace(from, to);
  const LIES: Readonly<Record<string, (view: string) => string>> = {
    "a number": swap("There are 12", "There are 13"),
    "a link's target": swap("/orders?a=1&b=2", "/orders?a=1&b=3"),
    "a link's target that was not shown": swap("See below", "See [below](#n)"),
    "a heading of another rank": swap("# Orders", "## Orders"),
    "a number of a list": swap("9. nine", "5. nine"),
    "a cell in another column": swap("| 7 |", "|  | 7"),
    "a hidden row": swap("| 7 |", "| 8 | 9 |\n| 7 |"),
    "a paragraph that is lost": swap(/There are.*\n/, ""),
    "words that are lost": swap(" of them", ""),
    "a line of a listing": swap("  b();", "  c();"),
    "blank lines of a listing": swap("{\n\n\n", "{\n\n"),
    "text that stands on the page elsewhere": swap("said in 1999", "said in 2026"),
    "an image's text": swap("a chart of 7 bars", "a chart of 8 bars"),
    "one more link": swap(/links=(\d+)/, "links=99"),
    "one hidden link less": swap(/hidden_links=\d+/, "hidden_links=1"),
    "a tag that was not dropped": swap("nav×1", "div×1"),
    "an element that is counted twice": swap(/(\d+) elided/, "1$1 elided"),
    "no marker": swap(/… \d+ elements in all.*\n/, ""),
  };
  for (const [name, tell] of Object.entries(LIES)) {
    test(`a lie is noticed: ${name}`, () => {
      const lie = tell(view);
      expect(lie).not.toBe(view);
      expect(check("html", lie, SHOP).faults).not.toEqual([]);
    });
  }

  const text = fc.constantFrom("one 1", " two", "three & more ", "\n 44 ", "a&lt;b", "`x`", "|", "a b c");
  const attributes = fc.constantFrom(
    "",
    "",
    "",
    " hidden",
    ' class="side-bar"',
    " role=navigation",
    ' aria-hidden="true"',
    " id=toc",
  );
  const inline = fc.letrec<{ any: string; flat: string }>((tie) => ({
    flat: fc.oneof(
      text,
      fc.constantFrom(
        "<br>",
        "<img src=x>",
        "<img alt=' pic  9 '>",
        "<svg><g></g></svg>",
        "<script>if (1 < 2) x()</script>",
        "<input>",
        "<button>go</button>",
      ),
      fc
        .tuple(fc.constantFrom("b", "code", "kbd", "span", "em"), attributes, text)
        .map(([tag, a, t]) => `<${tag}${a}>${t}</${tag}>`),
    ),
    any: fc.oneof(
      tie("flat"),
      fc.tuple(tie("flat"), tie("flat")).map((parts) => `<code>${parts.join("")}</code>`),
      fc
        .tuple(
          fc.constantFrom("/x", "#y", "a b", "javascript:0", "", " /z "),
          attributes,
          tie("flat"),
          tie("flat"),
        )
        .map(([to, a, ...t]) => `<a href="${to}"${a}>${t.join("")}</a>`),
      fc.constantFrom("<a href=#q>#</a>", "<a name=q>q</a>", "<a href=#m>Skip to main</a>"),
    ),
  })).any;
  const line = fc.array(inline, { maxLength: 4 }).map((parts) => parts.join(""));
  const block = fc.letrec<{ any: string; leaf: string }>((tie) => ({
    leaf: fc.oneof(
      line,
      fc
        .tuple(fc.constantFrom("p", "h1", "h3", "pre", "div"), attributes, line)
        .map(([tag, a, t]) => `<${tag}${a}>${t}</${tag}>`),
      fc
        .array(fc.tuple(attributes, fc.array(fc.tuple(attributes, line), { maxLength: 3 })), {
          minLength: 1,
          maxLength: 3,
        })
        .map(
          (rows) =>
            `<table><caption>c 1</caption><tbody>${rows.map(([a, cells]) => `<tr${a}>${cells.map(([b, t]) => `<td${b}>${t}</td>`).join("")}</tr>`).join("")}</tbody></table>`,
        ),
    ),
    any: fc.oneof(
      { depthSize: "small" },
      tie("leaf"),
      fc
        .tuple(
          fc.constantFrom("div", "section", "nav", "blockquote", "main", "footer", "figure", "dl"),
          attributes,
          fc.array(tie("any"), { maxLength: 3 }),
        )
        .map(([tag, a, parts]) => `<${tag}${a}>${parts.join("")}</${tag}>`),
      fc
        .tuple(
          fc.constantFrom("ul", "ol", "ol start=3", "ol reversed"),
          fc.array(fc.tuple(attributes, fc.array(tie("any"), { maxLength: 2 })), { maxLength: 4 }),
        )
        .map(
          ([tag, items]) =>
            `<${tag}>${items.map(([a, parts]) => `<li${a}>${parts.join("")}</li>`).join("\n")}</${tag.slice(0, 2)}>`,
        ),
    ),
  })).any;

  test("property: two parsers write any page alike, and count the same", () => {
    let views = 0;
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const input = page(blocks.join("\n"));
        const shown = viewOf(input);
        if (shown === input) return;
        views++;
        expect(check("html", shown, input).faults).toEqual([]);
      }),
      { numRuns: 1500 },
    );
    expect(views).toBeGreaterThan(1000);
    // Two parsers over 1,500 pages take longer than bun's five seconds on a busy machine.
  }, 60_000);
});
