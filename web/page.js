// The page: what people see and do.

/** @typedef {{x: number, y: number, width: number, height: number}} Rect */

const THEMES = {
  light: { ground: "#ffffff", plot: "#f3f5f9", text: "#16202e", weak: "#5c6878",
    line: "#d5dae3", alarm: "#c41e3a", mark: "#0b57d0",
    tint: "rgba(196,30,58,0.10)", pill: "#ffffff" },
  dark: { ground: "#0e1117", plot: "#171c25", text: "#e8ecf2", weak: "#9aa5b4",
    line: "#2c3440", alarm: "#ff6b7d", mark: "#8ab4f8",
    tint: "rgba(255,107,125,0.16)", pill: "#0e1117" },
};
const DARK = matchMedia("(prefers-color-scheme: dark)");
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

/** What one of the maps shows: of two, a module before or after a change. */
class Side {
  /**
   * @param {Model} model
   * @param {string} name
   */
  constructor(model, name) {
    this.model = model;
    this.name = name;
    /** @type {Raster | null} */
    this.raster = null;
    this.picture = document.createElement("canvas");
    this.group = new Int32Array(0);
    this.colour = new Uint32Array(0);
    // What is drawn: colours, but for what is hidden or does not match.
    this.shown = this.colour;
    /** @type {Map<number, number>} */
    this.rowOfId = new Map();
    for (let row = 0; row < model.count; ++row) this.rowOfId.set(model.id[row], row);
    this.space = model.spaces[0];
    this.data = readSpace(model, this.space);
  }

  get pieces() {
    return this.data.pieces;
  }

  /** @param {Space} space of any model; one that is not here is empty */
  open(space) {
    const found = this.model.spaces.find((s) => s.space === space.space) ??
      { ...space, allocated: 0, peak: null, peakPosition: null };
    if (found !== this.space) this.data = readSpace(this.model, found);
    this.space = found;
  }
}

class Page {
  /**
   * @param {Model} model
   * @param {{model: Model, since: string} | null} before
   */
  constructor(model, before) {
    // The module as it is, and as it was.
    this.sides = [new Side(model, before ? "after " + before.since : "")];
    /** @type {((position: number) => number)[]} */
    this.matches = [];
    if (before) {
      this.sides.push(new Side(before.model, "before"));
      this.matches = [matchPositions(model, before.model), matchPositions(before.model, model)];
    }
    this.since = before?.since ?? "";
    // The side of the position, the range and the selection.
    this.active = 0;
    this.canvas = find("map", HTMLCanvasElement);
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
    // All that does not follow the pointer.
    this.base = document.createElement("canvas");
    this.isPrinting = false;
    this.isScheduled = false;
    this.isBaseOld = true;
    /** @type {{x: number, y: number} | null} */
    this.pointer = null;
    /** @type {Extent | null} */
    this.range = null;
    // Of each side.
    /** @type {number[][]} */
    this.outlined = [];
    this.selected = -1;
    this.filter = "";
    /** @type {Set<string>} */
    this.hidden = new Set();
    /** @type {ColourMode} */
    this.mode = "kind";
    // Of all sides, each once.
    this.spaces = this.sides.flatMap((side) => side.model.spaces)
      .filter((s, i, all) => i === all.findIndex((other) => other.space === s.space));
    // The space with the most of its bytes in use is what people came for.
    const space = this.spaces.reduce((a, b) => (b.allocated > a.allocated ? b : a));
    for (const side of this.sides) side.open(space);
    this.whole = this.data.whole;
    this.window = this.whole;
    this.position = this.data.peakPosition;
    /** @type {Colouring["groups"]} */
    this.colourGroups = [];
    /** @type {LiveGroup[]} */
    this.groups = [];
    /** @type {ChangedGroup[]} */
    this.changed = [];
    this.layout = this.layOut();
    this.scale = 0;
    /** @type {(bytes: number) => number} */
    this.curveToY = () => 0;
    if (before) this.listCompared();
    this.listen();
    this.followLink();
  }

  get isDark() {
    return !this.isPrinting && DARK.matches;
  }

  get side() {
    return this.sides[this.active];
  }

  get model() {
    return this.side.model;
  }

  get space() {
    return this.side.space;
  }

  get data() {
    return this.side.data;
  }

  get pieces() {
    return this.data.pieces;
  }

  get curve() {
    return this.data.curve;
  }

  /**
   * A position of a side as that of another.
   * @param {number} position
   * @param {number} from
   * @param {number} to
   */
  match(position, from, to) {
    return from === to ? position : this.matches[from](position);
  }

  /**
   * Where a side is looked at; each at its own peak, if one is.
   * @param {number} side
   */
  getPosition(side) {
    const { position, active } = this;
    return side !== active && position === this.data.peakPosition
      ? this.sides[side].data.peakPosition : this.match(position, active, side);
  }

  get theme() {
    return this.isDark ? THEMES.dark : THEMES.light;
  }

  //===--------------------------------------------------------------------------------===
  // What is shown
  //===--------------------------------------------------------------------------------===

  /** @param {Space} space */
  openSpace(space) {
    for (const side of this.sides) side.open(space);
    this.active = 0;
    const extents = this.sides.map((side) => side.data.whole);
    // One scale, so that areas compare.
    this.whole = { ...extents[0], x1: Math.max(...extents.map((e) => e.x1)),
      y1: Math.max(...extents.map((e) => e.y1)) };
    this.window = this.whole;
    this.selected = -1;
    this.range = null;
    this.pointer = null;
    find("tip", HTMLElement).hidden = true;
    this.position = this.data.peakPosition;
    for (const section of document.querySelectorAll("section[data-space]"))
      if (section instanceof HTMLElement)
        section.hidden = section.dataset.space !== String(space.space);
    this.recolour();
    this.showFigures();
    this.showPosition();
  }

  recolour() {
    const { groups, sides } = colourValues(this.sides, this.mode, this.isDark);
    this.colourGroups = groups;
    this.sides.forEach((side, i) => Object.assign(side, sides[i]));
    this.showLegend();
    this.applyFilter();
  }

  applyFilter() {
    const { filter } = this;
    const isHidden = this.colourGroups.map((g) => this.hidden.has(g.name));
    const matches = makeFilter(filter);
    const dim = toPixel(parseColour(this.theme.line));
    const counts = this.sides.map((side) => {
      const { group, data } = side;
      let count = 0;
      side.shown = side.colour.slice();
      for (const row of data.rows) {
        if (isHidden[group[row]]) side.shown[row] = 0;
        else if (filter && !matches(this.getSearchText(side.model, row))) side.shown[row] = dim;
        else ++count;
      }
      return formatCount(count) + " of " + formatCount(data.rows.length);
    });
    this.say(filter
      ? counts.join(", before ") + " values match; the others are grey." : this.describe());
    this.schedule(true);
  }

  /** @param {Model} model @param {number} row */
  getSearchText(model, row) {
    const { scope, opcode, source } = model.instructions;
    const i = model.instruction[row];
    return [getValueName(model, row), getText(model, model.name[row]),
      getText(model, model.detail[row]), getText(model, model.shape[row]),
      getText(model, scope[i]), getText(model, opcode[i]), getText(model, source[i])].join("\n");
  }

  /** The sentence below the title, where nothing else is to be said. */
  describe() {
    const { model, space } = this;
    const parts = [model.backend === "unknown" ? "" : "Compiled for " + model.backend + "."];
    if (this.since)
      parts.push("Above as it was, below after " + formatName(this.since, 80) +
        ", on one scale. A position of one is that of the same instruction in the other.");
    if (model.isIncomplete)
      parts.push("Parts of the dump are missing: sums and peaks cover what is there.");
    if (!this.pieces.count)
      parts.push("No live range is known in " + space.name + ": only sizes are shown.");
    else
      parts.push("A value is live from its first position to its last, that one included; " +
        "bytes that several values share count once.");
    if (model.isDerived)
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
    const [{ space, model, data }, before] = this.sides;
    const list = find("figures", HTMLElement);
    list.replaceChildren();
    /**
     * @param {string} name
     * @param {string} text
     * @param {string} key
     * @param {number} value
     * @param {boolean} [isOver]
     * @param {number | null} [was]
     */
    const add = (name, text, key, value, isOver, was) => {
      const item = make("div", undefined, isOver ? "over" : "");
      const number = make("dd", text);
      if (typeof was === "number") {
        number.dataset.change = String(value - was);
        number.append(" ", make("small", formatChange(value - was)));
      }
      number.dataset[key] = String(value);
      number.title = formatCount(value);
      item.append(make("dt", name), number);
      list.append(item);
    };
    const isOver = space.limit !== null && space.allocated > space.limit;
    add("allocated in " + formatName(space.name, 40), formatBytes(space.allocated), "allocated",
      space.allocated, isOver, before?.space.allocated);
    if (space.peak !== null) {
      add("live at the peak, position " + formatCount(space.peakPosition ?? 0),
        formatBytes(space.peak), "peak", space.peak, false, before?.space.peak);
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
    if (change instanceof HTMLTableRowElement && space === model.spaces[0]) {
      const [name, , saves, precision, , how] = change.cells;
      const bytes = Number(saves.dataset.bytes ?? NaN);
      if (bytes >= 0) {
        add("saved by the first change, " + toWords(name.textContent ?? "") + ", " +
          precision.textContent, saves.textContent ?? "", "saves", bytes);
        const more = make("button", "how");
        more.title = how.textContent ?? "";
        more.addEventListener("click", () => change.scrollIntoView({ block: "center" }));
        list.lastElementChild?.firstElementChild?.append(" ", more);
      }
    }
    const count = data.rows.length;
    add("values with live bytes", formatCount(count), "count", count);
    const select = find("space", HTMLSelectElement);
    select.replaceChildren(
      ...this.spaces.map((s) => {
        const option = new Option(
          formatName(s.name, 40) + ", " + formatBytes(s.allocated), String(s.space));
        option.selected = s.space === space.space;
        return option;
      })
    );
  }

  /** Adds a table of what changes in each space. */
  listCompared() {
    const [{ model }, { model: before }] = this.sides;
    const sections = this.spaces.map(({ space, name }) => {
      const section = make("section", undefined, "compared");
      section.dataset.space = String(space);
      const table = document.createElement("table");
      for (const text of ["kind", "name", "before", "after", "change"])
        (table.tHead?.rows[0] ?? table.createTHead().insertRow()).append(
          make("th", text, ["kind", "name"].includes(text) ? "" : "number"));
      const body = table.createTBody();
      /**
       * @param {HTMLTableSectionElement} part
       * @param {{kind: string, name: string, before: number, after: number}} row
       */
      const add = (part, { kind, name, before, after }) => {
        const line = part.insertRow();
        const cell = line.insertCell();
        if (kind && part === body) cell.append(make("i", undefined, kind));
        cell.append(kind);
        line.insertCell().append(formatName(name));
        for (const [bytes, text] of /** @type {[number, string][]} */ ([
          [before, formatBytes(before)], [after, formatBytes(after)],
          [after - before, formatChange(after - before)]])) {
          const cell = line.insertCell();
          Object.assign(cell, { className: "number", textContent: text });
          cell.dataset.bytes = String(bytes);
        }
      };
      for (const row of compareParts(before, model, space)) add(body, row);
      const [after, was] = this.sides.map((side) =>
        side.model.spaces.find((s) => s.space === space)?.allocated ?? 0);
      add(table.createTFoot(), { kind: "allocated", name: "", before: was, after });
      section.append(make("h2", formatName(name) + ": what " + formatName(this.since) +
        " changes"), table);
      return section;
    });
    find("tables", HTMLElement).prepend(...sections);
  }

  showLegend() {
    const legend = find("legend", HTMLElement);
    legend.replaceChildren(
      ...this.colourGroups.slice(0, 60).map((group) => {
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

  /**
   * What a side has at the position, or in the range.
   * @param {number} side
   */
  listSide(side) {
    const { model, pieces } = this.sides[side];
    const range = this.getRange(side);
    return range ? listRange(model, pieces, range)
      : listLive(model, pieces, this.getPosition(side));
  }

  /** @param {number} side */
  getRange(side) {
    const { range, active } = this;
    if (!range || side === active) return range;
    const x0 = this.match(range.x0, active, side);
    return { ...range, x0, x1: Math.max(this.match(range.x1 - 1, active, side), x0) + 1 };
  }

  /** How many bytes a side has there. @param {number} side */
  getLiveOf(side) {
    const { data } = this.sides[side];
    const range = this.getRange(side);
    const position = this.getPosition(side);
    if (!range) return { bytes: getLive(data.curve, position), position };
    // What the writer left out is in the curve alone.
    if (range.y0 > 0 || range.y1 < this.whole.y1)
      return getMost(data.pieces, [...data.pieces.row.keys()].filter((i) =>
        isWithin(data.pieces, i, range)), range);
    const [highest] = getHighest(data.curve, range.x0, range.x1, 1);
    return { bytes: getLive(data.curve, highest), position: highest };
  }

  /** Shows what is live at the position, or lives in the range. */
  showPosition() {
    const { position, range, active } = this;
    const title = range
      ? "Live in positions " + formatCount(range.x0) + " to " + formatCount(range.x1 - 1)
      : position === this.data.peakPosition ? "Live at the peak"
        : "Live at position " + formatCount(position);
    const live = this.getLiveOf(active);
    find("live-at", HTMLElement).textContent = describeStep(this.model, live.position);
    const list = find("live", HTMLElement);
    list.className = this.since ? "signed" : "";
    const sum = find("live-sum", HTMLElement);
    find("live-title", HTMLElement).textContent =
      title + (this.since ? ": after and before" : "");
    sum.dataset.live = String(live.bytes);
    sum.dataset.position = String(live.position);
    list.replaceChildren();
    this.groups = this.listSide(0);
    if (this.since) this.listChanges(list, sum);
    else this.listGroups(list, sum, live);
  }

  /**
   * Adds a line to the list.
   * @param {HTMLElement} list
   * @param {string} kind
   * @param {string} what
   * @param {string} where
   * @param {string} text
   * @param {number} bytes
   * @param {{rows: number[], rowsBefore?: number[]}} [group]
   */
  addLine(list, kind, what, where, text, bytes, group) {
    const button = make("button");
    button.append(make("i", "", kind), make("span", what, "what"),
      make("span", text, "bytes"));
    if (!this.since) button.append(make("span", formatShare(bytes, this.space.allocated), "share"));
    if (where) button.append(make("small", where));
    button.dataset.bytes = String(bytes);
    if (group) {
      const rows = [group.rows, group.rowsBefore ?? []];
      button.setAttribute("aria-pressed",
        String(this.selected >= 0 && rows[this.active].includes(this.selected)));
      button.addEventListener("click", () => {
        if (!rows[this.active].length) this.activate(1 - this.active);
        const { size } = this.model;
        this.select(rows[this.active].reduce((a, b) => (size[b] > size[a] ? b : a)), rows);
      });
    } else button.setAttribute("disabled", "");
    const item = make("li");
    item.append(button);
    list.append(item);
  }

  /** @param {{kind: string, name: string, detail: string, line: string}} group */
  describeGroup({ kind, name, detail, line }) {
    return kind + (name ? ": " + formatName(name, 60) : "") +
      (detail ? ", " + formatName(detail, 40) : "") + (line ? ", " + formatName(line, 40) : "");
  }

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} sum
   * @param {{bytes: number, position: number}} live
   */
  listGroups(list, sum, live) {
    const { groups, range, space } = this;
    sum.textContent = range
      ? "at most " + formatBytes(live.bytes) + " at once, at position " +
        formatCount(live.position) + "; of each line its own most"
      : "position " + formatCount(live.position) + ": " + formatBytes(live.bytes) + " of " +
        formatBytes(space.allocated);
    /** @param {number} count */
    const times = (count) => (count === 1 ? "" : formatCount(count) + " × ");
    for (const group of groups.slice(0, MAX_LINES))
      this.addLine(list, group.kind, times(group.rows.length) + group.shape,
        this.describeGroup(group), formatBytes(group.bytes), group.bytes, group);
    const rest = groups.slice(MAX_LINES);
    const left = rest.reduce((bytes, group) => bytes + group.bytes, 0);
    const values = rest.reduce((n, group) => n + group.rows.length, 0);
    if (values)
      this.addLine(list, "", "and " + formatCount(values) + " more values", "",
        range ? "" : formatBytes(left), range ? 0 : left);
    if (range) return;
    const shown = groups.reduce((bytes, group) => bytes + group.bytes, 0);
    if (live.bytes > shown)
      this.addLine(list, "", FOLDED, "", formatBytes(live.bytes - shown), live.bytes - shown);
    const empty = space.allocated - live.bytes;
    if (empty > 0 && !this.data.isUnsound)
      this.addLine(list, "gaps", "not live here", "", formatBytes(empty), empty);
  }

  /**
   * The list of two sides: what one has more than the other.
   * @param {HTMLElement} list
   * @param {HTMLElement} sum
   */
  listChanges(list, sum) {
    const [after, before] = [0, 1].map((side) => this.getLiveOf(side));
    const change = after.bytes - before.bytes;
    sum.dataset.change = String(change);
    sum.textContent = (this.range ? "at most, " : "") + "before: " + formatBytes(before.bytes) +
      " at position " + formatCount(before.position) + "; after: " + formatBytes(after.bytes) +
      " at position " + formatCount(after.position) + "; " + formatChange(change);
    this.changed = joinGroups(this.listSide(1), this.groups);
    const lines = this.changed.filter((group) => group.before !== group.after);
    for (const group of lines.slice(0, MAX_LINES))
      this.addLine(list, group.kind, group.shape, this.describeGroup(group) + ": " +
        formatBytes(group.before) + " → " + formatBytes(group.after),
        formatChange(group.after - group.before), group.after - group.before, group);
    const rest = lines.slice(MAX_LINES).reduce((n, group) => n + group.after - group.before, 0);
    if (lines.length > MAX_LINES)
      this.addLine(list, "", "and " + formatCount(lines.length - MAX_LINES) + " more lines", "",
        formatChange(rest), rest);
    const same = this.changed.length - lines.length;
    if (same) this.addLine(list, "", formatCount(same) + " lines are the same", "", "", 0);
    if (this.range) return;
    const [empty, emptyBefore] = this.sides.map((side, i) =>
      side.space.allocated - [after, before][i].bytes);
    this.addLine(list, "gaps", "not live here", formatBytes(emptyBefore) + " → " +
      formatBytes(empty), formatChange(empty - emptyBefore), empty - emptyBefore);
  }

  /**
   * Goes to a side, at the same position.
   * @param {number} side
   */
  activate(side) {
    if (side === this.active) return;
    const [position, range] = [this.getPosition(side), this.getRange(side)];
    this.active = side;
    this.position = position;
    this.range = range;
    this.selected = -1;
  }

  /**
   * @param {number} row of the active side
   * @param {number[][]} [outlined] what to outline of each side
   */
  select(row, outlined) {
    this.selected = row;
    const name = row < 0 ? "" : getValueName(this.model, row);
    this.outlined = outlined ?? this.sides.map((side, i) => {
      const found = row < 0 || i === this.active ? row : findValue(side.model, name);
      return found < 0 ? [] : [found];
    });
    const section = find("value", HTMLElement);
    section.hidden = row < 0;
    if (row >= 0) {
      this.showValue(section, row);
      const { first, end } = this.model;
      if (!this.range && end[row] > first[row] && (this.position < first[row] ||
          this.position >= end[row]))
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
    const { scope, opcode, position } = model.instructions;
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
    const title = make("h2", formatName(getValueName(model, row)) +
      (this.since ? " (" + formatName(this.side.name, 60) + ")" : ""));
    title.dataset.value = String(model.id[row]);
    add("holds", [text(model.kind[row]), text(model.name[row]), text(model.detail[row])]
      .filter(Boolean).join(", "));
    add("shape", formatName(getText(model, model.shape[row])));
    const { logical } = model.values;
    // 0 is a shape that does not tell its bytes.
    const padding = logical[row] ? model.size[row] - (logical[row] - 1) : 0;
    add("size", formatBytes(model.size[row]) + " (" + formatCount(model.size[row]) + " bytes" +
      (padding > 0 ? ", of these " + formatBytes(padding) + " padding" : "") + ")");
    const a = model.allocation[row];
    add("place", "allocation " + model.allocations.allocation[a] + " (" +
      text(model.allocations.kind[a]) + "), offset " + formatCount(model.offset[row]));
    if (model.end[row] > model.first[row])
      add("live", "positions " + formatCount(model.first[row]) + " to " +
        formatCount(model.end[row] - 1));
    add("made by", text(opcode[i]) +
      (position[i] ? " at position " + formatCount(position[i] - 1) : ""));
    add("scope", text(scope[i]));
    add("line", formatName(getLine(model, row)));
    const users = getUsers(model, row);
    if (users.length) {
      const items = make("ul");
      // The last ones say why it is still there.
      for (const user of users.slice(-MAX_USERS).reverse()) {
        const where = position[user] ? "@" + formatCount(position[user] - 1) + " " : "";
        items.append(make("li", where + formatName(getText(model, user), 100) +
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
    const { first, end, offset, size, allocation } = model;
    const names = [];
    for (let i = 0; i < model.count && names.length < 6; ++i)
      if (i !== row && allocation[i] === allocation[row] && first[i] < end[row] &&
          first[row] < end[i] &&
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
    const count = this.sides.length;
    const height = this.isPrinting ? 560
      : Math.min(Math.max(Math.floor(innerHeight - top) - 62, count > 1 ? 620 : 400), 1400);
    const left = width < 500 ? 84 : 104;
    const plot = width - left - 2;
    const strip = Math.round(Math.min(Math.max(height * 0.2, 80), 150));
    // What was is above what is; each has its name above it.
    const gap = count > 1 ? 20 : 0;
    const each = Math.floor((height - strip - 14 - 34) / count);
    const maps = this.sides.map((_, side) => ({ x: left,
      y: strip + 14 + (count - 1 - side) * each + gap, width: plot, height: each - gap }));
    return {
      width,
      height,
      curve: { x: left, y: 4, width: plot, height: strip },
      maps,
      bottom: maps[0].y + maps[0].height,
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
    if (this.isBaseOld || isResized) {
      const base = /** @type {CanvasRenderingContext2D} */ (this.base.getContext("2d", { alpha: false }));
      base.setTransform(scale, 0, 0, scale, 0, 0);
      this.drawBase(base, (side, map) => base.drawImage(this.drawPieces(side, map, scale),
        map.x, map.y, map.width, map.height));
    }
    this.isBaseOld = false;
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.base, 0, 0);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    this.drawOverlay(context);
  }

  /**
   * @param {Pen} pen
   * @param {(side: Side, map: Rect) => void} drawMap
   */
  drawBase(pen, drawMap) {
    const { theme, layout } = this;
    pen.fillStyle = theme.ground;
    pen.fillRect(0, 0, layout.width, layout.height);
    pen.font = FONT;
    this.drawCurve(pen, layout.curve);
    this.sides.forEach((side, i) => {
      const map = layout.maps[i];
      drawMap(side, map);
      if (this.since) {
        pen.font = "600 " + FONT;
        this.write(pen, formatName(side.name, 60) + ": " + formatBytes(side.space.allocated) +
          " allocated", map.x, map.y - 6, theme.text, "left");
        pen.font = FONT;
      }
      this.drawLanes(pen, side, map);
      this.drawAxes(pen, side, map);
      this.drawLimit(pen, side, map);
    });
    this.drawPositions(pen, layout.maps[0]);
    this.sides.forEach((side, i) => {
      this.drawPeak(pen, side, layout.maps[i]);
      this.drawPills(pen, i, layout.maps[i]);
    });
  }

  /**
   * The picture of a side, in pixels of the screen, not of the page.
   * @param {Side} side
   * @param {Rect} map
   * @param {number} scale
   */
  drawPieces(side, map, scale) {
    const width = Math.max(1, Math.round(map.width * scale));
    const height = Math.max(1, Math.round(map.height * scale));
    if (!side.raster || side.raster.width !== width || side.raster.height !== height) {
      side.raster = new Raster(width, height);
      side.picture.width = width;
      side.picture.height = height;
    }
    const background = toPixel(parseColour(this.theme.plot));
    const pixels = side.raster.draw(side.pieces, side.shown, this.window, background);
    const image = new ImageData(
      new Uint8ClampedArray(/** @type {ArrayBuffer} */ (pixels.buffer)), width, height);
    side.picture.getContext("2d", { alpha: false })?.putImageData(image, 0, 0);
    return side.picture;
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
   * @param {Pen} context
   * @param {Rect} rect
   */
  drawCurve(context, rect) {
    const { theme, window, colourGroups } = this;
    const [{ space, pieces, group, data }, before] = this.sides;
    context.fillStyle = theme.plot;
    context.fillRect(rect.x, rect.y, rect.width, rect.height);
    const columns = Math.max(1, Math.round(rect.width));
    const positions = getHighest(data.curve, window.x0, window.x1, columns);
    const groups = colourGroups.length;
    const sums = sumGroups(pieces, group, groups, positions, window.x0, window.x1);
    // A limit far off would hide what there is.
    const limit = space.limit !== null && space.limit <= 1.5 * this.whole.y1 ? space.limit : 0;
    const most = Math.max(this.whole.y1, limit, 1) * 1.16;
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
      const { name, rgb } = colourGroups[g];
      stack((x) => sums[x * groups + g], this.hidden.has(name) ? theme.line : toCss(rgb));
    }
    if (data.folded)
      stack((x) => getLive(data.curve, positions[x]) - below[x], FALLBACK[this.isDark ? 1 : 0]);
    if (before) {
      const { curve } = before.data;
      const highest = getHighest(curve, window.x0, window.x1, columns);
      context.strokeStyle = theme.text;
      context.lineWidth = 1;
      context.beginPath();
      highest.forEach((position, x) => {
        const y = toY(getLive(curve, position));
        if (x === 0) context.moveTo(rect.x, y);
        else context.lineTo(rect.x + x, y);
        context.lineTo(rect.x + x + 1, y);
      });
      context.stroke();
      this.write(context, "line: before", rect.x - 8, rect.y + 42, theme.weak, "right");
    }
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
   * @param {Pen} context
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
   * @param {Pen} context
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
   * @param {Pen} context
   * @param {Side} side
   * @param {Rect} map
   */
  drawLanes(context, { model, space }, map) {
    const { theme, window } = this;
    let above = map.y - 100;
    const lanes = model.lanes.filter((lane) => lane.space === space.space);
    for (const lane of lanes.reverse()) {
      const top = Math.max(this.toY(lane.base + lane.size, map), map.y);
      const bottom = Math.min(this.toY(lane.base, map), map.y + map.height);
      if (bottom < map.y || top > map.y + map.height || lane.size === 0) continue;
      if (lane.base > window.y0) this.drawLine(context, map, bottom, theme.text, [1, 3]);
      if (bottom - top < 15 || top < above + 14) continue;
      this.write(context, lane.name, map.x - 8, top + 12, theme.text, "right");
      above = top + 12;
      if (bottom - top < 30) continue;
      this.write(context, formatBytes(lane.size), map.x - 8, top + 27, theme.weak, "right");
      above = top + 27;
    }
  }

  /**
   * @param {Pen} context
   * @param {Rect} map
   */
  drawPositions(context, map) {
    const { theme, window } = this;
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
  }

  /**
   * @param {Pen} context
   * @param {Side} side
   * @param {Rect} map
   */
  drawAxes(context, { model, space }, map) {
    const { theme, window } = this;
    context.strokeStyle = theme.line;
    context.lineWidth = 1;
    context.strokeRect(map.x + 0.5, map.y + 0.5, map.width - 1, map.height - 1);
    const lanes = model.lanes.filter((lane) => lane.space === space.space);
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
      this.write(context, formatBytes(tick).replace(/\.0+(?= )/, ""), map.x - 8, y + 4,
        theme.weak, "right");
    }
  }

  /**
   * @param {Pen} context
   * @param {Side} side
   * @param {Rect} map
   */
  drawLimit(context, { space }, map) {
    const { theme } = this;
    if (space.limit === null) return;
    const y = Math.min(this.toY(space.limit, map), map.y + map.height);
    if (y <= map.y) return;
    const isOver = space.allocated > space.limit;
    if (isOver) {
      context.fillStyle = theme.tint;
      context.fillRect(map.x, map.y, map.width, y - map.y);
    }
    this.drawLine(context, map, y, theme.alarm, []);
    if (!isOver) return;
    this.drawPill(context, "limit " + formatBytes(space.limit) + ", " +
      formatBytes(space.allocated - space.limit) + " over it", map.x + map.width - 8,
      Math.max(y - 12, map.y + 12), theme.alarm, theme.pill, "right");
  }

  /**
   * @param {Pen} context
   * @param {Side} side
   * @param {Rect} map
   */
  drawPeak(context, side, map) {
    const { theme, layout } = this;
    const { peak, peakPosition, pieces } = side.data;
    if (!pieces.count) return;
    const { curve } = layout;
    // The curve is that of the module as it is.
    const isInCurve = side === this.sides[0];
    const x = this.toX(peakPosition + 0.5, map);
    if (x < map.x || x > map.x + map.width) return;
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    context.setLineDash([4, 3]);
    context.beginPath();
    for (const rect of isInCurve ? [curve, map] : [map]) {
      context.moveTo(x, rect.y);
      context.lineTo(x, rect.y + rect.height);
    }
    context.stroke();
    context.setLineDash([]);
    if (!isInCurve) return;
    const y = this.curveToY(peak);
    context.fillStyle = theme.text;
    context.beginPath();
    context.arc(x, y, 3.5, 0, 2 * Math.PI);
    context.fill();
    context.font = "600 " + FONT;
    const text = "peak " + formatBytes(peak) + " at " + formatCount(peakPosition);
    const isRight = x + context.measureText(text).width + 12 > map.x + map.width;
    this.write(context, text, x + (isRight ? -8 : 8),
      Math.min(y + 16, curve.y + curve.height - 4), theme.text, isRight ? "right" : "left");
    context.font = FONT;
  }

  /**
   * Names the largest groups that lie together at the position.
   * @param {Pen} context
   * @param {number} side
   * @param {Rect} map
   */
  drawPills(context, side, map) {
    const { theme } = this;
    const { model, pieces } = this.sides[side];
    const position = this.getPosition(side);
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
   * @param {Pen} context
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
   * @param {Pen} context
   */
  drawOverlay(context) {
    const { theme, layout, pointer } = this;
    const { curve, maps, bottom } = layout;
    context.save();
    context.beginPath();
    context.rect(curve.x, curve.y, curve.width, bottom - curve.y);
    context.clip();
    context.font = FONT;
    const at = pointer && this.locate(pointer);
    this.sides.forEach((side, i) => {
      const { pieces } = side;
      const map = maps[i];
      // The curve is that of the first.
      const rects = i === 0 ? [curve, map] : [map];
      const rows = new Set(this.outlined[i]);
      context.strokeStyle = theme.text;
      context.lineWidth = 1.5;
      let count = 0;
      for (let k = 0; rows.size && k < pieces.count && count < MAX_OUTLINES; ++k) {
        if (!rows.has(pieces.row[k])) continue;
        const x = this.toX(pieces.first[k], map);
        const top = Math.max(this.toY(pieces.base[k] + pieces.size[k], map), map.y);
        const end = Math.min(this.toY(pieces.base[k], map), map.y + map.height);
        if (top > map.y + map.height || end < map.y) continue;
        context.strokeRect(x, top, Math.max(this.toX(pieces.end[k], map) - x, 2),
          Math.max(end - top, 2));
        ++count;
      }
      const range = this.getRange(i);
      if (range) {
        const x = this.toX(range.x0, map);
        const width = Math.max(this.toX(range.x1, map) - x, 1);
        for (const rect of rects) {
          const top = rect === map ? Math.max(this.toY(range.y1, map), map.y) : rect.y;
          const end = rect === map ? Math.min(this.toY(range.y0, map), map.y + map.height)
            : rect.y + rect.height;
          context.fillStyle = context.strokeStyle = theme.mark;
          context.lineWidth = 1;
          context.globalAlpha = 0.18;
          context.fillRect(x, top, width, Math.max(end - top, 1));
          context.globalAlpha = 1;
          context.strokeRect(x, top, width, Math.max(end - top, 1));
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
        for (const rect of rects) {
          context.moveTo(x, rect.y);
          context.lineTo(x, rect.y + rect.height);
        }
        context.stroke();
      };
      const position = this.getPosition(i);
      if (position !== side.data.peakPosition && pieces.count) {
        const x = this.toX(position + 0.5, map);
        drawColumn(x, theme.text);
        const isRight = x > map.x + map.width - 120;
        this.write(context, formatCount(position) + ": " +
          formatBytes(getLive(side.data.curve, position)), x + (isRight ? -5 : 5),
          rects[0].y + 12, theme.text, isRight ? "right" : "left");
      }
      if (at)
        drawColumn(i === at.side ? at.x : this.toX(
          this.match(Math.floor(at.position), at.side, i) + 0.5, map), theme.weak);
    });
    context.restore();
  }

  //===--------------------------------------------------------------------------------===
  // What people do
  //===--------------------------------------------------------------------------------===

  /**
   * The side, position and byte at a place of the canvas.
   * @param {{x: number, y: number}} place
   */
  locate(place) {
    const { maps } = this.layout;
    const { x0, x1, y0, y1 } = this.window;
    const found = maps.findIndex((m) => place.y >= m.y && place.y < m.y + m.height);
    const side = Math.max(found, 0);
    const map = maps[side];
    const isInside = place.x >= map.x && place.x < map.x + map.width;
    return {
      side,
      x: place.x,
      position: x0 + ((place.x - map.x) / map.width) * (x1 - x0),
      byte: y1 - ((place.y - map.y) / map.height) * (y1 - y0),
      isInside,
      isMap: isInside && found >= 0,
      perX: (x1 - x0) / map.width,
      perY: (y1 - y0) / map.height,
    };
  }

  /** The piece at a place; -1 for none. @param {ReturnType<Page["locate"]>} at */
  findAt(at) {
    return at.isMap
      ? findPiece(this.sides[at.side].pieces, at.position, at.byte, at.perX, at.perY) : -1;
  }

  hover() {
    const tip = find("tip", HTMLElement);
    const { pointer } = this;
    const at = pointer && this.locate(pointer);
    tip.hidden = !pointer || !at || !at.isInside || pointer.y < 0;
    this.schedule(false);
    if (!pointer || !at || tip.hidden) return;
    const position = Math.floor(at.position);
    const piece = this.findAt(at);
    const { model, pieces, data } = this.sides[at.side];
    tip.replaceChildren();
    if (piece < 0) delete tip.dataset.value;
    else {
      const row = pieces.row[piece];
      tip.dataset.value = String(model.id[row]);
      tip.append(make("b", formatName(getValueName(model, row), 80)),
        make("div", formatShape(getText(model, model.shape[row])) + ", " +
          formatBytes(model.size[row])),
        make("div", [model.kind[row], model.name[row], model.detail[row]]
          .map((id) => formatName(getText(model, id), 100)).filter(Boolean).join(", ")),
        make("div", "live from " + formatCount(model.first[row]) + " to " +
          formatCount(model.end[row] - 1)));
    }
    tip.append(make("small", "position " + formatCount(position) + ": " +
      formatBytes(getLive(data.curve, position)) + " live" +
      (at.isMap && piece < 0 ? "; nothing is live here" : "")));
    const box = this.canvas.getBoundingClientRect();
    const x = box.left + pointer.x + 14;
    const y = box.top + pointer.y + 14;
    tip.style.left = Math.max(4, x + tip.offsetWidth > innerWidth - 8
      ? x - tip.offsetWidth - 28 : x) + "px";
    tip.style.top = Math.max(4, Math.min(y, innerHeight - tip.offsetHeight - 8)) + "px";
  }

  /** @param {number} position */
  toKnown(position) {
    return Math.min(Math.max(Math.floor(position), 0), this.data.whole.x1 - 1);
  }

  /** @param {number} position */
  goTo(position) {
    this.position = this.toKnown(position);
    this.range = null;
    this.showPosition();
    this.schedule(true);
    this.writeLink();
  }

  /** @param {Extent} window */
  setWindow(window) {
    this.window = clampWindow(window, this.whole);
    this.schedule(true);
    this.writeLink();
  }

  /**
   * Selects all positions from one to another, and of the map bytes.
   * @param {Extent} range
   */
  setRange({ x0, x1, y0, y1 }) {
    const { whole } = this;
    const first = this.toKnown(x0);
    const low = Math.min(Math.max(Math.floor(y0), 0), whole.y1 - 1);
    this.range = { x0: first, x1: Math.max(this.toKnown(x1 - 1), first) + 1, y0: low,
      y1: Math.min(Math.max(Math.ceil(y1), low + 1), whole.y1) };
  }

  /** Shows what lives in the range. */
  showRange() {
    this.showPosition();
    this.say(find("live-title", HTMLElement).textContent + ": " +
      find("live-sum", HTMLElement).textContent + ".");
    this.schedule(false);
    this.writeLink();
  }

  listen() {
    const { canvas } = this;
    /** @param {MouseEvent} event */
    const toPlace = (event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    /** @type {{x: number, y: number, window: Extent, selects: boolean, hasMoved: boolean} | null} */
    let drag = null;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const place = toPlace(event);
      const at = this.locate(place);
      drag = { ...place, window: this.window, hasMoved: false,
        selects: at.isInside && (event.shiftKey || !at.isMap) };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      this.pointer = toPlace(event);
      const map = this.layout.maps[0];
      if (drag) {
        const dx = this.pointer.x - drag.x;
        const dy = this.pointer.y - drag.y;
        drag.hasMoved ||= Math.abs(dx) + Math.abs(dy) > 4;
        if (drag.hasMoved && drag.selects) {
          const from = this.locate(drag);
          // What is outside of that map has its bytes too.
          const position = this.locate(this.pointer).position;
          const byte = from.byte - dy * from.perY;
          const { y0, y1 } = this.whole;
          this.activate(from.side);
          this.setRange({ x0: Math.min(from.position, position),
            x1: Math.floor(Math.max(from.position, position)) + 1,
            y0: from.isMap ? Math.min(from.byte, byte) : y0,
            y1: from.isMap ? Math.max(from.byte, byte) : y1 });
        } else if (drag.hasMoved)
          this.setWindow(panWindow(drag.window, this.whole, -dx / map.width, dy / map.height));
      }
      this.hover();
    });
    canvas.addEventListener("pointerup", (event) => {
      const moved = drag?.hasMoved ? drag : null;
      drag = null;
      if (moved?.selects) this.showRange();
      if (moved || event.button !== 0) return;
      const at = this.locate(toPlace(event));
      if (!at.isInside) return;
      const piece = this.findAt(at);
      this.activate(at.side);
      this.range = null;
      this.position = this.toKnown(at.position);
      this.select(piece < 0 ? -1 : this.pieces.row[piece]);
      this.schedule(true);
    });
    canvas.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.hover();
    });
    canvas.addEventListener("wheel", (event) => {
      const at = this.locate(toPlace(event));
      if (!at.isInside || event.ctrlKey) return;
      event.preventDefault();
      const isBytes = event.shiftKey;
      const share = isBytes
        ? (at.byte - this.window.y0) / (this.window.y1 - this.window.y0)
        : (at.position - this.window.x0) / (this.window.x1 - this.window.x0);
      const factor = Math.exp(Math.sign(event.deltaY || event.deltaX) * 0.25);
      this.setWindow(zoomWindow(this.window, this.whole, factor, isBytes ? "y" : "x",
        Math.min(Math.max(share, 0), 1)));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.press(event));
    find("space", HTMLSelectElement).addEventListener("change", (event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      const found = this.spaces.find((s) => String(s.space) === value);
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
    find("copy-list", HTMLElement).addEventListener("click", () =>
      navigator.clipboard.writeText(this.getCsv()).then(
        () => this.say("The list is in the clipboard, as CSV."),
        () => this.say("The browser lets this page write nothing into the clipboard.")));
    find("save-list", HTMLElement).addEventListener("click", () =>
      save(new Blob([this.getCsv()], { type: "text/csv" }), "live-at-" + (this.range
        ? this.range.x0 + "-to-" + (this.range.x1 - 1) : this.position) + ".csv"));
    find("save-map", HTMLElement).addEventListener("click", () =>
      this.canvas.toBlob((blob) => blob && save(blob, "map.png")));
    find("save-svg", HTMLElement).addEventListener("click", () => {
      save(new Blob([this.getSvg()], { type: "image/svg+xml" }), "map.svg");
      this.schedule(true);
    });
    addEventListener("resize", () => this.schedule(true));
    addEventListener("hashchange", () => this.followLink());
    DARK.addEventListener("change", () => this.recolour());
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
    const { window, curve, whole } = this;
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
      Home: () => this.goTo(this.data.peakPosition),
      ".": () => this.goTo(curve.at[Math.min(step + 1, curve.at.length - 1)] ?? 0),
      ",": () => this.goTo(curve.at[Math.max(step - 1, 0)] ?? 0),
      "[": () => this.mark(this.position, null),
      "]": () => this.mark(null, this.position + 1),
      Enter: () => {
        const { range } = this;
        if (range) this.setWindow({ ...whole, ...range });
      },
      n: () => this.pick(1),
      p: () => this.pick(-1),
      b: () => {
        if (!this.since) return;
        this.activate(1 - this.active);
        this.select(-1);
        this.say("At " + this.side.name + ".");
      },
      Escape: () => {
        this.range = null;
        this.select(-1);
      },
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /**
   * Moves an end of the range to a position; the other stays if it can.
   * @param {number | null} x0
   * @param {number | null} x1
   */
  mark(x0, x1) {
    const { range, whole } = this;
    const first = x0 ?? Math.min(range?.x0 ?? 0, (x1 ?? 1) - 1);
    this.setRange({ ...whole, x0: first, x1: x1 ?? Math.max(range?.x1 ?? whole.x1, first + 1) });
    this.showRange();
  }

  /**
   * Selects the value after the selected one in the order of sizes.
   * @param {number} step 1, or -1 for the one before
   */
  pick(step) {
    const { model } = this;
    const { size } = model;
    const bySize = this.data.rows.slice().sort((a, b) => size[b] - size[a] || a - b);
    if (!bySize.length) return;
    const index = bySize.indexOf(this.selected);
    const next = index < 0 ? 0 : Math.min(Math.max(index + step, 0), bySize.length - 1);
    const row = bySize[next];
    this.select(row);
    this.say(formatName(getValueName(model, row), 100) + ", " +
      formatShape(getText(model, model.shape[row])) + ", " + formatBytes(model.size[row]) +
      ", live from " + formatCount(model.first[row]) + " to " +
      formatCount(model.end[row] - 1) + ".");
    this.schedule(true);
  }

  /** The list, with a line for each value, or for each part that changes. */
  getCsv() {
    const { model } = this.sides[0];
    /** @param {string} text */
    const quote = (text) => '"' + text.replaceAll('"', '""') + '"';
    /** @param {{kind: string, name: string, shape: string}} group */
    const describe = (group) => [group.kind, group.name, group.shape].map(quote);
    const lines = this.since
      ? ["kind,part,shape,before,after,change", ...this.changed.map((group) =>
        [...describe(group), group.before, group.after, group.after - group.before].join(","))]
      : ["value,name,kind,part,shape,bytes,first,last", ...this.groups.flatMap((group) =>
        group.rows.map((row) => [model.id[row], quote(getValueName(model, row)),
          quote(group.kind), quote(getText(model, model.name[row])),
          quote(getText(model, model.shape[row])), model.size[row], model.first[row],
          model.end[row] - 1].join(",")))];
    return lines.join("\n") + "\n";
  }

  /** The picture as it is, in shapes and texts; of very many rectangles in pixels. */
  getSvg() {
    const { width, height } = this.layout;
    const pen = new SvgPen(width, height, (text, font) => {
      this.context.font = font;
      return this.context.measureText(text);
    });
    const { plot } = this.theme;
    this.drawBase(pen, (side, map) => {
      pen.fillStyle = plot;
      pen.fillRect(map.x, map.y, map.width, map.height);
      if (!pen.addPieces(side.pieces, side.shown, this.window, map))
        pen.addPicture(this.drawPieces(side, map, 2).toDataURL(), map);
    });
    this.pointer = null;
    this.drawOverlay(pen);
    return pen.finish();
  }

  //===--------------------------------------------------------------------------------===
  // Links
  //===--------------------------------------------------------------------------------===

  writeLink() {
    const { window, whole } = this;
    const isWhole = window.x0 === whole.x0 && window.x1 === whole.x1 &&
      window.y0 === whole.y0 && window.y1 === whole.y1;
    const link = printLink({
      space: this.space.space,
      position: this.position === this.data.peakPosition ? null : this.position,
      value: this.selected < 0 ? null : this.model.id[this.selected],
      side: this.active,
      range: this.range,
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
    const side = place.side < this.sides.length ? place.side : 0;
    const { model, rowOfId } = this.sides[side];
    const row = place.value === null ? undefined : rowOfId.get(place.value);
    const number = row === undefined
      ? place.space : model.allocations.space[model.allocation[row]];
    const space = this.spaces.find((s) => s.space === number);
    const modes = find("colour", HTMLSelectElement);
    modes.value = place.colour;
    if (modes.selectedIndex < 0) modes.value = "kind";
    this.mode = /** @type {ColourMode} */ (modes.value);
    this.filter = place.filter;
    find("filter", HTMLInputElement).value = place.filter;
    this.hidden = new Set(place.hidden);
    this.openSpace(space ?? this.space);
    this.activate(side);
    if (place.window) this.window = clampWindow(place.window, this.whole);
    if (place.position !== null) this.position = this.toKnown(place.position);
    if (place.range) this.setRange(place.range);
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
      const rows = [...body.rows].sort((a, b) => (isUp ? -1 : 1) *
        (Number(key(b)) - Number(key(a)) ||
          key(b).localeCompare(key(a), "en", { numeric: true })));
      for (const other of cell.parentElement?.children ?? []) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      body.replaceChildren(...rows);
    });
  }
}

async function start() {
  try {
    /** @param {HTMLElement} element */
    const read = async (element) =>
      decodeModel(await inflate(decodeBase64(element.textContent ?? "")));
    const model = await read(find("data", HTMLElement));
    const was = document.getElementById("before");
    const before = was && { model: await read(was), since: was.dataset.since ?? "a change" };
    if (!model.spaces.length) throw new Error("This module has no memory.");
    find("app", HTMLElement).hidden = false;
    new Page(model, before);
  } catch (error) {
    const status = find("status", HTMLElement);
    status.textContent = error instanceof Error ? error.message : String(error);
    status.className = "error";
    document.documentElement.dataset.state = "failed";
  }
  makeSortable();
}

start();
