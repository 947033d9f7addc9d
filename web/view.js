// What part of a space is seen, and how a link says so.

/**
 * Positions from `x0` to before `x1`, bytes from `y0` to before `y1`.
 * @typedef {{x0: number, x1: number, y0: number, y1: number}} Extent
 */

/**
 * Moves and zooms a window within what there is.
 * @param {Extent} window
 * @param {Extent} whole
 * @param {number} factor below 1 zooms in
 * @param {"x" | "y"} axis
 * @param {number} at share of the window that keeps its place
 */
function zoomWindow(window, whole, factor, axis, at) {
  const low = /** @type {"x0" | "y0"} */ (axis + "0");
  const high = /** @type {"x1" | "y1"} */ (axis + "1");
  const length = window[high] - window[low];
  const least = Math.min(axis === "x" ? 4 : 64, whole[high] - whole[low]);
  const now = Math.min(Math.max(length * factor, least), whole[high] - whole[low]);
  const moved = { ...window };
  moved[low] = window[low] + (length - now) * at;
  moved[high] = moved[low] + now;
  return clampWindow(moved, whole);
}

/**
 * @param {Extent} window
 * @param {Extent} whole
 * @param {number} dx share of the window
 * @param {number} dy
 */
function panWindow(window, whole, dx, dy) {
  const x = (window.x1 - window.x0) * dx;
  const y = (window.y1 - window.y0) * dy;
  return clampWindow(
    { x0: window.x0 + x, x1: window.x1 + x, y0: window.y0 + y, y1: window.y1 + y },
    whole
  );
}

/**
 * @param {Extent} window
 * @param {Extent} whole
 */
function clampWindow(window, whole) {
  /**
   * @param {number} low
   * @param {number} high
   * @param {number} least
   * @param {number} most
   */
  const clamp = (low, high, least, most) => {
    const length = Math.min(high - low, most - least);
    const from = Math.min(Math.max(low, least), most - length);
    return [from, from + length];
  };
  const [x0, x1] = clamp(window.x0, window.x1, whole.x0, whole.x1);
  const [y0, y1] = clamp(window.y0, window.y1, whole.y0, whole.y1);
  return { x0, x1, y0, y1 };
}

/**
 * Round numbers for an axis.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 * @param {boolean} isBytes powers of two
 */
function getTicks(low, high, most, isBytes) {
  const rough = Math.max((high - low) / Math.max(most, 1), 1);
  let step;
  if (isBytes) step = 2 ** Math.ceil(Math.log2(rough));
  else {
    const power = 10 ** Math.floor(Math.log10(rough));
    step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? 10 * power;
  }
  const ticks = [];
  for (let i = Math.ceil(low / step); i * step <= high && ticks.length < 100; ++i)
    ticks.push(i * step);
  return ticks;
}

/**
 * What a link remembers. Values have XLA's numbers, which stay the same however the page
 * is written.
 * @typedef {{space: number | null, position: number | null, value: number | null,
 *   side: number, range: Extent | null, window: Extent | null, colour: string,
 *   filter: string, hidden: string[]}} Place
 */

/** @param {string} fragment "#s=0&p=45" @returns {Place} */
function parseLink(fragment) {
  const found = new URLSearchParams(fragment.replace(/^#/, ""));
  /** @param {string} key */
  const number = (key) => {
    const text = found.get(key);
    return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null;
  };
  /** @param {string} key @returns {Extent | null} */
  const extent = (key) => {
    const corners = (found.get(key) ?? "").split(",");
    const [x0, x1, y0, y1] = corners.map(Number);
    return corners.length === 4 && corners.every((c) => /^\d{1,20}(\.\d+)?$/.test(c)) &&
      x0 < x1 && y0 < y1 ? { x0, x1, y0, y1 } : null;
  };
  return {
    space: number("s"),
    position: number("p"),
    value: number("v"),
    side: found.get("m") === "1" ? 1 : 0,
    range: extent("r"),
    window: extent("w"),
    colour: found.get("c") ?? "kind",
    filter: found.get("q") ?? "",
    hidden: found.getAll("h"),
  };
}

/** @param {Place} place */
function printLink(place) {
  const link = new URLSearchParams();
  if (place.space !== null) link.set("s", String(place.space));
  if (place.position !== null) link.set("p", String(place.position));
  if (place.value !== null) link.set("v", String(place.value));
  if (place.side) link.set("m", String(place.side));
  /** @type {[string, Extent | null][]} */
  const extents = [["r", place.range], ["w", place.window]];
  for (const [key, e] of extents)
    if (e) link.set(key, [e.x0, e.x1, e.y0, e.y1].map(Math.round).join(","));
  if (place.colour !== "kind") link.set("c", place.colour);
  if (place.filter) link.set("q", place.filter);
  for (const name of place.hidden) link.append("h", name);
  return "#" + link.toString();
}

/**
 * The piece that has a byte at a position, or else the largest one that shares the
 * pixel of `width` positions and `height` bytes around it; -1 for none.
 * @param {Pieces} pieces
 * @param {number} position
 * @param {number} byte
 * @param {number} width
 * @param {number} height
 */
function findPiece(pieces, position, byte, width, height) {
  const { first, end, base, size } = pieces;
  const x0 = position - width / 2;
  const x1 = position + width / 2;
  const y0 = byte - height / 2;
  const y1 = byte + height / 2;
  let best = -1;
  for (let i = 0; i < pieces.count; ++i) {
    if (first[i] > x1 || end[i] < x0 || base[i] > y1 || base[i] + size[i] < y0) continue;
    if (first[i] <= position && position < end[i] && base[i] <= byte &&
        byte < base[i] + size[i])
      return i;
    if (best < 0 || size[i] > size[best]) best = i;
  }
  return best;
}

/**
 * The test of a filter: a regular expression, or where it is none the text itself.
 * @param {string} filter
 * @returns {(text: string) => boolean}
 */
function makeFilter(filter) {
  try {
    const pattern = new RegExp(filter, "i");
    return (text) => pattern.test(text);
  } catch {
    const wanted = filter.toLowerCase();
    return (text) => text.toLowerCase().includes(wanted);
  }
}
