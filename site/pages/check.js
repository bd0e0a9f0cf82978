/**
 * The check before a lesson: one light for everything that the lessons need of this computer and of the server. A light
 * is a shape, a word, a colour and a sentence.
 *
 * @typedef {{light: "green" | "yellow" | "red", text: string, figure?: string}} Found
 */
import { canKeep } from "./saves.js";
import { wordsOfPage } from "./words.js";

const MB = 1024 * 1024;
const ROOT = new URL("../", import.meta.url);
const ENGINE = new URL("static/pyodide/", ROOT);
const CORE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];
const LOCK = "pyodide-lock.json";
const GAME = "mali-powstancy";
const PAGES = ["notebooks/index.html", "play/index.html", "play/worker.js", "play/board.js"];
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
  if (typeof WebAssembly !== "object") return red(say("site.wasm.none"));
  // The smallest program that there is; some schools allow WebAssembly only on a list of addresses.
  const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const works = await WebAssembly.compile(empty).then(() => true, () => false);
  const hasFaults = typeof WebAssembly.Exception === "function";
  return works && hasFaults ? green(say("site.wasm.good")) : red(say("site.wasm.none"), works ? "exceptions" : "blocked");
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

/** The names and sizes of all files that Python needs here, as the lock of the site lists them. */
async function listed() {
  const answer = await fetch(new URL(LOCK, ENGINE), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${LOCK} ${answer.status}`);
  const { packages } = await answer.json();
  return Object.fromEntries(Object.values(packages).map((one) => [one.name, one.file_name]));
}

async function files() {
  let packages;
  try {
    packages = await listed();
  } catch (error) {
    return red(say("site.files.missing", { names: LOCK }), String(error));
  }
  const engine = [...CORE, ...Object.values(packages)].map((name) => new URL(name, ENGINE));
  const all = [...engine, ...PAGES.map((name) => new URL(name, ROOT))];
  const sizes = {};
  const missing = [];
  let wasmType = "";
  await Promise.all(all.map(async (address) => {
    const name = address.pathname.split("/").at(-1);
    try {
      const answer = await fetch(address, { method: "HEAD", cache: "no-cache" });
      if (!answer.ok) missing.push(`${name} (${answer.status})`);
      sizes[name] = Number(answer.headers.get("content-length") ?? 0);
      if (name.endsWith(".wasm")) wasmType = answer.headers.get("content-type") ?? "";
    } catch {
      missing.push(name);
    }
  }));
  tellSizes(sizes, packages);
  if (missing.length) return red(say("site.files.missing", { names: missing.join(", ") }), missing.join(" "));
  if (!wasmType.startsWith("application/wasm")) return yellow(say("site.files.type"), wasmType);
  return green(say("site.files.good", { n: all.length }));
}

function tellSizes(sizes, packages) {
  const sum = (names) => names.reduce((all, name) => all + (sizes[name] ?? 0), 0);
  const play = sum([...CORE, packages[GAME]]);
  const all = sum([...CORE, ...Object.values(packages)]);
  if (play) byId("it-sizes").textContent = say("site.it.sizes-found", { play: megabytes(play), all: megabytes(all) });
}

async function speed() {
  const before = performance.now();
  const answer = await fetch(new URL("pyodide.asm.wasm", ENGINE), { cache: "reload" });
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
        if (data.failed) reject(new Error(data.failed));
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
  const all = await navigator.serviceWorker.getRegistrations().catch(() => null);
  if (!all) return yellow(say("site.offline.none"), "blocked");
  const ours = all.some(({ scope }) => scope.startsWith(ROOT.href));
  return green(ours ? say("site.offline.good") : say("site.offline.can"), ours ? "registered" : "");
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
