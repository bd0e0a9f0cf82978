/** Arranges the page before its maps and boards wake, leads a presenter's keys to the map in sight, dims the lamp. */
(() => {
  const LAMP = "mali-powstancy/projector-lamp";
  const MOON = "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z";

  const make = (tag, className, ...children) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  };

  /** The parts of the notebook: what stands below each heading, and the code cells that show something. */
  function parts(cells) {
    const found = [];
    for (const cell of cells) {
      const shows = cell.querySelector('script[type^="application/vnd.voila"]');
      if (shows) {
        found.at(-1).stage.push(cell);
        continue;
      }
      for (const block of cell.querySelectorAll(".jp-RenderedMarkdown > *")) {
        if (/^H[12]$/.test(block.tagName)) found.push({ heading: block, stage: [], notes: [] });
        else found.at(-1)?.notes.push(block);
      }
    }
    return found;
  }

  function section({ heading, stage, notes }) {
    heading.querySelector(".anchor-link")?.remove();
    heading.tabIndex = -1;
    const made = make("section", "projector-part", heading);
    made.setAttribute("aria-labelledby", heading.id);
    if (stage.length) made.append(make("div", "projector-stage", ...stage));
    if (notes.length) made.append(make("div", "projector-notes", ...notes));
    return made;
  }

  function link(heading) {
    const made = make("a", "", heading.textContent);
    made.href = `#${heading.id}`;
    made.addEventListener("click", (event) => {
      event.preventDefault();
      heading.closest("section").scrollIntoView();
      heading.focus({ preventScroll: true }); // from here the keys go to the map in sight
    });
    return made;
  }

  /** Remembered where the browser allows it. */
  function lamp(label) {
    const made = make("button");
    made.type = "button";
    made.title = label;
    made.setAttribute("aria-label", label);
    made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2"
      stroke-linejoin="round"><path d="${MOON}"/></svg>`;
    const dim = (dark) => {
      document.body.dataset.jpThemeLight = String(!dark); // the boards follow it
      document.body.classList.toggle("mp-look-dark", dark);
      document.body.classList.toggle("mp-look-light", !dark);
      made.setAttribute("aria-pressed", String(dark));
    };
    made.addEventListener("click", () => {
      const dark = made.getAttribute("aria-pressed") !== "true";
      dim(dark);
      try { localStorage.setItem(LAMP, dark ? "dark" : "light"); } catch { /* not remembered, then */ }
    });
    let kept = null;
    try { kept = localStorage.getItem(LAMP); } catch { /* nothing is remembered */ }
    dim(kept === "dark");
    return made;
  }

  /** The part that the class looks at: the last one that has come up to the middle of the window. */
  const shown = () => sections.findLast((one) => one.getBoundingClientRect().top < 0.45 * innerHeight) ?? sections[0];

  /** A key that is pressed beside the map in sight steps through its demonstration. */
  function lead(event) {
    const part = shown();
    if (!presenter.isKey(event) || presenter.step(event, part)) return;
    const wakes = part.querySelector(".projector-stage") && !part.querySelector('.mp-page[data-ready="true"]');
    if (event.key.startsWith("Page") && event.target === document.body && !wakes) { // no scrolling by itself
      cells.scrollBy(0, (event.key === "PageDown" ? 0.85 : -0.85) * cells.clientHeight);
    }
  }

  const cells = document.querySelector("#rendered_cells");
  const all = cells.firstElementChild;
  const [intro, ...rest] = parts(all.querySelectorAll(":scope > [cell-index]"));
  rest[0].notes.unshift(...intro.notes);
  intro.heading.querySelector(".anchor-link")?.remove();
  for (const one of all.querySelectorAll('a[href*=".ipynb"]')) {
    one.replaceWith(...one.childNodes); // only this notebook can be opened here
  }
  const sections = rest.map(section);
  // Further texts follow the first one; the bar would be too long with them.
  const led = rest.slice(0, rest.findIndex(({ stage }) => !stage.length) + 1);
  const links = led.map(({ heading }) => link(heading));
  const nav = make("nav", "", ...links);
  nav.setAttribute("aria-label", intro.heading.textContent);
  const words = document.querySelector("#lamp").content.textContent;
  for (const emptied of all.querySelectorAll(":scope > [cell-index]")) emptied.remove();
  all.prepend(make("header", "projector-bar", intro.heading, nav, lamp(words)), make("main", "", ...sections));

  const mark = () => {
    const seen = Math.min(sections.indexOf(shown()), links.length - 1);
    links.forEach((one, index) => {
      if (index === seen) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    });
  };
  let full = null;
  document.addEventListener("scroll", mark, { capture: true, passive: true });
  new ResizeObserver(mark).observe(all);
  document.addEventListener("keydown", lead, true);
  document.addEventListener("fullscreenchange", () => { // without this the page would be elsewhere afterwards
    const left = document.fullscreenElement ? null : full?.closest("section");
    full = document.fullscreenElement;
    setTimeout(() => left?.scrollIntoView({ behavior: "instant" }), 100);
  });
  // Who leaves the page ends its Python; Voilà asks for that too, but without the token it is refused.
  const { baseUrl, kernelId } = JSON.parse(document.querySelector("#jupyter-config-data").textContent);
  const token = new URLSearchParams(location.search).get("token");
  addEventListener("pagehide", () => {
    fetch(`${baseUrl}voila/api/shutdown/${kernelId}`,
      { method: "POST", keepalive: true, headers: { Authorization: `token ${token}` } });
  });
})();
