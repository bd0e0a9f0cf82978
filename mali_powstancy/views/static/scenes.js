/**
 * Scenes: what has happened is played, one scene after the other, before the view that it led to. This file stands
 * between blocks.js and board.js in the same module. Which scenes there are, what they show and how long each takes
 * comes finished in the view.
 *
 * @typedef {{kind: string, caption: string, beats: number, picture?: string, enters?: "roll"|"turn"|"come",
 *   moved?: Moved[], marks?: Marks, map?: {below: string, above: string}, stage?: Block[], around?: Block[],
 *   panel?: Block[]}} Scene
 * @typedef {{piece: string, path: [number, number][]}} Moved
 */

const BEATS = { calm: 800, brisk: 400 }; // a beat in milliseconds
const DOUBLE = 350; // so soon after the scenes began or ended a click was meant for what was there before
const CAPTIONS = 2; // so many sentences are in sight at once
const CONTROL = "button, select, input, textarea, summary, label, a[href]";

class Scenes {
  constructor(board) {
    this.board = board;
    this.view = null; // what the scenes lead to, while they are played
    this.ended = -Infinity; // when a click ended them, or they were over
  }

  get isPlaying() {
    return this.view !== null;
  }

  /** @param {View & {scenes: Scene[], drawings: string[]}} view */
  begin(view) {
    const { board } = this;
    this.view = view;
    this.scenes = view.scenes.map((scene) => restored(scene, view.drawings));
    this.focus = board.focusPlace();
    this.before = board.view;
    this.selected = board.selected;
    this.scrolled = scrollsAround(board.panelEl);
    this.nearness = { scale: board.zoom.scale, middle: board.zoom.middle };
    this.isLookedAround = board.zoom.dragged = false;
    board.panelEl.style.minHeight = `${board.panelEl.offsetHeight}px`; // what is below stays where it is
    this.since = performance.now();
    this.at = -1;
    this.drawn = {};
    this.next();
  }

  next() {
    this.at += 1;
    const scene = this.scenes[this.at];
    if (!scene) {
      this.finish();
      this.ended = performance.now(); // a tap that should have skipped them may still come
      return;
    }
    const { board, view } = this;
    const length = scene.beats * (BEATS[view.look.pace] ?? BEATS.brisk);
    this.drawn = { ...this.drawn, ...scene };
    const { map = null, stage, around, panel = view.panel } = this.drawn;
    board.put({
      ...view, stage, around, panel, map: map && { ...map, labels: view.map?.labels ?? {} }, marks: scene.marks ?? {},
      reach: {}, roads: {}, selected: null, dialog: null, moved: [], read: this.before?.read,
    }, this.focus);
    this.bringIntoSight();
    board.animate(scene.moved ?? [], 0.8 * length);
    this.tell();
    this.timer = setTimeout(board.guard(() => this.next()), length);
  }

  /** Somebody scrolls or moves the map: from now on they look where they want, and nothing is brought or put back. */
  lookAround() {
    this.isLookedAround = true;
  }

  /** What is marked or moves is seen, also on a small screen; when all is over, everything is where it was. */
  bringIntoSight() {
    const { board } = this;
    if (this.isLookedAround || board.zoom.dragged) return;
    const [{ piece } = {}] = this.scenes[this.at].moved ?? [];
    board.zoom.bring(board.pieces?.get(piece) ?? board.canvasEl.querySelector(".mp-mark"));
    board.frameEl.querySelector(":is(.mp-open, .mp-around) [data-key].mp-mark")?.scrollIntoView({
      block: "nearest", behavior: board.isStill ? "auto" : "smooth",
    });
  }

  /** The strip with the picture and the last sentences, where it does not cover what they speak of. */
  tell() {
    const { board } = this;
    const { picture, enters = "come", kind } = this.scenes[this.at];
    const first = Math.max(0, this.at - CAPTIONS + 1);
    board.scenesEl.hidden = false;
    board.root.dataset.scene = kind;
    patch(board.scenesEl, [h("div", { key: "strip", class: "mp-strip" },
      picture && h("span", { key: `picture.${this.at}`, class: `mp-strip-picture mp-strip-enters-${enters}`, html: picture }),
      h("ol", { key: "captions", class: "mp-strip-captions" }, this.scenes.slice(first, this.at + 1).map(({ caption }, index) =>
        h("li", { key: `caption.${first + index}`, text: caption }))),
      h("span", { key: "skip", class: "mp-strip-skip", text: board.labels.skip }),
      h("i", { key: "way", class: "mp-strip-done", at: (this.at + 1) / this.scenes.length }))], board.guard);
    board.scenesEl.querySelectorAll(".mp-turned").forEach((one, at) => one.style.setProperty("--at", at));
    this.keepClear();
  }

  keepClear() {
    const { classList, firstChild } = this.board.scenesEl;
    const spots = this.board.spotsOf(this.scenes[this.at].moved ?? []);
    const covers = () => {
      const { left, right, top, bottom } = firstChild.getBoundingClientRect();
      return spots.filter((one) => one.left < right && one.right > left && one.top < bottom && one.bottom > top).length;
    };
    const here = covers();
    if (!here) return;
    classList.toggle("mp-high");
    if (covers() >= here) classList.toggle("mp-high");
  }

  /** All the rest is over: the view comes that the scenes lead to. */
  finish() {
    const { board, view, focus } = this;
    const isOwnView = this.isLookedAround || board.zoom.dragged;
    this.abandon();
    if (document.activeElement === board.root && focus) board.root.blur(); // it goes where it belongs now
    board.put(view, focus);
    if (isOwnView) return;
    for (const [node, top] of this.scrolled)
      if (node !== board.panelEl || !saysNew(this.before, view)) node.scrollTop = top;
    board.turnToStep(this.before);
    if (board.zoom.isNearer) board.zoom.see(this.nearness);
  }

  /** Nothing is played any more; another view may come at once. */
  abandon() {
    if (!this.isPlaying) return;
    clearTimeout(this.timer);
    this.view = null;
    this.board.selected = this.selected;
    this.board.scenesEl.hidden = true;
    this.board.scenesEl.className = "mp-scenes";
    this.board.panelEl.removeAttribute("style");
    patch(this.board.scenesEl, [], this.board.guard);
    delete this.board.root.dataset.scene;
  }

  /** A click ends the scenes. On a button that stays in sight it also does what it says, elsewhere nothing more. */
  clicked(event) {
    const isSoonAfter = (time) => performance.now() - time < DOUBLE;
    if (!this.isPlaying && event.detail && isSoonAfter(this.ended)) return swallow(event); // it hits what nobody has seen
    if (!this.isPlaying) return;
    const control = event.target.closest(CONTROL);
    const isDouble = !control && isSoonAfter(this.since);
    if (!isDouble) this.finish();
    if (control?.isConnected) return;
    if (!isDouble) this.ended = performance.now();
    swallow(event);
  }

  /** So does a key, but no shortcut of the browser. */
  typed(event) {
    const { key, target } = event;
    if (!this.isPlaying || !this.board.ours || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (["Shift", "Control", "Alt", "Meta", "CapsLock"].includes(key)) return;
    const control = target.closest?.(CONTROL);
    this.finish();
    if (key !== "Tab" && !(control?.isConnected && this.board.root.contains(control))) swallow(event);
  }
}

/** How far everything around a node is scrolled, and itself; the page too, which a scene may make longer. */
function scrollsAround(node) {
  const scrolled = [];
  for (let one = node; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight || one === document.scrollingElement) scrolled.push([one, one.scrollTop]);
  return scrolled;
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

/** What came with a number in the place of every long text. */
function restored(thing, drawings) {
  if (Array.isArray(thing)) return thing.map((one) => restored(one, drawings));
  if (typeof thing !== "object" || thing === null) return thing;
  if ("$" in thing) return drawings[thing.$];
  return Object.fromEntries(Object.entries(thing).map(([key, value]) => [key, restored(value, drawings)]));
}
