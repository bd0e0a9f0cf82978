/**
 * Python beside a lesson's page. It starts as soon as this small file is there, while the rest of the page is still
 * coming; what it says before somebody listens is kept.
 */

const [lang, , name] = location.pathname.split("/").slice(-3);
const early = [];
let worker = null;
let listener = (said) => { early.push(said); };

/** Whether Python runs in this browser at all. */
export const canRun = typeof WebAssembly === "object" && typeof Worker === "function";

/** Tells Python something; throws where nobody hears it. */
export function ask(message) {
  if (!worker) throw new Error("nobody hears it");
  worker.postMessage({ message });
}

/** From now on `hear` is told what Python says, and `{broken: report}` if it could not start or has stopped. */
export function listen(hear) {
  listener = hear;
  for (const said of early.splice(0)) hear(said);
}

export function stop() {
  worker?.terminate();
  worker = null;
}

if (canRun) {
  worker = new Worker(new URL("../play/worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ wake: { lesson: `${lang}/${name.replace(/\.html$/, "")}.ipynb` } });
  worker.onmessage = ({ data }) => listener(data);
  worker.onerror = (event) => {
    event.preventDefault();
    listener({ broken: event.message ?? "the worker did not start" });
  };
}
