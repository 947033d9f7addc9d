// What the page computes, on numbers that can be checked by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import page from "./load.mjs";

/** Rectangles [first, end, base, size] of values 0, 1, ... */
function makePieces(...rects) {
  const column = (i) => Float64Array.from(rects, (r) => r[i]);
  return {
    count: rects.length,
    row: Int32Array.from(rects, (_, i) => i),
    first: column(0),
    end: column(1),
    base: column(2),
    size: column(3),
  };
}

test("bytes are those of the program", () => {
  // As unit tests of the library have them, and around the units.
  const cases = { 0: "0 bytes", 1: "1 byte", 10239: "10239 bytes", 10240: "10 KiB",
    92676: "91 KiB", 10485247: "10239 KiB", 10485759: "10240 KiB", 10485760: "10 MiB",
    11010048: "11 MiB", 1073741823: "1024 MiB", 1073741824: "1.00 GiB", 1079110534: "1.01 GiB",
    1079110533: "1.00 GiB", 2147483647: "2.00 GiB", 22411610112: "20.87 GiB",
    9007199254740991: "8388608.00 GiB" };
  for (const [bytes, text] of Object.entries(cases))
    assert.equal(page.formatBytes(Number(bytes)), text);
  assert.equal(page.formatBytes(2 ** 60), "1073741824.00 GiB");
  assert.equal(page.formatBytes(-2048), "-2048 bytes");
  assert.equal(page.toWords("OffloadState + CheckpointDots"), "offload state + checkpoint dots");
});

test("numbers and shares", () => {
  assert.equal(page.formatCount(1234567), "1,234,567");
  assert.equal(page.formatShare(0, 10), "");
  assert.equal(page.formatShare(1, 0), "");
  assert.equal(page.formatShare(1, 1000), "<1%");
  assert.equal(page.formatShare(999, 1000), "99%");
});

test("names show what has no picture", () => {
  assert.equal(page.formatName("a\u202eb\u0000"), "a⟨U+202E⟩b⟨U+0000⟩");
  assert.equal(page.formatName("x".repeat(100), 10), "xxxxx … xxxxx");
  assert.equal(page.formatShape("f32[8,16]{1,0:T(8,128)}"), "f32[8,16]");
  assert.equal(page.getElementType("bf16[2]{0}"), "bf16");
  assert.equal(page.getElementType("(f32[], s32[])"), "tuple");
});

test("layers fold, words do not", () => {
  assert.equal(page.foldNumbers("GPT2Model/h/12/attn"), "GPT2Model/h/*/attn");
  assert.equal(page.foldNumbers("opt[0].mu['h_3']"), "opt[*].mu['h_*']");
  assert.equal(page.getLayer("GPT2Model/h_12/attn"), 12);
  assert.equal(page.getLayer("GPT2Model/h/7/attn"), 7);
  assert.equal(page.getLayer("opt[0].mu['h_3']"), 3);
  assert.equal(page.getLayer("opt[0].count"), -1);
  assert.equal(page.getLayer("embed"), -1);
});

test("varints are exact up to 2^53", () => {
  const numbers = [0, 127, 128, 2 ** 32 + 5, 2 ** 53 - 1];
  const bytes = [];
  for (const number of numbers) {
    let rest = BigInt(number);
    for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) + 128);
    bytes.push(Number(rest));
  }
  assert.deepEqual([...page.decodeColumn(Uint8Array.from(bytes), 0, 5)], numbers);
  assert.deepEqual([0, 1, 2, 3, 2 ** 53].map(page.fromZigzag), [0, -1, 1, -2, 2 ** 52]);
});

test("data of another format is refused with a sentence", () => {
  const bytes = new TextEncoder().encode('{"format":99,"columns":[]}\n');
  assert.throws(() => page.decodeModel(bytes), /format 99.*reads format 4/);
  const cut = new TextEncoder().encode('{"format":4,"columns":[]}\nx');
  assert.throws(() => page.decodeModel(cut), /is cut/);
});

test("texts are stems and numbers", () => {
  const zigzag = (n) => (n < 0 ? -2 * n - 1 : 2 * n);
  const columns = { stem: Float64Array.of(0, 0, 1, 1, 1),
    number: Float64Array.of(13, 0, -1, -12, 1).map(zigzag) };
  // "fusion.12", "add", "fusion.11", "fusion", "fusion.0".
  const { stems, numbers } = page.decodeNames(columns);
  assert.deepEqual([[...stems], [...numbers]], [[0, 0, 1, 0, 0, 0], [0, 13, 0, 12, 0, 1]]);
});

test("allocations of a space lie above each other, temporary memory on top", () => {
  const texts = ["temp", "parameter", "output", "constant", "thread-local", "donated parameter"];
  const allocations = { kind: Float64Array.of(0, 1, 2, 3, 4, 5, 0),
    space: Float64Array.of(0, 0, 0, 0, 0, 0, 1), size: Float64Array.of(1, 10, 100, 5, 7, 20, 3) };
  const { base, lanes } = page.placeAllocations(allocations, (id) => texts[id]);
  assert.deepEqual([...base], [135, 5, 35, 0, -1, 15, 0]);
  assert.deepEqual(lanes.map((l) => [l.space, l.name, l.base, l.size]),
    [[0, "constants", 0, 5], [0, "arguments", 5, 30], [0, "results", 35, 100],
      [0, "temporary", 135, 1], [1, "temporary", 0, 3]]);
});

test("the curve counts what is live", () => {
  const pieces = makePieces([0, 10, 0, 100], [2, 5, 100, 50], [5, 6, 100, 2 ** 40]);
  const curve = page.getCurve(pieces, undefined);
  assert.deepEqual([...curve.at], [0, 2, 5, 6, 10]);
  assert.deepEqual([...curve.live], [100, 150, 100 + 2 ** 40, 100, 0]);
  assert.deepEqual([-1, 0, 4.5, 5, 9, 10].map((p) => page.getLive(curve, p)),
    [0, 100, 150, 100 + 2 ** 40, 100, 0]);
  // Each of five columns has its own highest position.
  assert.deepEqual([...page.getHighest(curve, 0, 10, 5)], [0, 2, 5, 6, 8]);
  // So it is over many positions.
  const far = 2 ** 31;
  const spread = page.getCurve(makePieces([0, far, 0, 100], [2, 5, 100, 50]), undefined);
  assert.deepEqual([...spread.at], [0, 2, 5, far]);
  assert.deepEqual([...spread.live], [100, 150, 100, 0]);
  const folded = page.getCurve(pieces, { changes: [[3, 7], [4, -7]] });
  assert.deepEqual([2, 3, 4].map((p) => page.getLive(folded, p)), [150, 157, 150]);
});

test("groups add up to the curve", () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const rects = [];
  for (let i = 0; i < 300; ++i) {
    const first = random(90);
    rects.push([first, first + 1 + random(20), i * 10, 1 + random(10)]);
  }
  const pieces = makePieces(...rects);
  const curve = page.getCurve(pieces, undefined);
  const group = Int32Array.from(rects, (_, i) => i % 3);
  const positions = page.getHighest(curve, 0, 110, 37);
  const sums = page.sumGroups(pieces, group, 3, positions, 0, 110);
  for (let i = 0; i < positions.length; ++i) {
    const expected = [0, 0, 0];
    rects.forEach(([first, end, , size], row) => {
      if (first <= positions[i] && positions[i] < end) expected[row % 3] += size;
    });
    assert.deepEqual([...sums.subarray(3 * i, 3 * i + 3)], expected);
    assert.equal(expected[0] + expected[1] + expected[2], page.getLive(curve, positions[i]));
  }
});

test("a window stays within what there is", () => {
  const whole = { x0: 0, x1: 100, y0: 0, y1: 2 ** 40 };
  const half = page.zoomWindow(whole, whole, 0.5, "x", 0.5);
  assert.deepEqual(half, { ...whole, x0: 25, x1: 75 });
  assert.deepEqual(page.panWindow(half, whole, 9, 0), { ...whole, x0: 50, x1: 100 });
  assert.deepEqual(page.zoomWindow(half, whole, 9, "x", 0), whole);
  const deep = page.zoomWindow(whole, whole, 1e-12, "y", 0.5);
  assert.equal(deep.y1 - deep.y0, 64);
  const one = { x0: 0, x1: 1, y0: 0, y1: 1 };
  assert.deepEqual(page.zoomWindow(one, one, 0.1, "x", 0.5), one);
});

test("ticks are round", () => {
  assert.deepEqual(page.getTicks(0, 1000, 5, false), [0, 200, 400, 600, 800, 1000]);
  assert.deepEqual(page.getTicks(0, 4 * 2 ** 30, 4, true), [0, 1, 2, 3, 4].map((n) => n * 2 ** 30));
  assert.ok(page.getTicks(0, 2 ** 62, 8, true).length <= 9);
});

test("a link comes back", () => {
  const place = { space: 1, position: 45, value: 123, window: { x0: 1, x1: 9, y0: 0, y1: 2 ** 40 },
    side: 1, range: { x0: 3, x1: 4, y0: 0, y1: 2 ** 53 }, colour: "dtype", filter: "a&b=#%",
    hidden: ["kept for backward", "gaps"] };
  assert.deepEqual(page.parseLink(page.printLink(place)), place);
  const empty = page.parseLink("#s=x&p=-1&v=1e9&w=1,2,3&c=&m=2&r=5,5,0,1");
  assert.deepEqual([empty.space, empty.position, empty.value, empty.window, empty.side,
    empty.range], [null, null, null, null, 0, null]);
});

test("the piece below the pointer", () => {
  const pieces = makePieces([0, 10, 0, 100], [10, 20, 0, 100], [4, 5, 300, 1]);
  assert.equal(page.findPiece(pieces, 9.99, 99, 1, 1), 0);
  assert.equal(page.findPiece(pieces, 10, 99, 1, 1), 1);
  assert.equal(page.findPiece(pieces, 15, 200, 1, 1), -1);
  // Smaller than a pixel, it is found by its pixel.
  assert.equal(page.findPiece(pieces, 5.4, 310, 2, 40), 2);
});

/** A model as far as lists and comparisons read it: values [name, shape, kind]. */
function makeModel(values, instructions = {}) {
  const texts = [...new Set(["", ...values.flat(), ...Object.keys(instructions), "{}"])];
  const id = (text) => texts.indexOf(text);
  const column = (i) => Float64Array.from(values, (v) => id(v[i]));
  return {
    toText: (i) => texts[i],
    count: values.length,
    instructions: { source: new Float64Array(texts.length),
      scope: new Float64Array(texts.length),
      position: Float64Array.from(texts, (t) => (instructions[t] ?? -1) + 1) },
    instruction: column(0),
    values: { tuple_index: Float64Array.from(values, () => id("{}")) },
    name: column(0), shape: column(1), kind: column(2),
    detail: new Float64Array(values.length), source: new Float64Array(values.length),
  };
}

test("a range has what lives in it at some time, and the most at once", () => {
  const model = makeModel([["h_1", "f32[2]{0}", "gradients"], ["h_2", "f32[2]{0}", "gradients"],
    ["w", "s8[7]{0}", "parameters"], ["late", "s8[9]{0}", "results"]]);
  const pieces = makePieces([0, 4, 0, 8], [4, 9, 0, 8], [2, 6, 8, 7], [9, 10, 0, 9]);
  const list = (x0, x1, y0, y1) => page.listRange(model, pieces, { x0, x1, y0, y1 })
    .map((g) => [g.kind, g.name, g.bytes, g.rows.join(",")]);
  // h_1 ends before h_2 begins: never 16 bytes at once.
  assert.deepEqual(list(0, 9, 0, 100),
    [["gradients", "h_*", 8, "0,1"], ["parameters", "w", 7, "2"]]);
  assert.deepEqual(list(3, 4, 0, 100), [["gradients", "h_1", 8, "0"], ["parameters", "w", 7, "2"]]);
  // Of a part of the bytes, what is in it.
  assert.deepEqual(list(0, 20, 6, 10), [["results", "late", 3, "3"], ["gradients", "h_*", 2, "0,1"],
    ["parameters", "w", 2, "2"]]);
  assert.deepEqual(list(20, 30, 0, 100), []);
  assert.deepEqual(page.getMost(pieces, [0, 1, 2, 3], { x0: 0, x1: 20, y0: 0, y1: 100 }),
    { bytes: 15, position: 2 });
  // At each position of its own it is the list there.
  for (let p = 0; p < 12; ++p)
    assert.deepEqual(list(p, p + 1, 0, 100),
      page.listLive(model, pieces, p).map((g) => [g.kind, g.name, g.bytes, g.rows.join(",")]));
});

test("positions of the same instructions are the same", () => {
  const before = makeModel([], { a: 0, copy: 1, b: 2, c: 3, d: 9 });
  const after = makeModel([], { a: 0, b: 1, c: 2, new: 3, d: 8 });
  const to = page.matchPositions(before, after);
  assert.deepEqual([0, 1, 2, 3, 4, 8, 9, 10].map(to), [0, 0, 1, 2, 3, 7, 8, 9]);
  const back = page.matchPositions(after, before);
  assert.deepEqual([0, 1, 2, 3, 8].map(back), [0, 2, 3, 4, 9]);
  assert.equal(page.describeStep(before, 2), "at b");
  assert.equal(page.describeStep(before, 5), "");
  // Of what has nothing in common, the same number.
  assert.equal(page.matchPositions(makeModel([]), after)(7), 7);
  assert.equal(page.findValue(makeModel([["a", "f32[]", "x"], ["b", "f32[]", "x"]]), "b"), 1);
  assert.equal(page.findValue(makeModel([["a", "f32[]", "x"]]), "b"), -1);
});

test("what changes adds up, with its sign", () => {
  const group = (key, bytes, rows) =>
    ({ key, kind: key, name: "", shape: "", detail: "", bytes, rows, pieces: [] });
  const before = [group("w", 100, [1]), group("copy", 40, [2]), group("same", 7, [3])];
  const after = [group("w", 90, [5]), group("new", 1, [6]), group("same", 7, [7])];
  const joined = page.joinGroups(before, after);
  assert.deepEqual(joined.map((g) => [g.kind, g.after - g.before, g.rowsBefore, g.rows]),
    [["copy", -40, [2], []], ["w", -10, [1], [5]], ["new", 1, [], [6]], ["same", 0, [3], [7]]]);
  assert.equal(joined.reduce((sum, g) => sum + g.after - g.before, 0), 98 - 147);
  assert.deepEqual([-2048, 0, 5].map(page.formatChange), ["-2048 bytes", "+0 bytes", "+5 bytes"]);
});

test("an SVG has each rectangle, and is well-formed", () => {
  const pieces = makePieces([0, 10, 0, 100], [10, 20, 50, 50], [3, 5, 200, 100]);
  const colours = Uint32Array.of(0xff0000ff, 0xff00ff00, 0);
  const pen = new page.SvgPen(200, 100, () => ({ width: 1 }));
  const rect = { x: 5, y: 0, width: 200, height: 100 };
  const window = { x0: 0, x1: 20, y0: 0, y1: 100 };
  assert.ok(pen.addPieces(pieces, colours, window, rect));
  pen.font = '600 12px "A"';
  pen.fillText("</svg><script>\"&'", 1.234, 2);
  const text = pen.finish();
  assert.match(text, /<path d="M5 0h100v100h-100z" fill="rgb\(255,0,0\)"\/>/);
  assert.match(text, /<path d="M105 0h100v50h-100z" fill="rgb\(0,255,0\)"\/>/);
  // What is hidden is not there.
  assert.equal(text.match(/<path/g).length, 2);
  assert.match(text, /x="1.23" y="2"[^<]*>&#60;\/svg&#62;&#60;script&#62;&#34;&#38;&#39;<\/text>/);
  assert.match(text, /font:600 12px &#34;A&#34;/);
  // Nothing too thin is lost; too many shapes are none.
  const thin = new page.SvgPen(1, 1, () => ({ width: 1 }));
  thin.addPieces(makePieces([0, 1, 0, 1]), colours, { x0: 0, x1: 1e6, y0: 0, y1: 1e9 }, rect);
  assert.match(thin.finish(), /h0\.0002v1e-7h-0\.0002z/);
  const many = Array.from({ length: 20001 }, (_, i) => [i, i + 1, 0, 1]);
  const all = { ...window, x1: 20001 };
  const one = new Uint32Array(20001).fill(9);
  assert.ok(!thin.addPieces(makePieces(...many), one, all, rect));
  assert.ok(thin.addPieces(makePieces(...many.slice(1)), one, all, rect));
});

test("a filter that is no pattern is a text", () => {
  assert.ok(page.makeFilter("h_\\d+/attn")("model/H_3/attn"));
  assert.ok(page.makeFilter("params['w'")("x params['w'] y"));
  assert.ok(!page.makeFilter("[")("x"));
});

/** The mean colour of each pixel, by the area that each rectangle has of it. */
function mix(rects, colours, width, height, window, background) {
  const w = (window.x1 - window.x0) / width;
  const h = (window.y1 - window.y0) / height;
  const result = [];
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const [left, top] = [window.x0 + x * w, window.y1 - y * h];
      const sum = [0, 0, 0];
      let rest = 1;
      const add = (share, colour) => {
        for (let c = 0; c < 3; ++c) sum[c] += share * ((colour >> (8 * c)) & 255);
        rest -= share;
      };
      rects.forEach(([first, end, base, size], i) => {
        const across = Math.min(end, left + w) - Math.max(first, left);
        const up = Math.min(base + size, top) - Math.max(base, top - h);
        if (across > 0 && up > 0) add((across * up) / (w * h), colours[i]);
      });
      add(rest, background);
      result.push(sum);
    }
  return result;
}

test("a pixel is the mean of what lies in it, at each zoom", () => {
  let seed = 11;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const background = 0xffeedd00 >>> 0;
  // Cells of a grid do not overlap; in each lies a rectangle of some size.
  const rects = [];
  for (let cell = 0; cell < 100; ++cell) {
    const x = (cell % 10) * 16;
    const y = Math.floor(cell / 10) * 16;
    const [x0, y0] = [random(12), random(12)];
    rects.push([x + x0, x + x0 + 1 + random(16 - x0), y + y0, 1 + random(16 - y0)]);
  }
  const pieces = makePieces(...rects);
  const colours = Uint32Array.from(rects, () => (0xff000000 | random(0x1000000)) >>> 0);
  for (const [width, height, window] of [
    [160, 160, { x0: 0, x1: 160, y0: 0, y1: 160 }],
    [40, 20, { x0: 0, x1: 160, y0: 0, y1: 160 }],
    [10, 10, { x0: 0, x1: 160, y0: 0, y1: 160 }],
    [40, 40, { x0: 32, x1: 72, y0: 16, y1: 56 }],
    [80, 20, { x0: 40, x1: 80, y0: 80, y1: 160 }],
  ]) {
    const raster = new page.Raster(width, height);
    // Twice, for it is used again.
    raster.draw(pieces, colours, window, background);
    const pixels = raster.draw(pieces, colours, window, background);
    const wanted = mix(rects, colours, width, height, window, background);
    wanted.forEach((mean, i) => {
      for (let c = 0; c < 3; ++c) {
        const found = (pixels[i] >> (8 * c)) & 255;
        assert.ok(Math.abs(found - mean[c]) < 2,
          `${width}x${height}, pixel ${i}, channel ${c}: ${found}, not ${mean[c]}`);
      }
    });
  }
});

test("so it is of many small rectangles, far up, at each density", () => {
  let seed = 5;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const far = 2 ** 44;
  const rects = [];
  // Steps of many columns: most of a pixel's rectangles are much smaller than it.
  for (let column = 0; column < 300; ++column)
    for (let base = 0; base < 3000; ) {
      const size = 1 + random(40);
      if (random(3)) rects.push([column * 7, column * 7 + 1 + random(7), far + base, size]);
      base += size + random(20);
    }
  const pieces = makePieces(...rects);
  const colours = Uint32Array.from(rects, () => (0xff000000 | random(0x1000000)) >>> 0);
  const background = 0xff804020;
  for (const window of [{ x0: 0, x1: 2100, y0: far, y1: far + 3000 },
    { x0: 301.5, x1: 420.25, y0: far + 700.75, y1: far + 1500 },
    { x0: 700, x1: 714, y0: far + 1000, y1: far + 1064 }]) {
    const shown = rects.filter(([first, end, base, size]) => first < window.x1 &&
      end > window.x0 && base < window.y1 && base + size > window.y0);
    const shownColours = colours.filter((_, i) => shown.includes(rects[i]));
    // One, one and a half, and two pixels of the screen for a pixel of the page.
    for (const [width, height] of [[20, 12], [30, 18], [40, 24]]) {
      const pixels = new page.Raster(width, height).draw(pieces, colours, window, background);
      const wanted = mix(shown, shownColours, width, height, window, background);
      wanted.forEach((mean, i) => {
        for (let c = 0; c < 3; ++c) {
          const found = (pixels[i] >> (8 * c)) & 255;
          assert.ok(Math.abs(found - mean[c]) < 1.01,
            `${width}x${height}, pixel ${i}, channel ${c}: ${found}, not ${mean[c]}`);
        }
      });
    }
  }
});

test("what is hidden is not drawn", () => {
  const raster = new page.Raster(4, 4);
  const pieces = makePieces([0, 4, 0, 4]);
  const window = { x0: 0, x1: 4, y0: 0, y1: 4 };
  assert.ok(raster.draw(pieces, Uint32Array.of(0), window, 5).every((p) => p === 5));
  assert.ok(raster.draw(pieces, Uint32Array.of(9), window, 5).every((p) => p === 9));
});
