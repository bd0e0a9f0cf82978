/** Charts of a lesson: drawn by plotly, which comes when the first of them is near. */
import { nameCells } from "./tables.js";

const PLOTLY = new URL("../static/plotly.min.js", import.meta.url).href;
const STREETS = "9f215cf04c5486422605d13261cb87401f4e7763b6296af81e98efbc0130da53"; // the name that plotly looks for
const NEAR = "600px"; // a chart is drawn before it is seen
const MIME = "application/vnd.plotly.v1+json";
let coming = null;

/**
 * Plotly writes styles as text, which the rules of the page refuse; set one by one they are allowed. And it brings a
 * style for maps of streets, which we have none of: where something has that name already, it leaves the page alone.
 */
function keepRules() {
  const set = SVGElement.prototype.setAttribute;
  SVGElement.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value;
    else set.call(this, name, value);
  };
  const instead = document.createElement("meta");
  instead.id = STREETS;
  document.head.append(instead);
}

/** Plotly, which puts itself into the window. */
function plotly() {
  coming ??= new Promise((resolve, reject) => {
    keepRules();
    const script = document.createElement("script");
    script.src = PLOTLY;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => { coming = null; reject(new Error("plotly did not come")); };
    document.head.append(script);
  });
  return coming;
}

/** A value with what is put over it; nothing put there takes it away. */
function changed(value, change) {
  if (change === null || typeof change !== "object" || Array.isArray(change) || typeof value !== "object") return change;
  const made = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, part] of Object.entries(change))
    if (part === null) delete made[key];
    else made[key] = key in made ? changed(made[key], part) : part;
  return made;
}

/** The chart as it is drawn at a width: a chart brings what is different where there is little room. */
function fitted({ narrow, ...chart }, width) {
  const { data, layout, frames = [], config } = narrow && width < narrow.below ? changed(chart, JSON.parse(narrow.change)) : chart;
  return { data, layout: { ...layout, width, autosize: false }, frames, config };
}

/** Draws one chart into an element, at its width, and again when the width changes or there is another chart. */
export async function draw(element, chart) {
  const Plotly = await plotly();
  const inside = document.createElement("div");
  element.chart = chart;
  element.append(inside);
  let { clientWidth: width } = element;
  const note = () => element.style.setProperty("--drawn", width); // a page of paper is narrower, and makes it smaller
  note();
  await Plotly.newPlot(inside, structuredClone(fitted(chart, width))); // plotly writes into what it is given
  for (const room of element.querySelectorAll(".room")) room.remove();
  const again = () => Plotly.newPlot(inside, structuredClone(fitted(element.chart, width)));
  new ResizeObserver(() => {
    if (!element.clientWidth || element.clientWidth === width) return;
    width = element.clientWidth;
    note();
    requestAnimationFrame(again);
  }).observe(element);
  return again;
}

/** Draws the figure of a desk, or draws it anew: the chart, and below it its sentence and its table. */
export async function redraw(figure, [drawing, about]) {
  figure.drawing ??= figure.appendChild(Object.assign(document.createElement("div"), { className: "drawing" }));
  figure.about ??= figure.appendChild(document.createElement("figcaption"));
  const fold = figure.about.querySelector("details")?.open;
  figure.about.innerHTML = about["text/html"];
  nameCells(figure.about);
  if (fold) figure.about.querySelector("details").open = true;
  figure.drawing.chart = drawing[MIME];
  const again = await figure.again?.catch(() => null); // one that failed is tried anew
  if (again) await again();
  else await (figure.again = draw(figure.drawing, drawing[MIME]));
}

/** Draws the charts of a page as they come near; `all` draws the rest at once, `rest` one after the other when it is quiet. */
export function drawCharts(charts) {
  const waiting = new Map();
  const begin = (element) => {
    if (!waiting.has(element)) return null;
    const chart = waiting.get(element);
    waiting.delete(element);
    watch.unobserve(element);
    return draw(element, chart).then(() => true, (error) => {
      console.error(error);
      waiting.set(element, chart); // its words are there; it is tried again when it comes near again
      watch.observe(element);
    });
  };
  const rest = async () => {
    for (const element of [...waiting.keys()]) {
      await new Promise(globalThis.requestIdleCallback ?? setTimeout);
      if (waiting.has(element) && !(await begin(element))) return;
    }
  };
  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) begin(target);
  }, { rootMargin: NEAR });
  for (const element of document.querySelectorAll("[data-chart]")) {
    if (!charts[element.dataset.chart]) continue; // it did not come; its words are there
    waiting.set(element, charts[element.dataset.chart]);
    watch.observe(element);
  }
  return { all: () => Promise.all([...waiting.keys()].map(begin)), rest };
}
