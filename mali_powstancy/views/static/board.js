/**
 * The board in the page: shows the views that the kernel sends and sends back what was chosen.
 *
 * There is no rule of the game and no word of any language here. Every sentence comes finished in a view, and what may
 * be chosen comes as objects `{do: …}` that go back to the kernel as they came.
 *
 * @typedef {{do: string, [more: string]: unknown}} Do
 * @typedef {{fields?: string[], roads?: string[], pieces?: string[]}} Marks
 * @typedef {{key: string, label: string, do: Do, kind?: "primary"|"plain"|"quiet"|"danger", icon?: string,
 *   pressed?: boolean, off?: string, marks?: Marks}} Button
 * @typedef {{do: Do, label: string, kind?: string}} Option
 * @typedef {{t: string, key?: string, label?: string, [more: string]: any}} Block
 * @typedef {{theme: "auto"|"light"|"dark"|"contrast", motion: "system"|"off", size: number}} Look
 * @typedef {{n: number, lang: string, look: Look, labels: Record<string, string>, base?: string,
 *   arrows?: Record<string, Record<string, string>>,
 *   map: null | {below: string, above: string, labels: Record<string, string>},
 *   reach: Record<string, Record<string, Option[]>>, selected: string | null, roads: Record<string, Option>,
 *   bar: Button[], panel: Block[], text: null | Block[], say: string,
 *   dialog: null | {key: string, title: string, blocks: Block[], cancel?: Do},
 *   moved: {piece: string, path: [number, number][]}[], marks?: Marks}} View
 */

const PATIENCE = 6000; // how long the kernel may think before the page says that no answer comes
const STEP = 250; // an animated step, in milliseconds
const ALL_STEPS = 1500; // all steps of one view together
const NOTE = 4000; // how long a short note stays

// Drawn on a square of 24 units.
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M8.5 15a6.5 6.5 0 1 1 7 0v3h-7z",
  text: "M4 6h16M4 10h16M4 14h16M4 18h10",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6",
  menu: "M4 6h16M4 12h16M4 18h16",
  fullscreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  close: "M6 6l12 12M18 6 6 18",
  load: "M12 16V5M7 9l5-5 5 5M4 20h16",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  letter: "M3 6h18v12H3zM3 6l9 7 9-7",
  prison: "M4 4h16v16H4zM9 4v16M15 4v16",
  computer: "M4 5h16v11H4zM8 20h8M12 16v4",
  marker: "M6 21V4M6 5h12l-3 4 3 4H6",
};
// The shapes of the patrols, like those of their scouts on the map.
const SHAPES = [
  "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22",
  "M2 2h20v20H2z",
  "M12 0l12 22H0z",
  "M12-1 25 12 12 25-1 12z",
];

// Elements ------------------------------------------------------------------------------------------------------------

/** A wanted element; `text` is its text, `html` its drawing, `given` a value that only a new view may change. */
const h = (tag, attrs, ...children) => ({ tag, attrs: attrs ?? {}, children: children.flat().filter(Boolean) });

const drawing = (path, kind) => `<svg viewBox="0 0 24 24" class="${kind}" aria-hidden="true"><path d="${path}"/></svg>`;
const icon = (name, title) =>
  ICONS[name] && h("span", { class: "mp-icon", title, html: drawing(ICONS[name], "mp-line") });
const hidden = (text) => h("span", { class: "mp-hidden", text });
/** What is seen, and the sentence that is heard instead. */
const told = (sentence, seen) => [h("span", { class: "mp-seen", "aria-hidden": "true" }, seen), hidden(sentence)];
const badge = (patrol, letter) =>
  h("span", { class: `mp-badge mp-patrol-${patrol}`, "aria-hidden": "true" },
    h("span", { class: "mp-figure", html: drawing(SHAPES[patrol % SHAPES.length], "mp-solid") }),
    letter && h("b", { text: letter }));

/**
 * Makes the children of `parent` equal to the wanted ones and keeps every element that is still wanted, so that focus,
 * open details, typed text and scroll positions outlive a new view.
 */
function patch(parent, wanted, guard) {
  const old = new Map([...parent.children].map((child) => [child.mpKey, child]));
  const used = new Set();
  const nodes = wanted.map((want, index) => {
    let key = `${want.tag} ${want.attrs.key ?? index}`;
    while (used.has(key)) key += "+";
    used.add(key);
    const node = old.get(key) ?? document.createElement(want.tag);
    node.mpKey = key;
    return node;
  });
  for (const [key, child] of old) if (!used.has(key)) child.remove();
  nodes.forEach((node, index) => {
    const here = parent.children[index];
    if (here !== node) parent.insertBefore(node, here ?? null);
    const { attrs, children } = wanted[index];
    if (attrs.html === undefined && attrs.text === undefined) {
      if (node.mpAttrs && ("html" in node.mpAttrs || "text" in node.mpAttrs)) node.textContent = "";
      patch(node, children, guard);
    }
    dress(node, attrs, guard);
  });
}

function dress(node, attrs, guard) {
  const before = node.mpAttrs ?? {};
  for (const name of Object.keys(before))
    if (!(name in attrs) && name !== "html" && name !== "text") set(node, name, null, before, guard);
  for (const [name, value] of Object.entries(attrs)) set(node, name, value, before, guard);
  node.mpAttrs = attrs;
}

function set(node, name, value, before, guard) {
  if (name.startsWith("on")) node[name] = value && guard(value);
  else if (name === "marks") node.mpMarks = value;
  else if (name === "key") value == null ? delete node.dataset.key : (node.dataset.key = value);
  else if (value === before[name] && node.mpAttrs) return;
  else if (name === "text") node.textContent = value ?? "";
  else if (name === "html") node.innerHTML = value ?? "";
  else if (name === "given") node.mpBusy || (node.value = value ?? "");
  else if (name === "open") node.open = Boolean(value);
  else if (value == null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

// Blocks of the panel, the dialogs and the text version ---------------------------------------------------------------

/** How each kind of block looks; `act` is what its buttons can do. */
const BLOCKS = {
  text: ({ text, role }) => h(role === "title" ? "h3" : "p", { class: `mp-says mp-says-${role ?? "plain"}`, text }),

  buttons: ({ items, label }, act) =>
    h("div", { class: "mp-buttons mp-choices", role: "group", "aria-label": label }, items.map((b) => button(b, act))),

  cards: ({ items, label }, act) =>
    h("div", { class: "mp-cards mp-choices", role: "group", "aria-label": label }, items.map((card) => {
      const seen = [h("b", { text: card.number }), card.note && h("small", { text: card.note })];
      const look = `mp-card mp-card-${card.state}`;
      return card.do
        ? h("button", { key: card.key, type: "button", class: look, onclick: (event) => act.press(event, card) },
          ...told(card.label, seen))
        : h("div", { key: card.key, class: look, role: "img", "aria-label": card.label }, seen);
    })),

  track: ({ rows, label, legend, empty }, act) =>
    h("div", { class: "mp-section" },
      h("div", { class: "mp-label mp-two" }, heading(label), h("span", { text: legend, "aria-hidden": "true" })),
      rows.length === 0 && h("p", { class: "mp-says mp-says-note", text: empty }),
      h("ol", { class: "mp-track", "data-rove": "ArrowUp ArrowDown", "aria-label": label }, rows.map((row) =>
        h("li", { key: `row.${row.key}` }, h("button", {
          key: row.key, type: "button", class: `mp-row${row.victory ? " mp-victory" : ""}`, marks: row.marks,
          "aria-pressed": String(act.isPinned(row.key)), onclick: () => act.pin(row.key, row.marks),
        }, ...told(row.label, [
          h("span", { class: "mp-steps" }, Array.from({ length: row.spaces }, (_, index) =>
            h("i", { class: index + 1 === row.space ? "mp-here" : index + 1 < row.space ? "mp-gone" : null }))),
          h("span", { class: "mp-from-to" }, h("span", { text: row.from }),
            row.to && h("span", { class: "mp-to", text: row.to })),
          h("span", { class: "mp-carriers" }, row.carriers.map((one) => badge(one.patrol, one.letter))),
          h("span", { class: "mp-left", text: row.left }),
          h("b", { class: "mp-points", text: row.points }),
        ])))))),

  patrols: ({ rows, label, legend }, act) =>
    h("div", { class: "mp-section" },
      h("p", { class: "mp-label mp-two", "aria-hidden": "true" }, h("span", { text: label }), h("span", { text: legend })),
      h("ul", { class: "mp-patrols", "aria-label": label }, rows.map((row) =>
        h("li", { key: row.key, class: row.active ? "mp-active" : null, "aria-current": row.active ? "true" : null },
          badge(row.patrol),
          h("span", { class: "mp-patrol-name", text: row.name }),
          row.marker && icon("marker"), row.marker && hidden(row.marker),
          row.note && icon("computer", row.note), row.note && hidden(row.note),
          h("span", { class: "mp-scouts" }, row.scouts.map((scout) => scoutChip(scout, row, act))),
          row.card && h("span", { class: "mp-mini-card", "aria-hidden": "true", text: row.card.sign }),
          row.card && hidden(row.card.label),
          h("b", { class: "mp-points", "aria-hidden": "true", text: row.points.sign }), hidden(row.points.label))))),

  form: ({ key, fields, submit, live }, act) => {
    const values = (form) => Object.fromEntries(fields.map(({ name }) => [name, form.elements[name].value]));
    return h("form", {
      key, class: "mp-form",
      onsubmit: (event) => { event.preventDefault(); act.send({ ...submit.do, values: values(event.currentTarget) }); },
      onchange: live && ((event) => act.send({ do: "form", key, values: values(event.currentTarget) })),
    },
    fields.map((field) => h("label", { key: field.name }, h("span", { text: field.label }),
      h("select", { key: `${key}.${field.name}`, name: field.name, given: field.value }, field.options.map((option) =>
        h("option", { value: option.value, text: option.label }))),
      field.note && h("small", { text: field.note }))),
    submitButton(submit, act));
  },

  toggles: ({ key, label, items, submit }, act) =>
    h("form", {
      key, class: "mp-toggles",
      onsubmit: (event) => {
        event.preventDefault();
        const checked = [...event.currentTarget.querySelectorAll(":checked")];
        act.send({ ...submit.do, chosen: checked.map((box) => box.value) });
      },
    },
    h("fieldset", null, h("legend", { text: label }), items.map((item) =>
      h("label", { key: item.id },
        h("input", { key: `${key}.${item.id}`, type: "checkbox", value: item.id }),
        h("span", null, h("b", { text: item.label }), item.note && h("small", { text: item.note }))))),
    submitButton(submit, act)),

  slider: ({ key, label, min, max, value, text, do: what }, act) => {
    const send = (event) => act.send({ ...what, value: Number(event.target.value) });
    return h("label", { key, class: "mp-slider" }, h("span", { text: label }),
      h("input", {
        // While it is being moved, the answers to its own messages do not pull it back.
        key: `${key}.slider`, type: "range", min, max, given: value, "aria-valuetext": text,
        oninput: (event) => { event.target.mpBusy = true; send(event); },
        onchange: (event) => { event.target.mpBusy = false; send(event); },
      }),
      h("output", { text }));
  },

  table: ({ caption, head, rows }) =>
    h("div", { class: "mp-table" }, h("table", null, caption && h("caption", { text: caption }),
      h("thead", null, h("tr", null, head.map((text) => h("th", { scope: "col", text })))),
      h("tbody", null, rows.map((row) => h("tr", null, row.map((text, column) =>
        column === 0 ? h("th", { scope: "row", text }) : h("td", { text }))))))),

  list: ({ label, items }) =>
    h("div", { class: "mp-section" }, heading(label),
      h("ul", { class: "mp-list" }, items.map((text) => h("li", { text })))),

  log: ({ label, items }) =>
    h("div", { class: "mp-section" }, heading(label),
      h("div", { class: "mp-log", role: "region", "aria-label": label, tabindex: "0", key: `log.${label}` },
        h("ol", null, items.map((text) => h("li", { text }))))),

  copy: ({ label, text, button: word }, act) =>
    h("div", { class: "mp-copy" }, h("label", null, h("span", { text: label }),
      h("textarea", { readonly: true, rows: Math.min(6, 1 + Math.floor(text.length / 60)), given: text,
        onfocus: (event) => event.target.select() })),
    h("button", { class: "mp-button", type: "button", key: `copy.${label}`,
      onclick: (event) => act.copy(text, event.currentTarget.parentElement.querySelector("textarea")) },
    icon("copy"), h("span", { text: word }))),

  entry: ({ key, label, submit }, act) =>
    h("form", {
      key, class: "mp-copy",
      onsubmit: (event) => {
        event.preventDefault();
        act.send({ ...submit.do, text: event.currentTarget.querySelector("textarea").value });
      },
    },
    h("label", null, h("span", { text: label }),
      h("textarea", { key: `${key}.text`, rows: 3, spellcheck: "false", autocomplete: "off" })),
    submitButton(submit, act)),

  upload: ({ key, label, accept, do: what }, act) =>
    h("label", { key, class: "mp-button mp-upload" }, icon("load"), h("span", { text: label }),
      h("input", {
        key: `${key}.file`, type: "file", accept,
        onchange: async (event) => {
          const [file] = event.target.files;
          if (file) act.send({ ...what, text: await file.text() });
          event.target.value = ""; // the same file can be chosen again
        },
      })),

  details: ({ key, label, open, blocks }, act) =>
    h("details", { key, class: "mp-details", open }, h("summary", { key: `${key}.summary`, text: label }),
      h("div", { class: "mp-blocks" }, allBlocks(blocks, act))),
};

/** The blocks, each with a key that stays the same when other kinds of blocks come and go. */
function allBlocks(blocks, act) {
  const seen = {};
  return blocks.map((block) => {
    seen[block.t] = (seen[block.t] ?? 0) + 1;
    const made = BLOCKS[block.t](block, act);
    return { ...made, attrs: { ...made.attrs, key: made.attrs.key ?? `${block.t}.${seen[block.t]}` } };
  });
}

const heading = (label) => label && h("h4", { class: "mp-label", text: label });

function button(b, act, type = "button") {
  return h("button", {
    key: b.key, type, class: `mp-button mp-${b.kind ?? "plain"}`, marks: b.marks, title: b.off,
    "aria-pressed": b.pressed == null ? null : String(b.pressed), "aria-disabled": b.off ? "true" : null,
    onclick: (event) => (type === "submit" && !b.off ? null : act.press(event, b)),
  }, icon(b.icon), h("span", { text: b.label }));
}

const submitButton = (b, act) => button({ kind: "primary", ...b }, act, "submit");

function scoutChip(scout, row, act) {
  const can = scout.can && act.canSelect(scout.piece);
  return h(can ? "button" : "span", {
    key: `scout.${scout.piece}`, class: `mp-chip mp-patrol-${row.patrol} mp-in-${scout.state}`,
    type: can && "button", title: scout.where, "aria-pressed": can ? String(act.isSelected(scout.piece)) : null,
    marks: scout.state === "board" ? { pieces: [scout.piece] } : null,
    onclick: can && (() => act.select(scout.piece)),
  },
  scout.state === "prison" && icon("prison"), h("span", { text: scout.name }),
  scout.where && hidden(scout.where),
  scout.carries && icon("letter"), scout.carries && hidden(scout.carries));
}

// The board -----------------------------------------------------------------------------------------------------------

const FOCUSABLE = 'button:not([tabindex="-1"]), select, input, textarea, summary, [tabindex="0"]';

class Board {
  constructor(model, el) {
    this.model = model;
    this.name = `mp-${Math.random().toString(36).slice(2)}`; // several boards may be on one page
    this.guard = this.guard.bind(this);
    /** @type {View | null} */
    this.view = null;
    this.labels = {}; // the fixed words of the frame
    this.arrows = {};
    this.selected = null; // the piece whose fields are shown
    this.field = null; // the one field that Tab reaches
    this.options = null; // {field} while the list of options is open
    this.pinned = null; // {key, marks} of the row that stays marked on the map
    this.pressed = {}; // the button that was pressed last
    this.animations = [];
    this.ours = false; // whether the person works in this board now
    this.root = document.createElement("div");
    this.root.className = "mp-board-widget";
    this.root.dataset.lmSuppressShortcuts = "true";
    this.root.tabIndex = -1; // a click beside the buttons leaves the keys here and not to the notebook
    this.root.innerHTML = `
      <div class="mp-trouble" role="alert" hidden></div>
      <div class="mp-frame">
        <div class="mp-stage"><div class="mp-canvas"></div><div class="mp-options" role="group" hidden></div></div>
        <div class="mp-side">
          <p class="mp-sentence" hidden></p>
          <div class="mp-bar" role="toolbar" data-rove="ArrowLeft ArrowRight" hidden></div>
          <div class="mp-panel mp-blocks" role="region" hidden></div>
        </div>
        <div class="mp-text mp-blocks" role="region" hidden></div>
      </div>
      <div class="mp-layer" hidden><div class="mp-dialog" role="dialog" aria-modal="true" tabindex="-1"></div></div>
      <div class="mp-toast" aria-hidden="true" hidden><span></span></div>
      <div class="mp-live mp-hidden" role="status" aria-live="polite"></div>`;
    for (const name of ["trouble", "frame", "stage", "canvas", "options", "sentence", "bar", "panel", "text", "layer",
      "dialog", "toast", "live"]) this[`${name}El`] = this.root.querySelector(`.mp-${name}`);
    el.append(this.root);
    this.listen();
    this.sleep();
    try {
      this.send({ do: "ready" });
    } catch {
      // Without a kernel nobody hears it, and the sleeping board says how to wake it.
    }
  }

  listen() {
    const stops = new AbortController();
    const on = (target, name, handler, options) =>
      target.addEventListener(name, this.guard(handler), { signal: stops.signal, ...options });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const watcher = new MutationObserver(this.guard(() => this.dressRoot()));
    const sleep = () => this.view || this.sleep();
    const hear = this.guard((message) => this.hear(message));
    on(this.root, "keydown", (event) => this.key(event));
    // The notebook around must not react to what is typed or clicked here.
    for (const name of ["keydown", "keyup", "keypress", "mousedown", "dblclick", "contextmenu"])
      on(this.root, name, (event) => event.stopPropagation());
    on(this.root, "keydown", () => this.finishAnimations(), { capture: true });
    on(this.root, "pointerdown", () => this.finishAnimations(), { capture: true });
    on(this.root, "pointerover", (event) => this.mark(event.target));
    on(this.root, "pointerleave", () => this.mark(null));
    on(this.root, "focusin", (event) => this.focused(event.target));
    on(this.root, "focusout", (event) => { event.target.classList.remove("mp-focus"); this.mark(null); });
    on(this.canvasEl, "click", (event) => this.clickMap(event.target));
    for (const name of ["pointerdown", "focusin"])
      on(document, name, (event) => { this.ours = this.root.contains(event.target); }, { capture: true });
    on(document, "fullscreenchange", () => this.resized());
    on(dark, "change", () => this.dressRoot());
    watcher.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
    this.model.on("msg:custom", hear);
    this.model.on("change:base change:asleep", sleep);
    this.stop = () => {
      stops.abort();
      watcher.disconnect();
      clearTimeout(this.patience);
      this.model.off("msg:custom", hear);
      this.model.off("change:base change:asleep", sleep);
      this.root.remove();
    };
  }

  /** The handler, with whatever goes wrong in it shown on the page. */
  guard(handler) {
    return (...given) => {
      try {
        const result = handler(...given);
        return result instanceof Promise ? result.catch((error) => this.fail(error)) : result;
      } catch (error) {
        return this.fail(error);
      }
    };
  }

  fail(error) {
    console.error(error);
    const report = `${error?.stack ?? error}\nview ${this.view?.n}\n${navigator.userAgent}`;
    this.trouble(this.labels.problem ?? "", report);
    if (this.failing) return;
    this.failing = true; // an error while telling about an error is not told again
    try {
      this.send({ do: "front-end-error", report });
    } finally {
      this.failing = false;
    }
  }

  // Messages ----------------------------------------------------------------------------------------------------------

  send(message) {
    const text = JSON.stringify(message);
    if (text === this.unanswered) return; // the second click of a double click
    this.unanswered = text;
    this.root.dataset.waiting = "true";
    this.wait();
    try {
      this.model.send(message);
    } catch {
      this.lose(); // the kernel was started again or is gone: this is no fault of the page
    }
  }

  wait() {
    clearTimeout(this.patience);
    this.patience = setTimeout(this.guard(() => this.lose()), PATIENCE);
  }

  /** No answer comes. */
  lose() {
    this.unanswered = null;
    if (this.view) this.trouble(this.labels.lost);
  }

  hear({ view, download, thinking }) {
    if (download) this.save(download);
    if (thinking) {
      this.note(thinking);
      if (this.root.dataset.waiting) this.wait(); // whoever thinks aloud is not lost
    }
    if (!view || view.n < (this.view?.n ?? 0)) return;
    clearTimeout(this.patience);
    this.unanswered = null;
    delete this.root.dataset.waiting;
    if (!this.troubleEl.dataset.report) this.trouble(null);
    const before = this.view;
    try {
      this.show(view);
    } catch (error) {
      this.view = before; // the last view that could be shown still works
      throw error;
    }
  }

  save({ name, text }) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // What buttons can do -----------------------------------------------------------------------------------------------

  /** A press of a button or a card; one that is off only says why. */
  press(event, { do: what, off, key }) {
    if (off) {
      event.preventDefault();
      this.note(off);
      return;
    }
    // The second click of a double click must neither do the same again nor choose what has come under the pointer.
    const text = JSON.stringify(what);
    const isDouble = event.detail > 1 && (key !== this.pressed.key || text === this.pressed.text);
    this.pressed = { key, text };
    if (isDouble) return;
    if (what.do === "fullscreen") this.toggleFullscreen();
    else this.send(what);
  }

  isPinned(key) {
    return this.pinned?.key === key;
  }

  pin(key, marks) {
    this.pinned = this.isPinned(key) ? null : { key, marks };
    this.drawPanel();
    this.mark(null);
  }

  async copy(text, area) {
    area.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (!document.execCommand("copy")) return; // the text stays selected, to be copied by hand
    }
    this.note(this.labels.copied);
  }

  /** A short note that is seen and heard. */
  note(text) {
    this.toastEl.firstChild.textContent = text;
    this.toastEl.hidden = false;
    this.announce(text);
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => { this.toastEl.hidden = true; }, NOTE);
  }

  announce(text) {
    // A screen reader is silent about a text that does not change.
    this.liveEl.textContent = text && text === this.liveEl.textContent ? `${text}\u00a0` : text;
  }

  trouble(sentence, report = "") {
    this.troubleEl.hidden = sentence == null;
    this.troubleEl.dataset.report = report;
    if (sentence == null) return patch(this.troubleEl, [], this.guard);
    const { labels } = this;
    patch(this.troubleEl, [
      h("p", { text: sentence }),
      report && h("textarea", { readonly: true, rows: 3, given: report, "aria-label": labels.problem,
        onfocus: (event) => event.target.select() }),
      report && h("div", { class: "mp-buttons" },
        button({ key: "trouble.copy", label: labels.copy ?? "", icon: "copy" },
          { press: () => this.copy(report, this.troubleEl.querySelector("textarea")) }),
        button({ key: "trouble.close", label: labels.close ?? "", icon: "close" },
          { press: () => { this.trouble(null); this.restoreFocus(null); } })),
    ].filter(Boolean), this.guard);
  }

  isFull() {
    return document.fullscreenElement === this.root || this.root.classList.contains("mp-full");
  }

  toggleFullscreen() {
    const fill = (wanted) => { this.root.classList.toggle("mp-full", wanted); this.resized(); };
    if (document.fullscreenElement === this.root) document.exitFullscreen();
    else if (this.isFull()) fill(false);
    else if (this.root.requestFullscreen) this.root.requestFullscreen().catch(() => fill(true));
    else fill(true);
  }

  resized() {
    this.dressRoot();
    if (this.view) this.drawBar();
  }

  // Drawing -----------------------------------------------------------------------------------------------------------

  /** Without a kernel: the map, the public position, and a sentence about how to wake the board. */
  sleep() {
    const { below, above, sentence, look } = this.model.get("asleep") ?? {};
    this.look = { theme: look };
    this.dressRoot();
    this.putBase(this.model.get("base"));
    this.putLayers(below, above);
    this.svg?.setAttribute("role", "img"); // a picture, until there is something to choose
    this.sentenceEl.textContent = sentence ?? "";
    this.sentenceEl.hidden = !sentence;
  }

  /** @param {View} view */
  show(view) {
    const before = this.view;
    const focus = this.focusPlace();
    const logs = this.scrolls();
    this.finishAnimations();
    this.view = view;
    this.labels = { ...this.labels, ...view.labels };
    this.look = view.look;
    this.root.lang = view.lang;
    this.sentenceEl.hidden = true;
    this.barEl.hidden = this.panelEl.hidden = false;
    this.arrows = view.arrows ?? this.arrows;
    this.closeOptions();
    this.putBase(view.base ?? (this.svg ? null : this.model.get("base")));
    this.putLayers(view.map?.below, view.map?.above);
    const kept = this.selected in view.reach ? this.selected : null;
    this.selected = view.selected ?? kept;
    this.dressRoot();
    this.drawBar();
    this.drawPanel();
    this.textEl.hidden = !view.text;
    this.textEl.setAttribute("aria-label", this.labels.text);
    patch(this.textEl, allBlocks(view.text ?? [], this), this.guard);
    this.drawDialog(before?.dialog, view.dialog, focus);
    this.drawMap();
    this.scrollLogs(logs);
    if (before?.n !== view.n) {
      this.announce(view.say);
      this.animate(view.moved ?? []);
    }
    this.restoreFocus(focus);
    this.mark(null);
    this.root.dataset.n = view.n;
    this.root.dataset.ready = "true";
  }

  dressRoot() {
    const { theme = "auto", size = 100 } = this.look ?? {};
    const light = document.body.dataset.jpThemeLight;
    const dark = light ? light === "false" : matchMedia("(prefers-color-scheme: dark)").matches;
    const look = theme !== "auto" ? theme : dark ? "dark" : "light";
    for (const one of ["light", "dark", "contrast"]) this.root.classList.toggle(`mp-look-${one}`, one === look);
    this.root.classList.toggle("mp-stacked", size >= (this.isFull() ? 200 : 150));
    this.root.classList.toggle("mp-largest", size >= 200);
    this.root.style.setProperty("--mp-size", size / 100);
  }

  putBase(base) {
    if (!base || base === this.base) return;
    this.base = base;
    this.canvasEl.innerHTML = base;
    this.svg = this.canvasEl.querySelector("svg");
    this.fields = byName(this.svg, ".mp-field", "field");
    for (const node of this.fields.values()) attributes(node, null); // buttons only once a view says what they do
    this.roads = byName(this.svg, ".mp-road", "road");
    // The fields tell all; the drawing around them is silent.
    for (const layer of this.svg.children) if (!layer.matches(".mp-fields")) layer.setAttribute("aria-hidden", "true");
  }

  putLayers(below, above) {
    if (!this.svg) return;
    this.svg.querySelector(".mp-below").innerHTML = below ?? "";
    this.svg.querySelector(".mp-above").innerHTML = above ?? "";
    this.pieces = byName(this.svg, ".mp-above [data-piece]", "piece");
  }

  drawBar() {
    const shown = (b) => (b.do.do === "fullscreen" ? { ...b, pressed: this.isFull() } : b);
    this.barEl.setAttribute("aria-label", this.labels.bar);
    patch(this.barEl, this.view.bar.map((b) => button(shown(b), this)), this.guard);
    this.rove(this.barEl);
  }

  drawPanel() {
    this.panelEl.setAttribute("aria-label", this.labels.panel);
    patch(this.panelEl, allBlocks(this.view.panel, this), this.guard);
    for (const row of this.root.querySelectorAll(".mp-track")) this.rove(row);
  }

  drawDialog(before, dialog, focus) {
    // Behind the curtain nobody may see which card the one before has pressed.
    if (dialog && !before) this.returnTo = dialog.cancel ? focus : null;
    this.layerEl.hidden = !dialog;
    this.frameEl.inert = Boolean(dialog);
    this.dialogEl.setAttribute("aria-label", dialog?.title ?? "");
    if (dialog?.key !== before?.key) this.dialogEl.replaceChildren(); // another dialog starts with empty fields
    if (!dialog) return;
    this.dialogEl.dataset.dialog = dialog.key;
    patch(this.dialogEl, [
      h("div", { class: "mp-heading" }, h("h2", { text: dialog.title }), dialog.cancel && h("button", {
        key: "dialog.close", type: "button", class: "mp-button mp-quiet mp-close", "aria-label": this.labels.close,
        onclick: () => this.send(dialog.cancel),
      }, icon("close"))),
      h("div", { class: "mp-blocks" }, allBlocks(dialog.blocks, this)),
    ], this.guard);
    this.describeDialog();
  }

  /** The dialog's sentences are read out with its title, although the focus goes to its first choice. */
  describeDialog() {
    const sentences = [...this.dialogEl.querySelectorAll(".mp-blocks > .mp-says")];
    sentences.forEach((one, index) => { one.id = `${this.name}-${index}`; });
    if (sentences.length) this.dialogEl.setAttribute("aria-describedby", sentences.map((one) => one.id).join(" "));
    else this.dialogEl.removeAttribute("aria-describedby");
  }

  /** Which fields, roads and pieces can be chosen, which are chosen, and what a screen reader says of them. */
  drawMap() {
    if (!this.svg || !this.view) return;
    const { map, reach, roads } = this.view;
    const goals = this.goals();
    const under = this.pieces.get(this.selected)?.dataset.field;
    this.svg.setAttribute("role", map ? "group" : "img");
    this.svg.setAttribute("aria-label", this.labels.board);
    if (!this.fields.has(this.field) || !this.svg.contains(document.activeElement)) this.field = this.bestField();
    for (const [id, node] of this.fields) {
      const told = [map?.labels[id], ...(goals[id] ?? []).map((option) => `${option.label}.`)];
      node.classList.toggle("mp-can", id in goals);
      node.classList.toggle("mp-selected", id === under);
      attributes(node, map && {
        role: "button", tabindex: id === this.field ? "0" : "-1", "aria-label": told.filter(Boolean).join(" "),
        "aria-pressed": under ? String(id === under) : null,
      });
    }
    for (const [id, node] of this.roads) node.classList.toggle("mp-can", id in roads);
    for (const [id, node] of this.pieces) {
      node.classList.toggle("mp-can", id in reach);
      node.classList.toggle("mp-selected", id === this.selected);
    }
  }

  goals() {
    return this.view.reach[this.selected] ?? {};
  }

  /** Where the board is entered: at the chosen piece, else at one that can be chosen. */
  bestField() {
    const piece = [this.selected, ...Object.keys(this.view.reach)].find((id) => this.pieces.has(id));
    const goal = Object.keys(this.goals())[0];
    return this.pieces.get(piece)?.dataset.field ?? goal ?? this.field ?? this.fields.keys().next().value;
  }

  // Choosing on the map -----------------------------------------------------------------------------------------------

  clickMap(target) {
    this.closeOptions();
    if (!this.view?.map) return;
    const piece = target.closest("[data-piece]")?.dataset;
    const field = piece?.field ?? target.closest(".mp-field")?.dataset.field;
    const road = target.closest(".mp-road")?.dataset.road;
    if (field) this.enterField(field);
    if (field && (!piece || field in this.goals())) this.choose(field);
    else if (piece) this.choosePiece(piece.piece, field);
    else if (road in this.view.roads) this.send(this.view.roads[road].do);
    else if (road && Object.keys(this.view.roads).length) this.send({ do: "try", road });
  }

  /** Enter or a click on a field: go there, choose who stands there, or hear why not. */
  choose(field) {
    const standing = this.selectable(field);
    const others = standing.filter((piece) => piece !== this.selected);
    const roads = Object.entries(this.view.roads).filter(([road]) => road.split("~").includes(field));
    const goals = this.goals()[field];
    if (goals) {
      const change = others.map((piece) => ({ label: this.nameOf(piece), select: piece }));
      const choices = [...goals, ...change];
      choices.length === 1 ? this.send(goals[0].do) : this.openOptions(field, choices);
    } else if (standing.length) {
      const next = standing[standing.indexOf(this.selected) + 1];
      this.select(next ?? (standing.length > 1 ? standing[0] : this.selected));
    } else if (roads.length) this.openOptions(field, roads.map(([, option]) => option));
    else this.send({ do: "try", scout: this.selected, field });
  }

  choosePiece(piece, field) {
    if (!(piece in this.view.reach)) this.send({ do: "try", scout: piece });
    else if (piece === this.selected) this.choose(field);
    else this.select(piece);
  }

  selectable(field) {
    const standing = [...this.pieces].filter(([, node]) => node.dataset.field === field).map(([id]) => id);
    return standing.filter((id) => id in this.view.reach);
  }

  nameOf(piece) {
    const rows = this.view.panel.flatMap((block) => block.rows ?? []);
    return rows.flatMap((row) => row.scouts ?? []).find((scout) => scout.piece === piece)?.name
      ?? this.pieces.get(piece)?.textContent.trim() ?? "";
  }

  canSelect(piece) {
    return piece in (this.view?.reach ?? {});
  }

  isSelected(piece) {
    return piece === this.selected;
  }

  /** Selects a piece, or none when it is selected already (but an only one stays); the kernel is not asked. */
  select(piece) {
    const none = Object.keys(this.view.reach).length === 1 ? this.view.selected : null;
    this.selected = piece === this.selected ? none : piece;
    this.drawMap();
    this.drawPanel();
    this.announce(this.selected ? this.nameOf(this.selected) : "");
  }

  openOptions(field, choices) {
    this.options = { field };
    this.optionsEl.hidden = false;
    this.optionsEl.setAttribute("aria-label", this.labels.options);
    patch(this.optionsEl, choices.map((choice, index) => h("button", {
      key: `option.${index}`, type: "button", class: "mp-button", text: choice.label,
      onclick: () => {
        this.closeOptions();
        this.focusField(field);
        choice.select ? this.select(choice.select) : this.send(choice.do);
      },
    })), this.guard);
    this.optionsEl.mpMarks = { fields: [field] };
    const stage = this.stageEl.getBoundingClientRect();
    const at = this.fields.get(field).getBoundingClientRect();
    const list = this.optionsEl.getBoundingClientRect();
    const within = (want, most) => `${Math.max(4, Math.min(want, most - 4))}px`;
    this.optionsEl.style.left = within(at.left + at.width / 2 - list.width / 2 - stage.left, stage.width - list.width);
    this.optionsEl.style.top = within(at.bottom + 6 - stage.top, stage.height - list.height);
    this.optionsEl.firstChild.focus({ preventScroll: true });
  }

  closeOptions() {
    if (!this.options) return;
    const { field } = this.options;
    const inside = this.optionsEl.contains(document.activeElement);
    this.options = null;
    this.optionsEl.hidden = true;
    if (inside) this.focusField(field);
  }

  // Keys and focus ----------------------------------------------------------------------------------------------------

  key(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const field = target.closest(".mp-field")?.dataset.field;
    const step = key === "ArrowDown" || key === "ArrowRight" ? 1 : key === "ArrowUp" || key === "ArrowLeft" ? -1 : 0;
    const row = target.closest(".mp-options, [data-rove]");
    if (key === "Escape") this.escape();
    else if (key === "Tab" && this.view?.dialog) return this.keepInDialog(event);
    else if (field && step) this.focusField(this.arrows[field]?.[key] ?? field);
    else if (field && (key === "Enter" || key === " ")) event.repeat || this.choose(field);
    else if (row && step && (row === this.optionsEl || row.dataset.rove.includes(key))) this.walk(row, target, step);
    else return;
    event.preventDefault();
  }

  escape() {
    if (this.view?.dialog) this.view.dialog.cancel && this.send(this.view.dialog.cancel);
    else if (this.options) this.closeOptions();
    else if (this.selected && this.selected !== this.view.selected) this.select(this.selected);
    else if (this.root.classList.contains("mp-full")) this.toggleFullscreen();
    else if (this.selected) this.select(this.selected);
  }

  keepInDialog(event) {
    const all = [...this.dialogEl.querySelectorAll(FOCUSABLE)];
    const edge = event.shiftKey ? all[0] : all.at(-1);
    if (event.target !== edge && this.dialogEl.contains(event.target) && event.target !== this.dialogEl) return;
    event.preventDefault();
    (event.shiftKey ? all.at(-1) : all[0])?.focus();
  }

  /** Arrows walk through a row of buttons that is one tab stop. */
  walk(row, from, step) {
    const buttons = [...row.querySelectorAll("button")];
    const to = buttons[(buttons.indexOf(from) + step + buttons.length) % buttons.length];
    if (row !== this.optionsEl) this.rove(row, to);
    to.focus();
  }

  rove(row, to = null) {
    const buttons = [...row.querySelectorAll("button")];
    const stop = to ?? buttons.find((one) => one === document.activeElement)
      ?? buttons.find((one) => one.getAttribute("tabindex") === "0") ?? buttons[0];
    for (const one of buttons) one.setAttribute("tabindex", one === stop ? "0" : "-1");
  }

  focused(target) {
    // Some notebooks look for a key's meaning from the focused element upwards, and ask before they climb.
    target.setAttribute("data-lm-suppress-shortcuts", "true");
    const field = target.closest(".mp-field")?.dataset.field;
    const row = target.closest("[data-rove]");
    if (field) this.enterField(field);
    if (row && target.matches("button")) this.rove(row, target);
    if (this.options && !this.optionsEl.contains(target)) this.closeOptions();
    if (field) target.classList.toggle("mp-focus", target.matches(":focus-visible"));
    this.mark(target);
  }

  enterField(field) {
    this.fields.get(this.field)?.setAttribute("tabindex", "-1");
    this.fields.get(field).setAttribute("tabindex", "0");
    this.field = field;
    if (document.activeElement !== this.fields.get(field)) this.fields.get(field).focus({ preventScroll: true });
  }

  focusField(field) {
    this.fields.get(field)?.focus();
  }

  /** Where the focus is: the key of the element and the part of the board it lies in; null when it is elsewhere. */
  focusPlace() {
    const here = document.activeElement;
    if (!this.root.contains(here)) return this.ours ? { key: null } : null;
    const inDialog = this.dialogEl.contains(here);
    return { key: here.dataset.key, field: here.dataset.field, inDialog };
  }

  /** After a new view the focus is where it was, else at the first choice, never lost. */
  restoreFocus(place) {
    if (!this.view || (!place && !this.ours)) return;
    const { dialog } = this.view;
    const here = document.activeElement;
    const safe = this.root.contains(here) && !here.closest("[inert], [hidden]");
    if (dialog) {
      if (!safe || !this.dialogEl.contains(here)) this.firstIn(this.dialogEl)?.focus();
      return;
    }
    const back = place?.inDialog || !place?.key ? this.returnTo ?? place : place;
    this.returnTo = null;
    if (safe) return;
    const places = [
      this.fields?.get(back?.field),
      [...this.frameEl.querySelectorAll("[data-key]")].find((one) => one.dataset.key === back?.key),
      this.firstIn(this.panelEl.querySelector(".mp-choices")),
      this.fields?.get(this.field),
      this.firstIn(this.frameEl),
      this.root,
    ];
    const canFocus = "button, select, input, textarea, summary, [tabindex]";
    places.find((one) => one?.matches(canFocus) && !one.closest("[hidden]")).focus({ preventScroll: true });
  }

  firstIn(part) {
    const all = [...(part?.querySelectorAll(FOCUSABLE) ?? [])].filter((one) => one.ariaDisabled !== "true");
    return all.find((one) => !one.matches(".mp-close")) ?? (part === this.dialogEl ? part : all[0]);
  }

  // Logs keep their place, and follow the newest line when they stood at the end.
  scrolls() {
    return new Map([...this.root.querySelectorAll(".mp-log")].map((log) =>
      [log, log.scrollTop + log.clientHeight < log.scrollHeight - 4 ? log.scrollTop : Infinity]));
  }

  scrollLogs(before) {
    for (const log of this.root.querySelectorAll(".mp-log"))
      log.scrollTop = Math.min(before.get(log) ?? Infinity, log.scrollHeight);
  }

  // Marks and movement ------------------------------------------------------------------------------------------------

  /** Points on the map at what the thing under the pointer or the focus is about. */
  mark(target) {
    if (!this.svg) return;
    let about = target;
    while (about && about !== this.root && !about.mpMarks) about = about.parentElement;
    const marks = about?.mpMarks ?? document.activeElement?.mpMarks ?? this.pinned?.marks ?? this.view?.marks ?? {};
    const toggle = (nodes, ids = []) => nodes.forEach((node, id) => node.classList.toggle("mp-mark", ids.includes(id)));
    toggle(this.fields, marks.fields);
    toggle(this.roads, marks.roads);
    toggle(this.pieces, marks.pieces);
  }

  /** Shows how the pieces came to where they stand, one after another. */
  animate(all) {
    const moved = all.filter(({ path }) => path.length > 1);
    const calm = this.view.look.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const steps = moved.reduce((sum, { path }) => sum + path.length - 1, 0);
    if (calm || !steps || !this.svg) return;
    const frames = new Map(); // piece -> the points it passes, each with its time from 0 to 1
    let step = 0;
    for (const { piece, path } of moved) {
      const points = frames.get(piece) ?? [];
      path.forEach(([x, y], index) => points.push({ x, y, offset: (step + index) / steps }));
      frames.set(piece, points);
      step += path.length - 1;
    }
    for (const [piece, points] of frames) {
      const node = this.pieces.get(piece);
      if (!node) continue;
      const { e, f } = node.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
      points[points.length - 1] = { x: e, y: f, offset: points.at(-1).offset };
      const at = ({ x, y, offset }) => ({ transform: `translate(${x}px, ${y}px)`, offset });
      const whole = [{ ...points[0], offset: 0 }, ...points, { x: e, y: f, offset: 1 }];
      this.animations.push(node.animate(whole.map(at), Math.min(STEP * steps, ALL_STEPS)));
    }
  }

  finishAnimations() {
    for (const animation of this.animations) animation.cancel(); // the pieces stand at their ends already
    this.animations = [];
  }
}

function byName(svg, selector, name) {
  return new Map([...svg.querySelectorAll(selector)].map((node) => [node.dataset[name], node]));
}

function attributes(node, wanted) {
  for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) {
    const value = wanted?.[name];
    if (value == null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

export default {
  render({ model, el }) {
    const board = new Board(model, el);
    return () => board.stop();
  },
};
