// Which colour a value has.

// The kinds of parts, in the order in which the curve stacks them, with the colours of
// the Python package's pictures; the second is for dark backgrounds.
/** @type {[string, string, string][]} */
const KINDS = [
  ["parameters", "#0072b2", "#3f9bd8"],
  ["optimizer state", "#56b4e9", "#8accf2"],
  ["inputs", "#004466", "#4a86a8"],
  ["arguments", "#0072b2", "#3f9bd8"],
  ["constants", "#c9bb2c", "#f0e442"],
  ["kept for backward", "#e69f00", "#f0b030"],
  ["gradients", "#cc79a7", "#d994ba"],
  ["working memory", "#d55e00", "#ee7d2d"],
  ["results", "#009e73", "#2fbf95"],
  ["padding", "#999999", "#999999"],
  ["gaps", "#cccccc", "#444c58"],
  ["not named", "#444444", "#b8bfc9"],
];
const FOLDED = "too small to show";
const OTHERS = "all others";
// How many groups have a colour of their own, and a band in the curve: the largest.
const MAX_GROUPS = 300;
const FALLBACK = ["#777777", "#999999"];

// What is told apart by number, such as element types: the seven colours that people who
// see no red or no green tell apart too.
const SERIES = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#c9bb2c"];

/** @param {string} text */
function hashText(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash >>> 0;
}

/** @param {string} colour "#rrggbb" */
function parseColour(colour) {
  const n = parseInt(colour.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** A colour as a pixel of a Raster. @param {number[]} rgb */
function toPixel([r, g, b]) {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/**
 * @param {number[]} rgb
 * @param {number} share towards white; towards black if negative
 */
function mixColour(rgb, share) {
  const to = share < 0 ? 0 : 255;
  return rgb.map((c) => Math.round(c + (to - c) * Math.abs(share)));
}

/**
 * @param {string} kind
 * @param {boolean} isDark
 */
function getKindColour(kind, isDark) {
  const found = KINDS.find((k) => k[0] === kind);
  return found ? found[isDark ? 2 : 1] : FALLBACK[isDark ? 1 : 0];
}

/** @typedef {"kind" | "scope" | "layer" | "dtype" | "shape"} ColourMode */

/**
 * The group by which a value is coloured.
 * @param {Model} model
 * @param {ColourMode} mode
 * @param {number} row
 */
function getGroupOf(model, mode, row) {
  const name = getText(model, model.name[row]);
  switch (mode) {
    case "kind":
      return getText(model, model.kind[row]);
    case "dtype":
      return getElementType(getText(model, model.shape[row]));
    case "shape":
      return formatShape(getText(model, model.shape[row]));
    case "layer": {
      const layer = getLayer(name);
      return layer < 0 ? "no layer" : "layer " + layer;
    }
    default:
      // "Model/h/*", or "params['h']" of an argument.
      return foldNumbers(name).split(/(?=[/[])/).slice(0, 3).join("") || "no scope";
  }
}

/**
 * The name of the group of each value.
 * @param {Model} model
 * @param {ColourMode} mode
 */
function nameGroups(model, mode) {
  /** @type {string[]} */
  const names = new Array(model.count);
  /** @type {Map<number, string>} */
  const cache = new Map();
  const key = mode === "kind" ? model.kind
    : mode === "dtype" || mode === "shape" ? model.shape : model.name;
  for (let row = 0; row < model.count; ++row) {
    let name = cache.get(key[row]);
    if (name === undefined) cache.set(key[row], (name = getGroupOf(model, mode, row)));
    names[row] = name;
  }
  return names;
}

/**
 * The groups of all values, those with the most bytes first where they have no order of
 * their own; and of each model the group and colour of its values. Two models have the
 * same groups.
 * @param {{model: Model, pieces: Pieces}[]} parts
 * @param {ColourMode} mode
 * @param {boolean} isDark
 */
function colourValues(parts, mode, isDark) {
  /** @type {Map<string, {bytes: number}>} */
  const found = new Map();
  const names = parts.map(({ model }) => nameGroups(model, mode));
  parts.forEach(({ pieces }, side) => {
    for (let i = 0; i < pieces.count; ++i) {
      const name = names[side][pieces.row[i]];
      const group = found.get(name) ?? { bytes: 0 };
      // Where a number is called for, areas are compared.
      group.bytes += pieces.size[i] * (pieces.end[i] - pieces.first[i]);
      found.set(name, group);
    }
  });
  let order = [...found.keys()].sort(
    (a, b) => (found.get(b)?.bytes ?? 0) - (found.get(a)?.bytes ?? 0) || (a < b ? -1 : 1)
  );
  const isCut = order.length > MAX_GROUPS;
  order.length = Math.min(order.length, MAX_GROUPS);
  if (mode === "kind") order = KINDS.map((k) => k[0]).filter((k) => found.has(k));
  if (mode === "layer")
    order.sort((a, b) => Number(a.slice(6)) - Number(b.slice(6)) || (a < b ? -1 : 1));
  if (isCut) order.push(OTHERS);
  const layers = order.filter((name) => /^layer \d+$/.test(name)).length;
  const groups = order.map((name, i) => {
    let rgb;
    if (mode === "kind") rgb = parseColour(getKindColour(name, isDark));
    else if (mode === "layer" && name.startsWith("layer ")) {
      // From blue to orange, through what is between.
      const t = layers < 2 ? 0 : i / (layers - 1);
      rgb = [0, 1, 2].map((c) =>
        Math.round(parseColour(SERIES[0])[c] * (1 - t) + parseColour(SERIES[1])[c] * t)
      );
    } else if (["no layer", "no scope", OTHERS].includes(name))
      rgb = parseColour(FALLBACK[isDark ? 1 : 0]);
    else {
      rgb = parseColour(SERIES[i % SERIES.length]);
      rgb = mixColour(rgb, [0, 0.45, -0.35][Math.floor(i / SERIES.length) % 3]);
      if (isDark) rgb = mixColour(rgb, 0.2);
    }
    return { name, rgb };
  });
  const index = new Map(groups.map((g, i) => [g.name, i]));
  // Neighbours of one group differ a little, by their shape and name, so that their
  // borders are seen.
  const shades = groups.map((g) =>
    [-0.08, 0.06, 0.2].map((shade) => toPixel(mixColour(g.rgb, shade))));
  const sides = parts.map(({ model }, side) => {
    const group = new Int32Array(model.count);
    const colour = new Uint32Array(model.count);
    /** @type {number[]} */
    const hashes = [];
    /** @param {number} id */
    const hash = (id) => id && (hashes[id] ??= hashText(getText(model, id)));
    for (let row = 0; row < model.count; ++row) {
      const i = index.get(names[side][row]) ?? (isCut ? groups.length - 1 : -1);
      group[row] = i;
      if (i < 0) continue;
      const shade = Math.imul(hash(model.shape[row]), 31) + hash(model.name[row]) >>> 8;
      colour[row] = shades[i][shade % 3];
    }
    return { group, colour };
  });
  return { groups, sides };
}

/** @typedef {ReturnType<typeof colourValues>} Colouring */
