/**
 * What this computer keeps for us: games and answers, each a text under a key, in the browser's storage. The boards and
 * panels write it; here it is counted, carried to another computer and cleared.
 *
 * @typedef {{text: string, when: string | null}} Save
 */

const OURS = "mali-powstancy/";
const SAVES = `${OURS}saves/`;
const WHEN = `${OURS}when/`;
const LANGUAGE = `${OURS}language`;
const FORMAT = "mali-powstancy-saves";
const VERSION = 1;
const LARGEST = 20_000_000; // more bytes than a browser keeps
const PATIENCE = 8000; // how long another tab may hold back what is to be cleared

/** A file of saves that cannot be read; `reason` is the key of a sentence that says why. */
export class NoSaves extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** The browser's storage, or null where there is none. */
function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const keysUnder = (start) => {
  const kept = storage();
  const all = kept ? Array.from({ length: kept.length }, (_, index) => kept.key(index)) : [];
  return all.filter((key) => key.startsWith(start)).sort();
};

/** Whether something can be kept at all. */
export function canKeep() {
  try {
    const probe = `${OURS}probe`;
    storage().setItem(probe, "x");
    storage().removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

/** The language that was chosen last, or null. */
export const language = () => storage()?.getItem(LANGUAGE) ?? null;

export function remember(lang) {
  try {
    storage()?.setItem(LANGUAGE, lang);
  } catch {
    // A full storage: then the doors do not know who came in last.
  }
}

/** @returns {Map<string, Save>} everything that is kept, by key */
export function allSaves() {
  const kept = storage();
  return new Map(keysUnder(SAVES).map((name) => {
    const key = name.slice(SAVES.length);
    return [key, { text: kept.getItem(name), when: kept.getItem(WHEN + key) }];
  }));
}

/** All saves as the text of one file. */
export function asFile() {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, saves: Object.fromEntries(allSaves()) }, null, 1)}\n`;
}

/** @returns {Promise<Map<string, Save>>} the saves in a chosen file, of which a huge one is not even read */
export async function readFile(file) {
  if (file.size > LARGEST) throw new NoSaves("too-large");
  return inFile(await file.text());
}

/** @returns {Map<string, Save>} the saves in a file's text; what is wrong with it is thrown as `NoSaves` */
function inFile(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new NoSaves("not-ours");
  }
  if (file?.format !== FORMAT) throw new NoSaves("not-ours");
  if (!(Number.isInteger(file.version) && file.version >= 1)) throw new NoSaves("not-ours");
  if (file.version > VERSION) throw new NoSaves("too-new");
  const saves = Object.entries(file.saves ?? {});
  const isSave = ([key, save]) => key.length <= 300 && typeof save?.text === "string";
  if (!saves.every(isSave)) throw new NoSaves("not-ours");
  if (!saves.length) throw new NoSaves("empty");
  const isTime = (when) => typeof when === "string" && !Number.isNaN(Date.parse(when));
  return new Map(saves.map(([key, { text: kept, when }]) => [key, { text: kept, when: isTime(when) ? when : null }]));
}

/** Which of these saves may be taken over at once, and for which there is another one here; clocks may be wrong. */
export function compare(saves) {
  const here = allSaves();
  const free = [];
  const taken = [];
  for (const [key, { text }] of saves) {
    const own = here.get(key);
    if (own?.text !== text) (own ? taken : free).push(key);
  }
  return { free, taken };
}

/** Keeps these saves; if not all of them can be kept, everything is as it was and the answer is false. */
export function keep(saves, keys) {
  const kept = storage();
  const before = new Map();
  const write = (name, text) => {
    if (!before.has(name)) before.set(name, kept.getItem(name));
    text == null ? kept.removeItem(name) : kept.setItem(name, text);
  };
  try {
    for (const key of keys) {
      const { text, when } = saves.get(key);
      write(SAVES + key, text);
      write(WHEN + key, when);
    }
    return true;
  } catch {
    for (const name of before.keys()) kept?.removeItem(name); // first room, then what was there
    for (const [name, text] of before) if (text != null) kept.setItem(name, text);
    return false;
  }
}

/** Forgets everything that the site keeps on this computer; false if some of it is held by another tab or the browser. */
export async function clear() {
  const root = new URL("../", import.meta.url).href;
  for (const key of keysUnder(OURS)) storage().removeItem(key);
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(OURS)) sessionStorage.removeItem(key);
  const done = await Promise.allSettled([clearNotebooks(), clearCaches(root), clearWorkers(root)]);
  return done.every(({ value }) => value);
}

/**
 * JupyterLite is told to keep everything in memory alone, but while it starts it looks for settings of before in a
 * database, and so makes one.
 */
async function clearNotebooks() {
  const all = (await window.indexedDB?.databases?.()) ?? [];
  const theirs = all.map(({ name }) => name).filter((name) => name.startsWith("JupyterLite"));
  const deleted = await Promise.all(theirs.map((name) => new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve(true);
    request.onerror = () => resolve(false);
    setTimeout(() => resolve(false), PATIENCE); // blocked until the other tab is closed
  })));
  return deleted.every(Boolean);
}

/** Files that were kept for a day without a network. */
async function clearCaches(root) {
  for (const name of (await window.caches?.keys()) ?? []) {
    const cache = await caches.open(name);
    const all = await cache.keys();
    const ours = all.filter(({ url }) => url.startsWith(root));
    await Promise.all(ours.map((request) => cache.delete(request)));
    if (ours.length === all.length) await caches.delete(name);
  }
  return true;
}

async function clearWorkers(root) {
  const all = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(all.filter(({ scope }) => scope.startsWith(root)).map((one) => one.unregister()));
  return true;
}
