// The block of data: what the writer encoded, as arrays.

const PAGE_FORMAT = 4;

/**
 * @typedef {{space: number, name: string, allocated: number,
 *   peak: number | null, peakPosition: number | null, limit: number | null}} Space
 * @typedef {{space: number, name: string, base: number, size: number}} Lane
 * @typedef {{count: number, largest: number, changes: [number, number][]}} Folded
 * @typedef {Record<string, Float64Array>} Table columns by name
 */

// The lanes of a space from below; temporary memory is the highest, where the peak is.
const LANES = ["constants", "arguments", "results", "temporary"];
/** @type {Record<string, string>} */
const LANE_OF = { temp: "temporary", output: "results", constant: "constants", "thread-local": "" };

/**
 * Rectangles of one space, of which no two overlap: the value that each belongs to, the
 * first position and the one after the last, the bytes above the beginning of the space.
 * @typedef {{count: number, row: Int32Array, first: Float64Array, end: Float64Array,
 *   base: Float64Array, size: Float64Array}} Pieces
 */

/**
 * @param {string} text base64
 * @returns {Uint8Array<ArrayBuffer>}
 */
function decodeBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} count
 */
function decodeColumn(bytes, at, count) {
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; ++i) {
    let byte = bytes[at++];
    if (byte < 128) {
      numbers[i] = byte;
      continue;
    }
    let number = 0;
    let scale = 1;
    // By multiplication: shifts end at 32 bits.
    for (; byte >= 128; scale *= 128, byte = bytes[at++]) number += (byte - 128) * scale;
    numbers[i] = number + byte * scale;
  }
  return numbers;
}

/**
 * What a zigzag number stands for.
 * @param {number} n
 */
function fromZigzag(n) {
  if (n < 2 ** 31) return (n >>> 1) ^ -(n & 1);
  const half = Math.floor(n / 2);
  return half * 2 === n ? half : -half - 1;
}

/**
 * Makes differences to the number before, or to that of another column, what they stand for.
 * @param {Float64Array} column
 * @param {Float64Array | null} other
 */
function addTo(column, other) {
  for (let i = 0, last = 0; i < column.length; ++i)
    last = column[i] = fromZigzag(column[i]) + (other ? other[i] : last);
}

/**
 * Which stem each text has, and which number behind it; 0 is none.
 * @param {Table} texts
 */
function decodeNames({ stem, number }) {
  const last = new Float64Array(stem.length + 1);
  const stems = new Int32Array(stem.length + 1);
  const numbers = new Float64Array(stem.length + 1);
  let known = 0;
  for (let i = 0; i < stem.length; ++i) {
    // 0 is the next one that is new.
    const id = stem[i] || ++known;
    stems[i + 1] = id - 1;
    numbers[i + 1] = last[id] += fromZigzag(number[i]);
  }
  return { stems, numbers };
}

/**
 * Where allocations begin if all of a space lie one above the other; those of threads lie
 * nowhere.
 * @param {Table} allocations
 * @param {(id: number) => string} toText
 */
function placeAllocations({ space, kind, size }, toText) {
  const base = new Float64Array(size.length).fill(-1);
  /** @type {Lane[]} */
  const lanes = [];
  /** @type {Map<number, number>} */
  const ends = new Map();
  const names = Array.from(kind, (id) => LANE_OF[toText(id)] ?? "arguments");
  for (const name of LANES)
    for (let i = 0; i < size.length; ++i) {
      if (names[i] !== name) continue;
      base[i] = ends.get(space[i]) ?? 0;
      ends.set(space[i], base[i] + size[i]);
      const lane = lanes.find((l) => l.space === space[i] && l.name === name);
      if (lane) lane.size += size[i];
      else lanes.push({ space: space[i], name, base: base[i], size: size[i] });
    }
  return { base, lanes };
}

/**
 * A column of items, of which item `i` belongs to row `rows[i]`, in the order of rows.
 * @param {number} count of rows
 * @param {Float64Array} rows
 * @param {Float64Array} column
 */
function spread(count, rows, column) {
  const items = new Float64Array(count);
  for (let i = 0; i < rows.length; ++i) items[rows[i]] = column[i];
  return items;
}

/**
 * What the page knows of a module. Throws an Error with a sentence for people.
 * @param {Uint8Array} bytes
 */
function decodeModel(bytes) {
  const line = bytes.indexOf(10);
  /** @type {{format: number, stems: string[], overlapping: number[],
   *   columns: [string, string, number, number][]}} */
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, line)));
  if (head.format !== PAGE_FORMAT)
    throw new Error(
      "The data of this page has format " + head.format + ", and its program reads format " +
        PAGE_FORMAT + ": write the page again, with one release of hlo-mem-opt."
    );
  let at = line + 1;
  /** @type {Record<string, Table>} */
  const tables = {};
  for (const [table, name, length, size] of head.columns) {
    const start = at;
    at += size;
    const columns = (tables[table] ??= {});
    const [before] = Object.keys(columns).slice(-1);
    /** @type {Float64Array | undefined} */
    let column;
    // Some are asked for only when a value is.
    Object.defineProperty(columns, name.replace(/[+-]$/, ""), { enumerable: true, get: () => {
      if (column) return column;
      column = decodeColumn(bytes, start, length);
      if (name.endsWith("+")) addTo(column, null);
      if (name.endsWith("-")) addTo(column, columns[before]);
      return column;
    } });
  }
  if (at !== bytes.length) throw new Error("The data of this page is cut.");
  const { modules, spaces, allocations, instructions, values } = tables;
  const count = values.value.length;
  const { stems, numbers } = decodeNames(tables.texts);
  /** @type {string[]} */
  const texts = new Array(stems.length);
  texts[0] = "";
  // Most are never asked for.
  /** @param {number} id */
  const toText = (id) => (texts[id] ??=
    head.stems[stems[id]] + (numbers[id] === 0 ? "" : "." + (numbers[id] - 1)));
  const { base, lanes } = placeAllocations(allocations, toText);
  /** @type {Table} */
  const placed = { ...allocations, base };
  /** @type {Table} */
  const pieces = { ...tables.pieces };
  /** @param {string} table @param {string} name */
  const join = (table, name) => spread(count, tables[table].value, tables[table][name]);
  /** @param {string} name */
  const ofName = (name) => spread(texts.length, instructions.instruction, instructions[name]);
  const rowOf = new Map(Array.from(allocations.allocation, (number, i) => [number, i]));
  // Mostly the number is that of the row.
  const allocation = values.allocation.map((number) =>
    placed.allocation[number] === number ? number : (rowOf.get(number) ?? 0));
  const { value, first, last } = tables.live_ranges;
  // The position after the last; not above the first if the value has no range.
  const end = new Float64Array(count);
  for (let i = 0; i < value.length; ++i) end[value[i]] = last[i] + 1;
  // Of what may be empty, 0 is that, and others are one more.
  /** @param {number} number */
  const orNull = (number) => (number ? number - 1 : null);
  return {
    count,
    toText,
    backend: toText(modules.backend[0]),
    positionCount: orNull(modules.position_count[0]),
    isIncomplete: modules.incomplete[0] === 1,
    isDerived: tables.live_ranges.derived.includes(1),
    overlapping: head.overlapping,
    spaces: Array.from(spaces.space, (space, i) => ({
      space,
      name: toText(spaces.name[i]) || "space " + space,
      allocated: spaces.allocated[i],
      peak: orNull(spaces.peak[i]),
      peakPosition: orNull(spaces.peak_position[i]),
      limit: orNull(spaces.memory_limit[i]),
    })),
    lanes,
    parts: tables.parts,
    allocations: placed,
    // By the number of their names. 0 is an instruction without a position.
    instructions: {
      position: ofName("position"),
      opcode: ofName("opcode"),
      scope: ofName("scope"),
      source: ofName("source"),
    },
    id: values.value,
    allocation,
    offset: values.byte_offset,
    size: values.size,
    shape: values.shape,
    instruction: values.instruction,
    first: spread(count, value, first),
    end,
    kind: join("contents", "kind"),
    name: join("contents", "name"),
    detail: join("contents", "detail"),
    source: join("contents", "source"),
    values,
    uses: tables.uses,
    // What is not here is one piece: all bytes of a value, while it lives.
    pieces,
    folded: tables.folded,
  };
}

/** @typedef {ReturnType<typeof decodeModel>} Model */

/**
 * Text number `id` of the model; 0 is the empty text.
 * @param {Model} model
 * @param {number} id
 */
function getText(model, id) {
  return model.toText(id);
}

/**
 * "fusion.3{1}": the value as the program prints it.
 * @param {Model} model
 * @param {number} row
 */
function getValueName(model, row) {
  const name = getText(model, model.instruction[row]);
  const index = getText(model, model.values.tuple_index[row]);
  return index === "{}" ? name : name + index;
}

/**
 * The rectangles of a space.
 * @param {Model} model
 * @param {number} space
 * @returns {Pieces}
 */
function getPieces(model, space) {
  const { allocations, pieces } = model;
  const total = model.count + pieces.value.length;
  const row_ = new Int32Array(total);
  const [first, end, base, size] = [0, 1, 2, 3].map(() => new Float64Array(total));
  let n = 0;
  /**
   * @param {number} row
   * @param {number} from
   * @param {number} to
   * @param {number} offset
   * @param {number} bytes
   */
  const add = (row, from, to, offset, bytes) => {
    const a = model.allocation[row];
    if (bytes === 0 || from >= to || allocations.base[a] < 0 || allocations.space[a] !== space)
      return;
    row_[n] = row;
    first[n] = from;
    end[n] = to;
    base[n] = allocations.base[a] + offset;
    size[n++] = bytes;
  };
  for (let row = 0, i = 0; row < model.count; ++row) {
    if (pieces.value[i] !== row)
      add(row, model.first[row], model.end[row], model.offset[row],
        model.size[row]);
    for (; pieces.value[i] === row; ++i)
      add(row, pieces.first[i], pieces.last[i] + 1, pieces.byte_offset[i], pieces.size[i]);
  }
  return {
    count: n,
    row: row_.subarray(0, n),
    first: first.subarray(0, n),
    end: end.subarray(0, n),
    base: base.subarray(0, n),
    size: size.subarray(0, n),
  };
}

/**
 * What the writer left out of a space: how many values, and how what is live of them
 * changes.
 * @param {Model} model
 * @param {number} space
 * @returns {Folded | undefined}
 */
function getFolded(model, space) {
  const { allocations, folded } = model;
  let count = 0;
  allocations.value_count.forEach((n, a) => (count += allocations.space[a] === space ? n : 0));
  for (const a of model.allocation) if (allocations.space[a] === space) --count;
  if (count <= 0) return undefined;
  /** @type {[number, number][]} */
  const changes = [];
  folded.position.forEach((position, i) => {
    if (folded.space[i] === space)
      changes.push([position, folded.bytes[i] - (folded.bytes[i - 1] ?? 0)]);
  });
  return { count, largest: model.size.reduce((a, b) => Math.min(a, b), Infinity), changes };
}
