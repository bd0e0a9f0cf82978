/**
 * The boards and desks of a lesson as a page: each wakes by itself as it comes into view, on the one Python beside the
 * page. Until then it looks as it will when it has woken, so that nothing jumps; and where Python does not come, its
 * words are there.
 */
import board from "../play/board.js";
import panel from "./panel.js";
import { redraw } from "./charts.js";
import { kindOf, loadAgain } from "./engine.js";
import { Model } from "./model.js";
import * as python from "./python.js";

const FRONT_ENDS = { board, panel };
const OFTEN = 4000; // milliseconds, less than a board or a desk waits before it says that nobody answers
const NEAR = "60%"; // of the window: what is so near wakes before it is seen

/** The rules of the page's style as one text: what prints a single desk needs them. */
const allStyles = () => [...document.styleSheets]
  .map(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText).join("\n")).join("\n");

/** A place of the page that shows a board or a desk. */
class LiveCell {
  constructor(element, programs, first, say) {
    this.element = element;
    this.id = element.dataset.cell;
    this.program = programs[this.id];
    this.first = first.cells[this.id] && { ...first.cells[this.id], base: first.bases[first.cells[this.id].base] };
    this.say = say;
    this.words = [...element.children]; // what is read where nothing wakes
  }

  /**
   * How it will look: the first view that Python would send. Nothing in it can be pressed yet. Answers that are kept may
   * need more room; then it had this height when the reader left.
   */
  sleep(height) {
    this.element.dataset.state = "asleep";
    this.element.tabIndex = 0; // who goes by keys wakes it like who scrolls
    this.element.role = "group";
    this.element.ariaLabel = this.say("site.reader.waking");
    if (height) this.element.style.minBlockSize = `${height}px`;
    if (!this.first) return;
    const { live, view, base } = this.first;
    this.stage = this.newStage("stand-in");
    this.stage.inert = true;
    const nobody = new Model({ base, keeps: [], asleep: {} }, () => { throw new Error("asleep"); });
    this.stop = FRONT_ENDS[live].render({ model: nobody, el: this.stage });
    nobody.hear({ view: { ...view, say: "" } });
    for (const one of this.words) one.classList.add("heard");
  }

  newStage(name) {
    const made = document.createElement("div");
    made.className = name;
    this.element.append(made);
    return made;
  }

  /** Asks Python for it. */
  wake() {
    this.element.dataset.state = "waking";
    this.element.setAttribute("aria-busy", "true");
    this.send({ run: this.program });
  }

  send(said) {
    python.ask({ cell: this.id, ...said });
  }

  /** @returns {boolean} whether it has just come up, or cannot */
  hear({ live, failed, message, ...begins }) {
    if (failed) return this.fail(failed);
    if (live) {
      this.next = this.newStage("coming"); // beside what is seen, until there is something to see
      const state = { ...begins, asleep: {}, get _css() { return allStyles(); } };
      this.model = new Model(state, (one) => this.send({ message: one }));
      this.stopNext = FRONT_ENDS[live].render({ model: this.model, el: this.next });
      return false;
    }
    if (message.below) this.putBelow(message.below);
    else this.model.hear(message);
    if (message.view && !this.next) this.element.style.minBlockSize = ""; // from now on it takes the room that it needs
    return Boolean(message.view && this.next && this.rise());
  }

  /** What is awake takes the place of what was there for it. */
  rise() {
    this.stop?.();
    this.stage?.remove();
    for (const one of this.words) one.remove();
    this.next.className = "awake";
    this.stop = this.stopNext;
    this.next = null;
    this.settle("awake");
    return true;
  }

  /** It sleeps no more: the keys go on to what is in it. */
  settle(state) {
    this.element.dataset.state = state;
    for (const name of ["aria-busy", "aria-label", "role"]) this.element.removeAttribute(name);
    this.element.tabIndex = -1; // what has the focus keeps it, and the next key leads inside
  }

  fail(report) {
    console.error(report);
    this.rest();
    const sentence = document.createElement("p");
    sentence.className = "note";
    sentence.setAttribute("role", "status");
    sentence.textContent = this.say("site.reader.one-failed");
    this.element.prepend(sentence);
    return true;
  }

  /** It will not wake: what stands for it stays, and can be read. */
  rest() {
    this.settle("failed");
    if (!this.next) return;
    this.stopNext();
    this.next.remove();
    this.next = null;
  }

  /** Whoever waits for an answer here is told why none comes yet, if there is something to tell, and waits on. */
  holdOn(sentence) {
    if (this.element.querySelector(".mp-page[data-waiting]")) this.model?.hear({ thinking: sentence });
  }

  /** The figure of a desk: a chart, and below it its words. */
  putBelow(bundles) {
    this.below ??= this.element.appendChild(Object.assign(document.createElement("figure"), { className: "chart" }));
    this.below.hidden = !bundles.length;
    if (bundles.length) redraw(this.below, bundles).catch((error) => console.error(error)); // its words are there
  }
}

// So high was what had woken when the reader left, kept on this computer: the next time it wakes without a jump.
const HEIGHTS = `mali-powstancy/heights/${location.pathname.split("/").slice(-3).join("/")}`;

/** By the ids of cells; none if the window was of another width. */
function keptHeights() {
  try {
    const { width, heights } = JSON.parse(localStorage.getItem(HEIGHTS));
    return width === innerWidth ? heights : {};
  } catch {
    return {}; // nothing is kept, or nothing can be
  }
}

function keepHeights(cells) {
  const awake = cells.filter(({ element }) => element.dataset.state === "awake");
  const now = Object.fromEntries(awake.map(({ id, element }) => [id, element.offsetHeight]));
  try {
    localStorage.setItem(HEIGHTS, JSON.stringify({ width: innerWidth, heights: { ...keptHeights(), ...now } }));
  } catch {
    // Then it may jump.
  }
}

/**
 * Wakes the cells of a page as they come near; without `programs` none. `fails` is told what kind of trouble there is
 * with Python itself.
 */
export function wakeCells({ programs, first, say, fails }) {
  const cells = new Map();
  const near = new Set();
  const heights = keptHeights();
  let isReady = false;
  let busy = null;
  let holding = null;

  const distance = ({ element }) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(0, top - innerHeight, -bottom);
  };
  const next = () => {
    if (!isReady || busy || !near.size) return;
    busy = [...near].sort((one, other) => distance(one) - distance(other))[0];
    near.delete(busy);
    busy.wake();
    holding = setInterval(holdOn, OFTEN, say("site.reader.busy"));
  };
  // While one wakes, which may take long where its packages come slowly, Python hears nobody else.
  const holdOn = (sentence) => {
    for (const cell of cells.values()) if (cell !== busy) cell.holdOn(sentence);
  };
  const free = () => {
    clearInterval(holding);
    holdOn("");
    busy = null;
  };
  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      const cell = cells.get(target.dataset.cell);
      if (isIntersecting) near.add(cell);
      else near.delete(cell);
      if (cell.element.dataset.state !== "asleep") near.delete(cell);
    }
    next();
  }, { rootMargin: `${NEAR} 0%` });

  for (const element of document.querySelectorAll(".live[data-cell]")) {
    const cell = new LiveCell(element, programs ?? {}, first, say);
    cells.set(cell.id, cell);
    cell.sleep(heights[cell.id]);
    watch.observe(element);
  }
  addEventListener("pagehide", () => keepHeights([...cells.values()]));

  const fail = (kind, report) => {
    console.error(report);
    python.stop();
    clearInterval(holding);
    watch.disconnect();
    for (const cell of cells.values()) if (cell.element.dataset.state !== "awake") cell.rest();
    fails(kind);
  };
  if (!python.canRun) return fail("old", "no WebAssembly or Worker");
  if (!programs) return fail("files", "the programs of the lesson did not come");
  python.listen(({ stage, message, failed, missing, broken }) => {
    if (stage === "awake") isReady = true;
    else if (failed) fail(kindOf(failed), failed);
    else if (missing) isReady || fail("files", missing);
    else if (broken) fail(isReady ? "fault" : "files", broken);
    else if (message) {
      const { cell, ...said } = JSON.parse(message);
      const isDone = cells.get(cell).hear(said);
      if (isDone && busy?.id === cell) free();
    }
    next();
  });
}

export { loadAgain };
