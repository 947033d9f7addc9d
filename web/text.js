// Numbers and names as people read them.

/**
 * "4.67 GiB", "785 MiB", "824 bytes": in the form of the program, which needs two digits.
 * @param {number} bytes
 */
function formatBytes(bytes) {
  const size = Math.abs(bytes);
  const sign = bytes < 0 ? "-" : "";
  if (size < 10 * 2 ** 10) return sign + size + (size === 1 ? " byte" : " bytes");
  const [name, unit, ticks] = size >= 2 ** 30 ? ["GiB", 2 ** 30, 100]
    : size >= 10 * 2 ** 20 ? ["MiB", 2 ** 20, 1] : ["KiB", 2 ** 10, 1];
  // Of large numbers each part is exact.
  const whole = Math.floor(size / unit);
  const rest = Math.floor(((size - whole * unit) * ticks) / unit + 0.5);
  const rounded = whole + Math.floor(rest / ticks);
  return sign + rounded + (ticks === 1 ? "" : "." + String(rest % ticks).padStart(2, "0")) +
    " " + name;
}

/**
 * "-1.20 GiB", "+0 bytes" of no change.
 * @param {number} bytes
 */
function formatChange(bytes) {
  return (bytes < 0 ? "" : "+") + formatBytes(bytes);
}

/**
 * "4,098".
 * @param {number} n
 */
function formatCount(n) {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/**
 * "63%", "<1%", or nothing of nothing.
 * @param {number} part
 * @param {number} whole
 */
function formatShare(part, whole) {
  if (!(whole > 0) || part === 0) return "";
  const percent = (100 * part) / whole;
  return percent < 1 ? "<1%" : Math.floor(percent) + "%";
}

/**
 * A name of a dump. What has no picture, or turns the direction of what follows, is
 * written as U+ and its number.
 * @param {string} text
 * @param {number} [most] characters; of a longer one the middle is left out
 */
function formatName(text, most = 400) {
  const shown = text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (c) => "\u27e8U+" + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0") + "\u27e9"
  );
  if (shown.length <= most) return shown;
  const half = Math.floor(most / 2);
  return shown.slice(0, half) + " \u2026 " + shown.slice(-half);
}

/**
 * A shape without its layout.
 * @param {string} shape
 */
function formatShape(shape) {
  return formatName(shape.replace(/\{[^{}]*\}/g, ""), 120);
}

/**
 * The element type of a shape: "f32", "tuple".
 * @param {string} shape
 */
function getElementType(shape) {
  if (shape.startsWith("(")) return "tuple";
  const end = shape.indexOf("[");
  return end < 0 ? shape : shape.slice(0, end);
}

/**
 * A name in which each number is `*`, so that layers have one; but not one within a word,
 * as in GPT2Model.
 * @param {string} name
 */
function foldNumbers(name) {
  return name.replace(/\d+(?![A-Za-z\d])/g, "*");
}

/**
 * The first number of a name, which is the layer where there are layers; -1 for none. The
 * number of a part of the optimizer's state, opt[0].mu, is none.
 * @param {string} name
 */
function getLayer(name) {
  const found = /\d+(?![A-Za-z\d])/.exec(name.replace(/^\w+(\[\d+\])+\.?/, ""));
  return found ? Number(found[0]) : -1;
}

/**
 * "offload state + checkpoint": the name of a change in words.
 * @param {string} name
 */
function toWords(name) {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
