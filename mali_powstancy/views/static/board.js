/**
 * The board in the page: shows the views that the kernel sends and sends back what was chosen. It stands behind
 * blocks.js in the same module.
 *
 * @typedef {{do: Do, label: string, kind?: string, to?: string}} Option
 * @typedef {{n: number, lang: string, look: Look, labels: Record<string, string>, base?: string,
 *   arrows?: Record<string, Record<string, string>>,
 *   map: null | {below: string, above: string, labels: Record<string, string>},
 *   reach: Record<string, Record<string, Option[]>>, selected: string | null, roads: Record<string, Option>,
 *   own: string[],
 *   stage?: Block[], around?: Block[], bar: Button[], panel: Block[], text: null | Block[], say: string,
 *   dialog: null | {key: string, title: string, blocks: Block[], cancel?: Do},
 *   moved: Moved[], marks?: Marks, read?: string | null, scenes?: Scene[], drawings?: string[]}} View
 */

const STEP = 250; // an animated step, in milliseconds
const ALL_STEPS = 1500; // all steps of one view together

// The shapes of the patrols, like those of their scouts on the map.
const SHAPES = [
  "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22",
  "M2 2h20v20H2z",
  "M12 0l12 22H0z",
  "M12-1 25 12 12 25-1 12z",
];

const badge = (patrol, letter) =>
  h("span", { class: `mp-badge mp-patrol-${patrol}`, "aria-hidden": "true" },
    h("span", { class: "mp-figure", html: drawing(SHAPES[patrol % SHAPES.length], "mp-solid") }),
    letter && h("b", { text: letter }));

// Blocks of a game ----------------------------------------------------------------------------------------------------

Object.assign(BLOCKS, {
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
          row.sign && h("span", { class: "mp-order-sign", html: row.sign }),
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

  /** Who can go and where the chosen one can, as buttons for fingers; the fields between objects are folded away. */
  reachable: ({ who, movers, label, between: folded, places, others }, act) =>
    h("div", { key: "reachable", class: "mp-section mp-reachable" },
      movers.length > 0 && heading(who),
      movers.length > 0 && h("div", { key: "movers", class: "mp-buttons" }, movers.map((piece) => h("button", {
        key: `who.${piece}`, type: "button", class: "mp-button", text: act.nameOf(piece), marks: { pieces: [piece] },
        "aria-pressed": String(act.isSelected(piece)), onclick: () => act.select(piece),
      }))),
      places.length + others.length > 0 && heading(label),
      h("ul", { class: "mp-ways-on" }, places.map((way) => wayButton(way, act))),
      others.length > 0 && h("details", { key: "reachable.between", class: "mp-details", open: !places.length },
        h("summary", { key: "reachable.between.summary", text: folded }),
        h("ul", { class: "mp-ways-on" }, others.map((way) => wayButton(way, act))))),
});

const wayButton = ({ field, options }, act) =>
  h("li", { key: `way.${field}` }, h("button", {
    key: `go.${field}`, type: "button", class: "mp-button", marks: { fields: [field] }, onclick: () => act.goTo(field),
  }, h("span", null, h("b", { text: options[0].to }), h("small", { text: options.map(({ label }) => label).join(" / ") }))));

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
  scout.carries && icon("letter"), scout.carries && h("b", { "aria-hidden": "true", text: scout.number }),
  scout.carries && hidden(scout.carries));
}

// The board -----------------------------------------------------------------------------------------------------------

class Board extends Page {
  constructor(model, el) {
    super(model, el, "mp-board-widget", `
      <div class="mp-stage"><div class="mp-canvas"></div><div class="mp-tools" role="toolbar"
          data-rove="ArrowUp ArrowDown" aria-orientation="vertical" hidden></div>
        <div class="mp-options" role="group" hidden></div>
        <div class="mp-open mp-blocks" role="group" hidden></div></div>
      <div class="mp-side">
        <p class="mp-sentence" hidden></p>
        <button type="button" class="mp-handle" hidden></button>
        <div class="mp-bar" role="toolbar" data-rove="ArrowLeft ArrowRight" hidden></div>
        <div class="mp-panel mp-blocks" role="group" hidden></div>
      </div>
      <div class="mp-around mp-blocks" hidden></div>
      <div class="mp-text mp-blocks" role="group" tabindex="-1" hidden></div>
      <div class="mp-scenes" aria-hidden="true" hidden></div>`,
    ["stage", "canvas", "tools", "options", "open", "sentence", "handle", "bar", "panel", "around", "text", "scenes"]);
    /** @type {View | null} */
    this.view = null;
    this.arrows = {};
    this.selected = null; // the piece whose fields are shown
    this.field = null; // the one field that Tab reaches
    this.options = null; // {field} while the list of options is open
    this.pinned = null; // {key, marks} of the row that stays marked on the map
    this.animations = [];
    this.scenes = new Scenes(this);
    this.begin();
  }

  listenMore(on) {
    on(document, "keydown", (event) => this.scenes.typed(event), { capture: true });
    on(this.root, "click", (event) => this.scenes.clicked(event), { capture: true });
    for (const name of ["wheel", "touchmove"])
      on(document, name, () => this.scenes.lookAround(), { capture: true, passive: true });
    on(this.root, "keydown", () => this.finishAnimations(), { capture: true });
    on(this.root, "pointerdown", () => this.finishAnimations(), { capture: true });
    on(this.root, "pointerover", (event) => this.mark(event.target));
    on(this.root, "pointerleave", () => this.mark(null));
    on(this.root, "focusout", (event) => { event.target.classList.remove("mp-focus"); this.mark(null); });
    this.zoom = new Zoom(this.canvasEl, on, this.guard(() => this.mapMoved()));
    this.sheet = new Sheet(this.root, this.handleEl, on);
    on(this.canvasEl, "pointerdown", ({ pointerType }) => { this.pointer = pointerType; });
    on(this.canvasEl, "click", (event) => this.clickMap(event));
    on(document, "fullscreenchange", () => this.resized());
    this.watchWidth();
  }

  // What buttons can do -----------------------------------------------------------------------------------------------

  doesItself(what) {
    const own = {
      fullscreen: () => this.toggleFullscreen(),
      nearer: () => this.zoom.by(ONE_PRESS),
      farther: () => this.zoom.by(1 / ONE_PRESS),
      own: () => this.zoom.frame(this.ownPieces()),
    }[what.do];
    own?.();
    return Boolean(own);
  }

  ownPieces() {
    return (this.view?.own ?? []).map((id) => this.pieces.get(id)).filter(Boolean);
  }

  /** Another part of the map is seen. */
  mapMoved() {
    this.closeOptions();
    this.drawTools();
    this.drawNames();
  }

  isPinned(key) {
    return this.pinned?.key === key;
  }

  pin(key, marks) {
    this.pinned = this.isPinned(key) ? null : { key, marks };
    this.drawPanel();
    this.mark(null);
  }

  /** An envelope, a flag or a letter on the map stands for the row of its order; a row that is gone is not pinned. */
  tieOrders() {
    const rows = new Map(this.view.panel.flatMap((block) => block.rows ?? []).map((row) => [row.key, row]));
    for (const node of this.svg?.querySelectorAll(".mp-above [data-order]") ?? []) {
      node.mpRow = rows.get(`order ${node.dataset.order}`);
      node.mpMarks = node.mpRow?.marks;
    }
    if (this.pinned) this.pinned = rows.has(this.pinned.key) ? rows.get(this.pinned.key) : null;
  }

  /** The window or the notebook's side bar gives another width: the layout follows. Heights are its own doing. */
  watchWidth() {
    let width = 0;
    const follow = this.guard(() => {
      const { clientWidth } = this.root;
      if (!clientWidth || clientWidth === width) return; // there is no width while nobody sees it
      width = clientWidth;
      this.resized();
    });
    // In the next frame, because what an observer changes at once is observed again.
    const watcher = new ResizeObserver(() => requestAnimationFrame(follow));
    watcher.observe(this.root);
  }

  resized() {
    super.resized();
    this.panelEl.style.minHeight = ""; // that of scenes is of another layout
    if (this.view) this.drawBar();
  }

  // Drawing -----------------------------------------------------------------------------------------------------------

  /** Without a kernel: the map, the public position, and a sentence about how to wake the board. */
  sleep() {
    const { below, above, stage, around, sentence, look } = this.model.get("asleep") ?? {};
    this.look = { theme: look };
    this.dressRoot();
    this.putBase(this.model.get("base"));
    this.putLayers(below, above);
    this.svg?.setAttribute("role", "img"); // a picture, until there is something to choose
    this.drawOpen(stage, around);
    this.sentenceEl.textContent = sentence ?? "";
    this.sentenceEl.hidden = !sentence;
  }

  /** @param {View} view */
  show(view) {
    this.scenes.abandon();
    if (view.scenes?.length) this.scenes.begin(view);
    else this.put(view, this.focusPlace());
  }

  /** Puts a view on the page: one to act on, or that of a scene. */
  put(view, focus) {
    const before = this.view;
    const logs = this.scrolls();
    if (!this.scenes.isPlaying) this.stopAnimations();
    this.view = { ...view, reach: bareInside(view.reach), roads: bare(view.roads) };
    if (view.map) this.view.map = { ...view.map, labels: bare(view.map.labels) };
    this.labels = { ...this.labels, ...view.labels };
    this.look = view.look;
    this.root.lang = view.lang;
    this.sentenceEl.hidden = true;
    this.barEl.hidden = this.panelEl.hidden = this.handleEl.hidden = false;
    this.sheet.put();
    this.handleEl.setAttribute("aria-label", this.labels.sheet);
    this.arrows = view.arrows ? bare(view.arrows) : this.arrows;
    this.closeOptions();
    this.putBase(view.base ?? (this.svg ? null : this.model.get("base")));
    this.putLayers(view.map?.below, view.map?.above);
    const kept = this.selected in this.view.reach ? this.selected : null;
    this.selected = view.selected ?? kept;
    this.dressRoot();
    this.drawBar();
    this.drawOpen(view.stage, view.around);
    this.drawPanel();
    if (saysNew(before, view)) this.turnToQuestion();
    this.textEl.hidden = !view.text;
    this.textEl.setAttribute("aria-label", this.labels.text);
    patch(this.textEl, allBlocks(view.text ?? [], this), this.guard);
    this.drawDialog(before?.dialog, view.dialog, focus);
    this.tieOrders();
    this.drawMap();
    this.scrollLogs(logs);
    if (before?.n !== view.n) {
      this.announce(view.say);
      this.animate(view.moved ?? []);
      this.turnToText(before, view);
    }
    if (!this.scenes.isPlaying) this.restoreFocus(focus);
    else if (focus && !this.root.contains(document.activeElement)) this.root.focus({ preventScroll: true });
    this.mark(null);
    if (this.scenes.isPlaying) return;
    this.turnToStep(before);
    this.root.dataset.n = view.n;
    this.root.dataset.ready = "true";
  }

  /** The text version was opened or closed: say so, and where it was opened, far below on a small screen, go there. */
  turnToText(before, view) {
    const isOpen = (one) => one?.bar.find(({ key }) => key === "text")?.pressed; // undefined where there is no game
    if (view.dialog || isOpen(before) == null || isOpen(view) == null || isOpen(before) === isOpen(view)) return;
    this.announce(isOpen(view) ? this.labels.textOpened : this.labels.textClosed);
    if (!isOpen(view)) return;
    this.textEl.focus({ preventScroll: true });
    this.textEl.scrollIntoView({ block: "start" });
  }

  /** What is asked or said now is in sight: the top of the panel, or in a decision of several presses the present one. */
  turnToQuestion() {
    const now = this.panelEl.querySelector("[data-now]");
    const isScrolled = this.panelEl.scrollHeight > this.panelEl.clientHeight;
    this.panelEl.scrollTop = 0;
    if (now && isScrolled) this.panelEl.scrollTop = now.getBoundingClientRect().top - this.panelEl.getBoundingClientRect().top;
    else now?.scrollIntoView({ block: "nearest" });
  }

  /** A lesson has something new to say, at the top of the panel; on a small screen that may be far away. */
  turnToStep(before) {
    const { view } = this;
    if (!before || view.dialog || !saysNew(before, view)) return;
    const first = this.panelEl.firstElementChild;
    const isBelow = first.getBoundingClientRect().top > 0.7 * innerHeight;
    if (view.read && before.read !== view.read) first.scrollIntoView({ block: isBelow ? "start" : "nearest" });
    this.turnToTable();
  }

  /** Where the panel is a sheet over the table, what a lesson speaks of or can be chosen is brought out from under it. */
  turnToTable() {
    const sheet = this.panelEl.parentElement;
    if (getComputedStyle(sheet).position !== "sticky") return;
    const marked = this.view.read && this.frameEl.querySelector(":is(.mp-open, .mp-around) [data-key].mp-mark");
    const places = marked ? [marked] : [...this.openEl.querySelectorAll("button.mp-spot")];
    const { top, left } = sheet.getBoundingClientRect();
    const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0; // by the bar of the page
    const isSeen = (place) => {
      const box = place.getBoundingClientRect();
      return box.top >= covered && box.bottom <= (box.right > left ? top : innerHeight);
    };
    if (!places.some(isSeen)) places[0]?.scrollIntoView({ block: "nearest" });
  }

  dressRoot() {
    super.dressRoot();
    const { size = 100 } = this.look ?? {};
    const isWide = this.root.clientWidth >= 1200; // as the page of a projector is
    const hasMap = Boolean(this.view?.base ?? this.base ?? this.model.get("base"));
    const hasBlocks = Boolean(this.view ? this.view.stage : this.model.get("asleep")?.stage);
    this.root.classList.toggle("mp-of-blocks", hasBlocks);
    this.root.classList.toggle("mp-stacked", !hasBlocks && (!hasMap || size >= (isWide ? 200 : 150)));
    this.root.dataset.motion = this.look?.motion ?? "system";
    this.root.classList.toggle("mp-largest", size >= 200);
    this.root.classList.toggle("mp-afar", size >= 150);
    this.root.classList.toggle("mp-fills", this.isFull() || Boolean(this.root.parentElement?.matches(".mp-alone")));
  }

  putBase(base) {
    if (base == null || base === this.base) return;
    this.base = base;
    this.canvasEl.innerHTML = base;
    this.svg = this.canvasEl.querySelector("svg");
    this.zoom.put(this.svg);
    this.fields = byName(this.svg, ".mp-field", "field");
    for (const node of this.fields.values()) attributes(node, null); // buttons only once a view says what they do
    this.roads = byName(this.svg, ".mp-road", "road");
    this.names = byName(this.svg, ".mp-name", "name");
    if (!this.svg) return; // a game without a picture: its words and buttons are the board
    // The fields tell all; the drawing around them is silent.
    for (const layer of this.svg.children) if (!layer.matches(".mp-fields")) layer.setAttribute("aria-hidden", "true");
  }

  putLayers(below, above) {
    const layers = `${below} ${above}`;
    if (!this.svg || (this.scenes.isPlaying && layers === this.layers)) return; // a piece may be on its way
    this.layers = layers;
    this.stopAnimations();
    this.svg.querySelector(".mp-below").innerHTML = below ?? "";
    this.svg.querySelector(".mp-above").innerHTML = above ?? "";
    this.pieces = byName(this.svg, ".mp-above [data-piece]", "piece");
  }

  /** The table of a game that is made of blocks: what comes first, and what lies around. */
  drawOpen(stage, around) {
    this.openEl.setAttribute("aria-label", this.labels.board ?? "");
    for (const [el, blocks] of [[this.openEl, stage], [this.aroundEl, around]]) {
      el.hidden = !blocks?.length;
      patch(el, allBlocks(blocks ?? [], this), this.guard);
    }
  }

  drawBar() {
    const shown = (b) => (b.do.do === "fullscreen" ? { ...b, pressed: this.isFull() } : b);
    this.barEl.setAttribute("aria-label", this.labels.bar);
    patch(this.barEl, this.view.bar.map((b) => button(shown(b), this)), this.guard);
    this.rove(this.barEl);
  }

  drawPanel() {
    this.panelEl.setAttribute("aria-label", this.labels.panel);
    patch(this.panelEl, allBlocks(this.withReachable(this.view.panel), this), this.guard);
    for (const row of this.root.querySelectorAll(".mp-track")) this.rove(row);
  }

  /** Who can go where comes before what one only needs to know; who else could go stays in reach. */
  withReachable(blocks) {
    const can = Object.keys(this.view.reach);
    const ways = Object.entries(this.reachable()).map(([field, options]) => ({ field, options }));
    const movers = can.length > 1 ? can : [];
    if (!(ways.length || movers.length) || !this.svg) return blocks;
    const isPlace = ({ field }) => this.names.has(field);
    const block = {
      t: "reachable", who: this.labels.who, movers, label: this.labels.reachable, between: this.labels.between,
      places: ways.filter(isPlace), others: ways.filter((way) => !isPlace(way)),
    };
    const at = blocks.findIndex(({ t }) => t === "track");
    return at < 0 ? [...blocks, block] : [...blocks.slice(0, at), block, ...blocks.slice(at)];
  }

  /** The way that its field on the map goes; where there are several, the map asks which. */
  goTo(field) {
    this.zoom.bring(this.fields.get(field));
    return this.choose(field);
  }

  /** The buttons on the map. */
  drawTools() {
    this.toolsEl.hidden = !this.view?.map;
    if (!this.view?.map) return;
    const tools = [...(this.ownPieces().length ? ["own"] : []), "nearer", "farther"];
    patch(this.toolsEl, tools.map((key) => {
      const made = iconButton({ key, icon: key, label: this.labels[key], do: { do: key } }, this);
      const isAtEnd = key === "nearer" ? this.zoom.isNearest : key === "farther" && !this.zoom.isNearer;
      return { ...made, attrs: { ...made.attrs, title: this.labels[key], "aria-disabled": isAtEnd ? "true" : null } };
    }), this.guard);
    this.toolsEl.setAttribute("aria-label", this.labels.board);
    this.rove(this.toolsEl);
  }

  /** The names around the chosen piece can be read on a small screen too. */
  drawNames() {
    if (!this.svg || !this.view?.map || !this.zoom.unit) return;
    const under = this.pieces.get(this.selected)?.dataset.field;
    const fields = Object.keys(this.reachable());
    const discs = new Map(fields.map((id) => [id, this.fields.get(id).querySelector(".mp-disc")]));
    this.zoom.grow(this.names, this.fields, this.selected ? [under, ...fields] : [], discs, [...this.toolsEl.children]);
  }

  /** Which fields, roads and pieces can be chosen, which are chosen, and what a screen reader says of them. */
  drawMap() {
    if (!this.svg || !this.view) return;
    const { map, reach, roads } = this.view;
    const reachable = this.reachable();
    const under = this.pieces.get(this.selected)?.dataset.field;
    this.svg.setAttribute("role", map ? "group" : "img");
    this.svg.setAttribute("aria-label", this.labels.board);
    if (!this.fields.has(this.field) || !this.svg.contains(document.activeElement)) this.field = this.bestField();
    for (const [id, node] of this.fields) {
      const told = [map?.labels[id], ...(reachable[id] ?? []).map((option) => `${option.label}.`)];
      node.classList.toggle("mp-can", id in reachable);
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
    this.drawTools();
    this.drawNames();
  }

  /** Where the chosen piece can go, and what it does there. */
  reachable() {
    return this.view.reach[this.selected] ?? bare({});
  }

  /** Where the board is entered: at the chosen piece, else at one that can be chosen. */
  bestField() {
    const piece = [this.selected, ...Object.keys(this.view.reach)].find((id) => this.pieces.has(id));
    const way = Object.keys(this.reachable())[0];
    return this.pieces.get(piece)?.dataset.field ?? way ?? this.field ?? this.fields.keys().next().value;
  }

  // Choosing on the map -----------------------------------------------------------------------------------------------

  clickMap(event) {
    this.closeOptions();
    if (!this.view?.map) return;
    const target = this.meant(event);
    const row = target.closest(".mp-order")?.mpRow;
    if (row) return this.pin(row.key, row.marks);
    const piece = target.closest("[data-piece]")?.dataset;
    const field = piece?.field ?? target.closest(".mp-field")?.dataset.field;
    const road = target.closest(".mp-road")?.dataset.road;
    if (field) this.enterField(field);
    if (field && (!piece || field in this.reachable())) this.choose(field);
    else if (piece) this.choosePiece(piece.piece, field);
    else if (road in this.view.roads) this.send(this.view.roads[road].do);
    else if (road && Object.keys(this.view.roads).length) this.send({ do: "try", road });
  }

  /** What a click is meant for: a mouse hits what it points at, a finger the nearest that is possible. */
  meant(event) {
    const possible = ".mp-can:is(.mp-field, .mp-road, [data-piece])";
    if (this.pointer !== "touch" || event.target.closest(possible)) return event.target;
    const all = [...this.svg.querySelectorAll(".mp-field.mp-can .mp-disc, [data-piece].mp-can")];
    return nearest(all, event) ?? nearestWay([...this.svg.querySelectorAll(".mp-road.mp-can .mp-way")], event) ?? event.target;
  }

  /** Enter or a click on a field: go there, choose who stands there, or hear why not. */
  choose(field) {
    const standing = this.selectable(field);
    const others = standing.filter((piece) => piece !== this.selected);
    const roads = Object.entries(this.view.roads).filter(([road]) => road.split("~").includes(field));
    const ways = this.reachable()[field];
    if (ways) {
      const change = others.map((piece) => ({ label: this.nameOf(piece), select: piece }));
      const choices = [...ways, ...change];
      choices.length === 1 ? this.send(ways[0].do) : this.openOptions(field, choices);
    } else if (standing.length) {
      const next = standing[standing.indexOf(this.selected) + 1];
      this.select(next ?? standing[0]);
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

  /** Selects a piece, or none; one that is selected already stays so. The kernel is not asked. */
  select(piece) {
    this.selected = piece;
    this.view.panel = this.view.panel.filter(({ passing }) => !passing); // what was refused before is done with
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
    else if (field && "+=-".includes(key)) this.zoom.by(key === "-" ? 1 / ONE_PRESS : ONE_PRESS);
    else if (field && (key === "Enter" || key === " ")) event.repeat || this.choose(field);
    else if (row && step && (row === this.optionsEl || row.dataset.rove.includes(key))) this.walk(row, target, step);
    else return;
    event.preventDefault();
  }

  escape() {
    if (this.view?.dialog) this.view.dialog.cancel && this.send(this.view.dialog.cancel);
    else if (this.options) this.closeOptions();
    else if (this.selected && this.selected !== this.view.selected) this.select(this.view.selected);
    else if (this.root.classList.contains("mp-full")) this.toggleFullscreen();
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
    super.focused(target);
    const field = target.closest(".mp-field")?.dataset.field;
    const row = target.closest("[data-rove]");
    if (field) this.enterField(field);
    if (field) this.zoom.bring(target);
    if (row && target.matches("button")) this.rove(row, target);
    if (this.options && !this.optionsEl.contains(target)) this.closeOptions();
    if (field) target.classList.toggle("mp-focus", target.matches(":focus-visible"));
    this.mark(target === this.given ? null : target);
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

  places(back) {
    return [
      this.fields?.get(back?.field),
      this.withKey(back?.key === "close-text" ? "text" : back?.key),
      ...[...this.panelEl.querySelectorAll(".mp-choices")].map((one) => this.firstIn(one)),
      this.fields?.get(this.field),
    ];
  }

  // Marks and movement ------------------------------------------------------------------------------------------------

  /** Points at what the thing under the pointer or the focus is about: on the map, or at blocks by their keys. */
  mark(target) {
    let about = target;
    while (about && about !== this.root && !about.mpMarks) about = about.parentElement;
    const here = document.activeElement;
    const focus = here !== this.given && here?.matches(":focus-visible") ? here.mpMarks : null;
    const chosen = about?.mpMarks ?? focus ?? this.pinned?.marks;
    const marks = (this.scenes.isPlaying ? null : chosen) ?? this.view?.marks ?? {};
    const toggle = (nodes, ids = []) => nodes.forEach((node, id) => node.classList.toggle("mp-mark", ids.includes(id)));
    // What a lesson speaks of stays framed; a focus that nobody has moved by keys points at nothing.
    const pointed = about?.mpMarks ?? focus;
    const framed = [...(this.view?.marks?.blocks ?? []), ...(pointed?.blocks ?? [])];
    for (const node of this.root.querySelectorAll("[data-key]"))
      node.classList.toggle("mp-mark", framed.includes(node.dataset.key));
    if (!this.svg) return;
    toggle(this.fields, marks.fields);
    toggle(this.roads, marks.roads);
    toggle(this.pieces, marks.pieces);
    toggle(byName(this.svg, ".mp-fallen", "district"), marks.districts);
    for (const node of this.svg.querySelectorAll("[data-order]"))
      node.classList.toggle("mp-mark", marks.orders?.includes(node.dataset.order) ?? false);
  }

  /** Where on the screen what is marked lies, and where pieces that move come from and go to. */
  spotsOf(moved) {
    const marked = [...this.stageEl.querySelectorAll(".mp-mark")].map((node) => node.getBoundingClientRect());
    const matrix = this.svg?.getScreenCTM();
    const ends = matrix ? moved.flatMap(({ path }) => [path.at(0), path.at(-1)]).filter(Boolean) : [];
    return [...marked, ...ends.map(([x, y]) => {
      const at = new DOMPoint(x, y).matrixTransform(matrix);
      return { left: at.x - 12, right: at.x + 12, top: at.y - 12, bottom: at.y + 12 };
    })];
  }

  get isStill() {
    return this.look?.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Shows how the pieces came to where they stand, one after another. */
  animate(all, length = Infinity) {
    const moved = all.filter(({ path }) => path.length > 1);
    const steps = moved.reduce((sum, { path }) => sum + path.length - 1, 0);
    if (this.isStill || !steps || !this.svg) return;
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
      points.push({ ...points.pop(), x: e, y: f });
      const at = ({ x, y, offset }) => ({ transform: `translate(${x}px, ${y}px)`, offset });
      const whole = [{ ...points[0], offset: 0 }, ...points, { ...points.at(-1), offset: 1 }];
      const duration = Math.min(STEP * steps, ALL_STEPS, length);
      this.animations.push(node.animate(whole.map(at), { duration }));
    }
  }

  /** Who is quicker than the pieces does not wait for them; a scene is ended otherwise. */
  finishAnimations() {
    if (!this.scenes.isPlaying) this.stopAnimations();
  }

  stopAnimations() {
    for (const animation of this.animations) animation.cancel(); // the pieces stand at their ends already
    this.animations = [];
  }
}

/** The panel of a view is not that of the one before. */
const saysNew = (before, view) => JSON.stringify(before?.panel) !== JSON.stringify(view.panel);

function byName(svg, selector, name) {
  return new Map([...svg?.querySelectorAll(selector) ?? []].map((node) => [node.dataset[name], node]));
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
    return () => {
      board.scenes.abandon();
      board.stop();
    };
  },
};
