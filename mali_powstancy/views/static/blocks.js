/**
 * What every page of ours is made of: elements, blocks, and a frame that talks with the kernel. The files of the board
 * and of the panel stand behind this one in the same module.
 *
 * There is no rule of the game and no word of any language here. Every sentence comes finished in a view, and what may
 * be chosen comes as objects `{do: …}` that go back to the kernel as they came.
 *
 * @typedef {{do: string, [more: string]: unknown}} Do
 * @typedef {{fields?: string[], roads?: string[], pieces?: string[], blocks?: string[]}} Marks
 * @typedef {{key: string, label: string, do: Do, kind?: "primary"|"plain"|"quiet"|"danger", icon?: string,
 *   pressed?: boolean, off?: string, marks?: Marks, keys?: string[]}} Button
 * @typedef {{t: string, key?: string, label?: string, [more: string]: any}} Block
 * @typedef {{theme: "auto"|"light"|"dark"|"contrast", motion: "system"|"off", size: number}} Look
 */

const PATIENCE = 6000; // how long the kernel may think before the page says that no answer comes
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
  right: "M4 13l5 5L20 6",
  mistake: "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
  empty: "M4 12h16M13 5l7 7-7 7",
  up: "M12 20V5M5 12l7-7 7 7",
  down: "M12 4v15M5 12l7 7 7-7",
  section: "M5 4h14M5 9h14M9 14l3 4 3-4",
  print: "M7 9V3h10v6M7 18H4V9h16v9h-3M7 14h10v7H7z",
  back: "M15 4l-8 8 8 8",
  next: "M9 4l8 8-8 8",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
};

// Elements ------------------------------------------------------------------------------------------------------------

/**
 * A wanted element; `text` is its text, `html` its drawing, `given` a value that only a new view may change,
 * `first`, `picked` and `pressed` a value and marks that only a new element gets, `at` its place for the style.
 */
const h = (tag, attrs, ...children) => ({ tag, attrs: attrs ?? {}, children: children.flat().filter(Boolean) });

/** A table with nothing but its own entries: a place or a save may be called `constructor`. */
const bare = (table) => Object.assign(Object.create(null), table);
/** The same of a table of tables. */
const bareInside = (tables) => bare(Object.fromEntries(Object.entries(tables).map(([key, table]) => [key, bare(table)])));

const drawing = (path, kind) => `<svg viewBox="0 0 24 24" class="${kind}" aria-hidden="true"><path d="${path}"/></svg>`;
const icon = (name, title) =>
  ICONS[name] && h("span", { class: "mp-icon", title, html: drawing(ICONS[name], "mp-line") });
const hidden = (text) => h("span", { class: "mp-hidden", text });
/** What is seen, and the sentence that is heard instead. */
const told = (sentence, seen) => [h("span", { class: "mp-seen", "aria-hidden": "true" }, seen), hidden(sentence)];

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
  else if (name === "first") node.mpAttrs || (node.value = value ?? "");
  else if (name === "picked") node.mpAttrs || (node.checked = Boolean(value));
  else if (name === "pressed") node.mpAttrs || node.setAttribute("aria-pressed", String(Boolean(value)));
  else if (name === "open") node.open = Boolean(value);
  else if (name === "at") node.style.setProperty("--at", value); // as an attribute it would break the rules of a strict page
  else if (value == null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

// Blocks --------------------------------------------------------------------------------------------------------------

/** How each kind of block looks; `act` is what its buttons can do. */
const BLOCKS = {
  text: ({ text, role }) => h(role === "title" ? "h3" : "p", { class: `mp-says mp-says-${role ?? "plain"}`, text }),

  buttons: ({ items, label }, act) =>
    h("div", { class: "mp-buttons mp-choices", role: "group", "aria-label": label }, items.map((b) => button(b, act))),

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
    submit && submitButton(submit, act));
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
      h("output", { "aria-live": "off", text })); // the slider says it itself
  },

  table: ({ caption, head, rows }) =>
    h("div", {
      class: "mp-table", role: caption ? "group" : null, "aria-label": caption || null,
      tabindex: caption ? "0" : null, key: caption ? `table.${caption}` : null, // so that a wide one can be scrolled
      // What it is stays said where its rows are laid out in another way (panel.css).
    }, h("table", { role: "table" }, caption && h("caption", { text: caption }),
      h("thead", { role: "rowgroup" },
        h("tr", { role: "row" }, head.map((text) => h("th", { scope: "col", role: "columnheader", text })))),
      h("tbody", { role: "rowgroup" }, rows.map((row) => h("tr", { role: "row" }, row.map((text, column) =>
        column === 0 ? h("th", { scope: "row", role: "rowheader", text })
          : h("td", { role: "cell", "data-head": head[column], text }))))))),

  list: ({ label, items }) =>
    h("div", { class: "mp-section" }, heading(label),
      h("ul", { class: "mp-list" }, items.map((text) => h("li", { text })))),

  log: ({ label, items }) =>
    h("div", { class: "mp-section" }, heading(label),
      h("div", { class: "mp-log", role: "group", "aria-label": label, tabindex: "0", key: `log.${label}` },
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

  /** Of a file no more is read than `most` bytes: with so many it is too large, and Python says so. */
  upload: ({ key, label, accept, most, do: what }, act) =>
    h("label", { key, class: "mp-button mp-upload" }, icon("load"), h("span", { text: label }),
      h("input", {
        key: `${key}.file`, type: "file", accept,
        onchange: async (event) => {
          const [file] = event.target.files;
          if (file) act.send({ ...what, name: file.name, text: await file.slice(0, most).text() });
          event.target.value = ""; // the same file can be chosen again
        },
      })),

  details: ({ key, label, open, blocks }, act) =>
    h("details", { key, class: "mp-details", open }, h("summary", { key: `${key}.summary`, text: label }),
      h("div", { class: "mp-blocks" }, allBlocks(blocks, act))),

  /** Blocks that stand together; the style of the page says by their name where. */
  group: ({ name, blocks }, act) =>
    h("div", { key: `group.${name}`, class: `mp-group mp-group-${name}` }, allBlocks(blocks, act)),

  heading: ({ text, level }) => h(`h${level}`, { class: "mp-title", text }),

  verdict: ({ kind, lead, text }) =>
    h("div", { class: `mp-verdict mp-verdict-${kind}` }, icon(kind),
      h("p", null, h("b", { text: lead }), h("span", { text }))),

  picture: ({ svg, label }) => h("div", { class: "mp-picture", role: "img", "aria-label": label, html: svg }),

  progress: ({ label, value, most }) =>
    h("label", { class: "mp-progress" }, h("span", { text: label }), h("progress", { value, max: most })),

  /** A form of several questions; a live one tells of every change. What was answered stays until its key is new. */
  ask: ({ key, fields, submit, also, live }, act) =>
    h("form", {
      key, class: "mp-ask", novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        act.send({ ...submit.do, values: answers(event.currentTarget) });
      },
      onchange: live && ((event) => act.send({ do: "draft", key, values: answers(event.currentTarget) })),
    },
    fields.map((field) => FIELDS[field.t](field, key)),
    h("div", { class: "mp-buttons" }, submitButton(submit, act), also.map((b) => button(b, {
      press: (event, { do: what, ...more }) => {
        const values = answers(event.currentTarget.form);
        act.press(event, { ...more, do: { ...what, values } });
      },
    })))),

  /** How much there is of something, with a mark for each; the last mark is the one that must not be reached. */
  gauges: ({ label, items, about }) =>
    h("div", { class: "mp-section" }, heading(label), about && h("p", { class: "mp-says mp-says-note", text: about }),
      h("ul", { class: "mp-gauges", "aria-label": label }, items.map((item) =>
        h("li", { key: item.key, class: `mp-gauge${item.alarm ? " mp-alarm" : ""}` },
          sign(item.sign), h("b", { class: "mp-gauge-value", text: item.value }),
          h("span", { class: "mp-gauge-name", text: item.name }),
          ticks(item.value, item.most),
          item.lines.map((text) => h("small", { text })),
          item.alarm && h("strong", { text: item.alarm }))))),

  /** Cards side by side; those that send something are buttons. */
  faces: ({ key, label, items, empty, size, about }, act) =>
    h("div", { key, class: "mp-section" }, heading(label), about && h("p", { class: "mp-says mp-says-note", text: about }),
      items.length === 0 && empty && h("p", { class: "mp-says mp-says-note", text: empty }),
      items.length > 0 && h("ul", {
        class: `mp-faces mp-faces-${size}${items.some((item) => item.do) ? " mp-choices" : ""}`, "aria-label": label,
      }, items.map((item) => h("li", { key: `face.${item.key}` }, face(item, act))))),

  people: ({ label, items }) =>
    h("div", { class: "mp-section" }, heading(label), h("ul", { class: "mp-people", "aria-label": label }, items.map((one) =>
      h("li", {
        key: one.key, class: `mp-person${one.away ? " mp-away" : ""}${one.asked ? " mp-asked" : ""}`,
        "aria-current": one.asked ? "true" : null,
      },
      h("span", { class: "mp-portrait", "aria-hidden": "true", html: one.portrait }),
      h("div", { class: "mp-who" }, h("b", { class: "mp-person-name", text: one.name }),
        h("span", { class: "mp-person-state", text: one.state }),
        one.bears && h("span", { class: "mp-bears" },
          Array.from({ length: Math.max(one.bears.most, one.bears.value) }, (_, at) => h("i", {
            class: at < one.bears.value ? "mp-full-sign" : "mp-empty-sign", "aria-hidden": "true", html: one.bears.sign,
          })), h("span", { text: one.bears.label }))),
      h("ul", { class: "mp-tags" }, one.badges.map((tag) =>
        h("li", { class: `mp-tag mp-tag-${tag.kind}` }, sign(tag.sign), h("span", { text: tag.text })))),
      one.notes.length > 0 && h("ol", { class: "mp-borne" }, one.notes.map((note) =>
        h("li", null, sign(note.sign), h("span", null, h("b", { text: note.title }), h("span", { text: ` ${note.text}` })))))),
    ))),

  piles: ({ label, items }) =>
    h("ul", { class: "mp-piles", "aria-label": label }, items.map((item) =>
      h("li", { key: item.key, class: `mp-pile${Number.isNaN(Number(item.value)) ? " mp-in-words" : ""}` },
        h("span", { class: "mp-pile-name" }, sign(item.sign), h("span", { text: item.name })),
        h("b", { text: item.value }), item.note && h("small", { text: item.note })))),

  /** What can be chosen from; what is not possible says why, and which rule it is. */
  answers: ({ label, items, about }, act) =>
    h("div", { class: "mp-section" }, heading(label), about && h("p", { class: "mp-says mp-says-note", text: about }),
      h("ul", { class: "mp-answers mp-choices", "aria-label": label || null }, items.map((item) =>
        h("li", { key: `answer.${item.key}` }, answer(item, act))))),

  /** Two sides and the lanes in which they face each other. */
  lanes: ({ label, camps, between, items }, act) =>
    h("div", { class: "mp-facing", role: "group", "aria-label": label },
      h("div", { key: "camps", class: "mp-camps" }, side(camps[0]),
        h("ul", { key: "between", class: "mp-tags mp-between" }, between.map(tag)), side(camps[1])),
      items.map((item) =>
        h("div", { key: item.key, class: `mp-lane${item.asked ? " mp-asked" : ""}`, role: "group", "aria-label": item.name },
          halfOf(item.halves[0], 0, act),
          h("div", { key: "value", class: "mp-lane-value" },
            h("h3", { class: "mp-lane-name", text: item.name }),
            item.badges.length > 0 && h("ul", { class: "mp-tags" }, item.badges.map(tag)),
            balanceOf(item.value)),
          halfOf(item.halves[1], 1, act)))),

  /** What goes from whom to whom; the style shows one after the other. */
  ways: ({ key, label, items }) =>
    h("div", { key, class: "mp-section" }, heading(label),
      h("ol", { class: "mp-ways", "aria-label": label }, items.map((item, at) =>
        h("li", { at }, sign(item.sign), h("b", { text: item.from }), h("span", { text: " → " }),
          h("b", { text: item.to }))))),

  topic: ({ sign: drawn, title, text }) =>
    h("div", { class: "mp-topic" }, sign(drawn), h("div", null, h("b", { text: title }), h("p", { text }))),

  /** Things to be put in order, each with a button up and one down. */
  sequence: ({ key, label, items }, act) =>
    h("ol", { key, class: "mp-sequence", "aria-label": label }, items.map((item) =>
      h("li", { key: `${key}.${item.key}` }, h("span", { class: "mp-text-of", text: item.text }),
        [item.up, item.down].map((b) => iconButton(b, act))))),
};

/** The blocks, each with a key that stays the same when other kinds of blocks come and go. */
function allBlocks(blocks, act) {
  const seen = {};
  return blocks.map((block) => {
    seen[block.t] = (seen[block.t] ?? 0) + 1;
    const made = BLOCKS[block.t](block, act);
    const key = made.attrs.key ?? block.key ?? `${block.t}.${seen[block.t]}`;
    return { ...made, attrs: { ...made.attrs, key, "data-now": block.now ? "" : null } };
  });
}

const heading = (label) => label && h("h3", { class: "mp-label", text: label });
/** A drawing that says nothing: its words stand beside it. */
const sign = (svg) => svg && h("span", { class: "mp-sign", "aria-hidden": "true", html: svg });
const ticks = (value, most) =>
  h("span", { class: "mp-ticks", "aria-hidden": "true" }, Array.from({ length: most }, (_, at) =>
    h("i", { class: `${at < value ? "mp-here" : ""}${at === most - 1 ? " mp-limit" : ""}` })));

const tag = (one) =>
  h("li", { key: one.key, class: `mp-tag mp-tag-${one.kind}` }, sign(one.sign), h("span", { text: one.text }));

const side = (camp) =>
  h("div", { key: camp.key, class: `mp-camp${camp.asked ? " mp-asked" : ""}${camp.own ? " mp-own" : ""}`,
    "aria-current": camp.asked ? "true" : null },
  h("b", { class: "mp-camp-name" }, sign(camp.sign), h("span", { text: camp.name })),
  h("span", { class: "mp-camp-score" }, ...told(camp.score.told, [
    h("b", { text: camp.score.value }), ticks(camp.score.value, Math.max(camp.score.most, camp.score.value))])),
  h("ul", { class: "mp-tags" }, camp.badges.map(tag)));

const halfOf = ({ behind, ahead }, which, act) =>
  h("div", { key: `half.${which}`, class: `mp-half mp-half-${which}` },
    h("div", { key: "behind", class: "mp-behind" }, behind.map((one) => spot(one, act))),
    h("div", { key: "ahead", class: "mp-ahead" }, ahead.map((one) => spot(one, act)),
      ahead.map((one) => one.closed && closing(one.closed))));

/** Why a place is closed; the spot itself says it to who cannot see. */
const closing = (why) =>
  h("span", { class: "mp-closing", "aria-hidden": "true" }, sign(why.sign), h("span", { text: why.text }));

const MANY = 6; // more signs of a kind than that are one sign and a number

/** A place on the table: signs and room for more, or the name of a card; the sentence is heard instead. */
function spot(item, act) {
  const { number, room } = item;
  const seen = [
    h("small", { class: "mp-spot-name", text: item.name }),
    (number > 0 || room > 0) && h("span", { class: "mp-standing" },
      number > MANY
        ? [sign(item.sign), h("b", { text: `× ${number}` })]
        : Array.from({ length: number }, () => sign(item.sign)),
      Array.from({ length: room }, () => h("i", { class: "mp-slot" }))),
    item.text && h("b", { class: "mp-spot-text", text: item.text }),
    item.notes.map((text) => h("small", { class: "mp-spot-note", text })),
    item.badges.length > 0 && h("span", { class: "mp-tags" }, item.badges.map((one) =>
      h("span", { class: `mp-tag mp-tag-${one.kind}` }, sign(one.sign), h("span", { text: one.text })))),
    item.closed && (item.text ? closing(item.closed) : sign(item.closed.sign)),
    item.call && h("span", { class: "mp-face-call", text: item.call }),
  ].flat();
  const look = `mp-spot${item.closed ? " mp-closed" : ""}`;
  return item.do
    ? h("button", { key: item.key, type: "button", class: look, onclick: (event) => act.press(event, item) },
      ...told([item.told, item.call].filter(Boolean).join(" "), seen))
    : h("div", { key: item.key, class: look }, ...told(item.told, seen));
}

/** Two numbers; opened, it shows of what each is the sum. */
const balanceOf = (item) =>
  h("details", { key: item.key, class: "mp-balance" },
    h("summary", { key: `${item.key}.summary` }, ...told(item.told, [sign(item.sign), h("b", { text: item.text })])),
    h("div", { class: "mp-sums" }, item.parts.map((lines, at) =>
      h("div", { key: `sum.${at}` }, h("b", { text: item.heads[at] }),
        h("ul", { class: "mp-list" }, lines.map((text) => h("li", { text })))))),
    item.note && h("small", { text: item.note }));

function answer(item, act) {
  const inside = [
    h("span", { class: "mp-answer-head" }, sign(item.sign), h("b", { text: item.label })),
    item.lines.map((text) => h("span", { class: "mp-face-line", text })),
    item.alarm && h("strong", { class: "mp-face-alarm", text: item.alarm }),
  ];
  if (item.do) {
    return h("button", { key: item.key, type: "button", class: `mp-answer mp-answer-${item.kind}`, marks: item.marks,
      onclick: (event) => act.press(event, item) }, ...inside);
  }
  return h("div", { key: item.key, class: "mp-answer mp-refused", role: "group", "aria-disabled": "true" }, ...inside,
    item.refused && h("span", { class: "mp-face-line", text: item.refused }),
    item.rule && h("span", { class: "mp-buttons" }, button(item.rule, act)));
}

function face(item, act) {
  const inside = [
    item.drawn ? h("span", { class: "mp-face-drawn", html: item.drawn }) : h("span", { class: "mp-face-head" },
      item.signs.length > 0 && h("span", { class: "mp-signs" }, item.signs.map(sign)),
      h("b", { class: "mp-face-title", text: item.title })),
    item.lines.map((text) => h("span", { class: "mp-face-line", text })),
    item.alarm && h("strong", { class: "mp-face-alarm", text: item.alarm }),
    item.call && h("span", { class: "mp-face-call", text: item.call }),
  ];
  const look = `mp-face mp-face-${item.kind}`;
  return item.do
    ? h("button", { key: item.key, type: "button", class: look, marks: item.marks,
      onclick: (event) => act.press(event, item) }, ...inside)
    : h("div", { key: item.key, class: look }, ...inside);
}

function button(b, act, type = "button") {
  return h("button", {
    key: b.key, type, class: `mp-button mp-${b.kind ?? "plain"}`, marks: b.marks, title: b.off,
    "aria-pressed": b.pressed == null ? null : String(b.pressed), "aria-disabled": b.off ? "true" : null,
    "aria-keyshortcuts": b.keys?.join(" "),
    onclick: (event) => (type === "submit" && !b.off ? null : act.press(event, b)),
  }, icon(b.icon), h("span", { text: b.label }));
}

const submitButton = (b, act) => button({ kind: "primary", ...b }, act, "submit");

/** A button whose words are only heard, because its picture says the same. */
function iconButton(b, act) {
  const made = button(b, act);
  return { ...made, children: [icon(b.icon), hidden(b.label)] };
}

// Questions of a form -------------------------------------------------------------------------------------------------

const option = (kind, { name, form, value, label, picked }) =>
  h("label", { key: value, class: "mp-option" },
    h("input", { key: `${form}.${name}.${value}`, type: kind, name, value, picked }), h("span", { text: label }));

const optionsOf = (kind) => ({ name, legend, items, inline }, form) =>
  h("fieldset", { key: name, class: `mp-question${inline ? " mp-inline" : ""}`, "data-name": name, "data-kind": kind },
    h("legend", { text: legend }),
    h("div", { class: "mp-options-of" }, items.map((item) => option(kind, { name, form, ...item }))));

/** What is wrong with an answer, beside it; inside a label it is heard together with the question. */
const faultsOf = (faults) => faults?.map((text) => h("small", { class: "mp-fault", text }));
const invalid = (faults) => (faults?.length ? "true" : null);

const FIELDS = {
  choice: optionsOf("radio"),
  checks: optionsOf("checkbox"),

  /** A letter: every phrase of it is a button that stays pressed, as if under ink. */
  inking: ({ name, legend, how, items }, form) =>
    h("fieldset", { key: name, class: "mp-question", "data-name": name, "data-kind": "pressed" },
      h("legend", { text: legend }),
      h("p", { class: "mp-says mp-says-note", text: how }),
      h("div", { class: "mp-letter" }, items.map(({ value, label, picked }) =>
        h("button", { key: `${form}.${name}.${value}`, type: "button", class: "mp-phrase", value, pressed: picked,
          onclick: toggle, text: label })))),

  number: ({ name, label, value, unit, faults }, form) =>
    h("label", { key: name, class: "mp-question mp-number", "data-name": name, "data-kind": "text" },
      h("span", { text: label }),
      h("span", { class: "mp-number-row" },
        h("input", { key: `${form}.${name}`, type: "text", inputmode: "decimal", autocomplete: "off", size: 6,
          first: value, "aria-invalid": invalid(faults) }),
        unit && h("span", { text: unit })),
      faultsOf(faults)),

  line: ({ name, label, value, faults }, form) =>
    h("label", { key: name, class: "mp-question mp-line-of", "data-name": name, "data-kind": "text" },
      h("span", { text: label }),
      h("input", { key: `${form}.${name}`, type: "text", autocomplete: "off", spellcheck: "false", first: value,
        "aria-invalid": invalid(faults) }),
      faultsOf(faults)),

  part: ({ name, legend, about, fields, faults }, form) =>
    h("fieldset", { key: name, class: "mp-question mp-part" },
      h("legend", { text: legend }),
      about && h("p", { class: "mp-says mp-says-note", text: about }),
      h("div", { class: "mp-fields" }, fields.map((field) => FIELDS[field.t](field, form))),
      faultsOf(faults)),

  words: ({ name, label, value, rows, most, counter }, form) =>
    h("label", { key: name, class: "mp-question mp-words", "data-name": name, "data-kind": "text" },
      h("span", { text: label }),
      h("textarea", {
        key: `${form}.${name}`, rows, first: value, autocomplete: "off", lang: null,
        oninput: counter && ((event) => countWords(event.target, most, counter)),
      }),
      counter && h("output", {
        "aria-live": "off", class: `mp-counter${most != null && wordsIn(value) > most ? " mp-over" : ""}`,
        text: counter.replace("{n}", wordsIn(value)),
      })),

  pick: ({ name, label, value, items }, form) =>
    h("label", { key: name, class: "mp-question mp-pick", "data-name": name, "data-kind": "text" },
      h("span", { text: label }),
      h("select", { key: `${form}.${name}`, first: value }, items.map((item) =>
        h("option", { value: item.value, text: item.label })))),
};

/** Presses a button or lets it go, and tells the form that an answer has changed. */
function toggle({ currentTarget: pressed }) {
  pressed.setAttribute("aria-pressed", String(pressed.getAttribute("aria-pressed") !== "true"));
  pressed.dispatchEvent(new Event("change", { bubbles: true }));
}

// A word has a letter or a digit: a dash alone is none.
const wordsIn = (text) => text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

function countWords(area, most, counter) {
  const n = wordsIn(area.value);
  const told = area.parentElement.querySelector(".mp-counter");
  told.textContent = counter.replace("{n}", n);
  told.classList.toggle("mp-over", most != null && n > most);
}

/** What is chosen and written in a form, by the names of its questions. */
function answers(form) {
  const value = (part) => {
    if (part.dataset.kind === "pressed")
      return [...part.querySelectorAll('[aria-pressed="true"]')].map((one) => one.value);
    const picked = [...part.querySelectorAll(":checked:not(option)")].map((one) => one.value);
    if (part.dataset.kind === "checkbox") return picked;
    return part.dataset.kind === "radio" ? picked[0] ?? null : part.querySelector("input, textarea, select").value;
  };
  return Object.fromEntries([...form.querySelectorAll("[data-name]")].map((part) => [part.dataset.name, value(part)]));
}

// What the browser keeps ----------------------------------------------------------------------------------------------

const SAVES = "mali-powstancy/saves/"; // stands before the key of a text
const TIMES = "mali-powstancy/when/"; // and before the same key: when the text was written
const LAST_TIME = Date.UTC(10000, 0); // later ones are written otherwise, and no clock shows them

/** The texts that are kept under the keys, the oldest first; a key that ends with "/" stands for all that begin so. */
function keptTexts(keys) {
  const isWanted = (name) => keys.some((key) => name === key || (key.endsWith("/") && name.startsWith(key)));
  const when = (name) => localStorage.getItem(TIMES + name) ?? "";
  const ours = Object.keys(localStorage).filter((name) => name.startsWith(SAVES));
  const found = ours.map((name) => name.slice(SAVES.length)).filter(isWanted);
  found.sort((one, other) => (when(one) < when(other) ? -1 : 1));
  return Object.fromEntries(found.map((name) => [name, localStorage.getItem(SAVES + name)]));
}

/** The time, but after all times that were noted: what is written last is the newest, also if a clock was put back. */
function timeNow() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(TIMES));
  const noted = names.map((name) => Date.parse(localStorage.getItem(name)) + 1).filter((time) => time < LAST_TIME);
  return new Date(Math.max(Date.now(), ...noted)).toISOString();
}

/**
 * Keeps the texts; null removes one. Where there is no room for a text, the one before it stays. A text is written only
 * over the one that the kernel knows of (`over`) or that was `written` last from here: what another tab has kept or
 * cleared since stays as it is, and is put among the texts `elsewhere`.
 */
function keepTexts(texts, over, written, elsewhere) {
  const known = bare(over);
  for (const [key, text] of Object.entries(texts)) {
    const now = localStorage.getItem(SAVES + key);
    if (![text, known[key] ?? null, written.get(key)].includes(now)) {
      elsewhere[key] = now;
      continue;
    }
    if (text === null) {
      localStorage.removeItem(SAVES + key);
      localStorage.removeItem(TIMES + key);
    } else {
      localStorage.setItem(SAVES + key, text);
      localStorage.setItem(TIMES + key, timeNow());
    }
    written.set(key, text);
  }
}

/** What is kept, and whether more could be kept now; a browser may forbid to look, or to write, or have no room. */
function whatIsKept(keys) {
  try {
    const kept = keptTexts(keys);
    const trial = `${TIMES}/`;
    try {
      localStorage.setItem(trial, " ".repeat(4096));
      return { kept, keeps: true };
    } catch {
      return { kept, keeps: false };
    } finally {
      localStorage.removeItem(trial);
    }
  } catch {
    return { kept: null, keeps: false };
  }
}

// The frame -----------------------------------------------------------------------------------------------------------

const FOCUSABLE = 'button:not([tabindex="-1"]), select, input, textarea, summary, [tabindex="0"]';

/** The frame of a widget: messages, focus, dialogs and looks. Who inherits it says what a view looks like (`show`). */
class Page {
  /** `inside` is the frame's own part; `parts` are the names of its elements, `.mp-bar` is `barEl`. */
  constructor(model, el, kind, inside, parts) {
    this.model = model;
    this.name = `mp-${Math.random().toString(36).slice(2)}`; // several may be on one page
    this.guard = this.guard.bind(this);
    this.view = null;
    this.labels = {}; // the fixed words of the frame
    this.pressed = {}; // the button that was pressed last
    this.ours = false; // whether the person works here now
    this.written = new Map(); // by key: the text that was kept last from here
    this.root = document.createElement("div");
    this.root.className = `mp-page ${kind}`;
    this.root.dataset.lmSuppressShortcuts = "true";
    this.root.tabIndex = -1; // a click beside the buttons leaves the keys here and not to the notebook
    this.root.innerHTML = `
      <div class="mp-trouble" role="alert" hidden></div>
      <div class="mp-frame">${inside}</div>
      <div class="mp-layer" hidden><div class="mp-dialog" role="dialog" aria-modal="true" tabindex="-1"></div></div>
      <div class="mp-toast" aria-hidden="true" hidden><span></span></div>
      <div class="mp-live mp-hidden" role="status" aria-live="polite"></div>`;
    for (const name of ["trouble", "frame", "layer", "dialog", "toast", "live", ...parts])
      this[`${name}El`] = this.root.querySelector(`.mp-${name}`);
    el.append(this.root);
  }

  /** To be called once everything is set up. */
  begin() {
    this.listen();
    this.sleep();
    try {
      this.wake();
    } catch {
      // Without a kernel nobody hears it, and what sleeps says how to wake it.
    }
  }

  /** Asks for everything; where the kernel has no place of its own to keep games, it gets what the browser keeps. */
  wake() {
    const keys = this.model.get("keeps") ?? [];
    this.send({ do: "ready", ...(keys.length ? whatIsKept(keys) : {}) });
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
    on(this.root, "focusin", (event) => this.focused(event.target));
    for (const name of ["pointerdown", "focusin"])
      on(document, name, (event) => { this.ours = this.root.contains(event.target); }, { capture: true });
    on(dark, "change", () => this.dressRoot());
    // Where fingers are at work, the focus that the page gives would look like a choice.
    this.root.classList.toggle("mp-by-finger", matchMedia("(pointer: coarse)").matches);
    on(document, "pointerdown", ({ pointerType }) => this.root.classList.toggle("mp-by-finger", pointerType === "touch"));
    on(document, "keydown", () => this.root.classList.remove("mp-by-finger"), { capture: true });
    if (window.visualViewport) on(visualViewport, "resize", () => this.keepTypingInSight());
    watcher.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
    this.listenMore(on);
    this.model.on("msg:custom", hear);
    this.model.on("change:base change:asleep", sleep);
    this.stop = () => {
      stops.abort();
      watcher.disconnect();
      clearTimeout(this.patience);
      clearTimeout(this.noteTimer);
      this.model.off("msg:custom", hear);
      this.model.off("change:base change:asleep", sleep);
      this.root.remove();
    };
  }

  listenMore() {}

  /** A keyboard on the screen has come or gone: what is written stays in the part that is left. */
  keepTypingInSight() {
    if (visualViewport.scale > 1.01) return; // the page was made larger to be read, there is no keyboard
    this.root.style.setProperty("--screen", `${visualViewport.height}px`);
    const here = document.activeElement;
    const isTyped = here?.matches("textarea, input:not([type=checkbox], [type=radio], [type=range])");
    if (!isTyped || !this.root.contains(here)) return;
    // To the top: how far up the keyboard goes is not known to the layout, so "nearest" may be behind it.
    const { top, bottom } = here.getBoundingClientRect();
    const { offsetTop, height } = visualViewport;
    if (top < offsetTop || bottom > offsetTop + height) here.scrollIntoView({ block: "start", behavior: "instant" });
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
    // Addresses are left out up to the name of the file: a school's server puts the pupil's name into them.
    const stack = String(error?.stack ?? error).replace(/\b\w+:[^\s()]*\//g, "");
    const report = `${stack}\nview ${this.view?.n}\n${navigator.userAgent}`;
    this.trouble(this.labels.problem ?? "", report);
    if (this.failing) return;
    this.failing = true; // an error while telling about an error is not told again
    try {
      this.send({ do: "front-end-error", report });
    } finally {
      this.failing = false;
    }
  }

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

  /** Keeps the texts on this computer and tells the kernel whether it worked; if it hears nothing, it asks again. */
  keep(texts, over, n) {
    const elsewhere = {};
    let answer = "kept";
    try {
      keepTexts(texts, over, this.written, elsewhere);
    } catch {
      answer = "not-kept";
    }
    try {
      this.model.send({ do: answer, n, elsewhere });
    } catch {
      // The kernel is gone; what was kept stays.
    }
  }

  hear({ view, download, thinking, keep, over, n }) {
    if (keep) this.keep(keep, over, n);
    if (download) this.save(download);
    if (thinking) this.note(thinking);
    if (thinking !== undefined && this.root.dataset.waiting) this.wait(); // whoever thinks aloud is not lost
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
    if (!this.doesItself(what)) this.send(what);
  }

  /** Whether the page did this without asking the kernel. */
  doesItself() {
    return false;
  }

  isFull() {
    return document.fullscreenElement === this.root || this.root.classList.contains("mp-full");
  }

  /** The whole screen for this widget, or the whole window where the browser does not give the screen. */
  toggleFullscreen() {
    const fill = (wanted) => { this.root.classList.toggle("mp-full", wanted); this.resized(); };
    if (document.fullscreenElement === this.root) document.exitFullscreen();
    else if (this.isFull()) fill(false);
    else if (this.root.requestFullscreen) this.root.requestFullscreen().catch(() => fill(true));
    else fill(true);
  }

  resized() {
    this.dressRoot();
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

  // Looks and dialogs -------------------------------------------------------------------------------------------------

  dressRoot() {
    const { theme = "auto", size = 100 } = this.look ?? {};
    const light = document.body.dataset.jpThemeLight;
    const dark = light ? light === "false" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.body.classList.toggle("mp-dark-page", dark); // the figures of the page follow it: dark_page.py
    const look = theme !== "auto" ? theme : dark ? "dark" : "light";
    for (const one of ["light", "dark", "contrast"]) this.root.classList.toggle(`mp-look-${one}`, one === look);
    this.root.style.setProperty("--mp-size", size / 100);
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

  // Keys and focus ----------------------------------------------------------------------------------------------------

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.view?.dialog) return;
    if (event.key === "Tab") this.keepInDialog(event);
    else if (event.key === "Escape" && this.view.dialog.cancel) {
      event.preventDefault();
      this.send(this.view.dialog.cancel);
    }
  }

  keepInDialog(event) {
    const all = this.focusable(this.dialogEl);
    const edge = event.shiftKey ? all[0] : all.at(-1);
    if (event.target !== edge && this.dialogEl.contains(event.target) && event.target !== this.dialogEl) return;
    event.preventDefault();
    (event.shiftKey ? all.at(-1) : all[0])?.focus();
  }

  focused(target) {
    if (target !== this.given) this.given = null;
    // Some notebooks look for a key's meaning from the focused element upwards, and ask before they climb.
    target.setAttribute("data-lm-suppress-shortcuts", "true");
  }

  /** Where the focus is: the key of the element and the part of the page it lies in; null when it is elsewhere. */
  focusPlace() {
    const here = document.activeElement;
    if (!this.root.contains(here)) return this.ours ? { key: null } : null;
    const inDialog = this.dialogEl.contains(here);
    return { key: here.dataset.key, field: here.dataset.field, inDialog, group: here.closest(".mp-group")?.dataset.key };
  }

  /** After a new view the focus is where it was, else at the first choice, never lost. */
  restoreFocus(place) {
    if (!this.view || (!place && !this.ours)) return;
    const { dialog } = this.view;
    const here = document.activeElement;
    const safe = this.root.contains(here) && !here.closest("[inert], [hidden]");
    if (dialog) {
      if (safe && this.dialogEl.contains(here)) return;
      this.firstIn(this.dialogEl)?.focus();
      if (this.ours) this.dialogEl.scrollIntoView({ block: "nearest" }); // all of it, not only what has the focus
      return;
    }
    const back = place?.inDialog || !place?.key ? this.returnTo ?? place : place;
    this.returnTo = null;
    if (safe) return;
    const canFocus = "button, select, input, textarea, summary, [tabindex]";
    const places = [...this.places(back), this.firstIn(this.frameEl), this.root];
    this.given = places.find((one) => one?.matches(canFocus) && !one.closest("[hidden]"));
    this.given.focus({ preventScroll: true });
  }

  /** Where the focus may go, the best place first. */
  places(back) {
    return [this.withKey(back?.key)];
  }

  withKey(key) {
    return [...this.frameEl.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  }

  /** Where keys can go; to nothing that is folded away. */
  focusable(part) {
    return [...(part?.querySelectorAll(FOCUSABLE) ?? [])].filter((one) => one.checkVisibility());
  }

  firstIn(part) {
    const all = this.focusable(part).filter((one) => one.ariaDisabled !== "true");
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
}
