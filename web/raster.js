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
    this.toBelow = new Float32Array(width * (height + 3) * 4);
    this.column = new Float32Array(width * 4);
    this.xs = new Int32Array(2);
    this.shares = new Float64Array(2);
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
    this.toRight.fill(0);
    this.toBelow.fill(0);
    const sx = width / (window.x1 - window.x0);
    const sy = height / (window.y1 - window.y0);
    const { first, end, base, size, row } = pieces;
    for (let i = 0; i < pieces.count; ++i) {
      const c = colour[row[i]];
      if (c === 0) continue;
      let x0 = (first[i] - window.x0) * sx;
      let x1 = (end[i] - window.x0) * sx;
      if (x1 <= 0 || x0 >= width) continue;
      // Bytes grow upwards, rows of pixels downwards.
      let y0 = (window.y1 - base[i] - size[i]) * sy;
      let y1 = (window.y1 - base[i]) * sy;
      if (y1 <= 0 || y0 >= height) continue;
      if (x0 < 0) x0 = 0;
      if (y0 < 0) y0 = 0;
      if (x1 > width) x1 = width;
      if (y1 > height) y1 = height;
      this.add(x0, y0, x1, y1, c);
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
    const sums = this.toRight;
    const line = y * (this.width + 3);
    const red = c & 255;
    const green = (c >> 8) & 255;
    const blue = (c >> 16) & 255;
    // What is covered of pixel x changes from the one before by these: at the pixel in
    // which it begins, the one after, and the same where it ends.
    const from = Math.floor(x0);
    const to = Math.floor(x1);
    const begun = (from + 1 - x0) * share;
    const ended = (to + 1 - x1) * share;
    for (let k = 0; k < 4; ++k) {
      const at = (line + (k < 2 ? from + k : to + k - 2)) * 4;
      const change = k === 0 ? begun : k === 1 ? share - begun : k === 2 ? -ended : ended - share;
      sums[at] += change;
      sums[at + 1] += change * red;
      sums[at + 2] += change * green;
      sums[at + 3] += change * blue;
    }
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
    if (x >= this.width) return;
    const sums = this.toBelow;
    for (const [y, change] of [[top, share], [bottom, -share]]) {
      const at = (y * this.width + x) * 4;
      sums[at] += change;
      sums[at + 1] += change * (c & 255);
      sums[at + 2] += change * ((c >> 8) & 255);
      sums[at + 3] += change * ((c >> 16) & 255);
    }
  }

  /** @param {number} background */
  mix(background) {
    const { width, height, pixels, toRight, toBelow, column } = this;
    const back = [background & 255, (background >> 8) & 255, (background >> 16) & 255];
    column.fill(0);
    for (let y = 0; y < height; ++y) {
      let covered = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      let right = y * (width + 3) * 4;
      let below = y * width * 4;
      for (let x = 0, at = 0; x < width; ++x, at += 4, right += 4, below += 4) {
        covered += toRight[right];
        red += toRight[right + 1];
        green += toRight[right + 2];
        blue += toRight[right + 3];
        column[at] += toBelow[below];
        column[at + 1] += toBelow[below + 1];
        column[at + 2] += toBelow[below + 2];
        column[at + 3] += toBelow[below + 3];
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
    }
  }
}

/** @param {number} c */
function toByte(c) {
  return c <= 0 ? 0 : c >= 255 ? 255 : Math.round(c);
}
