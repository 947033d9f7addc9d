// The page's functions, without a browser: its scripts run in one scope, as on the page.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const FILES = ["text.js", "decode.js", "colours.js", "view.js", "live.js", "compare.js", "raster.js",
  "svg.js"];
const NAMES = `formatBytes formatCount formatShare formatName formatShape getElementType
  foldNumbers getLayer decodeBase64 inflate decodeColumn decodeModel fromZigzag decodeNames placeAllocations getPieces getFolded
  getValueName getText parseColour mixColour colourValues zoomWindow panWindow clampWindow
  getTicks parseLink printLink findPiece makeFilter getCurve getLive getHighest sumGroups
  listLive listRange getMost getUsers readSpace findStep matchPositions
  joinGroups findValue formatChange toWords describeStep Raster SvgPen KINDS`;

export const web = fileURLToPath(new URL("../../web/", import.meta.url));
const text = FILES.map((name) => readFileSync(web + name, "utf8")).join("\n");
const names = NAMES.split(/\s+/).join(", ");
export default vm.runInThisContext(`(() => { "use strict"; ${text}\nreturn { ${names} }; })()`);

/** The data of a page in a file, decoded. */
export async function readPage(page, path) {
  const html = readFileSync(path, "utf8");
  const [, data] = /type=application\/octet-stream>([^<]*)</.exec(html);
  return page.decodeModel(await page.inflate(page.decodeBase64(data)));
}
