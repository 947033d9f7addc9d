// Compares pictures of pages with those in the folder Pictures.
//
// Usage: pictures.mjs CHROMIUM PLAYWRIGHT TOOL INPUTS PICTURES FOLDER [--write]
//
// A pixel differs if a channel does by more than CHANNEL; a picture may differ in
// MAX_DIFF_PIXELS of them. With --write, the pictures are written instead, if they differ
// at all. What was drawn lies in FOLDER.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const MAX_DIFF_PIXELS = 50;
const CHANNEL = 16;

const [chromium, playwright, tool, inputs, wanted, folder, write] = process.argv.slice(2);
const driver = createRequire(playwright + "/")("playwright-core").chromium;
for (const path of [folder, wanted]) mkdirSync(path, { recursive: true });

const PICTURES = [
  { name: "gpt2", dump: "screens/gpt2-v5e.hlo.pb.gz", width: 1440, height: 900 },
  { name: "gpt2-narrow-dark", dump: "screens/gpt2-v5e.hlo.pb.gz", width: 800, height: 900, dark: true },
  { name: "gpt2-phone", dump: "screens/gpt2-v5e.hlo.pb.gz", width: 390, height: 800 },
  { name: "gpt2-zoom", dump: "screens/gpt2-v5e.hlo.pb.gz", width: 900, height: 600, hash: "#w=440,680,16000000000,20000000000&p=500" },
  { name: "gpt2-dtype", dump: "screens/gpt2-v5e.hlo.pb.gz", width: 900, height: 600, hash: "#c=dtype&q=f32" },
  { name: "sharded-vmem-dark", dump: "screens/gpt2-sharded-v5e.hlo.pb.gz", width: 1000, height: 700, dark: true, hash: "#s=1" },
  { name: "sharded", dump: "screens/gpt2-sharded-v5e.hlo.pb.gz", width: 1000, height: 700 },
  { name: "generate", dump: "screens/mistral-generate-v5e.hlo.pb.gz", width: 1000, height: 700 },
  { name: "scan-layers", dump: "screens/train-remat-l4.hlo.pb.gz", width: 1000, height: 700, hash: "#c=layer" },
  { name: "gpu-dark", dump: "screens/train-scan-a100.hlo.pb.gz", width: 1000, height: 700, dark: true },
  { name: "while", dump: "cpu-while-2025.txt", width: 800, height: 600, hash: "#v=93" },
  { name: "derived", dump: "gpu-pointers-2022.txt", width: 800, height: 500 },
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
}, [a, b, write ? 0 : CHANNEL]);

let failures = 0;
const pages = new Map();
for (const { name, dump, width, height, dark, hash } of PICTURES) {
  if (!pages.has(dump)) {
    const file = `${folder}/${name}.html`;
    writeFileSync(file, spawnSync(tool, ["-no-verify", "-device=v5e", "-passes=html",
      `${inputs}/${dump}`], { maxBuffer: 1 << 30 }).stdout);
    pages.set(dump, file);
  }
  const page = await browser.newPage({ viewport: { width, height },
    colorScheme: dark ? "dark" : "light" });
  await page.goto("file://" + pages.get(dump) + (hash ?? ""));
  await page.waitForFunction(() => document.documentElement.dataset.state === "idle");
  const drawn = await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
  const path = `${wanted}/${name}.png`;
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
