/** Python in the browser: where its files lie, whether it can run here, and how to begin once more. */

export const ENGINE = new URL("../static/pyodide/", import.meta.url).href;
export const CORE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];
export const GAME = "mali-powstancy-page"; // the package of the course, without its sources
export const LATE = "mali-powstancy-site"; // brings maps, and further packages when a lesson first imports them
const PATIENCE = 15000; // milliseconds

/** Why no WebAssembly runs here, "" if it does. Python itself would wait for it without end. */
export async function wasmTrouble() {
  if (typeof WebAssembly !== "object") return "WebAssembly: undefined";
  if (typeof WebAssembly.Exception !== "function") return "WebAssembly: no exceptions";
  // The smallest program that there is; some schools allow WebAssembly only on a list of addresses.
  const smallest = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  return WebAssembly.compile(smallest).then(() => "", (error) => `WebAssembly is blocked: ${error}`);
}

/** What kind of trouble a report of the worker is about. */
export function kindOf(report) {
  if (/^Error: WebAssembly/.test(report)) return "old";
  return /fetch|network|load|404|import/i.test(report) && !/Traceback/.test(report) ? "files" : "fault";
}

/** The page once more, with files that do not come from the browser's memory: half an update may lie there. */
export async function loadAgain() {
  const fresh = (name) => fetch(ENGINE + name, { cache: "reload" });
  const lock = fresh("pyodide-lock.json").then((answer) => answer.json());
  const game = lock.then(({ packages }) => fresh(packages[GAME].file_name));
  const patience = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  await Promise.race([Promise.allSettled([...CORE.map(fresh), game]), patience]);
  location.reload();
}
