/**
 * Python beside the page: the engine in Pyodide, and on it the same host as on a board in a notebook. The page sends
 * `{wake: language}` once and then `{message: …}`; it hears `{stage}`, `{message: text}` and, when nothing can start,
 * `{failed: report}` or, from `missing.js`, `{missing: report}`.
 */
import { ENGINE, GAME, wasmTrouble } from "../pages/engine.js";

const waiting = []; // what the page has said before there was somebody to hear it
let game = null;

onmessage = ({ data }) => {
  if (data.wake) wake(data.wake).catch((error) => postMessage({ failed: String(error?.stack ?? error) }));
  else if (game) hear(data.message);
  else waiting.push(data.message);
};

async function wake(language) {
  const trouble = await wasmTrouble();
  if (trouble) throw new Error(trouble);
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) postMessage({ stage: name.split("/").at(-1) });
  }).observe({ type: "resource", buffered: true });
  import(`${ENGINE}pyodide.asm.mjs`).catch(() => {}); // begins now; whoever asks for it next says what is wrong
  const { loadPyodide } = await import(`${ENGINE}pyodide.mjs`);
  const python = await loadPyodide({ packages: [GAME] });
  if (!(GAME in python.loadedPackages)) throw new Error(`could not load ${GAME}`); // Pyodide itself goes on without it
  postMessage({ stage: "game" });
  const { JustPlay } = python.pyimport("mali_powstancy.views.board.just_play");
  game = JustPlay(language, (text) => postMessage({ message: text }));
  for (const message of waiting.splice(0)) hear(message);
}

function hear(message) {
  try {
    game.receive(JSON.stringify(message));
  } catch (error) {
    console.error(error); // the page was sent a view of the fault already
  }
}
