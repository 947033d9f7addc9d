// The page: what people see and do.

/** @typedef {{x: number, y: number, width: number, height: number}} Rect */

const THEMES = {
  light: { ground: "#ffffff", plot: "#f3f5f9", text: "#16202e", weak: "#5c6878",
    line: "#d5dae3", alarm: "#c41e3a", tint: "rgba(196,30,58,0.10)", pill: "#ffffff" },
  dark: { ground: "#0e1117", plot: "#171c25", text: "#e8ecf2", weak: "#9aa5b4",
    line: "#2c3440", alarm: "#ff6b7d", tint: "rgba(255,107,125,0.16)", pill: "#0e1117" },
};
const LANES = { temp: "temporary", parameter: "arguments", "donated parameter": "arguments",
  output: "results", constant: "constants" };
// How many lines a list has before it says how many more there are.
const MAX_LINES = 14;
const MAX_USERS = 50;
const MAX_OUTLINES = 2000;
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 */
function find(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error("The page has no " + id + ".");
  return element;
}

/**
 * @param {string} tag
 * @param {string} [text]
 * @param {string} [className]
 */
function make(tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** @param {number[]} rgb */
function toCss(rgb) {
  return "rgb(" + rgb.join(",") + ")";
}

class Page {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.canvas = find("map", HTMLCanvasElement);
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    // All that does not follow the pointer.
    this.base = document.createElement("canvas");
    this.picture = document.createElement("canvas");
    /** @type {Raster | null} */
    this.raster = null;
    this.isPrinting = false;
    this.isScheduled = false;
    this.isBaseOld = true;
    /** @type {{x: number, y: number} | null} */
    this.pointer = null;
    /** @type {number[]} */
    this.outlined = [];
    this.selected = -1;
    this.filter = "";
    /** @type {Set<string>} */
    this.hidden = new Set();
    /** @type {ColourMode} */
    this.mode = "kind";
    this.rowOfId = new Map();
    for (let row = 0; row < model.count; ++row) this.rowOfId.set(model.id[row], row);
    this.space = model.head.spaces[0];
    // The space with the most of its bytes in use is what people came for.
    for (const space of model.head.spaces)
      if (space.allocated > this.space.allocated) this.space = space;
    this.data = readSpace(model, this.space);
    this.window = this.data.whole;
    this.position = this.data.peakPosition;
    /** @type {Colouring} */
    this.colouring = { groups: [], group: new Int32Array(0), colour: new Uint32Array(0) };
    this.colour = this.colouring.colour;
    /** @type {LiveGroup[]} */
    this.groups = [];
    this.layout = this.layOut();
    this.scale = 0;
    /** @type {(bytes: number) => number} */
    this.curveToY = () => 0;
    this.listen();
    this.followLink();
  }

  get isDark() {
    return !this.isPrinting && matchMedia("(prefers-color-scheme: dark)").matches;
  }

  get pieces() {
    return this.data.pieces;
  }

  get curve() {
    return this.data.curve;
  }

  get theme() {
    return this.isDark ? THEMES.dark : THEMES.light;
  }

  //===--------------------------------------------------------------------------------===
  // What is shown
  //===--------------------------------------------------------------------------------===

  /** @param {Space} space */
  openSpace(space) {
    if (space !== this.space) this.data = readSpace(this.model, space);
    this.space = space;
    this.showSpace();
  }

  showSpace() {
    const { space } = this;
    this.window = this.data.whole;
    this.selected = -1;
    this.pointer = null;
    find("tip", HTMLElement).hidden = true;
    this.position = this.data.peakPosition;
    for (const section of document.querySelectorAll("section.parts"))
      if (section instanceof HTMLElement)
        section.hidden = section.dataset.space !== String(space.space);
    this.recolour();
    this.showFigures();
    this.showPosition();
  }

  recolour() {
    this.colouring = colourValues(this.model, this.pieces, this.mode, this.isDark);
    this.showLegend();
    this.applyFilter();
  }

  applyFilter() {
    const { filter, colouring } = this;
    const { group, groups } = colouring;
    const isHidden = groups.map((g) => this.hidden.has(g.name));
    this.colour = colouring.colour.slice();
    const matches = makeFilter(filter);
    const [r, g, b] = parseColour(this.theme.line);
    const dim = (255 << 24) | (b << 16) | (g << 8) | r;
    let count = 0;
    for (const row of this.data.rows) {
      if (isHidden[group[row]]) this.colour[row] = 0;
      else if (filter && !matches(this.getSearchText(row))) this.colour[row] = dim;
      else ++count;
    }
    this.say(filter
      ? formatCount(count) + " of " + formatCount(this.data.rows.length) +
        " values match; the others are grey."
      : this.describe());
    this.schedule(true);
  }

  /** @param {number} row */
  getSearchText(row) {
    const { model } = this;
    const { scope, opcode, source } = model.instructions;
    const i = model.instruction[row];
    return [getValueName(model, row), getText(model, model.name[row]),
      getText(model, model.detail[row]), getText(model, model.shape[row]),
      getText(model, scope[i]), getText(model, opcode[i]), getText(model, source[i])].join("\n");
  }

  /** The sentence below the title, where nothing else is to be said. */
  describe() {
    const { model, space } = this;
    const { head } = model;
    const parts = [head.backend === "unknown" ? "" : "Compiled for " + head.backend + "."];
    if (head.incomplete)
      parts.push("Parts of the dump are missing: sums and peaks cover what is there.");
    if (!this.pieces.count)
      parts.push("No live range is known in " + space.name + ": only sizes are shown.");
    else
      parts.push("A value is live from its first position to its last, that one included; " +
        "bytes that several values share count once.");
    if (head.derived)
      parts.push("The dump has no live ranges: these are derived from the program.");
    if (this.data.isUnsound)
      parts.push("Values of this dump overlap where they must not: live bytes are at most " +
        "what is shown.");
    if (this.data.isOutside)
      parts.push("The dump contradicts itself: values lie outside of their allocation.");
    if (this.data.folded)
      parts.push(formatCount(this.data.folded.count) + " values of " +
        formatBytes(this.data.folded.largest) +
        " or less are too many to show: they are in the curve, as “" + FOLDED +
        "”, and not in the map.");
    return parts.filter(Boolean).join(" ");
  }

  /** @param {string} text */
  say(text) {
    find("status", HTMLElement).textContent = text;
  }

  showFigures() {
    const { space, model } = this;
    const list = find("figures", HTMLElement);
    list.replaceChildren();
    /**
     * @param {string} name
     * @param {string} text
     * @param {string} key
     * @param {number} value
     * @param {boolean} [isOver]
     */
    const add = (name, text, key, value, isOver) => {
      const item = make("div", undefined, isOver ? "over" : "");
      const number = make("dd", text);
      number.dataset[key] = String(value);
      number.title = formatCount(value);
      item.append(make("dt", name), number);
      list.append(item);
    };
    const isOver = space.limit !== null && space.allocated > space.limit;
    add("allocated in " + formatName(space.name, 40), formatBytes(space.allocated), "allocated",
      space.allocated, isOver);
    if (space.peak !== null) {
      add("live at the peak, position " + formatCount(space.peakPosition ?? 0),
        formatBytes(space.peak), "peak", space.peak);
      const unused = space.allocated - space.peak;
      add("allocated but not live then" + (unused > 0
        ? " (" + formatShare(unused, space.allocated) + ")" : ""), formatBytes(unused),
        "unused", unused);
    }
    if (space.limit !== null)
      add(isOver ? "over the limit of " + formatBytes(space.limit)
        : "left of " + formatBytes(space.limit),
        formatBytes(Math.abs(space.limit - space.allocated)), "left",
        space.limit - space.allocated, isOver);
    // The table of changes has the one that saves most for least first.
    const change = document.querySelector("#changes tbody tr");
    if (change instanceof HTMLTableRowElement && space === model.head.spaces[0]) {
      const [name, , saves, precision] = change.cells;
      const bytes = Number(saves.dataset.bytes ?? NaN);
      if (bytes >= 0)
        add("saved by " + name.textContent + ", " + precision.textContent, saves.textContent ?? "",
          "saves", bytes);
    }
    const count = this.data.rows.length;
    add("values with live bytes", formatCount(count), "count", count);
    const select = find("space", HTMLSelectElement);
    select.replaceChildren(
      ...model.head.spaces.map((s) => {
        const option = new Option(
          formatName(s.name, 40) + ", " + formatBytes(s.allocated), String(s.space));
        option.selected = s === space;
        return option;
      })
    );
  }

  showLegend() {
    const legend = find("legend", HTMLElement);
    legend.replaceChildren(
      ...this.colouring.groups.slice(0, 60).map((group) => {
        const button = make("button");
        const chip = make("i");
        chip.style.background = toCss(group.rgb);
        button.append(chip, formatName(group.name || "no name", 60));
        button.title = formatName(group.name);
        button.setAttribute("aria-pressed", String(!this.hidden.has(group.name)));
        button.addEventListener("click", () => {
          if (!this.hidden.delete(group.name)) this.hidden.add(group.name);
          button.setAttribute("aria-pressed", String(!this.hidden.has(group.name)));
          this.applyFilter();
          this.writeLink();
        });
        return button;
      })
    );
  }

  /** Shows what is live at the position. */
  showPosition() {
    const { model, position } = this;
    const { peakPosition } = this.data;
    const live = getLive(this.curve, position);
    this.groups = listLive(model, this.pieces, position);
    find("live-title", HTMLElement).textContent =
      position === peakPosition ? "Live at the peak" : "Live at position " + formatCount(position);
    const sum = find("live-sum", HTMLElement);
    sum.textContent = "position " + formatCount(position) + ": " + formatBytes(live) + " of " +
      formatBytes(this.space.allocated);
    sum.dataset.live = String(live);
    sum.dataset.position = String(position);
    const list = find("live", HTMLElement);
    list.replaceChildren();
    /**
     * @param {string} kind
     * @param {string} what
     * @param {string} where
     * @param {number} bytes
     * @param {LiveGroup} [group]
     */
    const add = (kind, what, where, bytes, group) => {
      const button = make("button");
      button.append(make("i", "", kind.replaceAll(" ", "-")), make("span", what, "what"),
        make("span", formatBytes(bytes), "bytes"),
        make("span", formatShare(bytes, this.space.allocated), "share"));
      if (where) button.append(make("small", where));
      button.dataset.bytes = String(bytes);
      if (group) {
        button.setAttribute("aria-pressed",
          String(this.selected >= 0 && group.rows.includes(this.selected)));
        button.addEventListener("click", () => {
          this.select(group.rows.reduce((a, b) => (model.size[b] > model.size[a] ? b : a)),
            group.rows);
        });
      } else button.setAttribute("disabled", "");
      const item = make("li");
      item.append(button);
      list.append(item);
    };
    for (const group of this.groups.slice(0, MAX_LINES)) {
      const count = group.rows.length === 1 ? "" : formatCount(group.rows.length) + " × ";
      add(group.kind, count + group.shape,
        group.kind + (group.name ? ": " + formatName(group.name, 60) : "") +
          (group.detail ? ", " + formatName(group.detail, 40) : ""),
        group.bytes, group);
    }
    const rest = this.groups.slice(MAX_LINES);
    const left = rest.reduce((bytes, group) => bytes + group.bytes, 0);
    const values = rest.reduce((n, group) => n + group.rows.length, 0);
    if (values) add("", "and " + formatCount(values) + " more values", "", left);
    const shown = this.groups.reduce((bytes, group) => bytes + group.bytes, 0);
    if (live > shown) add("", FOLDED, "", live - shown);
    if (this.space.allocated > live && !this.data.isUnsound)
      add("gaps", "not live here", "", this.space.allocated - live);
  }

  /**
   * @param {number} row
   * @param {number[]} [outlined]
   */
  select(row, outlined) {
    this.selected = row;
    this.outlined = outlined ?? (row < 0 ? [] : [row]);
    const section = find("value", HTMLElement);
    section.hidden = row < 0;
    if (row >= 0) {
      this.showValue(section, row);
      const { first, length } = this.model;
      if (length[row] && (this.position < first[row] ||
          this.position >= first[row] + length[row]))
        this.position = first[row];
    }
    this.showPosition();
    this.schedule(false);
    this.writeLink();
  }

  /**
   * @param {HTMLElement} section
   * @param {number} row
   */
  showValue(section, row) {
    const { model } = this;
    const i = model.instruction[row];
    const { scope, opcode, source, position } = model.instructions;
    const list = make("dl");
    /**
     * @param {string} name
     * @param {string | HTMLElement} text
     */
    const add = (name, text) => {
      if (text === "") return;
      const value = make("dd");
      value.append(text);
      list.append(make("dt", name), value);
    };
    /** @param {number} id */
    const text = (id) => formatName(getText(model, id));
    const title = make("h2", formatName(getValueName(model, row)));
    title.dataset.value = String(model.id[row]);
    add("holds", [text(model.kind[row]), text(model.name[row]), text(model.detail[row])]
      .filter(Boolean).join(", "));
    add("shape", formatName(getText(model, model.shape[row])));
    const padding = model.padding[row] ? fromZigzag(model.padding[row] - 1) : 0;
    add("size", formatBytes(model.size[row]) + " (" + formatCount(model.size[row]) + " bytes" +
      (padding > 0 ? ", of these " + formatBytes(padding) + " padding" : "") + ")");
    const a = model.allocation[row];
    add("place", "allocation " + model.allocations.number[a] + " (" +
      text(model.allocations.kind[a]) + "), offset " + formatCount(model.offset[row]));
    if (model.length[row])
      add("live", "positions " + formatCount(model.first[row]) + " to " +
        formatCount(model.first[row] + model.length[row] - 1));
    add("made by", text(opcode[i]) +
      (position[i] ? " at position " + formatCount(position[i] - 1) : ""));
    add("scope", text(scope[i]));
    add("line", text(model.source[row]) || text(source[i]));
    const users = getUsers(model, row);
    if (users.length) {
      const items = make("ul");
      // The last ones say why it is still there.
      for (const user of users.slice(-MAX_USERS).reverse()) {
        const where = position[user] ? "@" + formatCount(position[user] - 1) + " " : "";
        items.append(make("li", where + formatName(getInstructionName(model, user), 100) +
          (scope[user] ? " " + formatName(getText(model, scope[user]), 120) : "")));
      }
      if (users.length > MAX_USERS)
        items.append(make("li", "and " + formatCount(users.length - MAX_USERS) + " before"));
      add("read by", items);
    } else add("read by", "nothing that is known");
    const sharing = this.getSharing(row);
    if (sharing.length) add("shares its bytes with", sharing.join(", "));
    section.replaceChildren(title, list);
  }

  /**
   * Names of values that have bytes of this one while it is live.
   * @param {number} row
   */
  getSharing(row) {
    const { model } = this;
    const { first, length, offset, size, allocation } = model;
    const names = [];
    for (let i = 0; i < model.count && names.length < 6; ++i)
      if (i !== row && allocation[i] === allocation[row] && length[i] > 0 &&
          first[i] < first[row] + length[row] && first[row] < first[i] + length[i] &&
          offset[i] < offset[row] + size[row] && offset[row] < offset[i] + size[i])
        names.push(names.length === 5 ? "…" : formatName(getValueName(model, i), 60));
    return names;
  }

  //===--------------------------------------------------------------------------------===
  // Picture
  //===--------------------------------------------------------------------------------===

  /** @param {boolean} isBaseOld */
  schedule(isBaseOld) {
    this.isBaseOld ||= isBaseOld;
    if (this.isScheduled) return;
    this.isScheduled = true;
    document.documentElement.dataset.state = "busy";
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.draw();
      if (!this.isScheduled) document.documentElement.dataset.state = "idle";
    });
  }

  /** Where things are on the canvas. */
  layOut() {
    const { canvas } = this;
    const width = this.isPrinting ? 700 : Math.max(canvas.clientWidth, 200);
    const top = canvas.getBoundingClientRect().top + scrollY;
    const height = this.isPrinting ? 560 : Math.min(Math.max(innerHeight - top - 62, 400), 1400);
    const left = width < 500 ? 84 : 104;
    const plot = width - left - 2;
    const strip = Math.round(Math.min(Math.max(height * 0.2, 80), 150));
    return {
      width,
      height,
      curve: { x: left, y: 4, width: plot, height: strip },
      map: { x: left, y: strip + 14, width: plot, height: height - strip - 14 - 34 },
    };
  }

  draw() {
    const scale = this.isPrinting ? 2 : devicePixelRatio || 1;
    const layout = this.layOut();
    const isResized = this.layout.width !== layout.width ||
      this.layout.height !== layout.height || this.scale !== scale;
    if (isResized) {
      this.layout = layout;
      this.scale = scale;
      for (const canvas of [this.canvas, this.base]) {
        canvas.width = Math.round(layout.width * scale);
        canvas.height = Math.round(layout.height * scale);
      }
      this.canvas.style.height = layout.height + "px";
    }
    if (this.isBaseOld || isResized) this.drawBase(scale);
    this.isBaseOld = false;
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.base, 0, 0);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    this.drawOverlay(context);
  }

  /** @param {number} scale */
  drawBase(scale) {
    const { theme, layout, window } = this;
    const context = /** @type {CanvasRenderingContext2D} */ (this.base.getContext("2d"));
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.fillStyle = theme.ground;
    context.fillRect(0, 0, layout.width, layout.height);
    context.font = FONT;
    const { curve, map } = layout;
    this.drawCurve(context, curve);
    // Pixels of the screen, not of the page.
    const width = Math.max(1, Math.round(map.width * scale));
    const height = Math.max(1, Math.round(map.height * scale));
    if (!this.raster || this.raster.width !== width || this.raster.height !== height)
      this.raster = new Raster(width, height);
    const [r, g, b] = parseColour(theme.plot);
    const background = ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
    const pixels = this.raster.draw(this.pieces, this.colour, window, background);
    this.picture.width = width;
    this.picture.height = height;
    const image = new ImageData(
      new Uint8ClampedArray(/** @type {ArrayBuffer} */ (pixels.buffer)), width, height);
    this.picture.getContext("2d")?.putImageData(image, 0, 0);
    context.drawImage(this.picture, map.x, map.y, map.width, map.height);
    this.drawLanes(context, map);
    this.drawAxes(context, map);
    this.drawLimit(context, map);
    this.drawPeak(context);
    this.drawPills(context, map);
  }

  /**
   * @param {number} position
   * @param {Rect} rect
   */
  toX(position, rect) {
    const { x0, x1 } = this.window;
    return rect.x + ((position - x0) / (x1 - x0)) * rect.width;
  }

  /**
   * @param {number} byte
   * @param {Rect} rect
   */
  toY(byte, rect) {
    const { y0, y1 } = this.window;
    return rect.y + ((y1 - byte) / (y1 - y0)) * rect.height;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Rect} rect
   */
  drawCurve(context, rect) {
    const { theme, window, colouring, space } = this;
    context.fillStyle = theme.plot;
    context.fillRect(rect.x, rect.y, rect.width, rect.height);
    const columns = Math.max(1, Math.round(rect.width));
    const positions = getHighest(this.curve, window.x0, window.x1, columns);
    const groups = colouring.groups.length;
    const sums = sumGroups(this.pieces, colouring.group, groups, positions, window.x0, window.x1);
    // A limit far off would hide what there is.
    const limit = space.limit !== null && space.limit <= 1.5 * space.allocated ? space.limit : 0;
    const most = Math.max(space.allocated, limit, 1) * 1.16;
    /** @param {number} bytes */
    const toY = (bytes) => rect.y + rect.height - (bytes / most) * rect.height;
    const below = new Float64Array(columns);
    /**
     * @param {(x: number) => number} get
     * @param {string} colour
     */
    const stack = (get, colour) => {
      context.fillStyle = colour;
      context.beginPath();
      let from = -1;
      for (let x = 0; x <= columns; ++x) {
        const isThere = x < columns && get(x) > 0;
        if (isThere && from < 0) from = x;
        if (isThere || from < 0) continue;
        context.moveTo(rect.x + from, toY(below[from]));
        for (let i = from; i < x; ++i) {
          const y = toY(below[i] + get(i));
          context.lineTo(rect.x + i, y);
          context.lineTo(rect.x + i + 1, y);
        }
        for (let i = x - 1; i >= from; --i) {
          context.lineTo(rect.x + i + 1, toY(below[i]));
          context.lineTo(rect.x + i, toY(below[i]));
        }
        from = -1;
      }
      context.fill();
      for (let x = 0; x < columns; ++x) below[x] += get(x);
    };
    for (let g = 0; g < groups; ++g) {
      const { name, rgb } = colouring.groups[g];
      stack((x) => sums[x * groups + g], this.hidden.has(name) ? theme.line : toCss(rgb));
    }
    if (this.data.folded)
      stack((x) => getLive(this.curve, positions[x]) - below[x], FALLBACK[this.isDark ? 1 : 0]);
    this.drawLine(context, rect, toY(space.allocated), theme.text, [2, 3]);
    this.write(context, "allocated " + formatBytes(space.allocated), rect.x + rect.width - 4,
      toY(space.allocated) - 3, theme.text, "right");
    if (limit) {
      this.drawLine(context, rect, toY(limit), theme.alarm, []);
      this.write(context, "limit " + formatBytes(limit), rect.x + 4, toY(limit) - 3,
        theme.alarm, "left");
    }
    this.write(context, "Live bytes", rect.x - 8, rect.y + 12, theme.text, "right");
    this.write(context, "by position", rect.x - 8, rect.y + 27, theme.weak, "right");
    this.curveToY = toY;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Rect} rect
   * @param {number} y
   * @param {string} colour
   * @param {number[]} dashes
   */
  drawLine(context, rect, y, colour, dashes) {
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.setLineDash(dashes);
    context.beginPath();
    context.moveTo(rect.x, Math.round(y) + 0.5);
    context.lineTo(rect.x + rect.width, Math.round(y) + 0.5);
    context.stroke();
    context.setLineDash([]);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {string} colour
   * @param {CanvasTextAlign} align
   */
  write(context, text, x, y, colour, align) {
    context.textAlign = align;
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = this.theme.ground;
    context.globalAlpha = 0.75;
    context.strokeText(text, x, y);
    context.globalAlpha = 1;
    context.fillStyle = colour;
    context.fillText(text, x, y);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Rect} map
   */
  drawLanes(context, map) {
    const { theme, space, window } = this;
    let above = map.y - 100;
    const lanes = this.model.head.lanes.filter((lane) => lane.space === space.space);
    for (const lane of lanes.reverse()) {
      const top = Math.max(this.toY(lane.base + lane.size, map), map.y);
      const bottom = Math.min(this.toY(lane.base, map), map.y + map.height);
      if (bottom < map.y || top > map.y + map.height || lane.size === 0) continue;
      if (lane.base > window.y0) this.drawLine(context, map, bottom, theme.text, [1, 3]);
      if (bottom - top < 15 || top < above + 14) continue;
      const kind = /** @type {keyof typeof LANES} */ (lane.kind);
      this.write(context, LANES[kind] ?? lane.kind, map.x - 8, top + 12, theme.text, "right");
      above = top + 12;
      if (bottom - top < 30) continue;
      this.write(context, formatBytes(lane.size), map.x - 8, top + 27, theme.weak, "right");
      above = top + 27;
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Rect} map
   */
  drawAxes(context, map) {
    const { theme, window } = this;
    context.strokeStyle = theme.line;
    context.lineWidth = 1;
    context.strokeRect(map.x + 0.5, map.y + 0.5, map.width - 1, map.height - 1);
    const bottom = map.y + map.height;
    for (const tick of getTicks(window.x0, window.x1, map.width / 110, false)) {
      const x = this.toX(tick, map);
      context.fillStyle = theme.weak;
      context.fillRect(Math.round(x), bottom, 1, 4);
      this.write(context, formatCount(tick),
        Math.min(Math.max(x, map.x + 4), map.x + map.width - 16), bottom + 16, theme.weak,
        x < map.x + 4 ? "left" : "center");
    }
    this.write(context, "schedule position", map.x, bottom + 31, theme.weak, "left");
    const columns = Math.max(1, Math.round((window.x1 - window.x0) / map.width));
    this.write(context, "one pixel is " +
      formatBytes(Math.max(1, Math.round((window.y1 - window.y0) / map.height))) + " by " +
      formatCount(columns) + (columns === 1 ? " position" : " positions"),
      map.x + map.width, bottom + 31, theme.weak, "right");
    const lanes = this.model.head.lanes.filter((lane) => lane.space === this.space.space);
    for (const tick of getTicks(window.y0, window.y1, map.height / 70, true)) {
      const y = this.toY(tick, map);
      // The names of lanes stand there.
      const isTaken = lanes.some((lane) => {
        const top = Math.max(this.toY(lane.base + lane.size, map), map.y);
        return y > top - 8 && y < top + 38;
      });
      if (isTaken || tick === 0) continue;
      context.fillStyle = theme.weak;
      context.fillRect(map.x - 4, Math.round(y), 4, 1);
      this.write(context, formatBytes(tick).replace(/\.0+(?=[A-Z])/, ""), map.x - 8, y + 4,
        theme.weak, "right");
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Rect} map
   */
  drawLimit(context, map) {
    const { theme, space } = this;
    if (space.limit === null || space.allocated <= space.limit) return;
    const y = Math.min(this.toY(space.limit, map), map.y + map.height);
    if (y <= map.y) return;
    context.fillStyle = theme.tint;
    context.fillRect(map.x, map.y, map.width, y - map.y);
    this.drawLine(context, map, y, theme.alarm, []);
    this.drawPill(context, "limit " + formatBytes(space.limit) + ", " +
      formatBytes(space.allocated - space.limit) + " over it", map.x + map.width - 8,
      Math.max(y - 12, map.y + 12), theme.alarm, theme.pill, "right");
  }

  /** @param {CanvasRenderingContext2D} context */
  drawPeak(context) {
    const { theme, layout, pieces } = this;
    const { peak, peakPosition } = this.data;
    if (!pieces.count) return;
    const { curve, map } = layout;
    const x = this.toX(peakPosition + 0.5, map);
    if (x < map.x || x > map.x + map.width) return;
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    context.setLineDash([4, 3]);
    context.beginPath();
    context.moveTo(x, curve.y);
    context.lineTo(x, map.y + map.height);
    context.stroke();
    context.setLineDash([]);
    const y = this.curveToY(peak);
    context.fillStyle = theme.text;
    context.beginPath();
    context.arc(x, y, 3.5, 0, 2 * Math.PI);
    context.fill();
    const isRight = x > map.x + map.width - 200;
    context.font = "600 " + FONT;
    this.write(context, "peak " + formatBytes(peak) + " at " + formatCount(peakPosition),
      x + (isRight ? -8 : 8), Math.min(y + 16, curve.y + curve.height - 4), theme.text,
      isRight ? "right" : "left");
    context.font = FONT;
  }

  /**
   * Names the largest groups that lie together at the position.
   * @param {CanvasRenderingContext2D} context
   * @param {Rect} map
   */
  drawPills(context, map) {
    const { model, pieces, theme, position } = this;
    const x = this.toX(position + 0.5, map);
    if (x < map.x || x > map.x + map.width) return;
    /** @type {{key: string, shape: string, y0: number, y1: number, count: number}[]} */
    const runs = [];
    const live = [];
    for (let i = 0; i < pieces.count; ++i)
      if (pieces.first[i] <= position && position < pieces.end[i]) live.push(i);
    live.sort((a, b) => pieces.base[a] - pieces.base[b]);
    for (const i of live) {
      const row = pieces.row[i];
      const key = model.kind[row] + " " + model.shape[row];
      const last = runs[runs.length - 1];
      if (last && last.key === key && pieces.base[i] === last.y1) {
        last.y1 = pieces.base[i] + pieces.size[i];
        ++last.count;
      } else
        runs.push({ key, shape: formatShape(getText(model, model.shape[row])),
          y0: pieces.base[i], y1: pieces.base[i] + pieces.size[i], count: 1 });
    }
    runs.sort((a, b) => b.y1 - b.y0 - (a.y1 - a.y0));
    for (const run of runs.slice(0, 8)) {
      const top = Math.max(this.toY(run.y1, map), map.y);
      const bottom = Math.min(this.toY(run.y0, map), map.y + map.height);
      if (bottom - top < 22) continue;
      const text = (run.count > 1 ? formatCount(run.count) + " × " : "") + run.shape + " = " +
        formatBytes(run.y1 - run.y0);
      context.font = "600 " + FONT;
      const room = context.measureText(text).width + 30;
      const isRight = x + room > map.x + map.width;
      if (isRight && x - room < map.x) continue;
      this.drawPill(context, text, x + (isRight ? -10 : 10), (top + bottom) / 2, theme.pill,
        theme.text, isRight ? "right" : "left");
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {string} ground
   * @param {string} colour
   * @param {"left" | "right"} align
   */
  drawPill(context, text, x, y, ground, colour, align) {
    context.font = "600 " + FONT;
    const width = context.measureText(text).width + 16;
    const left = align === "left" ? x : x - width;
    context.globalAlpha = 0.9;
    context.fillStyle = ground;
    context.beginPath();
    context.roundRect(left, y - 10, width, 20, 10);
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = colour;
    context.textAlign = "left";
    context.fillText(text, left + 8, y + 4);
    context.font = FONT;
  }

  /**
   * What follows the pointer and the selection.
   * @param {CanvasRenderingContext2D} context
   */
  drawOverlay(context) {
    const { theme, layout, pieces, position } = this;
    const { peakPosition } = this.data;
    const { curve, map } = layout;
    context.save();
    context.beginPath();
    context.rect(map.x, curve.y, map.width, map.y + map.height - curve.y);
    context.clip();
    context.font = FONT;
    if (this.outlined.length) {
      const rows = new Set(this.outlined);
      context.strokeStyle = theme.text;
      context.lineWidth = 1.5;
      let count = 0;
      for (let i = 0; i < pieces.count && count < MAX_OUTLINES; ++i) {
        if (!rows.has(pieces.row[i])) continue;
        const x = this.toX(pieces.first[i], map);
        const y = this.toY(pieces.base[i] + pieces.size[i], map);
        context.strokeRect(x, y, Math.max(this.toX(pieces.end[i], map) - x, 2),
          Math.max(this.toY(pieces.base[i], map) - y, 2));
        ++count;
      }
    }
    /**
     * @param {number} x
     * @param {string} colour
     */
    const drawColumn = (x, colour) => {
      context.strokeStyle = colour;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x, curve.y);
      context.lineTo(x, map.y + map.height);
      context.stroke();
    };
    if (position !== peakPosition && pieces.count) {
      const x = this.toX(position + 0.5, map);
      drawColumn(x, theme.text);
      const isRight = x > map.x + map.width - 120;
      this.write(context, formatCount(position) + ": " + formatBytes(getLive(this.curve, position)),
        x + (isRight ? -5 : 5), curve.y + 12, theme.text, isRight ? "right" : "left");
    }
    if (this.pointer) drawColumn(this.pointer.x, theme.weak);
    context.restore();
  }

  //===--------------------------------------------------------------------------------===
  // What people do
  //===--------------------------------------------------------------------------------===

  /**
   * The position and byte at a place of the canvas.
   * @param {{x: number, y: number}} place
   */
  locate(place) {
    const { layout, window } = this;
    const { map } = layout;
    const { x0, x1, y0, y1 } = window;
    const position = x0 + ((place.x - map.x) / map.width) * (x1 - x0);
    const isInside = place.x >= map.x && place.x < map.x + map.width;
    const isMap = isInside && place.y >= map.y && place.y < map.y + map.height;
    return {
      position,
      byte: y1 - ((place.y - map.y) / map.height) * (y1 - y0),
      isInside,
      isMap,
      perX: (x1 - x0) / map.width,
      perY: (y1 - y0) / map.height,
    };
  }

  hover() {
    const tip = find("tip", HTMLElement);
    const { pointer, model } = this;
    const at = pointer && this.locate(pointer);
    tip.hidden = !pointer || !at || !at.isInside || pointer.y < 0;
    this.schedule(false);
    if (!pointer || !at || tip.hidden) return;
    const position = Math.floor(at.position);
    const piece = at.isMap
      ? findPiece(this.pieces, at.position, at.byte, at.perX, at.perY) : -1;
    tip.replaceChildren();
    if (piece < 0) delete tip.dataset.value;
    else {
      const row = this.pieces.row[piece];
      tip.dataset.value = String(model.id[row]);
      tip.append(make("b", formatName(getValueName(model, row), 80)),
        make("div", formatShape(getText(model, model.shape[row])) + ", " +
          formatBytes(model.size[row])),
        make("div", [model.kind[row], model.name[row], model.detail[row]]
          .map((id) => formatName(getText(model, id), 100)).filter(Boolean).join(", ")),
        make("div", "live from " + formatCount(model.first[row]) + " to " +
          formatCount(model.first[row] + model.length[row] - 1)));
    }
    tip.append(make("small", "position " + formatCount(position) + ": " +
      formatBytes(getLive(this.curve, position)) + " live" +
      (at.isMap && piece < 0 ? "; nothing is live here" : "")));
    const box = this.canvas.getBoundingClientRect();
    const x = box.left + pointer.x + 14;
    const y = box.top + pointer.y + 14;
    tip.style.left = Math.max(4, x + tip.offsetWidth > innerWidth - 8
      ? x - tip.offsetWidth - 28 : x) + "px";
    tip.style.top = Math.max(4, Math.min(y, innerHeight - tip.offsetHeight - 8)) + "px";
  }

  /** @param {number} position */
  goTo(position) {
    this.position = Math.min(Math.max(Math.floor(position), 0), this.data.whole.x1 - 1);
    this.showPosition();
    this.schedule(true);
    this.writeLink();
  }

  /** @param {Extent} window */
  setWindow(window) {
    this.window = clampWindow(window, this.data.whole);
    this.schedule(true);
    this.writeLink();
  }

  listen() {
    const { canvas } = this;
    /** @param {MouseEvent} event */
    const toPlace = (event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    /** @type {{x: number, y: number, window: Extent, hasMoved: boolean} | null} */
    let drag = null;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      drag = { ...toPlace(event), window: this.window, hasMoved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      this.pointer = toPlace(event);
      const { map } = this.layout;
      if (drag) {
        const dx = this.pointer.x - drag.x;
        const dy = this.pointer.y - drag.y;
        drag.hasMoved ||= Math.abs(dx) + Math.abs(dy) > 4;
        if (drag.hasMoved)
          this.setWindow(panWindow(drag.window, this.data.whole, -dx / map.width, dy / map.height));
      }
      this.hover();
    });
    canvas.addEventListener("pointerup", (event) => {
      const hasMoved = drag?.hasMoved;
      drag = null;
      if (hasMoved || event.button !== 0) return;
      const at = this.locate(toPlace(event));
      if (!at?.isInside) return;
      const piece = at.isMap
        ? findPiece(this.pieces, at.position, at.byte, at.perX, at.perY) : -1;
      this.position = Math.min(Math.max(Math.floor(at.position), 0), this.data.whole.x1 - 1);
      this.select(piece < 0 ? -1 : this.pieces.row[piece]);
      this.schedule(true);
    });
    canvas.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.hover();
    });
    canvas.addEventListener("wheel", (event) => {
      const at = this.locate(toPlace(event));
      if (!at?.isInside || event.ctrlKey) return;
      event.preventDefault();
      const isBytes = event.shiftKey;
      const share = isBytes
        ? (at.byte - this.window.y0) / (this.window.y1 - this.window.y0)
        : (at.position - this.window.x0) / (this.window.x1 - this.window.x0);
      const factor = Math.exp(Math.sign(event.deltaY || event.deltaX) * 0.25);
      this.setWindow(zoomWindow(this.window, this.data.whole, factor, isBytes ? "y" : "x",
        Math.min(Math.max(share, 0), 1)));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.press(event));
    find("space", HTMLSelectElement).addEventListener("change", (event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      const found = this.model.head.spaces.find((s) => String(s.space) === value);
      this.openSpace(found ?? this.space);
      this.select(-1);
    });
    find("colour", HTMLSelectElement).addEventListener("change", (event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      this.mode = /** @type {ColourMode} */ (value);
      this.hidden.clear();
      this.recolour();
      this.writeLink();
    });
    find("filter", HTMLInputElement).addEventListener("input", (event) => {
      this.filter = /** @type {HTMLInputElement} */ (event.target).value;
      this.applyFilter();
      this.writeLink();
    });
    find("save-list", HTMLElement).addEventListener("click", () => this.saveList());
    find("save-map", HTMLElement).addEventListener("click", () =>
      this.canvas.toBlob((blob) => blob && save(blob, "map.png")));
    addEventListener("resize", () => this.schedule(true));
    addEventListener("hashchange", () => this.followLink());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour());
    for (const [name, isPrinting] of /** @type {[string, boolean][]} */ (
      [["beforeprint", true], ["afterprint", false]]))
      addEventListener(name, () => {
        this.isPrinting = isPrinting;
        this.recolour();
        // The paper does not wait for a frame.
        this.draw();
      });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { window, curve } = this;
    const { whole, peakPosition } = this.data;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const axis = event.shiftKey ? "y" : "x";
    const share = (this.position - window.x0) / (window.x1 - window.x0);
    const at = axis === "x" && share >= 0 && share <= 1 ? share : 0.5;
    const step = findStep(curve.at, this.position);
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.setWindow(panWindow(window, whole, -0.1, 0)),
      ArrowRight: () => this.setWindow(panWindow(window, whole, 0.1, 0)),
      ArrowUp: () => this.setWindow(panWindow(window, whole, 0, 0.1)),
      ArrowDown: () => this.setWindow(panWindow(window, whole, 0, -0.1)),
      "+": () => this.setWindow(zoomWindow(window, whole, 0.7, axis, at)),
      "=": () => this.setWindow(zoomWindow(window, whole, 0.7, "x", at)),
      "*": () => this.setWindow(zoomWindow(window, whole, 0.7, "y", 0.5)),
      "-": () => this.setWindow(zoomWindow(window, whole, 1 / 0.7, "x", at)),
      _: () => this.setWindow(zoomWindow(window, whole, 1 / 0.7, "y", 0.5)),
      0: () => this.setWindow(whole),
      Home: () => this.goTo(peakPosition),
      ".": () => this.goTo(curve.at[Math.min(step + 1, curve.at.length - 1)] ?? 0),
      ",": () => this.goTo(curve.at[Math.max(step - 1, 0)] ?? 0),
      n: () => this.pick(1),
      p: () => this.pick(-1),
      Escape: () => this.select(-1),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /**
   * Selects the value after the selected one in the order of sizes.
   * @param {number} step 1, or -1 for the one before
   */
  pick(step) {
    const { size } = this.model;
    const bySize = this.data.rows.slice().sort((a, b) => size[b] - size[a] || a - b);
    if (!bySize.length) return;
    const index = bySize.indexOf(this.selected);
    const next = index < 0 ? 0 : Math.min(Math.max(index + step, 0), bySize.length - 1);
    const row = bySize[next];
    this.select(row);
    const { model } = this;
    this.say(formatName(getValueName(model, row), 100) + ", " +
      formatShape(getText(model, model.shape[row])) + ", " + formatBytes(model.size[row]) +
      ", live from " + formatCount(model.first[row]) + " to " +
      formatCount(model.first[row] + model.length[row] - 1) + ".");
    this.schedule(true);
  }

  saveList() {
    const { model } = this;
    /** @param {string} text */
    const quote = (text) => '"' + text.replaceAll('"', '""') + '"';
    const lines = ["value,name,kind,part,shape,bytes,first,last"];
    for (const group of this.groups ?? [])
      for (const row of group.rows)
        lines.push([model.id[row], quote(getValueName(model, row)), quote(group.kind),
          quote(getText(model, model.name[row])), quote(getText(model, model.shape[row])),
          model.size[row], model.first[row], model.first[row] + model.length[row] - 1].join(","));
    save(new Blob([lines.join("\n") + "\n"], { type: "text/csv" }),
      "live-at-" + this.position + ".csv");
  }

  //===--------------------------------------------------------------------------------===
  // Links
  //===--------------------------------------------------------------------------------===

  writeLink() {
    const { window } = this;
    const { whole } = this.data;
    const isWhole = window.x0 === whole.x0 && window.x1 === whole.x1 &&
      window.y0 === whole.y0 && window.y1 === whole.y1;
    const link = printLink({
      space: this.space.space,
      position: this.position === this.data.peakPosition ? null : this.position,
      value: this.selected < 0 ? null : this.model.id[this.selected],
      window: isWhole ? null : window,
      colour: this.mode,
      filter: this.filter,
      hidden: [...this.hidden],
    });
    try {
      history.replaceState(null, "", link);
    } catch {
      // A frame may have no history.
    }
  }

  followLink() {
    const place = parseLink(location.hash);
    const row = place.value === null ? undefined : this.rowOfId.get(place.value);
    const number = row === undefined
      ? place.space : this.model.allocations.space[this.model.allocation[row]];
    const space = this.model.head.spaces.find((s) => s.space === number);
    const modes = find("colour", HTMLSelectElement);
    modes.value = place.colour;
    if (modes.selectedIndex < 0) modes.value = "kind";
    this.mode = /** @type {ColourMode} */ (modes.value);
    this.filter = place.filter;
    find("filter", HTMLInputElement).value = place.filter;
    this.hidden = new Set(place.hidden);
    this.openSpace(space ?? this.space);
    if (place.window) this.window = clampWindow(place.window, this.data.whole);
    if (place.position !== null)
      this.position = Math.min(place.position, this.data.whole.x1 - 1);
    this.select(row ?? -1);
    if (place.value !== null && row === undefined)
      this.say("This page has no value " + place.value + ".");
    this.schedule(true);
  }
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Lets the rows of a table be sorted by a click on the name of a column. */
function makeSortable() {
  for (const cell of document.querySelectorAll("#tables th")) {
    const button = make("button", cell.textContent ?? "");
    cell.replaceChildren(button);
    button.addEventListener("click", () => {
      const body = cell.closest("table")?.tBodies[0];
      if (!body || !(cell instanceof HTMLTableCellElement)) return;
      const isUp = cell.getAttribute("aria-sort") === "descending";
      /** @param {HTMLTableRowElement} row */
      const key = (row) => {
        const field = row.cells[cell.cellIndex];
        return field.dataset.bytes ?? field.textContent ?? "";
      };
      const rows = [...body.rows].sort((a, b) =>
        (isUp ? -1 : 1) * key(b).localeCompare(key(a), "en", { numeric: true }));
      for (const other of cell.parentElement?.children ?? []) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      body.replaceChildren(...rows);
    });
  }
}

async function start() {
  makeSortable();
  try {
    const text = find("data", HTMLElement).textContent ?? "";
    const model = decodeModel(await gunzip(decodeBase64(text)));
    if (!model.head.spaces.length) throw new Error("This module has no memory.");
    find("app", HTMLElement).hidden = false;
    new Page(model);
  } catch (error) {
    const status = find("status", HTMLElement);
    status.textContent = error instanceof Error ? error.message : String(error);
    status.className = "error";
    document.documentElement.dataset.state = "failed";
  }
}

start();
