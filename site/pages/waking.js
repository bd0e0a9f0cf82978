// Wakes a lesson: its button waits for Python, and where Python does not come, the page says so. Text and pictures stay.
import { loadAgain, wasmTrouble } from "./engine.js";

const PATIENCE = 90000; // milliseconds; a class on a slow network may need them
const OFTEN = 100;
const AWAKE = ["idle", "busy"]; // Jupyter knows these words only from Python itself
const notice = document.getElementById("trouble");
const again = document.getElementById("again");
let trouble = "";
let isWaiting = false;

/** The notice speaks the language of the lesson, and every one if that is not known. */
function speak() {
  const [language] = (new URLSearchParams(location.search).get("path") ?? "").split("/");
  const parts = [...notice.querySelectorAll("[lang]")];
  if (parts.some(({ lang }) => lang === language)) for (const part of parts) if (part.lang !== language) part.remove();
}

function isAwake() {
  const context = window.jupyterapp?.shell?.currentWidget?.context;
  const isReady = context?.isReady && context.sessionContext.isReady;
  return Boolean(isReady && AWAKE.includes(context.sessionContext.session?.kernel?.status));
}

function tell(kind) {
  for (const part of notice.querySelectorAll("[data-kind]")) part.hidden = !part.dataset.kind.split(" ").includes(kind);
  notice.hidden = false;
}

/** What is known to be wrong stays; that it takes long may turn out to be something else. */
function fail(kind) {
  if (isAwake() || (trouble && trouble !== "slow")) return;
  trouble = kind;
  tell(kind);
  if (kind !== "slow") again.focus();
}

function watch() {
  if (!isAwake()) return setTimeout(watch, OFTEN);
  clearTimeout(slow);
  trouble = "";
  notice.hidden = true;
}

/** Runs the lesson as soon as it can: earlier, Jupyter would clear the pictures and do nothing. */
function wake() {
  isWaiting = !isAwake();
  if (isWaiting) return setTimeout(wake, OFTEN);
  notice.hidden = true;
  window.jupyterapp.commands.execute("mali-powstancy:wake");
}

/** The button is pressed too early; Jupyter listens to the mouse going down and to keys. */
function hold(event) {
  const isOther = event.type === "keydown" && event.key !== "Enter" && event.key !== " ";
  if (isOther || !event.target.closest?.('[data-jp-item-name="restart-and-run"]') || isAwake()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  tell(trouble || "waking");
  if (!isWaiting) wake();
}

for (const kind of ["mousedown", "keydown", "click"]) document.addEventListener(kind, hold, { capture: true });

again.onclick = () => {
  again.disabled = true;
  loadAgain();
};
document.getElementById("close").onclick = () => { notice.hidden = true; };
addEventListener("missing", () => fail("files"));
addEventListener("unhandledrejection", ({ reason }) => { if (typeof reason === "string") fail("files"); }); // Python's
speak();
const slow = setTimeout(fail, PATIENCE, "slow");
watch();
if (await wasmTrouble()) fail("wasm");
