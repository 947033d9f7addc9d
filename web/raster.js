// The picture of a space: what a pixel shows is the mean colour of what lies in it, by
// bytes and positions, at every zoom.

/**
 * A picture of `width` by `height` pixels of which the first is the top left one, and
 * room to draw it in, which is used again.
 */
class Raster {
  /**
   * @param {number} width
   * @param {number} height
   */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint32Array(width * height);
    // Sums of coverage, red, green and blue that begin at a pixel and go on to the
    // right, and to below, until they are taken back.
    this.toRight = new Float32Array((width + 3) * height * 4);
    this.toBelow = new Float32Array(width * height * 4);
    // Whether a row of pixels has any; what it has is taken out again.
    this.isToRight = new Uint8Array(height);
    this.isToBelow = new Uint8Array(height);
    this.column = new Float32Array(width * 4);
  }

  /**
   * Draws the pieces in a window.
   * @param {Pieces} pieces
   * @param {Uint32Array} colour of each value; 0 is not drawn
   * @param {Extent} window
   * @param {number} background
   */
  draw(pieces, colour, window, background) {
    const { width, height, pixels } = this;
    pixels.fill(background);
    const sx = width / (window.x1 - window.x0);
    const sy = height / (window.y1 - window.y0);
    const { first, end, base, size, row } = pieces;
    for (let i = 0; i < pieces.count; ++i) {
      const c = colour[row[i]];
      if (c === 0) continue;
      const x0 = (first[i] - window.x0) * sx;
      const x1 = (end[i] - window.x0) * sx;
      if (x1 <= 0 || x0 >= width) continue;
      // Bytes grow upwards, rows of pixels downwards.
      const y0 = (window.y1 - base[i] - size[i]) * sy;
      const y1 = (window.y1 - base[i]) * sy;
      if (y1 <= 0 || y0 >= height) continue;
      this.add(Math.max(x0, 0), Math.max(y0, 0), Math.min(x1, width), Math.min(y1, height), c);
    }
    this.mix(background);
    return pixels;
  }

  /**
   * Adds a rectangle. Whole pixels get its colour; of the others, which are rows and
   * columns at its border, the share that it covers is added up.
   * @param {number} x0
   * @param {number} y0
   * @param {number} x1
   * @param {number} y1
   * @param {number} c
   */
  add(x0, y0, x1, y1, c) {
    const { width, pixels } = this;
    const left = Math.ceil(x0);
    const right = Math.floor(x1);
    const top = Math.ceil(y0);
    const bottom = Math.floor(y1);
    if (right > left && bottom > top) {
      for (let y = top; y < bottom; ++y)
        pixels.fill(c, y * width + left, y * width + right);
      if (left > x0) this.addColumn(left - 1, top, bottom, left - x0, c);
      if (x1 > right) this.addColumn(right, top, bottom, x1 - right, c);
      if (top > y0) this.addRow(top - 1, x0, x1, top - y0, c);
      if (y1 > bottom) this.addRow(bottom, x0, x1, y1 - bottom, c);
    } else if (bottom - top < right - left || bottom <= top) {
      // Flat: at most two rows, or one that is not whole.
      for (let y = Math.floor(y0); y < y1; ++y)
        this.addRow(y, x0, x1, Math.min(y + 1, y1) - Math.max(y, y0), c);
    } else {
      // Narrow: at most two columns.
      for (let x = Math.floor(x0); x < x1; ++x)
        this.addColumn(x, top, bottom, Math.min(x + 1, x1) - Math.max(x, x0), c);
      if (top > y0) this.addRow(top - 1, x0, x1, top - y0, c);
      if (y1 > bottom) this.addRow(bottom, x0, x1, y1 - bottom, c);
    }
  }

  /**
   * @param {number} y
   * @param {number} x0
   * @param {number} x1
   * @param {number} share of the height of the row
   * @param {number} c
   */
  addRow(y, x0, x1, share, c) {
    const { toRight } = this;
    const line = y * (this.width + 3);
    this.isToRight[y] = 1;
    // What is covered of pixel x changes from the one before by these: at the pixel in
    // which it begins, the one after, and the same where it ends.
    const from = Math.floor(x0);
    const to = Math.floor(x1);
    const begun = (from + 1 - x0) * share;
    const ended = (to + 1 - x1) * share;
    addChange(toRight, line + from, begun, c);
    addChange(toRight, line + from + 1, share - begun, c);
    addChange(toRight, line + to, -ended, c);
    addChange(toRight, line + to + 1, ended - share, c);
  }

  /**
   * Adds whole pixels of a column.
   * @param {number} x
   * @param {number} top
   * @param {number} bottom
   * @param {number} share of the width of the column
   * @param {number} c
   */
  addColumn(x, top, bottom, share, c) {
    const { width, height, toBelow, isToBelow } = this;
    if (x >= width) return;
    isToBelow[top] = 1;
    addChange(toBelow, top * width + x, share, c);
    if (bottom === height) return;
    isToBelow[bottom] = 1;
    addChange(toBelow, bottom * width + x, -share, c);
  }

  /** @param {number} background */
  mix(background) {
    const { width, height, pixels, toRight, toBelow, column, isToRight, isToBelow } = this;
    const back = [background & 255, (background >> 8) & 255, (background >> 16) & 255];
    column.fill(0);
    for (let y = 0; y < height; ++y) {
      let [covered, red, green, blue] = [0, 0, 0, 0];
      const isRight = isToRight[y] !== 0;
      const isBelow = isToBelow[y] !== 0;
      let right = y * (width + 3) * 4;
      let below = y * width * 4;
      for (let x = 0, at = 0; x < width; ++x, at += 4, right += 4, below += 4) {
        if (isRight) {
          covered += toRight[right];
          red += toRight[right + 1];
          green += toRight[right + 2];
          blue += toRight[right + 3];
        }
        if (isBelow) {
          column[at] += toBelow[below];
          column[at + 1] += toBelow[below + 1];
          column[at + 2] += toBelow[below + 2];
          column[at + 3] += toBelow[below + 3];
        }
        const share = covered + column[at];
        if (share < 1 / 512) continue;
        const place = y * width + x;
        // A whole pixel is solid already; what rounding leaves there is nothing.
        if (pixels[place] !== background) continue;
        const rest = share < 1 ? 1 - share : 0;
        const scale = share > 1 ? 1 / share : 1;
        const r = (red + column[at + 1]) * scale + rest * back[0];
        const g = (green + column[at + 2]) * scale + rest * back[1];
        const b = (blue + column[at + 3]) * scale + rest * back[2];
        pixels[place] = (255 << 24) | (toByte(b) << 16) | (toByte(g) << 8) | toByte(r);
      }
      if (isRight) toRight.fill(0, y * (width + 3) * 4, (y + 1) * (width + 3) * 4);
      if (isBelow) toBelow.fill(0, y * width * 4, (y + 1) * width * 4);
    }
    isToRight.fill(0);
    isToBelow.fill(0);
  }
}

/**
 * Adds to the sums of a pixel.
 * @param {Float32Array} sums
 * @param {number} pixel
 * @param {number} change
 * @param {number} c
 */
function addChange(sums, pixel, change, c) {
  const at = pixel * 4;
  sums[at] += change;
  sums[at + 1] += change * (c & 255);
  sums[at + 2] += change * ((c >> 8) & 255);
  sums[at + 3] += change * ((c >> 16) & 255);
}

/** @param {number} c */
function toByte(c) {
  return c <= 0 ? 0 : c >= 255 ? 255 : (c + 0.5) | 0;
}
