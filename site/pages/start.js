// The start page of a language: what waits on this computer, and what can be done with it.
import { NoSaves, allSaves, asFile, canKeep, clear, compare, keep, readFile, remember } from "./saves.js";
import { wordsOfPage } from "./words.js";

const FILE = "mali-powstancy-saves.json";
const byId = (id) => document.getElementById(id);
const say = await wordsOfPage();
const { lang } = document.documentElement;
const { key: game } = byId("waits").dataset; // under this key, or one that begins so, Just play keeps its game

function show() {
  const keys = [...allSaves().keys()];
  const hasGame = keys.some((key) => key === game || key.startsWith(`${game} `));
  byId("waits").hidden = !hasGame;
  byId("play-word").textContent = hasGame ? say("site.start.play-on") : say("site.start.play");
  for (const lesson of document.querySelectorAll("[data-lesson]"))
    lesson.querySelector(".begun").hidden = !keys.some((key) => key.startsWith(`${lesson.dataset.lesson} `));
  byId("saves-count").textContent = !canKeep() ? say("site.saves.cannot")
    : keys.length ? say("site.saves.count", { n: keys.length }) : say("site.saves.none");
  byId("saves-download").disabled = keys.length === 0;
}

function tell(sentence) {
  const said = byId("saves-said");
  said.hidden = false;
  said.textContent = sentence;
}

/** Asks before something is lost; the answer is the value of the button, or "" if nothing is to be done. */
function ask(title, text, answers) {
  const dialog = byId("ask");
  byId("ask-title").textContent = title;
  byId("ask-text").replaceChildren(...text.map((sentence) => {
    const line = document.createElement("p");
    line.textContent = sentence;
    return line;
  }));
  dialog.querySelector(".row").replaceChildren(...answers.map(({ word, value, look = "plain" }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = look;
    button.textContent = word;
    button.onclick = () => dialog.close(value);
    return button;
  }));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => { dialog.onclose = () => resolve(dialog.returnValue); });
}

function download() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([asFile()], { type: "application/json" }));
  link.download = FILE;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  tell(say("site.saves.downloaded", { name: FILE }));
}

const REFUSED = {
  "not-ours": say("site.saves.not-ours"),
  "too-large": say("site.saves.too-large"),
  "too-new": say("site.saves.too-new"),
  empty: say("site.saves.file-empty"),
};

async function bringBack(file) {
  let saves;
  try {
    saves = await readFile(file);
  } catch (error) {
    if (!(error instanceof NoSaves || error instanceof DOMException)) throw error;
    return tell(REFUSED[error.reason] ?? REFUSED["not-ours"]);
  }
  const { free, taken } = compare(saves);
  let keys = free;
  if (taken.length) {
    const answer = await ask(say("site.saves.which"), [say("site.saves.which.text", { n: taken.length })], [
      { word: say("site.saves.which.here"), value: "here", look: "plain main" },
      { word: say("site.saves.which.file"), value: "file", look: "plain danger" },
      { word: say("site.saves.cancel"), value: "" },
    ]);
    if (!answer) return tell(say("site.saves.nothing-changed"));
    keys = answer === "file" ? [...free, ...taken] : free;
  }
  if (!keep(saves, keys)) return tell(say("site.saves.no-room"));
  show();
  tell(keys.length ? say("site.saves.brought", { n: keys.length }) : say("site.saves.nothing-new"));
}

async function clearComputer() {
  const answer = await ask(say("site.clear.ask"), [say("site.clear.what"), say("site.clear.first")], [
    { word: say("site.saves.cancel"), value: "", look: "plain main" },
    { word: say("site.clear.yes"), value: "yes", look: "plain danger" },
  ]);
  if (answer !== "yes") return tell(say("site.saves.nothing-changed"));
  const isAll = await clear();
  show();
  tell(isAll ? say("site.clear.done") : say("site.clear.other-tab"));
}

remember(lang);
show();
addEventListener("storage", show);
addEventListener("pageshow", show); // also when the page comes back from the browser's memory
byId("saves-download").onclick = download;
byId("saves-clear").onclick = clearComputer;
byId("saves-file").onchange = async ({ target }) => {
  const [file] = target.files;
  if (file) await bringBack(file);
  target.value = ""; // the same file can be chosen again
};
document.body.dataset.ready = "true";
