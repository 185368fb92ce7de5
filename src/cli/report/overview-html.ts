/** The overview as a page. */
import { figure, percent, size } from "./figures.ts";
import { html, type Markup } from "./markup.ts";
import type { Group, Overview } from "./overview.ts";
import { page } from "./page.ts";

/** Bars are drawn as shapes with attributes: the page's policy allows no style on single elements. */
function bars(group: Group, most: number): Markup {
  const width = (tokens: number) => (most === 0 ? 0 : (tokens / most) * 100).toFixed(2);
  return html`<svg class="bars" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label="${figure(group.tokensBefore)} tokens, ${figure(group.tokensAfter)} shown"><rect class="before" x="0" y="1" width="${width(group.tokensBefore)}" height="4"/><rect class="after" x="0" y="7" width="${width(group.tokensAfter)}" height="4"/></svg>`;
}

function groupTable(title: string, groups: readonly Group[]): Markup {
  const most = Math.max(0, ...groups.map((g) => g.tokensBefore));
  const rows = groups.map(
    (
      g,
    ) => html`<tr><th scope="row"><bdi>${g.name}</bdi></th><td class="n">${figure(g.originals)}</td><td class="n">${figure(g.tokensBefore)}</td><td class="n">${figure(g.tokensAfter)}</td><td class="bars">${bars(g, most)}</td></tr>
`,
  );
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">${title}</th><th scope="col" class="n">originals</th><th scope="col" class="n">tokens</th><th scope="col" class="n">shown</th><th scope="col" class="bars">tokens above, shown below</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

function largestTable({ largest }: Overview): Markup {
  const rows = largest.map(
    (
      s,
    ) => html`<tr><td><bdi>${s.createdAt.slice(0, 16).replace("T", " ")}</bdi></td><td><bdi>${s.contentType}</bdi></td><td><bdi>${s.compressor}</bdi></td><td class="n">${size(s.bytes)}</td><td class="n">${figure(s.tokensBefore)}</td><td class="n">${figure(s.tokensAfter)}</td></tr>
`,
  );
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">stored at (UTC)</th><th scope="col">type</th><th scope="col">method</th><th scope="col" class="n">size</th><th scope="col" class="n">tokens</th><th scope="col" class="n">shown</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

export function overviewPage(o: Overview, madeAt: string): string {
  const { totals } = o;
  const body = html`<p class="soft">${o.since === null ? "Everything in the store" : `Since ${o.since}`}: <bdi>${o.path}</bdi></p>
<ul class="figures">
<li><b>${figure(totals.originals)}</b>originals kept</li>
<li><b>${figure(totals.tokensBefore)}</b>tokens they have</li>
<li><b>${figure(totals.tokensAfter)}</b>tokens their views have</li>
<li><b>${percent(totals.ratio)}</b>left out</li>
<li><b>${size(o.bytes)}</b>of ${size(o.budget)} budget</li>
</ul>
<p>Each original counts once, however often its view was shown. The figures are inferred: what a model would have read without views is not measured.</p>
<h2>By content type</h2>
${groupTable("content type", o.byType)}
<h2>By day</h2>
${groupTable("day (UTC)", o.byDay)}
<h2>Largest originals</h2>
${largestTable(o)}
<p class="soft">Handles are not listed: whoever has one can read the original. With a handle from a conversation: <code>caveman-mcp report HANDLE --html FILE</code></p>`;
  return page("What caveman-mcp kept and saved", body, madeAt);
}
