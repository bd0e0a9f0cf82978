/**
 * Python beside the page: the engine in Pyodide, and on it the same host as on a board in a notebook. The page sends
 * `{wake: language}` once and then `{message: …}`; it hears `{stage}`, `{message: text}` and, when nothing can start,
 * `{failed: report}`.
 */

const ENGINE = new URL("../static/pyodide/", import.meta.url).href;
const GAME = "mali-powstancy";
const waiting = []; // what the page has said before there was somebody to hear it
let game = null;

onmessage = ({ data }) => {
  if (data.wake) wake(data.wake).catch((error) => postMessage({ failed: String(error?.stack ?? error) }));
  else if (game) hear(data.message);
  else waiting.push(data.message);
};

/** Fails when a file does not come: Pyodide itself would wait for it without end. */
const missing = new Promise((_, reject) => {
  const ask = self.fetch;
  self.fetch = async (...given) => {
    const answer = await ask(...given).catch((error) => {
      reject(new Error(`could not load ${given[0]?.url ?? given[0]}: ${error}`));
      throw error;
    });
    if (!answer.ok) reject(new Error(`could not load ${answer.url}: ${answer.status}`));
    return answer;
  };
});
missing.catch(() => {}); // whoever waits for it is told

/** Fails where a school forbids WebAssembly: there, too, Pyodide would wait without end. */
async function tryWasm() {
  const smallest = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  await WebAssembly.compile(smallest).catch((error) => { throw new Error(`WebAssembly is blocked: ${error}`); });
}

async function wake(language) {
  await tryWasm();
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) postMessage({ stage: name.split("/").at(-1) });
  }).observe({ type: "resource", buffered: true });
  import(`${ENGINE}pyodide.asm.mjs`).catch(() => {}); // begins now; whoever asks for it next says what is wrong
  const { loadPyodide } = await import(`${ENGINE}pyodide.mjs`);
  const python = await Promise.race([loadPyodide({ packages: [GAME] }), missing]);
  if (!(GAME in python.loadedPackages)) throw new Error(`could not load ${GAME}`); // Pyodide itself goes on without it
  postMessage({ stage: "game" });
  const { JustPlay } = python.pyimport("mali_powstancy.views.just_play");
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
