/** Charts of a lesson: drawn by plotly, which comes when the first of them is near. */

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

/** Draws one chart into an element, at its width, and again when the width changes. */
export async function draw(element, { data, layout, frames, config }) {
  const Plotly = await plotly();
  const inside = document.createElement("div");
  const fit = () => ({ ...layout, width: element.clientWidth, autosize: false });
  element.append(inside);
  await Plotly.newPlot(inside, { data, layout: fit(), frames, config });
  element.querySelector(".room")?.remove();
  let { clientWidth: width } = element;
  new ResizeObserver(() => {
    if (!element.clientWidth || element.clientWidth === width) return;
    width = element.clientWidth;
    requestAnimationFrame(() => Plotly.relayout(inside, { width }));
  }).observe(element);
}

/** Draws the figure of a desk, or draws it anew: the chart, and below it its sentence and its table. */
export async function redraw(figure, [drawing, about]) {
  const chart = drawing[MIME];
  figure.drawing ??= figure.appendChild(Object.assign(document.createElement("div"), { className: "drawing" }));
  figure.about ??= figure.appendChild(document.createElement("figcaption"));
  const fold = figure.about.querySelector("details")?.open;
  figure.about.innerHTML = about["text/html"];
  if (fold) figure.about.querySelector("details").open = true;
  const inside = figure.drawing.querySelector(".js-plotly-plot");
  const { data, layout, frames, config } = chart;
  if (inside) await (await plotly()).react(inside, { data, layout: { ...layout, width: figure.drawing.clientWidth }, frames, config });
  else await (figure.first ??= draw(figure.drawing, chart));
}

/** Draws the charts of a page as they come near; `all` draws the rest at once. */
export function drawCharts(charts) {
  const waiting = new Map();
  const begin = (element) => {
    if (!waiting.has(element)) return null;
    const chart = waiting.get(element);
    waiting.delete(element);
    watch.unobserve(element);
    return draw(element, chart).catch((error) => {
      console.error(error);
      waiting.set(element, chart); // its words are there; it is tried again when it comes near again
      watch.observe(element);
    });
  };
  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) begin(target);
  }, { rootMargin: NEAR });
  for (const element of document.querySelectorAll("[data-chart]")) {
    waiting.set(element, charts[element.dataset.chart]);
    watch.observe(element);
  }
  return { all: () => Promise.all([...waiting.keys()].map(begin)) };
}
