// Adds up a page without a browser: as fast as the page itself.
//
// Usage: check-large.mjs PAGE
//
// Prints how many values the page draws and how many it folds, and how many texts it has.
// What is live at the peak of each space must be what the table of spaces says.
import assert from "node:assert/strict";
import page, { readPage } from "./load.mjs";

const model = await readPage(page, process.argv[2]);
const folded = model.spaces.reduce(
  (count, s) => count + (page.getFolded(model, s.space)?.count ?? 0), 0);
for (const space of model.spaces) {
  const { peak, pieces, curve } = page.readSpace(model, space);
  assert.equal(peak, space.peak, space.name);
  // Each drawn rectangle is in one list, that of its first position.
  for (const i of [0, pieces.count >> 1, pieces.count - 1].filter((i) => pieces.count > i && i >= 0)) {
    const at = pieces.first[i];
    const listed = page.listLive(model, pieces, at);
    const rest = page.getLive(curve, at) - listed.reduce((bytes, g) => bytes + g.bytes, 0);
    assert.ok(page.getFolded(model, space.space) ? rest >= 0 : rest === 0, rest);
  }
}
// However many names there are, groups have no more than a colour and a band each.
const { pieces } = page.readSpace(model, model.spaces[0]);
for (const mode of ["kind", "scope", "layer", "dtype", "shape"]) {
  const { groups, sides } = page.colourValues([{ model, pieces }], mode, false);
  assert.ok(groups.length <= 301, `${groups.length} groups by ${mode}`);
  const [{ group, colour }] = sides;
  for (const row of pieces.row) assert.ok(group[row] >= 0 && colour[row] !== 0, mode);
}
console.log(`${model.count} drawn, ${folded} folded, ${model.instructions.position.length - 1} texts`);
