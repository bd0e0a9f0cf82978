/**
 * A panel in the page: blocks of a lesson that are not a board. It stands behind blocks.js in the same module.
 *
 * @typedef {{n: number, same?: number, lang: string, labels: Record<string, string>, blocks: Block[], say: string,
 *   dialog: null | {key: string, title: string, blocks: Block[], cancel?: Do}}} PanelView
 */

class Panel extends Page {
  constructor(model, el) {
    super(model, el, "mp-panel-widget", `
      <p class="mp-sentence" hidden></p>
      <div class="mp-desk mp-blocks" role="group" hidden></div>`, ["sentence", "desk"]);
    this.begin();
  }

  /** Without a kernel: a sentence about how to wake the panel. */
  sleep() {
    const { sentence } = this.model.get("asleep") ?? {};
    this.dressRoot();
    this.sentenceEl.textContent = sentence ?? "";
    this.sentenceEl.hidden = !sentence;
  }

  /** @param {PanelView} view */
  show(view) {
    if (view.same) { // nothing else is new, unless this page has missed a view
      if (this.view?.n !== view.same) return this.wake();
      view = { ...this.view, n: view.n, say: view.say };
    }
    const before = this.view;
    const focus = this.focusPlace();
    const logs = this.scrolls();
    this.view = view;
    this.labels = { ...this.labels, ...view.labels };
    this.root.lang = view.lang;
    this.sentenceEl.hidden = true;
    this.deskEl.hidden = false;
    this.deskEl.setAttribute("aria-label", this.labels.panel);
    patch(this.deskEl, allBlocks(view.blocks, this), this.guard);
    this.drawDialog(before?.dialog, view.dialog, focus);
    this.scrollLogs(logs);
    if (view.say) this.announce(view.say);
    this.restoreFocus(focus);
    this.root.dataset.n = view.n;
    this.root.dataset.ready = "true";
  }

  /** After a button has gone, the focus is in the same group; after a question has gone, at the next one. */
  places(back) {
    const group = back?.group && this.firstIn(this.withKey(back.group));
    return [...super.places(back), group, this.firstIn(this.deskEl.querySelector(".mp-ask, .mp-sequence"))];
  }

  /** A presenter steps with the keys that buttons name; in a list or a text the arrows have another meaning. */
  key(event) {
    super.key(event);
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || this.view?.dialog) return;
    const writes = event.target.matches("select, textarea, input") && event.key.startsWith("Arrow");
    const found = writes || event.target.matches("textarea") ? null
      : this.deskEl.querySelector(`[aria-keyshortcuts~="${CSS.escape(event.key)}"]`);
    if (!found) return;
    event.preventDefault();
    if (!event.repeat) found.click(); // who holds a key down does not want to run to the end
  }

  doesItself(what) {
    if (what.do === "print") this.print();
    else if (what.do === "fullscreen") this.toggleFullscreen();
    else if (what.do === "go-to") this.goTo(what);
    else return false;
    return true;
  }

  /** Scrolls to a heading of the notebook. */
  goTo({ heading: words, missing }) {
    const plain = (one) => one.textContent.replace("¶", "").trim();
    const found = [...document.querySelectorAll("h1, h2, h3, h4")].find((one) =>
      !this.root.contains(one) && plain(one) === words);
    if (!found) return this.note(missing);
    found.tabIndex = -1;
    found.scrollIntoView({ block: "start" });
    return found.focus({ preventScroll: true });
  }

  /** Prints this panel alone, not the notebook around it, with everything that was written. */
  print() {
    const copy = this.root.cloneNode(true);
    copy.classList.remove("mp-look-dark", "mp-look-contrast");
    copy.classList.add("mp-look-light");
    const written = [...this.root.querySelectorAll("textarea")];
    copy.querySelectorAll("textarea").forEach((area, index) => {
      const text = document.createElement("p");
      text.className = "mp-written";
      text.textContent = written[index].value;
      area.replaceWith(text);
    });
    this.paper?.remove();
    this.paper = document.createElement("iframe");
    this.paper.className = "mp-paper-frame";
    this.paper.title = this.labels.panel;
    this.paper.style.cssText = "position:fixed;inset-inline-start:-9999px;width:18cm;height:24cm";
    document.body.append(this.paper);
    const sheet = this.paper.contentDocument;
    const style = new this.paper.contentWindow.CSSStyleSheet(); // an element would break the rules of a strict page
    style.replaceSync(this.model.get("_css"));
    sheet.adoptedStyleSheets = [style];
    sheet.documentElement.lang = this.root.lang;
    sheet.body.append(copy);
    this.paper.contentWindow.print();
  }
}

export default {
  render({ model, el }) {
    const panel = new Panel(model, el);
    return () => {
      panel.paper?.remove();
      panel.stop();
    };
  },
};
