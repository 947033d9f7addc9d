// What is the same in two models: before and after a change.

/**
 * A position of one model as that of another: where the other has the instruction that
 * runs there, or the last one before it that both have.
 * @param {Model} from
 * @param {Model} to
 * @returns {(position: number) => number}
 */
function matchPositions(from, to) {
  /** @type {Map<string, number>} */
  const places = new Map();
  // 0 is an instruction without a position.
  to.instructions.position.forEach((at, i) => {
    if (at) places.set(getInstructionName(to, i), at - 1);
  });
  /** @type {[number, number][]} */
  const pairs = [];
  from.instructions.position.forEach((at, i) => {
    const place = at ? places.get(getInstructionName(from, i)) : undefined;
    if (place !== undefined) pairs.push([at - 1, place]);
  });
  pairs.sort((a, b) => a[0] - b[0]);
  const starts = pairs.map((pair) => pair[0]);
  return (position) => {
    const i = findStep(starts, position);
    if (i < 0) return position;
    const [at, place] = pairs[i];
    // What is between two instructions stays there.
    const next = pairs[i + 1]?.[1] ?? Infinity;
    return next > place ? Math.min(place + position - at, next - 1) : place;
  };
}

/**
 * @typedef {{kind: string, name: string, shape: string, detail: string, line: string,
 *   before: number, after: number, rows: number[], rowsBefore: number[]}} ChangedGroup
 */

/**
 * The lines of two lists, of which those that are about the same become one; what changes
 * most comes first.
 * @param {LiveGroup[]} before
 * @param {LiveGroup[]} after
 */
function joinGroups(before, after) {
  /** @type {Map<string, ChangedGroup>} */
  const joined = new Map();
  /** @param {LiveGroup} group */
  const get = (group) => {
    const { key, kind, name, shape, detail, line } = group;
    const found = joined.get(key) ??
      { kind, name, shape, detail, line, before: 0, after: 0, rows: [], rowsBefore: [] };
    joined.set(key, found);
    return found;
  };
  for (const group of after) {
    const line = get(group);
    line.after += group.bytes;
    line.rows = line.rows.concat(group.rows);
  }
  for (const group of before) {
    const line = get(group);
    line.before += group.bytes;
    line.rowsBefore = line.rowsBefore.concat(group.rows);
  }
  return [...joined.values()].sort((a, b) =>
    Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || b.before - a.before);
}

/**
 * The value of a name as getValueName() makes it; -1 for none.
 * @param {Model} model
 * @param {string} name
 */
function findValue(model, name) {
  for (let row = 0; row < model.count; ++row)
    if (name.startsWith(getText(model, model.instructions.stem[model.instruction[row]])) &&
        getValueName(model, row) === name)
      return row;
  return -1;
}
