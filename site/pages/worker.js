/**
 * Python beside the page: the engine in Pyodide, and on it what a notebook has, the board of Just play or the live cells
 * of a lesson. The page sends `{wake: {lang}}` or `{wake: {lesson}}` once and then `{message: …}`; it hears `{stage}`,
 * `{message: text}` and, when nothing can start, `{failed: report}` or, from `missing.js`, `{missing: report}`.
 */
import { ENGINE, GAME, LATE, wasmTrouble } from "../pages/engine.js";

const waiting = []; // what the page has said before there was somebody to hear it
let game = null;

onmessage = ({ data }) => {
  if (data.wake) wake(data.wake).catch((error) => postMessage({ failed: String(error?.stack ?? error) }));
  else if (game) hear(data.message);
  else waiting.push(data.message);
};

async function wake({ lang, lesson }) {
  const trouble = await wasmTrouble();
  if (trouble) throw new Error(trouble);
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) postMessage({ stage: name.split("/").at(-1) });
  }).observe({ type: "resource", buffered: true });
  import(`${ENGINE}pyodide.asm.mjs`).catch(() => {}); // begins now; whoever asks for it next says what is wrong
  const { loadPyodide } = await import(`${ENGINE}pyodide.mjs`);
  const packages = [GAME, LATE];
  const python = await loadPyodide({ packages });
  for (const name of packages) // Pyodide itself goes on without them
    if (!(name in python.loadedPackages)) throw new Error(`could not load ${name}`);
  postMessage({ stage: "game" });
  python.pyimport("mali_powstancy_site").bring_maps();
  game = lesson ? reader(python, lesson) : python.pyimport("mali_powstancy.views.board.just_play").JustPlay(lang, tell);
  postMessage({ stage: "awake" });
  for (const message of waiting.splice(0)) hear(message);
}

const tell = (text) => postMessage({ message: text });

function reader(python, lesson) {
  python.pyimport("mali_powstancy_site").begin(lesson);
  return python.pyimport("mali_powstancy.classroom.reader").LessonReader(lesson, tell);
}

function hear(message) {
  try {
    game.receive(JSON.stringify(message));
  } catch (error) {
    if (error.name !== "PythonError") throw error; // Python itself has died, which the page hears as an error of the worker
    console.error(error); // the page was sent a view of the fault already
  }
}
