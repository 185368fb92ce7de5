/**
 * Opens a page in headless Chromium and tells what happened, as JSON on stdout. In Node, since Playwright talks to
 * the browser over pipes of its own. Arguments: the browser, the page's URL.
 */
import { chromium } from "playwright-core";

const [, , executablePath, url] = process.argv;
const browser = await chromium.launch({
  executablePath,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const seen = { requests: [], errors: [], dialogs: 0, sizes: [] };
for (const [width, height, colorScheme] of [
  [1280, 900, "light"],
  [390, 844, "dark"],
]) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("console", (message) => seen.errors.push(message.text()));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("dialog", (dialog) => {
    seen.dialogs++;
    void dialog.dismiss();
  });
  await page.goto(url);
  seen.sizes.push(
    await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      window: window.innerWidth,
      background: getComputedStyle(document.body).backgroundColor,
    })),
  );
  if (width === 1280) {
    seen.page = await page.evaluate(() => ({
      title: document.title,
      headings: [...document.querySelectorAll("h1, h2")].map((h) => h.textContent),
      text: document.body.textContent,
      elements: [...new Set([...document.querySelectorAll("*")].map((e) => e.localName))].sort(),
      links: [...document.querySelectorAll("a")].map((a) => a.getAttribute("href")),
      broken: [...document.querySelectorAll("a")]
        .map((a) => a.getAttribute("href") ?? "")
        .filter((href) => document.getElementById(href.slice(1)) === null),
      owned: Reflect.get(window, "owned") ?? null,
      gone: [...document.querySelectorAll(".gone pre")].map((e) => e.textContent ?? ""),
      shaded: [...document.querySelectorAll(".gone")].map((e) => getComputedStyle(e).backgroundColor),
      order: [...document.querySelectorAll("pre")].map((e) => getComputedStyle(e).direction),
    }));
    seen.pdf = (await page.pdf()).length;
  }
  await context.close();
}
await browser.close();
console.log(JSON.stringify(seen));
