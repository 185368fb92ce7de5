/**
 * The frame of a report: one file that asks for nothing. The policy in it forbids every request and every script,
 * and allows the one style sheet by its hash.
 */
import { createHash } from "node:crypto";
import { VERSION } from "../../text/version.ts";
import { html, Markup } from "./markup.ts";

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2126;--soft:#5b6570;--paper:#fff;--line:#d8dde3;--gone:#f6e3c5;--gone-edge:#b26a00;--mark:#0b5cad;--bar:#3c7dc4;--bar-after:#b26a00}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7ea;--soft:#9aa5b1;--paper:#15181c;--line:#333a42;--gone:#3a2c14;--gone-edge:#e0a14a;--mark:#7db7f2;--bar:#5c9ad8;--bar-after:#e0a14a}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:110rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.4rem;margin:.2rem 0;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}
p{margin:.3rem 0;max-width:48rem}.soft,footer,caption{color:var(--soft)}footer{margin-top:2rem;font-size:.85rem}
.figures{display:flex;flex-wrap:wrap;gap:.6rem;margin:1rem 0;padding:0;list-style:none}
.figures li{border:1px solid var(--line);border-radius:.5rem;padding:.5rem .9rem;min-width:8rem}
.figures b{display:block;font-size:1.35rem;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}caption{text-align:left}
th,td{padding:.25rem .7rem .25rem 0;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
td.bars{width:40%;min-width:9rem}

svg.bars{display:block;width:100%;height:1.3rem}svg .before{fill:var(--bar)}svg .after{fill:var(--bar-after)}
.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem}
pre{margin:0;padding:.15rem .5rem;font:.8rem/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;direction:ltr;unicode-bidi:isolate;tab-size:4}
.text{border:1px solid var(--line);border-radius:.5rem;overflow:hidden}
.gone{background:var(--gone);border-left:.25rem solid var(--gone-edge)}
.gone>a{display:block;padding:.1rem .5rem;font-size:.8rem}
.cut{display:block;color:var(--soft);font-style:italic}
a{color:var(--mark)}pre a{font-weight:600;scroll-margin:4rem}
:target{outline:2px solid var(--mark);outline-offset:2px}
@media screen and (min-width:48rem){.view{position:sticky;top:.5rem;align-self:start;max-height:calc(100vh - 1rem);overflow:auto}}
@media(max-width:48rem){.sides{grid-template-columns:minmax(0,1fr)}.view{order:-1}body{padding:.6rem}td.bars,th.bars{display:none}}
@media print{body{max-width:none;padding:0;font-size:9pt}.sides{gap:.5rem}.text{border-radius:0}h2{break-after:avoid}a{text-decoration:none}.gone,svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** A whole document. @param madeAt RFC 3339 */
export function page(title: string, body: Markup, madeAt: string): string {
  const style = new Markup(STYLE);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
${body}
<footer>Made by caveman-mcp ${VERSION} at ${madeAt}. This file asks for nothing from anywhere. Tokens are o200k_base counts.</footer>
</body>
</html>
`.text;
}
