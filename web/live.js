// What is live when: the curve, and the list at a position.

/**
 * How many bytes of a space are live from `at[i]` to before `at[i + 1]`: each byte once,
 * for pieces share none. Without the pieces that the writer left out.
 * @param {Pieces} pieces
 * @param {Folded | undefined} folded
 */
function getCurve(pieces, folded) {
  const n = pieces.count;
  const changes = folded?.changes ?? [];
  // One number for a change: its position; how much is looked up by its place.
  const order = new Float64Array(2 * n + changes.length);
  for (let i = 0; i < n; ++i) {
    order[2 * i] = pieces.first[i];
    order[2 * i + 1] = pieces.end[i];
  }
  for (let i = 0; i < changes.length; ++i) order[2 * n + i] = changes[i][0];
  order.sort();
  let count = 0;
  for (let i = 0; i < order.length; ++i)
    if (i === 0 || order[i] !== order[i - 1]) order[count++] = order[i];
  const at = order.slice(0, count);
  const live = new Float64Array(count);
  for (let i = 0; i < n; ++i) {
    live[findStep(at, pieces.first[i])] += pieces.size[i];
    live[findStep(at, pieces.end[i])] -= pieces.size[i];
  }
  for (const [position, change] of changes) live[findStep(at, position)] += change;
  for (let i = 1; i < count; ++i) live[i] += live[i - 1];
  return { at, live };
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
 * The bytes of each group at each of some ascending positions: `groups` numbers for the
 * first, and so on.
 * @param {Pieces} pieces
 * @param {Int32Array} group of each value
 * @param {number} groups
 * @param {Float64Array} positions
 */
function sumGroups(pieces, group, groups, positions) {
  const sums = new Float64Array((positions.length + 1) * groups);
  for (let i = 0; i < pieces.count; ++i) {
    // The positions from the first that is not before it, to before its end.
    const from = findStep(positions, pieces.first[i] - 0.5) + 1;
    const to = findStep(positions, pieces.end[i] - 0.5) + 1;
    if (from === to) continue;
    const g = group[pieces.row[i]];
    sums[from * groups + g] += pieces.size[i];
    sums[to * groups + g] -= pieces.size[i];
  }
  for (let i = groups; i < sums.length; ++i) sums[i] += sums[i - groups];
  return sums;
}

/**
 * One line of the list: values of one kind, name and shape, but for the numbers of
 * layers.
 * @typedef {{kind: string, name: string, shape: string, detail: string, bytes: number,
 *   rows: number[]}} LiveGroup
 */

/**
 * What is live at a position, the largest first. Sums to the curve, but for what the
 * writer left out.
 * @param {Model} model
 * @param {Pieces} pieces
 * @param {number} position
 * @returns {LiveGroup[]}
 */
function listLive(model, pieces, position) {
  /** @type {Map<string, LiveGroup>} */
  const groups = new Map();
  for (let i = 0; i < pieces.count; ++i) {
    if (pieces.first[i] > position || pieces.end[i] <= position) continue;
    const row = pieces.row[i];
    const name = getText(model, model.name[row]);
    const folded = foldNumbers(name);
    const key = model.kind[row] + "\n" + model.shape[row] + "\n" + folded;
    let group = groups.get(key);
    if (!group)
      groups.set(
        key,
        (group = {
          kind: getText(model, model.kind[row]),
          name,
          shape: formatShape(getText(model, model.shape[row])),
          detail: foldNumbers(getText(model, model.detail[row])),
          bytes: 0,
          rows: [],
        })
      );
    if (group.name !== name) group.name = folded;
    group.bytes += pieces.size[i];
    group.rows.push(row);
  }
  return [...groups.values()].sort((a, b) => b.bytes - a.bytes);
}

/**
 * Who reads a value, and until when it is needed.
 * @param {Model} model
 * @param {number} row
 */
function getUsers(model, row) {
  const users = [...model.user.subarray(model.userStart[row], model.userStart[row + 1])];
  // 0 is an instruction without a position.
  const { position } = model.instructions;
  return users.sort((a, b) => position[a] - position[b]);
}

/**
 * What the page computes of a space once.
 * @param {Model} model
 * @param {Space} space
 */
function readSpace(model, space) {
  const { head, allocations, size } = model;
  const pieces = getPieces(model, space.space);
  const folded = head.folded.find((f) => f.space === space.space);
  const curve = getCurve(pieces, folded);
  const { at, live } = curve;
  let peak = 0;
  let peakPosition = 0;
  // What is live after the last position is no peak.
  const last = head.positionCount ?? Infinity;
  for (let i = 0; i < at.length && at[i] < last; ++i)
    if (live[i] > peak) {
      peak = live[i];
      peakPosition = at[i];
    }
  const end = Math.max(head.positionCount ?? 1, at.length ? at[at.length - 1] : 1, 1);
  const bySize = new Int32Array(new Set(pieces.row));
  bySize.sort((a, b) => size[b] - size[a] || a - b);
  return {
    pieces,
    folded,
    curve,
    peak,
    peakPosition,
    whole: { x0: 0, x1: end, y0: 0, y1: Math.max(space.allocated, 1) },
    // Values with pieces, the largest first.
    bySize,
    isUnsound: head.overlapping.some((a) => allocations.space[a] === space.space),
    isOutside: head.outside.some((a) => allocations.space[a] === space.space),
  };
}
