// A picture as SVG: what the page draws on a canvas, as shapes and texts.

// Of more rectangles a picture of pixels is smaller, and shown faster.
const MAX_SHAPES = 20000;

/** @param {string} text */
function escapeXml(text) {
  return text.replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");
}

/**
 * "12.35".
 * @param {number} n
 */
function formatPlace(n) {
  return String(Math.round(n * 100) / 100);
}

/**
 * What is thinner than a pixel keeps its size.
 * @param {number} n
 */
function toPrecise(n) {
  return String(Number(n.toPrecision(7)));
}

/**
 * What the page uses of a CanvasRenderingContext2D.
 * @typedef {Pick<CanvasRenderingContext2D, "fillStyle" | "strokeStyle" | "lineWidth" |
 *   "lineJoin" | "font" | "textAlign" | "globalAlpha" | "setLineDash" | "beginPath" |
 *   "moveTo" | "lineTo" | "arc" | "rect" | "roundRect" | "fill" | "stroke" | "fillRect" |
 *   "strokeRect" | "fillText" | "strokeText" | "measureText" | "save" | "restore" |
 *   "clip">} Pen
 */

/** Draws as a Pen does, into a text. @implements {Pen} */
class SvgPen {
  /**
   * @param {number} width
   * @param {number} height
   * @param {(text: string, font: string) => TextMetrics} measure
   */
  constructor(width, height, measure) {
    this.head = '<svg xmlns="http://www.w3.org/2000/svg" width="' + width + '" height="' +
      height + '" viewBox="0 0 ' + width + " " + height + '">\n';
    /** @type {string[]} */
    this.parts = [];
    this.measure = measure;
    /** @type {string | CanvasGradient | CanvasPattern} */
    this.fillStyle = "#000";
    /** @type {string | CanvasGradient | CanvasPattern} */
    this.strokeStyle = "#000";
    this.lineWidth = 1;
    /** @type {CanvasLineJoin} */
    this.lineJoin = "miter";
    this.font = "";
    /** @type {CanvasTextAlign} */
    this.textAlign = "left";
    this.globalAlpha = 1;
    /** @type {number[]} */
    this.dashes = [];
    this.path = "";
    this.clips = 0;
    this.isClipped = false;
  }

  finish() {
    return this.head + this.parts.join("\n") + "\n</svg>\n";
  }

  /**
   * @param {string} element
   * @param {Record<string, string | number>} attributes
   * @param {string} [text]
   */
  add(element, attributes, text) {
    const all = Object.entries(attributes).map(([name, value]) =>
      " " + name + '="' + escapeXml(typeof value === "number" ? formatPlace(value) : value) + '"');
    this.parts.push("<" + element + all.join("") +
      (text === undefined ? "/>" : ">" + escapeXml(text) + "</" + element + ">"));
  }

  /** @returns {Record<string, string | number>} */
  getFill() {
    return { fill: String(this.fillStyle), ...this.getAlpha() };
  }

  /** @returns {Record<string, string | number>} */
  getStroke() {
    return { fill: "none", stroke: String(this.strokeStyle), "stroke-width": this.lineWidth,
      ...(this.dashes.length ? { "stroke-dasharray": this.dashes.join(" ") } : {}),
      ...(this.lineJoin === "miter" ? {} : { "stroke-linejoin": this.lineJoin }),
      ...this.getAlpha() };
  }

  /** @returns {Record<string, string | number>} */
  getAlpha() {
    return this.globalAlpha === 1 ? {} : { opacity: this.globalAlpha };
  }

  /** @param {Iterable<number>} dashes */
  setLineDash(dashes) {
    this.dashes = [...dashes];
  }

  beginPath() {
    this.path = "";
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.path += "M" + formatPlace(x) + " " + formatPlace(y);
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.path += "L" + formatPlace(x) + " " + formatPlace(y);
  }

  /**
   * A whole circle.
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   */
  arc(x, y, radius) {
    const r = formatPlace(radius);
    this.moveTo(x - radius, y);
    for (const way of [2, -2])
      this.path += "a" + r + " " + r + " 0 1 1 " + formatPlace(way * radius) + " 0";
    this.path += "z";
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.moveTo(x, y);
    this.path += "h" + formatPlace(width) + "v" + formatPlace(height) + "h" +
      formatPlace(-width) + "z";
  }

  /**
   * With round ends.
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  roundRect(x, y, width, height) {
    const r = height / 2;
    const turn = "a" + formatPlace(r) + " " + formatPlace(r) + " 0 0 1 0 ";
    this.moveTo(x + r, y);
    this.path += "h" + formatPlace(width - height) + turn + formatPlace(height) + "h" +
      formatPlace(height - width) + turn + formatPlace(-height) + "z";
  }

  fill() {
    if (this.path) this.add("path", { d: this.path, ...this.getFill() });
  }

  stroke() {
    if (this.path) this.add("path", { d: this.path, ...this.getStroke() });
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.add("rect", { x, y, width, height, ...this.getFill() });
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    this.add("rect", { x, y, width, height, ...this.getStroke() });
  }

  /** @returns {Record<string, string | number>} */
  getText() {
    const anchors = { right: "end", end: "end", center: "middle", left: "start", start: "start" };
    return { style: "font:" + this.font, "text-anchor": anchors[this.textAlign] };
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    this.add("text", { x, y, ...this.getFill(), ...this.getText() }, text);
  }

  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) {
    this.add("text", { x, y, ...this.getStroke(), ...this.getText() }, text);
  }

  /** @param {string} text */
  measureText(text) {
    return this.measure(text, this.font);
  }

  save() {}

  clip() {
    const id = "clip" + ++this.clips;
    this.parts.push('<clipPath id="' + id + '"><path d="' + this.path + '"/></clipPath>',
      '<g clip-path="url(#' + id + ')">');
    this.isClipped = true;
  }

  restore() {
    if (this.isClipped) this.parts.push("</g>");
    this.isClipped = false;
  }

  /**
   * A picture of pixels.
   * @param {string} url
   * @param {Rect} rect
   */
  addPicture(url, rect) {
    this.add("image", { ...rect, preserveAspectRatio: "none", href: url });
  }

  /**
   * The pieces that a window shows, as one path for each colour. Adds none and returns
   * false if they are too many.
   * @param {Pieces} pieces
   * @param {Uint32Array} colour of each value; 0 is not drawn
   * @param {Extent} window
   * @param {Rect} rect where the window is shown
   */
  addPieces(pieces, colour, window, rect) {
    const { first, end, base, size, row } = pieces;
    const sx = rect.width / (window.x1 - window.x0);
    const sy = rect.height / (window.y1 - window.y0);
    /** @type {Map<number, string[]>} */
    const paths = new Map();
    let count = 0;
    for (let i = 0; i < pieces.count; ++i) {
      const x0 = Math.max(first[i], window.x0);
      const x1 = Math.min(end[i], window.x1);
      const y0 = Math.max(base[i], window.y0);
      const y1 = Math.min(base[i] + size[i], window.y1);
      const c = colour[row[i]];
      if (c === 0 || x0 >= x1 || y0 >= y1) continue;
      if (++count > MAX_SHAPES) return false;
      const path = paths.get(c) ?? [];
      paths.set(c, path);
      const width = toPrecise((x1 - x0) * sx);
      path.push("M" + toPrecise(rect.x + (x0 - window.x0) * sx) + " " +
        toPrecise(rect.y + (window.y1 - y1) * sy) + "h" + width + "v" +
        toPrecise((y1 - y0) * sy) + "h-" + width + "z");
    }
    for (const [c, path] of paths)
      this.add("path", { d: path.join(""),
        fill: "rgb(" + [c & 255, (c >> 8) & 255, (c >> 16) & 255].join(",") + ")" });
    return true;
  }
}
