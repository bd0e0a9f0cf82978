/** Just play: the board of the lessons on a page of its own, with Python beside it in a worker. */
import board from "./board.js";
import { kindOf, loadAgain } from "../pages/engine.js";
import { Model } from "../pages/model.js";
import { canKeep, language, remember } from "../pages/saves.js";
import { sayer } from "../pages/words.js";

const LONG = 15000; // after so many milliseconds the page says that all is well, only slow
const STAGES = { "pyodide.mjs": 8, "pyodide.asm.mjs": 25, "python_stdlib.zip": 35, "pyodide.asm.wasm": 55, game: 85 };
const LANGUAGES = document.body.dataset.languages.split(" ");
const byId = (id) => document.getElementById(id);
let say = null;
let worker = null;
let isAwake = false;
let latest = ""; // the language that was asked for last

/** What the board says goes to Python. */
function send(message) {
  if (!worker) throw new Error("nobody hears it");
  worker.postMessage({ message });
}

/** The words around the board, in the language of the board. */
async function speak(lang) {
  latest = lang;
  const { default: given } = await import(`./${lang}.js`);
  if (lang !== latest) return given; // another one was chosen while these words came
  say = sayer(given.words);
  document.documentElement.lang = lang;
  document.title = say("site.play.title");
  byId("name").textContent = say("site.play.title");
  byId("home").href = `../${lang}/index.html`;
  byId("home-word").textContent = say("site.back");
  byId("waking-title").textContent = say("site.play.waking");
  byId("waking-text").textContent = say("site.play.waking.first");
  byId("trouble-title").textContent = say("site.play.trouble");
  byId("again").textContent = say("site.play.again");
  byId("to-check").textContent = say("site.play.to-check");
  byId("to-check").href = `../${lang}/check.html`;
  byId("report-label").textContent = say("site.play.report");
  byId("copy").textContent = say("site.play.copy");
  return given;
}

// Waking ----------------------------------------------------------------------------------------------------------------

const progress = byId("progress");
const goal = { now: 6 }; // where the bar may creep to by itself
const creeping = setInterval(() => { progress.value += (goal.now - progress.value) * 0.06; }, 200);
const slow = setTimeout(() => { if (say) byId("waking-text").textContent = say("site.play.waking.slow"); }, LONG);

function reach(stage) {
  if (!(stage in STAGES)) return;
  progress.value = Math.max(progress.value, STAGES[stage]);
  goal.now = Math.max(goal.now, Math.min(98, STAGES[stage] + 20));
}

function stopWaking() {
  clearInterval(creeping);
  clearTimeout(slow);
  byId("waking").hidden = true;
}

/**
 * Something keeps the game from starting or going on: a kind sentence, a report, and a way to try again. Where the words
 * are what is missing, the page has those of all languages.
 */
function fail(kind, report) {
  worker?.terminate();
  worker = null;
  stopWaking();
  if (say) {
    const sentence = {
      old: () => say("site.play.too-old"),
      files: () => say("site.play.no-files"),
      fault: () => say("site.play.fault"),
    }[kind];
    const saves = canKeep() ? say("site.play.saves-safe") : say("site.play.not-kept");
    byId("trouble-title").textContent = isAwake ? say("site.play.stopped") : say("site.play.trouble");
    byId("trouble-text").textContent = [sentence(), saves].join(" ");
  }
  byId("report").value = `${report}\n${location.pathname}\n${navigator.userAgent}`;
  byId("trouble").hidden = false;
  byId("board").inert = true;
  byId("again").focus();
}

async function again() {
  byId("again").disabled = true;
  await loadAgain();
}

async function copyReport() {
  byId("report").select();
  try {
    await navigator.clipboard.writeText(byId("report").value);
  } catch {
    document.execCommand("copy"); // where that fails too, the text stays selected
  }
  if (say) byId("copy").textContent = say("site.play.copied");
}

// The game --------------------------------------------------------------------------------------------------------------

/** The page around the board follows what is chosen on the board. */
async function follow({ lang, look }) {
  document.documentElement.dataset.look = look.theme;
  if (lang === latest) return;
  remember(lang);
  const address = new URL(location.href);
  address.searchParams.set("lang", lang);
  history.replaceState(null, "", address);
  await speak(lang);
}

/** In a lesson a heading stands above those of the board; here they come right after the name of the page. */
function raiseHeadings() {
  for (const heading of byId("board").querySelectorAll(":is(h3, h4):not([aria-level])"))
    heading.setAttribute("aria-level", heading.tagName === "H3" ? "2" : "3");
}

function takeBoard() {
  isAwake = true;
  stopWaking();
  document.body.dataset.awake = "true";
  const layer = byId("board").querySelector(".mp-layer:not([hidden])");
  const choices = [...layer?.querySelectorAll("button:not(.mp-close), select") ?? []].filter((one) => one.checkVisibility());
  const inside = choices.find((one) => one.matches(".mp-primary")) ?? choices[0];
  if (document.activeElement === document.body) inside?.focus({ preventScroll: true });
}

async function begin() {
  const given = new URLSearchParams(location.search);
  const asked = given.get("lang");
  const spoken = [asked, language(), navigator.language.slice(0, 2), LANGUAGES[0]];
  const lang = spoken.find((one) => LANGUAGES.includes(one)) ?? LANGUAGES[0];
  let wanted = given.get("game"); // who comes for one game finds its menu
  byId("again").onclick = again;
  byId("copy").onclick = copyReport;
  const { base, keeps } = await speak(lang);
  document.body.dataset.ready = "true";
  if (typeof WebAssembly !== "object" || typeof Worker !== "function")
    return fail("old", `WebAssembly: ${typeof WebAssembly}, Worker: ${typeof Worker}`);
  remember(lang);
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ wake: { lang } });
  const model = new Model({ base, keeps, asleep: {} }, send);
  worker.onmessage = ({ data: { stage, message, failed, missing } }) => {
    if (stage) reach(stage);
    else if (failed) fail(kindOf(failed), failed);
    else if (missing) isAwake || fail("files", missing);
    else {
      const heard = JSON.parse(message);
      model.hear(heard);
      if (heard.view) follow(heard.view);
      if (!heard.view || isAwake) return;
      if (wanted) send({ do: "form", key: "menu", values: { game: wanted } });
      else takeBoard();
      wanted = null;
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(isAwake ? "fault" : "files", event.message ?? "the worker did not start");
  };
  new MutationObserver(raiseHeadings).observe(byId("board"), { childList: true, subtree: true });
  board.render({ model, el: byId("board") });
}

begin().catch((error) => {
  console.error(error);
  fail(say ? "fault" : "files", String(error?.stack ?? error));
});
