// Tests the page in a browser: what people see is what the tables say.
//
// Usage: browser.mjs CHROMIUM PLAYWRIGHT TOOL FOLDER DUMP...
//
// FOLDER gets the pages, and a picture of each that is looked at. Of the first DUMP
// everything is tested, of the others that they load and show the tables' numbers.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";

const [chromium, playwright, tool, folder, ...dumps] = process.argv.slice(2);
const driver = createRequire(playwright + "/")("playwright-core").chromium;
mkdirSync(folder, { recursive: true });

function run(passes, dump) {
  const done = spawnSync(tool, ["-no-verify", "-device=v5e", "-passes=" + passes, dump],
    { maxBuffer: 1 << 30 });
  return done.stdout.toString();
}

function readTables(dump, transforms = "") {
  const tables = {};
  for (const line of run(transforms + "jsonl", dump).split("\n")) {
    if (!line) continue;
    const { table, ...row } = JSON.parse(line);
    (tables[table] ??= []).push(row);
  }
  return tables;
}

const browser = await driver.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-lcd-text", "--force-color-profile=srgb"],
});
let checks = 0;
function check(what, found, wanted) {
  assert.deepEqual(found, wanted, what);
  ++checks;
}

async function open(file, options = {}, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1, colorScheme: "light", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => problems.push("console: " + message.text()));
  page.on("pageerror", (error) => problems.push("error: " + error.message));
  page.on("request", (request) => problems.push(request.url()));
  await page.goto("file://" + file.replaceAll("%", "%25").replaceAll("#", "%23") + hash);
  await idle(page);
  check(file + ": one request, no message", problems.length, 1);
  page.problems = problems;
  return page;
}

const idle = (page) => page.waitForFunction(() =>
  ["idle", "failed"].includes(document.documentElement.dataset.state));
// A frame writes the link, and what the test program knows of the address is older.
const readLink = async (page) => {
  await idle(page);
  return page.evaluate(() => location.href);
};
const read = (page, selector, key) => page.$eval(selector, (e, k) => e.dataset[k], key);

/** The value that the tables have at a position and byte of a space. */
function findValue(tables, space, position, place) {
  const ranges = new Map(tables.live_ranges.map((r) => [r.value, r]));
  return tables.values.filter((v) => {
    const r = ranges.get(v.value);
    return r && v.allocation === place.allocation && r.first <= position &&
      position <= r.last && v.byte_offset <= place.offset &&
      place.offset < v.byte_offset + v.size;
  }).map((v) => String(v.value));
}

/** How many bytes of a space the tables have live at a position: each byte once. */
function getLiveBytes(tables, space, position) {
  const values = new Map(tables.values.map((v) => [v.value, v]));
  const kinds = new Map(tables.allocations.map((a) => [a.allocation, a]));
  const spans = tables.live_ranges.filter((r) => r.first <= position && position <= r.last)
    .map((r) => values.get(r.value)).filter((v) => {
      const a = kinds.get(v.allocation);
      return a.space === space && a.kind !== "thread-local";
    }).sort((a, b) => a.allocation - b.allocation || a.byte_offset - b.byte_offset);
  let sum = 0;
  let [last, end] = [-1, 0];
  for (const { allocation, byte_offset, size } of spans) {
    if (allocation !== last) [last, end] = [allocation, 0];
    sum += Math.max(0, byte_offset + size - Math.max(byte_offset, end));
    end = Math.max(end, byte_offset + size);
  }
  return sum;
}

/** Where the lanes say that a byte of the picture is. */
function toPlace(tables, space, byte) {
  const rank = { temp: 3, output: 2, constant: 0 };
  const order = tables.allocations.filter((a) => a.space === space && a.kind !== "thread-local")
    .sort((a, b) => (rank[a.kind] ?? 1) - (rank[b.kind] ?? 1) || a.allocation - b.allocation);
  let base = 0;
  for (const a of order) {
    if (byte < base + a.size) return { allocation: a.allocation, offset: byte - base };
    base += a.size;
  }
  return { allocation: -1, offset: 0 };
}

async function checkNumbers(page, tables) {
  const largest = tables.spaces.reduce((a, b) => (b.allocated > a.allocated ? b : a));
  const figures = await page.$$eval("#figures dd", (list) => list.map((e) => ({ ...e.dataset })));
  const found = Object.assign({}, ...figures);
  check("allocated", found.allocated, String(largest.allocated));
  if (largest.peak !== null) check("peak", found.peak, String(largest.peak));
  if (largest.memory_limit !== null)
    check("left", found.left, String(largest.memory_limit - largest.allocated));
  if (largest.peak !== null) {
    check("live at the peak", await read(page, "#live-sum", "live"), String(largest.peak));
    check("position", await read(page, "#live-sum", "position"), String(largest.peak_position));
    const listed = await page.$$eval("#live button", (list) =>
      list.map((e) => Number(e.dataset.bytes)));
    // More than is allocated is live where a dump contradicts itself.
    check("the list sums up", listed.reduce((a, b) => a + b, 0),
      Math.max(largest.allocated, largest.peak));
  }
  return largest;
}

const pages = [];
for (const dump of dumps) {
  const file = `${folder}/${basename(dump).replace(/[^\w.-]/g, "_")}.html`;
  writeFileSync(file, run("html", dump));
  const tables = readTables(dump);
  const page = await open(file);
  await checkNumbers(page, tables);
  assert.notEqual(await page.title(), "run", "no script of a name runs");
  check("one title, one script", await page.$$eval("title, script", (list) => list.length), 3);
  // What is below the pointer, and the largest value, are names as they are.
  await page.focus("#map");
  await page.keyboard.press("n");
  await idle(page);
  check("still no message", page.problems.length, 1);
  await page.context().close();
  pages.push({ file, tables });
}

// The first one, in all ways.
const { file, tables } = pages[0];
const page = await open(file);
const space = await checkNumbers(page, tables);
await page.screenshot({ path: folder + "/light.png" });
const box = await (await page.$("#map")).boundingBox();
// As layOut() in page.js.
const strip = Math.round(Math.min(Math.max(box.height * 0.2, 80), 150));
const map = { x: 104, y: strip + 14, width: box.width - 106, height: box.height - strip - 48 };
const end = Math.max(tables.modules[0].position_count ?? 0,
  ...tables.live_ranges.map((r) => r.last + 1));
let hits = 0;
for (let i = 0; i < 60; ++i) {
  const x = Math.floor(map.x + 2 + ((i * 0.6180339) % 1) * (map.width - 4));
  const y = Math.floor(map.y + 2 + ((i * 0.7548776) % 1) * (map.height - 4));
  await page.mouse.move(box.x + x, box.y + y);
  await idle(page);
  const position = Math.floor(((x - map.x) / map.width) * end);
  const byte = Math.floor((1 - (y - map.y) / map.height) * space.allocated);
  const values = findValue(tables, space.space, position, toPlace(tables, space.space, byte));
  const found = await read(page, "#tip", "value");
  if (values.length && found !== undefined) {
    assert.ok(values.includes(found), `${position}, ${byte}: ${found}, not ${values}`);
    ++hits;
  } else if (values.length) assert.fail(`${position}, ${byte}: nothing, not ${values}`);
}
assert.ok(hits > 20, hits + " hits");
checks += hits;

// A click: what lives there sums up, and the link leads back.
await page.mouse.click(box.x + map.x + map.width * 0.4, box.y + map.y + map.height * 0.8);
await idle(page);
const position = Number(await read(page, "#live-sum", "position"));
const value = await read(page, "#value h2", "value");
assert.ok(value, "a click selects");
const again = await open(file, {}, new URL(await readLink(page)).hash);
check("position of a link", Number(await read(again, "#live-sum", "position")), position);
check("value of a link", await read(again, "#value h2", "value"), value);
const readers = tables.uses.filter((u) => String(u.value) === value);
const text = await again.textContent("#value");
for (const reader of readers.slice(-3))
  assert.ok(text.includes(reader.instruction), reader.instruction + " is a reader");
await again.context().close();

// Keys: by tab to the map, then values by size, zoom, positions.
await page.evaluate(() => document.activeElement?.blur());
await page.focus("#find, #filter");
await page.keyboard.press("Tab");
check("tab leads to the map", await page.evaluate(() => document.activeElement?.id), "map");
await page.keyboard.press("Escape");
await page.keyboard.press("n");
await idle(page);
const ranges = new Set(tables.live_ranges.map((r) => r.value));
const kinds = new Map(tables.allocations.map((a) => [a.allocation, a]));
const sizes = tables.values.filter((v) => ranges.has(v.value) &&
  kinds.get(v.allocation).space === space.space &&
  kinds.get(v.allocation).kind !== "thread-local").map((v) => v.size).sort((a, b) => b - a);
const sizeOf = new Map(tables.values.map((v) => [String(v.value), v.size]));
check("n selects the largest", sizeOf.get(await read(page, "#value h2", "value")), sizes[0]);
await page.keyboard.press("Home");
check("Home is the peak", await read(page, "#live-sum", "position"), String(space.peak_position));
await page.keyboard.press("+");
assert.ok((await readLink(page)).includes("w="), "plus zooms");
await page.keyboard.press("0");
await idle(page);
assert.ok(!(await readLink(page)).includes("w="), "0 shows all");

// A range, by dragging in the curve and in the map, and by keys.
const toX = (at) => box.x + map.x + ((at + 0.5) / end) * map.width;
const drag = async (from, to, key) => {
  if (key) await page.keyboard.down(key);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
  await idle(page);
  return /[?&#]r=([\d.]+),([\d.]+),([\d.]+),([\d.]+)/.exec((await readLink(page)).replaceAll("%2C", ","))
    .slice(1).map(Number);
};
const inCurve = box.y + 40;
const [x0, x1] = await drag([toX(end * 0.1), inCurve], [toX(end * 0.13), inCurve]);
assert.ok(x0 < x1 && Math.abs(x0 - end * 0.1) < end / 100, `a range from ${x0} to ${x1}`);
let most = 0;
for (let at = x0; at < x1; ++at) most = Math.max(most, getLiveBytes(tables, space.space, at));
check("the most in a range", Number(await read(page, "#live-sum", "live")), most);
const inRange = await open(file, {}, new URL(await readLink(page)).hash);
check("a range of a link", Number(await read(inRange, "#live-sum", "live")), most);
await inRange.context().close();
const boxed = await drag([toX(end * 0.3), box.y + map.y + map.height * 0.3],
  [toX(end * 0.6), box.y + map.y + map.height * 0.6], "Shift");
assert.ok(boxed[3] - boxed[2] < 0.32 * space.allocated, "bytes of a range of the map");
const inBox = Number(await read(page, "#live-sum", "live"));
assert.ok(inBox > 0 && inBox <= boxed[3] - boxed[2], inBox + " bytes in the box");
await page.focus("#map");
await page.keyboard.press("Home");
assert.ok(!(await readLink(page)).includes("r="), "Home ends the range");
await page.keyboard.press("[");
await page.keyboard.press("]");
await idle(page);
check("a range of the peak alone", await read(page, "#live-sum", "live"), String(space.peak));
assert.match(await page.textContent("#status"), /^Live in positions/);
await page.keyboard.press("Enter");
await idle(page);
assert.ok((await readLink(page)).includes("w="), "Enter shows the range");
await page.keyboard.press("0");
await page.keyboard.press("Escape");
assert.ok(!(await readLink(page)).includes("r="), "Escape ends the range");

const blank = await browser.newPage();
// The picture as SVG: what it covers is what the tables have live.
async function saveText(from, button) {
  const [download] = await Promise.all([from.waitForEvent("download"), from.click(button)]);
  const path = `${folder}/${download.suggestedFilename()}`;
  await download.saveAs(path);
  await idle(from);
  return readFileSync(path, "utf8");
}
async function saveSvg(from) {
  const text = await saveText(from, "#save-svg");
  check("well-formed", await blank.evaluate((svg) => {
    const found = new DOMParser().parseFromString(svg, "image/svg+xml");
    return found.querySelectorAll("parsererror, script, foreignObject").length;
  }, text), 0);
  return text;
}
// The list as CSV: what is live there, with its bytes and its range.
const csv = await saveText(page, "#save-list");
const [names, ...lines] = csv.trimEnd().split("\n");
check("columns of the list", names, "value,name,kind,part,shape,bytes,first,last");
const at = Number(await read(page, "#live-sum", "position"));
const bytesOf = new Map(tables.values.map((v) => [v.value, v.size]));
const liveThere = new Map(tables.live_ranges.map((r) => [r.value, r]));
for (const line of lines) {
  const [, value, size, first, last] = /^(\d+),.*,(\d+),(\d+),(\d+)$/.exec(line).map(Number);
  const range = liveThere.get(value);
  check("line of the list", [size, first, last], [bytesOf.get(value), range.first, range.last]);
  assert.ok(first <= at && at <= last, line);
}
assert.ok(lines.length > 100, "the list is " + lines.length + " lines");
await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
await page.click("#copy-list");
await page.waitForFunction(() => /clipboard/.test(document.getElementById("status").textContent));
check("the clipboard", await page.evaluate(() => navigator.clipboard.readText()), csv);
const svg = await saveSvg(page);
assert.ok(svg.includes(">peak "), "texts are texts");
let area = 0;
for (const [, path] of svg.matchAll(/<path d="([^"]*)" fill="rgb\(\d+,\d+,\d+\)"\/>/g))
  for (const [, w, h] of path.matchAll(/M[^M]*?h([\d.e-]+)v([\d.e-]+)h-[\d.e-]+z/g))
    area += Number(w) * Number(h);
let covered = 0;
for (let at = 0; at < end; ++at) covered += getLiveBytes(tables, space.space, at);
const share = covered / (end * space.allocated);
const drawn = area / (map.width * map.height);
assert.ok(Math.abs(drawn - share) < 0.001, `${drawn} of the map is covered, not ${share}`);

// A filter, other colours, another space, sorting.
await page.fill("#filter", "no such name");
await idle(page);
assert.match(await page.textContent("#status"), /^0 of /);
await page.fill("#filter", "");
for (const mode of ["scope", "layer", "dtype", "shape"]) {
  await page.selectOption("#colour", mode);
  await idle(page);
  await page.screenshot({ path: `${folder}/${mode}.png` });
}
for (const other of tables.spaces) {
  await page.selectOption("#space", String(other.space));
  await idle(page);
  const live = await read(page, "#live-sum", "live");
  if (other.peak !== null) check("peak of a space", live, String(other.peak));
}
await page.selectOption("#space", String(space.space));
const bytes = () => page.$$eval("section.parts:not([hidden]) tbody tr", (rows) =>
  rows.map((r) => Number(r.cells[5].dataset.bytes)));
const sorted = (await bytes()).sort((a, b) => a - b);
await page.click("section.parts:not([hidden]) th:nth-child(6) button");
await page.click("section.parts:not([hidden]) th:nth-child(6) button");
check("sorted by bytes", await bytes(), sorted);
check("nothing was said or asked for", page.problems.length, 1);

// Before and after a change: two maps, one cursor, and signed sums.
const change = "remat<loops=all>,";
const whatIf = folder + "/what-if.html";
writeFileSync(whatIf, run(change + "html<compare=before>", dumps[0]));
const after = readTables(dumps[0], change);
const both = await open(whatIf);
const spaceAfter = after.spaces.find((s) => s.space === space.space);
const changes = await both.$$eval("#figures dd", (list) =>
  Object.fromEntries(list.filter((e) => e.dataset.change !== undefined)
    .map((e) => [e.dataset.peak === undefined ? "allocated" : "peak", Number(e.dataset.change)])));
check("changes", changes, { allocated: spaceAfter.allocated - space.allocated,
  peak: spaceAfter.peak - space.peak });
assert.ok(changes.allocated < 0, "the change saves something");
check("live now and then", Number(await read(both, "#live-sum", "change")),
  spaceAfter.peak - space.peak);
const signed = await both.$$eval("#live button", (list) => list.map((e) => Number(e.dataset.bytes)));
check("signed lines sum up", signed.reduce((a, b) => a + b, 0), changes.allocated);
// The parts of each space that differ, and the sum of the others.
const readCompared = async (page, number) => page.$$eval(
  `section.compared[data-space="${number}"] tr:has(td)`, (list) => list.map((r) =>
    [r.cells[0].textContent, r.cells[1].textContent,
      ...[2, 3, 4].map((i) => Number(r.cells[i].dataset.bytes))]));
for (const { space: number } of after.spaces) {
  const parts = {};
  [tables, after].forEach((of, side) => of.parts.forEach((p) => {
    if (p.space !== number) return;
    const name = [p.kind, (p.name ?? "").replace(/\d+(?![a-z\d])/gi, "*")];
    (parts[name.join("\n")] ??= [...name, 0, 0])[2 + side] += p.bytes;
  }));
  const changed = Object.values(parts).filter(([, , before, now]) => before !== now);
  const same = Object.values(parts).reduce((sum, [, , before, now]) =>
    sum + (before === now ? now : 0), 0);
  const [was, is] = [tables, after].map((of) =>
    of.spaces.find((s) => s.space === number).allocated);
  const rows = await readCompared(both, number);
  check(`parts of ${number} that differ`, rows.map(String).sort(),
    [...changed, ["", "the same before and after", same, same], ["allocated", "", was, is]]
      .map((row) => String([...row, row[3] - row[2]])).sort());
  check(`the table of ${number} sums up`,
    rows.slice(0, -1).reduce((sum, row) => sum + row[4], 0), is - was);
}
await both.screenshot({ path: folder + "/what-if.png" });
const canvas = await (await both.$("#map")).boundingBox();
const stripOfBoth = Math.round(Math.min(Math.max(canvas.height * 0.2, 80), 150));
const each = Math.floor((canvas.height - stripOfBoth - 48) / 2);
const ends = [tables, after].map((t) => Math.max(t.modules[0].position_count ?? 0,
  ...t.live_ranges.map((r) => r.last + 1)));
const whole = [Math.max(...ends), Math.max(space.allocated, spaceAfter.allocated)];
let found = 0;
for (const [side, of] of [[0, tables], [1, after]])
  for (let i = 0; i < 20; ++i) {
    const [x, y] = [((i * 0.6180339) % 1), ((i * 0.7548776) % 1)];
    const top = stripOfBoth + 14 + side * each + 20;
    const [px, py] = [Math.floor(104 + x * (canvas.width - 108)), Math.floor(top + 1 + y * (each - 22))];
    await both.mouse.move(canvas.x + px, canvas.y + py);
    await idle(both);
    const position = Math.floor(((px - 104) / (canvas.width - 106)) * whole[0]);
    const byte = Math.floor((1 - (py - top) / (each - 20)) * whole[1]);
    const values = findValue(of, space.space, position, toPlace(of, space.space, byte));
    const tip = await read(both, "#tip", "value");
    if (values.length) assert.ok(values.includes(tip), `${side}: ${tip}, not ${values}`);
    found += values.length ? 1 : 0;
  }
assert.ok(found > 15, found + " values found");
checks += found;
// A click in the upper map is at what was there before; the key b leads to what is there now.
await both.mouse.click(canvas.x + 104 + (canvas.width - 106) * 0.4,
  canvas.y + stripOfBoth + 14 + each * 0.9);
await idle(both);
const old = await read(both, "#value h2", "value");
assert.match(await both.textContent("#value h2"), /\(before\)$/);
assert.ok(tables.values.some((v) => String(v.value) === old));
const linked = await open(whatIf, {}, new URL(await readLink(both)).hash);
check("value of a link", await read(linked, "#value h2", "value"), old);
assert.match(await linked.textContent("#value h2"), /\(before\)$/);
await linked.context().close();
await both.focus("#map");
await both.keyboard.press("b");
await both.keyboard.press("n");
await idle(both);
assert.match(await both.textContent("#value h2"), /\(after remat\)$/);
for (const other of after.spaces) {
  await both.selectOption("#space", String(other.space));
  await idle(both);
}
await saveSvg(both);
check("nothing was said or asked for", both.problems.length, 1);
await both.context().close();

// A change of nothing.
const unchanged = folder + "/unchanged.html";
writeFileSync(unchanged, run("donate<values=all>,html<compare=before>", dumps[0]));
const same = await open(unchanged);
assert.match(await same.textContent("#status"), /below after the pipeline,/);
assert.match(await same.textContent("#live-title"), /after and before$/);
check("nothing changes", Number(await read(same, "#live-sum", "change")), 0);
check("nothing is listed", await readCompared(same, space.space),
  [["", "the same before and after"], ["allocated", ""]].map((names) =>
    [...names, space.allocated, space.allocated, 0]));
await same.context().close();

// Both themes, widths, paper, no scripts.
for (const [name, options] of Object.entries({
  dark: { colorScheme: "dark" },
  narrow: { viewport: { width: 800, height: 900 } },
  "narrow-dark": { viewport: { width: 800, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 800 } },
  sharp: { deviceScaleFactor: 2 },
})) {
  const other = await open(file, options);
  const wide = await other.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, name + ": " + wide + " pixels too wide");
  // The ground follows the theme.
  const ground = await other.evaluate(() => getComputedStyle(document.body).backgroundColor);
  check(name, ground, options.colorScheme ? "rgb(14, 17, 23)" : "rgb(255, 255, 255)");
  await other.screenshot({ path: `${folder}/${name}.png` });
  if (name === "dark") {
    await other.pdf({ path: folder + "/paper.pdf" });
    assert.ok(readFileSync(folder + "/paper.pdf").length > 20000, "the paper has a picture");
  }
  await other.context().close();
}
const still = await browser.newContext({ javaScriptEnabled: false });
const plain = await still.newPage();
await plain.goto("file://" + file);
const parts = tables.parts.filter((p) => p.space === space.space).length;
check("parts without scripts",
  await plain.$$eval(`section[data-space="${space.space}"] tbody tr`, (r) => r.length),
  Math.min(parts, 200));
assert.ok(await plain.isHidden("#app"), "no empty map without scripts");

// Data of another format, and data that is cut.
const html = readFileSync(file, "utf8");
const cut = folder + "/cut.html";
writeFileSync(cut, html.replace(/(octet-stream>[^<]{200})[^<]*/, "$1"));
const broken = await (await browser.newContext()).newPage();
await broken.goto("file://" + cut);
await idle(broken);
check("cut data", await broken.evaluate(() => document.documentElement.dataset.state), "failed");
assert.notEqual(await broken.textContent("#status"), "");
await browser.close();
console.log(`${dumps.length} dumps, ${checks} checks`);
