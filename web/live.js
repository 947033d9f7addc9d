// What is live when: the curve, and the list at a position.

const MAX_DENSE = 1 << 22;

/**
 * How many bytes of a space are live from `at[i]` to before `at[i + 1]`: each byte once,
 * for pieces share none. Without the pieces that the writer left out.
 * @param {Pieces} pieces
 * @param {Folded | undefined} folded
 */
function getCurve(pieces, folded) {
  const { first, end, size, count } = pieces;
  const changes = folded?.changes ?? [];
  let last = 0;
  for (let i = 0; i < count; ++i) if (end[i] > last) last = end[i];
  for (const [position] of changes) if (position > last) last = position;
  // Few positions have a number each; of many, those at which something changes do.
  const isDense = last <= MAX_DENSE;
  const at = isDense
    ? new Float64Array(count || changes.length ? last + 1 : 0).map((_, i) => i)
    : Float64Array.from(new Set([...first, ...end, ...changes.map((c) => c[0])])).sort();
  const live = new Float64Array(at.length);
  /** @param {number} position */
  const toStep = (position) => (isDense ? position : findStep(at, position));
  for (let i = 0; i < count; ++i) {
    live[toStep(first[i])] += size[i];
    live[toStep(end[i])] -= size[i];
  }
  for (const [position, change] of changes) live[toStep(position)] += change;
  let kept = 0;
  for (let i = 0, sum = 0; i < live.length; ++i) {
    sum += live[i];
    if (kept > 0 && sum === live[kept - 1]) continue;
    at[kept] = at[i];
    live[kept++] = sum;
  }
  return { at: at.subarray(0, kept), live: live.subarray(0, kept) };
}

/** @typedef {ReturnType<typeof getCurve>} Curve */

/**
 * The last index of `at` that is not after `position`; -1 for none.
 * @param {ArrayLike<number>} at
 * @param {number} position
 */
function findStep(at, position) {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle] <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * @param {Curve} curve
 * @param {number} position
 */
function getLive(curve, position) {
  const step = findStep(curve.at, position);
  return step < 0 ? 0 : curve.live[step];
}

/**
 * The position of the most bytes in each of `columns` equal parts of the positions from
 * `low` to `high`.
 * @param {Curve} curve
 * @param {number} low
 * @param {number} high
 * @param {number} columns
 */
function getHighest(curve, low, high, columns) {
  const positions = new Float64Array(columns);
  for (let x = 0; x < columns; ++x) {
    const from = low + ((high - low) * x) / columns;
    const to = low + ((high - low) * (x + 1)) / columns;
    let best = Math.floor(from);
    let most = getLive(curve, best);
    for (let i = findStep(curve.at, from) + 1; i < curve.at.length && curve.at[i] < to; ++i)
      if (curve.live[i] > most) {
        most = curve.live[i];
        best = curve.at[i];
      }
    positions[x] = best;
  }
  return positions;
}

/**
 * The bytes of each group at each of the positions that getHighest() returned for `low`
 * and `high`: `groups` numbers for the first, and so on.
 * @param {Pieces} pieces
 * @param {Int32Array} group of each value
 * @param {number} groups
 * @param {Float64Array} positions
 * @param {number} low
 * @param {number} high
 */
function sumGroups(pieces, group, groups, positions, low, high) {
  const columns = positions.length;
  const sums = new Float64Array((columns + 1) * groups);
  const scale = columns / (high - low);
  /**
   * The first column whose position is not before this one: it lies in the same column or
   * in the next.
   * @param {number} position
   */
  const toColumn = (position) => {
    if (position <= low) return 0;
    if (position >= high) return columns;
    let column = Math.max(0, Math.floor((position - low) * scale) - 1);
    while (column < columns && positions[column] < position) ++column;
    return column;
  };
  for (let i = 0; i < pieces.count; ++i) {
    const from = toColumn(pieces.first[i]);
    const to = toColumn(pieces.end[i]);
    if (from === to) continue;
    const g = group[pieces.row[i]];
    sums[from * groups + g] += pieces.size[i];
    sums[to * groups + g] -= pieces.size[i];
  }
  for (let i = groups; i < sums.length; ++i) sums[i] += sums[i - groups];
  return sums;
}

/**
 * The file and line that made a value.
 * @param {Model} model
 * @param {number} row
 */
function getLine(model, row) {
  return getText(model, model.source[row] ||
    model.instructions.source[model.instruction[row]]);
}

/**
 * What runs at a position: "at fusion.3, model/mlp/dot_general, model.py:12".
 * @param {Model} model
 * @param {number} position
 */
function describeStep(model, position) {
  const { instructions } = model;
  // 0 is an instruction without a position.
  const i = instructions.position.indexOf(position + 1);
  if (i < 0) return "";
  const row = model.instruction.indexOf(i);
  const line = row < 0 ? getText(model, instructions.source[i]) : getLine(model, row);
  return "at " + [formatName(getText(model, i), 60),
    formatName(getText(model, instructions.scope[i]), 60),
    formatName(line.slice(line.lastIndexOf("/") + 1), 60)].filter(Boolean).join(", ");
}

/**
 * One line of the list: values of one kind, name and shape, but for the numbers of
 * layers. `key` is the same in another model; `line` is empty if they have several.
 * @typedef {{key: string, kind: string, name: string, shape: string, detail: string,
 *   line: string, bytes: number, first: number, rows: number[], pieces: number[]}} LiveGroup
 */

/**
 * @param {Model} model
 * @param {Pieces} pieces
 * @param {(piece: number) => boolean} isThere
 * @returns {LiveGroup[]}
 */
function groupPieces(model, pieces, isThere) {
  /** @type {Map<string, LiveGroup>} */
  const groups = new Map();
  for (let i = 0; i < pieces.count; ++i) {
    if (!isThere(i)) continue;
    const row = pieces.row[i];
    const name = getText(model, model.name[row]);
    const folded = foldNumbers(name);
    const key = model.kind[row] + "\n" + model.shape[row] + "\n" + folded;
    let group = groups.get(key);
    if (!group) {
      const kind = getText(model, model.kind[row]);
      const shape = formatShape(getText(model, model.shape[row]));
      const detail = foldNumbers(getText(model, model.detail[row]));
      group = { key: [kind, shape, folded].join("\n"), kind, name, shape, detail,
        line: getLine(model, row), bytes: 0, first: Infinity, rows: [], pieces: [] };
      groups.set(key, group);
    }
    if (group.name !== name) group.name = folded;
    group.first = Math.min(group.first, pieces.first[i]);
    if (group.line && group.line !== getLine(model, row)) group.line = "";
    // Pieces of a value follow each other.
    if (group.rows[group.rows.length - 1] !== row) group.rows.push(row);
    group.pieces.push(i);
  }
  return [...groups.values()];
}

/**
 * What is live at a position, the largest first. Sums to the curve, but for what the
 * writer left out.
 * @param {Model} model
 * @param {Pieces} pieces
 * @param {number} position
 */
function listLive(model, pieces, position) {
  const { first, end, size } = pieces;
  const groups = groupPieces(model, pieces, (i) => first[i] <= position && position < end[i]);
  for (const group of groups) group.bytes = group.pieces.reduce((sum, i) => sum + size[i], 0);
  return groups.sort((a, b) => b.bytes - a.bytes || a.first - b.first);
}

/**
 * @param {Pieces} pieces
 * @param {number} i
 * @param {Extent} range
 */
function isWithin({ first, end, base, size }, i, range) {
  return first[i] < range.x1 && end[i] > range.x0 && base[i] < range.y1 &&
    base[i] + size[i] > range.y0;
}

/**
 * The most bytes within a range of those of some pieces in it that are live at once.
 * @param {Pieces} pieces
 * @param {number[]} chosen
 * @param {Extent} range
 */
function getMost(pieces, chosen, range) {
  const { first, end, base, size } = pieces;
  /** @type {[number, number][]} */
  const changes = [];
  for (const i of chosen) {
    const bytes = Math.min(base[i] + size[i], range.y1) - Math.max(base[i], range.y0);
    changes.push([Math.max(first[i], range.x0), bytes]);
    if (end[i] < range.x1) changes.push([end[i], -bytes]);
  }
  // What ends makes room for what begins there.
  changes.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let live = 0;
  let bytes = 0;
  let position = range.x0;
  for (const [at, change] of changes) {
    live += change;
    if (live > bytes) [bytes, position] = [live, at];
  }
  return { bytes, position };
}

/**
 * What lives in a range at some time; the bytes of each group are the most that are live
 * at once there.
 * @param {Model} model
 * @param {Pieces} pieces
 * @param {Extent} range
 */
function listRange(model, pieces, range) {
  const groups = groupPieces(model, pieces, (i) => isWithin(pieces, i, range));
  for (const group of groups) group.bytes = getMost(pieces, group.pieces, range).bytes;
  return groups.sort((a, b) => b.bytes - a.bytes || a.first - b.first);
}

/**
 * Who reads a value, and until when it is needed.
 * @param {Model} model
 * @param {number} row
 */
function getUsers(model, row) {
  const { value, instruction } = model.uses;
  const users = instruction.filter((_, i) => value[i] === row);
  // 0 is an instruction without a position.
  const { position } = model.instructions;
  return [...new Set(users)].sort((a, b) => position[a] - position[b]);
}

/**
 * What the page computes of a space once.
 * @param {Model} model
 * @param {Space} space
 */
function readSpace(model, space) {
  const { allocations, positionCount } = model;
  const pieces = getPieces(model, space.space);
  const folded = getFolded(model, space.space);
  const curve = getCurve(pieces, folded);
  const { at, live } = curve;
  let peak = 0;
  let peakPosition = 0;
  // What is live after the last position is no peak.
  const last = positionCount ?? Infinity;
  for (let i = 0; i < at.length && at[i] < last; ++i)
    if (live[i] > peak) {
      peak = live[i];
      peakPosition = at[i];
    }
  const end = Math.max(positionCount ?? 1, at.length ? at[at.length - 1] : 1, 1);
  // Pieces of a value follow each other.
  const rows = pieces.row.filter((row, i) => i === 0 || row !== pieces.row[i - 1]);
  return {
    pieces,
    folded,
    curve,
    peak,
    peakPosition,
    whole: { x0: 0, x1: end, y0: 0, y1: Math.max(space.allocated, 1) },
    // Values with pieces.
    rows,
    isUnsound: model.overlapping.some((number) =>
      allocations.space[allocations.allocation.indexOf(number)] === space.space),
    isOutside: rows.some((row) =>
      model.offset[row] + model.size[row] > allocations.size[model.allocation[row]]),
  };
}
