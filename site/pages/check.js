/**
 * The check before a lesson: one light for everything that the lessons need of this computer and of the server. A light
 * is a shape, a word, a colour and a sentence.
 *
 * @typedef {{light: "green" | "yellow" | "red", text: string, figure?: string}} Found
 */
import { register } from "../keep.js";
import { CORE, ENGINE, wasmTrouble } from "./engine.js";
import { canKeep } from "./saves.js";
import { wordsOfPage } from "./words.js";

const MB = 1024 * 1024;
const ROOT = new URL("../", import.meta.url);
const LIST = "files.json";
const PYTHON = ENGINE.slice(ROOT.href.length);
const WHEEL = `${PYTHON}mali_powstancy-`;
const AT_ONCE = 4; // requests
const NAMED = 5; // missing files; the report names all
const FAST = 2 * MB; // bytes per second: with this a class can begin at once
const SLOW = MB / 4;
const ROOM = 50 * MB;
const TRIAL = 256; // MB that Python may need
const SCHOOL = 30; // computers that begin together
const AWAKE_SOON = 12; // seconds
const PATIENCE = 90000;
const byId = (id) => document.getElementById(id);
const { lang } = document.documentElement;
const say = await wordsOfPage();
const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
const megabytes = (bytes) => number.format(bytes / MB);
const WORDS = {
  green: say("site.light.green"), yellow: say("site.light.yellow"), red: say("site.light.red"),
  wait: say("site.light.wait"),
};
const VERDICTS = {
  green: say("site.verdict.green"), yellow: say("site.verdict.yellow"), red: say("site.verdict.red"),
  wait: say("site.verdict.wait"),
};
// A tick, an exclamation mark and a cross, each on a shape of its own, drawn on a square of 24 units.
const SHAPES = {
  green: ["M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22z", "M6.5 12.5l4 4 7-8"],
  yellow: ["M12 1l11.5 21H.5z", "M12 9v6M12 18.4v.2"],
  red: ["M7.4 1h9.2L23 7.4v9.2L16.6 23H7.4L1 16.6V7.4z", "M8 8l8 8M16 8l-8 8"],
  wait: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z", "M12 7v5l3 2"],
};
const green = (text, figure) => ({ light: "green", text, figure });
const yellow = (text, figure) => ({ light: "yellow", text, figure });
const red = (text, figure) => ({ light: "red", text, figure });

// The single checks -----------------------------------------------------------------------------------------------------

/** @returns {Found} */
function browser() {
  const needed = {
    modules: () => "noModule" in HTMLScriptElement.prototype,
    dialog: () => typeof HTMLDialogElement === "function",
    containers: () => CSS.supports("container-type: inline-size"),
    "color-mix": () => CSS.supports("color: color-mix(in srgb, red, blue)"),
    has: () => CSS.supports("selector(:has(a))"),
    inert: () => "inert" in HTMLElement.prototype,
    at: () => typeof [].at === "function",
  };
  const missing = Object.keys(needed).filter((name) => !needed[name]());
  return missing.length ? red(say("site.browser.old"), missing.join(" ")) : green(say("site.browser.good"));
}

async function wasm() {
  const trouble = await wasmTrouble();
  return trouble ? red(say("site.wasm.none"), trouble) : green(say("site.wasm.good"));
}

function memory() {
  const has = navigator.deviceMemory; // only some browsers say, and only on https
  const figure = has ? `${has} GB` : "";
  try {
    new WebAssembly.Memory({ initial: (TRIAL * MB) / 65536 });
  } catch {
    return red(say("site.memory.none"), figure);
  }
  return has && has < 4 ? yellow(say("site.memory.little"), figure) : green(say("site.memory.good"), figure);
}

async function storage() {
  if (!canKeep()) return red(say("site.storage.none"));
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  const figure = quota ? `${megabytes(quota - usage)} MB` : "";
  if (quota && quota - usage < ROOM) return yellow(say("site.storage.little"), figure);
  return green(say("site.storage.good"), figure);
}

/** The names of all files of the site, as the build has listed them. */
async function listed() {
  const answer = await fetch(new URL(LIST, ROOT), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${LIST} ${answer.status}`);
  return answer.json();
}

/** Whether every file can be had; only asked for, and a few at a time: other computers may be asking too. */
async function files() {
  let names;
  try {
    names = await listed();
  } catch (error) {
    return red(say("site.files.missing", { names: LIST }), String(error));
  }
  const sizes = {};
  const missing = [];
  let wasmType = "";
  const waiting = [...names];
  const askForAll = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      try {
        const answer = await fetch(new URL(encodeURI(name), ROOT), { method: "HEAD", cache: "no-cache" });
        if (!answer.ok) missing.push(`${name} (${answer.status})`);
        sizes[name] = Number(answer.headers.get("content-length") ?? 0);
        if (name.endsWith(".wasm")) wasmType = answer.headers.get("content-type") ?? "";
      } catch {
        missing.push(name);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askForAll));
  tellSizes(sizes);
  if (missing.length) {
    const some = missing.length > NAMED ? [...missing.slice(0, NAMED), "…"] : missing;
    return red(say("site.files.missing", { names: some.join(", ") }), missing.join(" "));
  }
  if (!wasmType.startsWith("application/wasm")) return yellow(say("site.files.type"), wasmType);
  return green(say("site.files.good", { n: names.length }));
}

function tellSizes(sizes) {
  const python = Object.keys(sizes).filter((name) => name.startsWith(PYTHON));
  const sum = (names) => names.reduce((all, name) => all + sizes[name], 0);
  const game = python.filter((name) => CORE.includes(name.slice(PYTHON.length)) || name.startsWith(WHEEL));
  const values = { play: megabytes(sum(game)), all: megabytes(sum(python)) };
  if (sum(game)) byId("it-sizes").textContent = say("site.it.sizes-found", values);
}

async function speed() {
  const before = performance.now();
  const answer = await fetch(`${ENGINE}pyodide.asm.wasm`, { cache: "reload" });
  if (!answer.ok) throw new Error(String(answer.status));
  const bytes = (await answer.arrayBuffer()).byteLength;
  const rate = bytes / ((performance.now() - before) / 1000);
  const minutes = Math.max(1, Math.ceil((SCHOOL * 1.5 * bytes) / rate / 60)); // one server for all of them
  const values = { n: megabytes(rate), class: SCHOOL, minutes };
  const figure = `${values.n} MB/s`;
  if (rate >= FAST) return green(say("site.speed.good", values), figure);
  return rate >= SLOW ? yellow(say("site.speed.slow", values), figure) : red(say("site.speed.very-slow", values), figure);
}

/** The whole way to the first board, as Just play goes it. */
async function worker() {
  const before = performance.now();
  const python = new Worker(new URL("play/worker.js", ROOT), { type: "module" });
  try {
    await new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("no answer")), PATIENCE);
      python.onerror = (event) => reject(new Error(event.message ?? "the worker did not start"));
      python.onmessage = ({ data }) => {
        if (data.failed ?? data.missing) reject(new Error(data.failed ?? data.missing));
        if (data.message && JSON.parse(data.message).view) resolve();
      };
      python.postMessage({ wake: lang });
      python.postMessage({ message: { do: "ready" } });
    });
  } catch (error) {
    return red(say("site.worker.none"), String(error?.message ?? error));
  } finally {
    python.terminate();
  }
  const seconds = (performance.now() - before) / 1000;
  const values = { n: number.format(seconds) };
  const figure = `${seconds.toFixed(1)} s`;
  return seconds <= AWAKE_SOON ? green(say("site.worker.good", values), figure) : yellow(say("site.worker.slow", values), figure);
}

async function offline() {
  if (!navigator.serviceWorker) return yellow(say("site.offline.none"), location.protocol);
  try {
    await Promise.all([register(), caches.keys()]); // what the site itself will do
  } catch (error) {
    return yellow(say("site.offline.refused"), String(error));
  }
  return green(say("site.offline.good"));
}

// The page --------------------------------------------------------------------------------------------------------------

const CHECKS = { browser, wasm, memory, storage, files, speed, worker, offline };
const ORDER = ["wait", "red", "yellow", "green"]; // the worst one counts

const drawing = (light) => {
  const [shape, sign] = SHAPES[light];
  return `<svg viewBox="0 0 24 24" aria-hidden="true"><path class="shape" d="${shape}"/><path class="in" d="${sign}"/></svg>`;
};

function part(tag, text) {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}

/** Turns a light on. */
function turn(row, light, text) {
  const title = row.querySelector("b");
  const drawn = document.createElement("span");
  drawn.className = "light";
  drawn.innerHTML = drawing(light);
  drawn.append(part("i", WORDS[light]));
  row.dataset.light = light;
  row.replaceChildren(drawn, title, part("p", text));
}

function conclude(found) {
  const lights = Object.keys(CHECKS).map((name) => found[name]?.light ?? "wait");
  const worst = ORDER.find((light) => lights.includes(light));
  const verdict = byId("verdict");
  if (verdict.dataset.light !== worst || !verdict.textContent) {
    verdict.dataset.light = worst;
    verdict.innerHTML = drawing(worst);
    verdict.append(part("span", VERDICTS[worst]));
  }
  byId("report").value = [
    `${say("site.name")} · ${location.href}`,
    ...Object.entries(found).map(([name, { light, text, figure }]) =>
      `${name}: ${WORDS[light]}${figure ? ` (${figure})` : ""}. ${text}`),
    navigator.userAgent,
  ].join("\n");
  document.body.dataset.done = String(worst !== "wait");
}

async function checkAll() {
  const found = {};
  byId("again").disabled = true;
  for (const name of Object.keys(CHECKS)) turn(byId(name), "wait", "");
  byId("verdict").textContent = "";
  conclude(found);
  // One after the other: the speed of the network must not be that of two at once.
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      found[name] = await check();
    } catch (error) {
      found[name] = red(say("site.check.failed"), String(error));
    }
    turn(byId(name), found[name].light, found[name].text);
    conclude(found);
  }
  byId("again").disabled = false;
}

async function copyReport() {
  const { value } = byId("report");
  byId("report").closest("details").open = true;
  byId("report").select();
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    if (!document.execCommand("copy")) return; // the text stays selected
  }
  byId("copy").textContent = say("site.check.copied");
}

document.body.dataset.ready = "true";
byId("it-address").textContent = ROOT.href;
byId("again").onclick = checkAll;
byId("copy").onclick = copyReport;
await checkAll();
