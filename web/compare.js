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
    if (at) places.set(getText(to, i), at - 1);
  });
  /** @type {[number, number][]} */
  const pairs = [];
  from.instructions.position.forEach((at, i) => {
    const place = at ? places.get(getText(from, i)) : undefined;
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
 * The parts of a space that are not as large as they were, what changes most first, and the
 * sum of the others: they add up to what is allocated. Numbers in names are `*`, for layers
 * may be told apart in one of the two alone.
 * @param {Model} before
 * @param {Model} after
 * @param {number} space
 */
function compareParts(before, after, space) {
  /** @type {Map<string, {kind: string, name: string, before: number, after: number}>} */
  const joined = new Map();
  for (const model of [before, after])
    model.parts.bytes.forEach((bytes, i) => {
      const { parts } = model;
      if (parts.space[i] !== space) return;
      const kind = getText(model, parts.kind[i]);
      const name = foldNumbers(getText(model, parts.name[i]));
      const row = joined.get(kind + "\n" + name) ?? { kind, name, before: 0, after: 0 };
      joined.set(kind + "\n" + name, row);
      row[model === before ? "before" : "after"] += bytes;
    });
  const rows = [...joined.values()];
  const same = rows.reduce((sum, r) => sum + (r.before === r.after ? r.after : 0), 0);
  return [...rows.filter((r) => r.before !== r.after).sort((a, b) =>
    Math.abs(b.after - b.before) - Math.abs(a.after - a.before)),
  { kind: "", name: "the same before and after", before: same, after: same }];
}

/**
 * The value of a name as getValueName() makes it; -1 for none.
 * @param {Model} model
 * @param {string} name
 */
function findValue(model, name) {
  for (let row = 0; row < model.count; ++row)
    if (name.startsWith(getText(model, model.instruction[row])) &&
        getValueName(model, row) === name)
      return row;
  return -1;
}
