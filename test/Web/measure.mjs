// Measures a page in a browser: file, first picture, frames, hover.
//
// Usage: measure.mjs CHROMIUM PLAYWRIGHT PAGE...
import { statSync } from "node:fs";
import { createRequire } from "node:module";

const [chromium, playwright, ...pages] = process.argv.slice(2);
const driver = createRequire(playwright + "/")("playwright-core").chromium;
const browser = await driver.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const idle = (page) => page.waitForFunction(() =>
  document.documentElement.dataset.state === "idle");

/** The median and the 95th percentile of the time from one frame to the next. */
const measure = (page, kind) => page.evaluate(async (kind) => {
  const canvas = document.getElementById("map");
  const box = canvas.getBoundingClientRect();
  // After what the page itself does in the frame.
  const frame = () => new Promise((resolve) =>
    requestAnimationFrame(() => resolve(performance.now())));
  const times = [];
  let before = await frame();
  for (let i = 0; i < 60; ++i) {
    if (kind === "draw") {
      // All of it is drawn again: filter and colours stay what they are.
      dispatchEvent(new Event("resize"));
    } else
      canvas.dispatchEvent(new PointerEvent("pointermove", { bubbles: true,
        clientX: box.left + 150 + ((i * 97) % (box.width - 200)),
        clientY: box.top + 200 + ((i * 61) % (box.height - 300)) }));
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  times.sort((a, b) => a - b);
  return [times[30], times[57]].map((t) => Math.round(t));
}, kind);

for (const file of pages) {
  const first = [];
  let page;
  for (let i = 0; i < 5; ++i) {
    if (page) await page.close();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.documentElement.dataset.state === "idle" && !window.firstPicture)
          requestAnimationFrame(() => { window.firstPicture ??= performance.now(); });
      }).observe(document, { attributes: true, subtree: true });
    });
    await page.goto("file://" + file);
    await idle(page);
    await page.waitForFunction(() => window.firstPicture);
    first.push(await page.evaluate(() => Math.round(window.firstPicture)));
  }
  first.sort((a, b) => a - b);
  const count = await page.evaluate(() =>
    [...document.querySelectorAll("#figures dd")].pop().dataset.count);
  console.log(file, "MB:", (statSync(file).size / 1e6).toFixed(2), "values in the space:", count,
    "first picture:", first.join(" "), "frame:", (await measure(page, "draw")).join(" / "),
    "hover:", (await measure(page, "hover")).join(" / "));
  await page.close();
}
await browser.close();
