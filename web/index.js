// The list of pages of a folder: the module that takes the most bytes comes first, as on
// the screen.

const body = document.querySelector("tbody");
/** @param {Element} row */
const getBytes = (row) =>
  Number(row.querySelector("[data-bytes]")?.getAttribute("data-bytes") ?? 0);
if (body) body.replaceChildren(...[...body.children].sort((a, b) => getBytes(b) - getBytes(a)));
