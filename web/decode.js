// The block of data: what the writer encoded, as arrays.

const PAGE_FORMAT = 2;
/** As the name of what a value holds, stands for that of its instruction. */
const OWN_NAME = 1;

/**
 * @typedef {{space: number, name: string, allocated: number, threadLocal: number,
 *   peak: number | null, peakPosition: number | null, limit: number | null}} Space
 * @typedef {{space: number, kind: string, base: number, size: number,
 *   allocations: number}} Lane
 * @typedef {{space: number, count: number, largest: number,
 *   changes: [number, number][]}} Folded
 * @typedef {{format: number, module: string, backend: string, valueCount: number,
 *   positionCount: number | null, incomplete: boolean, derived: boolean,
 *   spaces: Space[], lanes: Lane[],
 *   strings: string[], columns: [string, number, number][], overlapping: number[],
 *   outside: number[],
 *   folded: Folded[]}} Header
 */

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
async function gunzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
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

/** @param {Float64Array} column */
function sumDeltas(column) {
  let sum = 0;
  for (let i = 0; i < column.length; ++i) column[i] = sum += fromZigzag(column[i]);
  return column;
}

/**
 * @param {Float64Array} counts
 * @returns {Int32Array} where the items of each begin; one more at the end
 */
function sumCounts(counts) {
  const starts = new Int32Array(counts.length + 1);
  for (let i = 0; i < counts.length; ++i) starts[i + 1] = starts[i] + counts[i];
  return starts;
}

/**
 * "fusion" and 13 are "fusion.12".
 * @param {string} stem
 * @param {number} number
 */
function joinName(stem, number) {
  return number === 0 ? stem : stem + "." + (number - 1);
}

/**
 * What the page knows of a module. Throws an Error with a sentence for people.
 * @param {Uint8Array} bytes
 */
function decodeModel(bytes) {
  const line = bytes.indexOf(10);
  /** @type {Header} */
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, line)));
  if (head.format !== PAGE_FORMAT)
    throw new Error(
      "The data of this page has format " + head.format + ", and its program reads format " +
        PAGE_FORMAT + ": write the page again, with one release of hlo-mem-opt."
    );
  let at = line + 1;
  /** @type {Map<string, Float64Array>} */
  const columns = new Map();
  for (const [name, count, length] of head.columns) {
    columns.set(name, decodeColumn(bytes, at, count));
    at += length;
  }
  if (at !== bytes.length) throw new Error("The data of this page is cut.");
  /** @param {string} name */
  const get = (name) => columns.get(name) ?? new Float64Array(0);
  /** @param {string} name */
  const sum = (name) => sumDeltas(get(name));

  const stems = get("instructionStem");
  const numbers = get("instructionNumber");
  const last = new Float64Array(head.strings.length + 1);
  for (let i = 0; i < stems.length; ++i)
    numbers[i] = last[stems[i]] += fromZigzag(numbers[i]);
  const instruction = sum("instruction");
  const name = get("name");
  const known = new Map(head.strings.map((text, i) => [text, i + 1]));
  const own = new Float64Array(stems.length);
  /** @param {number} i */
  const numberName = (i) => {
    const text = joinName(head.strings[stems[i] - 1], numbers[i]);
    return known.get(text) ?? head.strings.push(text);
  };
  for (const [row, i] of instruction.entries())
    if (name[row] === OWN_NAME) name[row] = own[i] ||= numberName(i);
  const userStart = sumCounts(get("users"));
  const user = get("user");
  for (let row = 0; row < instruction.length; ++row)
    for (let i = userStart[row]; i < userStart[row + 1]; ++i)
      user[i] = fromZigzag(user[i]) + instruction[row];
  return {
    head,
    count: instruction.length,
    allocations: {
      count: get("allocationSize").length,
      number: sum("allocationNumber"),
      space: get("allocationSpace"),
      size: get("allocationSize"),
      kind: get("allocationKind"),
      base: sum("allocationBase"),
    },
    instructions: {
      stem: stems,
      number: numbers,
      position: sum("instructionPosition"),
      opcode: get("instructionOpcode"),
      scope: get("instructionScope"),
      source: get("instructionSource"),
    },
    id: sum("id"),
    allocation: sum("allocation"),
    offset: sum("offset"),
    size: get("size"),
    tuple: get("tuple"),
    shape: get("shape"),
    padding: get("padding"),
    instruction,
    phi: get("phi"),
    first: sum("first"),
    length: get("length"),
    kind: get("kind"),
    name,
    detail: get("detail"),
    source: get("source"),
    userStart,
    user,
    pieceCount: get("pieces"),
    pieceFirst: get("pieceFirst"),
    pieceLength: get("pieceLength"),
    pieceOffset: get("pieceOffset"),
    pieceSize: get("pieceSize"),
  };
}

/** @typedef {ReturnType<typeof decodeModel>} Model */

/**
 * Text number `id` of the model; 0 is the empty text.
 * @param {Model} model
 * @param {number} id
 */
function getText(model, id) {
  return id === 0 ? "" : model.head.strings[id - 1];
}

/**
 * @param {Model} model
 * @param {number} instruction
 */
function getInstructionName(model, instruction) {
  const { stem, number } = model.instructions;
  return joinName(getText(model, stem[instruction]), number[instruction]);
}

/**
 * "fusion.3{1}": the value as the program prints it.
 * @param {Model} model
 * @param {number} row
 */
function getValueName(model, row) {
  const name = getInstructionName(model, model.instruction[row]);
  const index = getText(model, model.tuple[row]);
  return index === "{}" ? name : name + index;
}

/**
 * The rectangles of a space.
 * @param {Model} model
 * @param {number} space
 * @returns {Pieces}
 */
function getPieces(model, space) {
  const { allocations, pieceCount } = model;
  let total = 0;
  for (let row = 0; row < model.count; ++row) total += Math.max(1, pieceCount[row]);
  const row_ = new Int32Array(total);
  const first = new Float64Array(total);
  const end = new Float64Array(total);
  const base = new Float64Array(total);
  const size = new Float64Array(total);
  let n = 0;
  let next = 0;
  for (let row = 0; row < model.count; ++row) {
    const count = pieceCount[row];
    const isHere = allocations.space[model.allocation[row]] === space;
    const offset = allocations.base[model.allocation[row]] + model.offset[row];
    if (count === 1 && isHere) {
      row_[n] = row;
      first[n] = model.first[row];
      end[n] = model.first[row] + model.length[row];
      base[n] = offset;
      size[n++] = model.size[row];
    }
    for (let i = 1; i < count; ++i, ++next) {
      if (!isHere) continue;
      row_[n] = row;
      first[n] = model.first[row] + model.pieceFirst[next];
      end[n] = first[n] + model.pieceLength[next];
      base[n] = offset + model.pieceOffset[next];
      size[n++] = model.pieceSize[next];
    }
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
