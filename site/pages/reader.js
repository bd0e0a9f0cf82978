/** A lesson as a page: a bar that says where one is, sources when they are asked for, charts, and live cells. */
import { sayer } from "./words.js";
import { drawCharts } from "./charts.js";
import { nameCells } from "./tables.js";
import { loadAgain, wakeCells } from "./live.js";

const MARKS = "mali-powstancy/marks"; // whether the sources are shown, kept on this computer
const PLACE = "mali-powstancy/place"; // where the reader was, kept as long as this window
const QUIET = 5000; // after so many milliseconds charts are drawn that nobody has come near: they may be printed
const byId = (id) => document.getElementById(id);
const { lang } = document.documentElement;
const { lesson } = document.body.dataset;

// Where one is ----------------------------------------------------------------------------------------------------------

function followPlace(say) {
  const headings = [...document.querySelectorAll("main h2[id]")];
  const links = new Map([...byId("parts").querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  let isWaiting = false;
  const show = () => {
    isWaiting = false;
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    const line = clientHeight / 3;
    const isEnd = scrollTop + clientHeight >= scrollHeight - 2;
    const above = headings.filter((heading) => isEnd || heading.getBoundingClientRect().top <= line);
    const now = above.at(-1) ?? headings[0];
    byId("way").style.inlineSize = `${(100 * scrollTop) / Math.max(1, scrollHeight - clientHeight)}%`;
    byId("place").textContent = say("site.reader.place", { n: headings.indexOf(now) + 1, all: headings.length });
    for (const [id, link] of links)
      if (id === now?.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
  };
  const soon = () => {
    if (!isWaiting) requestAnimationFrame(show);
    isWaiting = true;
  };
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  show();
}

/**
 * After a reload, or back from another page, the reader is where they were. Boards and charts change what is above while
 * they come, so it is the paragraph that is kept, and not how far the page was scrolled.
 * @returns what brings the reader there
 */
function keepPlace() {
  const key = `${PLACE}/${lang}/${lesson}`;
  const parts = [...document.querySelectorAll("main .part > *")];
  const top = (part) => part.getBoundingClientRect().top;
  const isBack = ["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type);
  let kept = null;
  try {
    if (isBack) kept = JSON.parse(sessionStorage.getItem(key));
    history.scrollRestoration = "manual";
  } catch {
    // Nothing can be kept here: then the browser does what it can.
  }
  addEventListener("pagehide", () => {
    const at = parts.findLastIndex((part) => part.offsetHeight && top(part) <= 1);
    try {
      sessionStorage.setItem(key, JSON.stringify({ at, above: at < 0 ? 0 : -top(parts[at]) }));
    } catch {
      // Then it begins at its top.
    }
  });
  return () => {
    const part = parts[kept?.at];
    if (part) scrollTo({ top: scrollY + top(part) + kept.above, behavior: "instant" });
  };
}

/** The menu closes when something in it was chosen, and when one goes on elsewhere. */
function closeMenu() {
  const menu = byId("menu");
  document.addEventListener("click", ({ target }) => {
    if (!menu.contains(target) || target.closest("a")) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
  });
}

// Sources ---------------------------------------------------------------------------------------------------------------

function quietSources() {
  const kept = () => { try { return localStorage.getItem(MARKS); } catch { return null; } };
  const show = () => document.body.classList.toggle("with-marks", byId("marks").checked);
  byId("marks").checked = kept() === "yes";
  show();
  byId("marks").onchange = () => {
    show();
    try {
      if (byId("marks").checked) localStorage.setItem(MARKS, "yes");
      else localStorage.removeItem(MARKS);
    } catch {
      // Nothing can be kept here: then they are asked for again.
    }
  };
  const open = () => {
    if (!location.hash.startsWith("#source") || !byId("sources")) return;
    byId("sources").open = true;
    byId(location.hash.slice(1))?.scrollIntoView(); // where it leads was folded away until now
  };
  addEventListener("hashchange", open);
  open();
}

/** Charts are drawn in light colours; on a dark page its style makes them dark. */
function darken() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.body.classList.toggle("mp-dark-page", dark.matches);
  dark.addEventListener("change", follow);
  follow();
}

// On paper nothing is folded away that a reader may look for.
function unfoldOnPaper() {
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("main details:not([open])")].filter((one) => one.matches(".sources"));
    for (const one of folded) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of folded) one.open = false; });
}

/** Python does not come or has stopped: a sentence says what is missing, and the lesson can be read on. */
function tellTrouble(say, kind) {
  const sentence = {
    old: () => say("site.reader.old"),
    files: () => say("site.reader.files"),
    fault: () => say("site.reader.fault"),
  }[kind];
  byId("trouble-text").textContent = sentence();
  byId("trouble").hidden = false;
  byId("again").onclick = () => {
    byId("again").disabled = true;
    loadAgain();
  };
}

const goBack = keepPlace();
goBack();
const read = (name) => fetch(name).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(name))));
const [{ default: given }, data, first] = await Promise.all([
  import(`./${lang}.js`),
  read(`${lesson}.json`).catch(() => ({ charts: {}, programs: null })), // without it the words are there
  read(`${lesson}.first.json`).catch(() => ({ cells: {}, bases: {} })), // without it only the room is missing
]);
const say = sayer(given.words);
followPlace(say);
closeMenu();
quietSources();
darken();
unfoldOnPaper();
nameCells(document.querySelector("main"));
const charts = drawCharts(data.charts);
byId("print").onclick = async () => {
  byId("menu").open = false;
  await charts.all();
  print();
};
wakeCells({ programs: data.programs, first, say, fails: (kind) => tellTrouble(say, kind) });
goBack(); // what is asleep has its height now
setTimeout(charts.rest, QUIET);
document.body.dataset.ready = "true";
