// Compares pictures of pages with those in the folder Pictures, and with those of the
// documentation.
//
// Usage: pictures.mjs CHROMIUM PLAYWRIGHT TOOL INPUTS PICTURES DOCS FOLDER [--write]
//
// A pixel differs if a channel does by more than CHANNEL; a picture may differ in
// MAX_DIFF_PIXELS of them. With --write, the pictures that differ are written instead. What
// was drawn lies in FOLDER.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const MAX_DIFF_PIXELS = 1;
const CHANNEL = 16;

const [chromium, playwright, tool, inputs, wanted, docs, folder, write] = process.argv.slice(2);
const driver = createRequire(playwright + "/")("playwright-core").chromium;
for (const path of [folder, wanted]) mkdirSync(path, { recursive: true });

const GPT2 = "screens/gpt2-v5e.hlo.pb.gz";
const SHARDED = "screens/gpt2-sharded-v5e.hlo.pb.gz";
const GENERATE = "screens/mistral-generate-v5e.hlo.pb.gz";
const REMAT = "screens/train-remat-l4.hlo.pb.gz";
const SCAN = "screens/train-scan-a100.hlo.pb.gz";
const WHAT_IF = "remat<loops=all>,html<compare=before>";
const SMALL = { width: 1000, height: 700 };

/** Drags from one place to another, as shares of the canvas. */
const drag = (from, to, key) => async (page) => {
  const box = await (await page.$("#map")).boundingBox();
  const place = ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
  if (key) await page.keyboard.down(key);
  await page.mouse.move(...place(from));
  await page.mouse.down();
  await page.mouse.move(...place(to));
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
  await page.mouse.move(0, 0);
};
const press = (...keys) => async (page) => {
  await page.focus("#map");
  for (const key of keys) await page.keyboard.press(key);
};

// Those with `docs` are pictures of docs/images.
const PICTURES = [
  { name: "map", docs: true, dump: GPT2, width: 1440, height: 900 },
  { name: "map-gpu", docs: true, dump: SCAN, device: "a100-40gb", width: 1200, height: 800 },
  { name: "map-what-if", docs: true, dump: GPT2, passes: WHAT_IF, width: 1440, height: 900 },
  { name: "gpt2-narrow-dark", dump: GPT2, width: 800, height: 900, dark: true },
  { name: "gpt2-phone", dump: GPT2, width: 390, height: 800 },
  { name: "gpt2-sharp", dump: GPT2, width: 700, height: 500, density: 2 },
  { name: "gpt2-zoom", dump: GPT2, width: 900, height: 600, hash: "#w=440,680,16000000000,20000000000&p=500" },
  { name: "gpt2-zoom-deep", dump: GPT2, width: 900, height: 600, hash: "#w=500,520,17000000000,17100000000" },
  { name: "gpt2-dtype", dump: GPT2, width: 900, height: 600, hash: "#c=dtype&q=f32" },
  { name: "gpt2-scope-dark", dump: GPT2, width: 900, height: 600, dark: true, hash: "#c=scope" },
  { name: "gpt2-shape", dump: GPT2, ...SMALL, hash: "#c=shape" },
  { name: "gpt2-layer-dark", dump: GPT2, ...SMALL, dark: true, hash: "#c=layer" },
  { name: "gpt2-hidden", dump: GPT2, ...SMALL, hash: "#h=parameters&h=optimizer+state" },
  { name: "gpt2-range", dump: GPT2, ...SMALL, act: drag([0.3, 0.1], [0.45, 0.1]) },
  { name: "gpt2-box-dark", dump: GPT2, ...SMALL, dark: true, act: drag([0.35, 0.4], [0.6, 0.6], "Shift") },
  { name: "gpt2-largest", dump: GPT2, ...SMALL, act: press("n", "n", "n") },
  { name: "gpt2-print", dump: GPT2, width: 800, height: 1100, print: true },
  { name: "gpt2-svg", dump: GPT2, ...SMALL, svg: true },
  { name: "gpt2-tables", dump: GPT2, width: 1000, height: 500, act: (page) =>
    page.evaluate(() => document.querySelector("#changes")?.scrollIntoView()) },
  { name: "gpt2-no-scripts", dump: GPT2, width: 900, height: 500, javaScriptEnabled: false },
  { name: "what-if-dark", dump: GPT2, passes: WHAT_IF, ...SMALL, dark: true },
  { name: "what-if-narrow", dump: GPT2, passes: WHAT_IF, width: 700, height: 900 },
  { name: "what-if-range", dump: GPT2, passes: WHAT_IF, ...SMALL, act: drag([0.3, 0.1], [0.5, 0.1]) },
  { name: "what-if-before", dump: GPT2, passes: WHAT_IF, ...SMALL, act: press("b", "n") },
  { name: "what-if-table", dump: GPT2, passes: WHAT_IF, width: 1000, height: 500, act: (page) =>
    page.evaluate(() => document.querySelector("#tables")?.scrollIntoView()) },
  { name: "what-if-donated", dump: SCAN, device: "a100-40gb", passes: "donate<values=all>,html<compare=before>", ...SMALL },
  { name: "sharded-vmem-dark", dump: SHARDED, ...SMALL, dark: true, hash: "#s=1" },
  { name: "sharded", dump: SHARDED, ...SMALL },
  { name: "generate", dump: GENERATE, ...SMALL },
  { name: "generate-dark", dump: GENERATE, ...SMALL, dark: true },
  { name: "scan-layers", dump: REMAT, ...SMALL, hash: "#c=layer" },
  { name: "gpu-dark", dump: SCAN, ...SMALL, dark: true },
  { name: "while", dump: "cpu-while-2025.txt", width: 800, height: 600, hash: "#v=93" },
  { name: "while-print-dark", dump: "cpu-while-2025.txt", width: 800, height: 900, print: true, dark: true },
  { name: "derived", dump: "gpu-pointers-2022.txt", width: 800, height: 500 },
  { name: "folded", dump: REMAT, passes: "html<max-buffers=40>", ...SMALL },
];

const browser = await driver.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-lcd-text", "--force-color-profile=srgb",
    "--font-render-hinting=none"],
});
const judge = await browser.newPage();
const count = (a, b) => judge.evaluate(async ([a, b, channel]) => {
  const pixels = [];
  for (const data of [a, b]) {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    pixels.push(context.getImageData(0, 0, image.width, image.height));
  }
  const [x, y] = pixels;
  if (x.width !== y.width || x.height !== y.height) return Infinity;
  let different = 0;
  for (let i = 0; i < x.data.length; i += 4)
    different += [0, 1, 2].some((c) => Math.abs(x.data[i + c] - y.data[i + c]) > channel);
  return different;
}, [a, b, CHANNEL]);

const idle = (page) => page.waitForFunction(() =>
  document.documentElement.dataset.state === "idle");

/** What a reader sees of it, as a picture. */
async function draw({ name, width, height, dark, hash, density, print, svg, act,
  javaScriptEnabled = true }, file) {
  const context = await browser.newContext({ viewport: { width, height }, javaScriptEnabled,
    deviceScaleFactor: density ?? 1, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  const path = `${folder}/${name}.png`;
  await page.goto("file://" + file + (hash ?? ""));
  if (javaScriptEnabled) await idle(page);
  if (act) {
    await act(page);
    await idle(page);
  }
  if (print) {
    // What a printer gets, on a screen.
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await idle(page);
  }
  if (svg) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-svg")]);
    await download.saveAs(path.replace(/png$/, "svg"));
    await page.goto("file://" + path.replace(/png$/, "svg"));
  }
  const drawn = await page.screenshot({ path });
  await context.close();
  return drawn;
}

let failures = 0;
const pages = new Map();
for (const picture of PICTURES) {
  const { name, dump, passes = "html", device = "v5e" } = picture;
  const key = [dump, passes, device].join();
  if (!pages.has(key)) {
    const file = `${folder}/${name}.html`;
    writeFileSync(file, spawnSync(tool, ["-no-verify", "-device=" + device,
      "-passes=" + passes, `${inputs}/${dump}`], { maxBuffer: 1 << 30 }).stdout);
    pages.set(key, file);
  }
  const drawn = await draw(picture, pages.get(key));
  const path = `${picture.docs ? docs : wanted}/${name}.png`;
  const different = existsSync(path)
    ? await count(drawn.toString("base64"), readFileSync(path).toString("base64")) : Infinity;
  if (write) {
    if (different) writeFileSync(path, drawn);
  } else if (different > MAX_DIFF_PIXELS) {
    console.log(`${name}: ${different} pixels differ; drawn: ${folder}/${name}.png`);
    ++failures;
  }
}
await browser.close();
console.log(`${PICTURES.length} pictures, ${failures} failures`);
process.exitCode = failures ? 1 : 0;
