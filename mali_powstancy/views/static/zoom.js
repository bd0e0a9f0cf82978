/**
 * The map from nearer: with two fingers, with the wheel and Ctrl, with keys or buttons. What is seen is the viewBox of the
 * drawing, so everything on it works as ever. It stands behind blocks.js in the same module.
 *
 * One finger scrolls the page as long as the whole map is seen; from nearer it moves the map.
 */

const NEAREST = 6; // times larger than the whole map
const ONE_PRESS = 1.6; // times larger with each press of a button or key
const SLIP = 6; // pixels that a mouse or a finger may slip in a click
const REACH = 30; // pixels around a finger in which the nearest field that is possible is meant
const READABLE = 13; // pixels of the names that matter now
const WORTH = 1.3; // times larger, or a name stays as it is

Object.assign(ICONS, {
  nearer: "M12 5v14M5 12h14",
  farther: "M5 12h14",
  own: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M5 21c0-5 3-7 7-7s7 2 7 7",
});

class Zoom {
  /** `on` listens; `changed` is called whenever another part of the map is seen. */
  constructor(canvas, on, changed) {
    this.canvas = canvas;
    this.changed = changed;
    this.scale = 1;
    this.middle = null; // what lies in the middle, in units of the map
    this.touched = null; // how two fingers, or one, began
    on(canvas, "touchstart", (event) => this.touchBegins(event), { passive: false });
    on(canvas, "touchmove", (event) => this.touchMoves(event), { passive: false });
    for (const name of ["touchend", "touchcancel"]) on(canvas, name, (event) => this.touchBegins(event), { passive: false });
    on(canvas, "wheel", (event) => this.wheel(event), { passive: false });
    on(canvas, "pointerdown", (event) => this.mouseBegins(event));
    on(canvas, "pointermove", (event) => this.mouseMoves(event));
    on(canvas, "click", (event) => { if (this.dragged) event.stopImmediatePropagation(); }, { capture: true });
    this.watcher = new ResizeObserver(() => requestAnimationFrame(() => this.apply()));
    this.watcher.observe(canvas);
  }

  /** Another drawing: what is seen of it stays. */
  put(svg) {
    this.svg = svg;
    if (!svg) return;
    const { width, height } = svg.viewBox.baseVal;
    this.whole = { width, height };
    svg.style.aspectRatio = `${width} / ${height}`; // of the drawing, whatever part of it is seen
    this.apply();
  }

  get isNearer() {
    return this.scale > 1.001;
  }

  get isNearest() {
    return this.scale >= NEAREST;
  }

  /** Pixels for a unit of the map when the whole of it is seen. */
  get fit() {
    const { width, height } = this.svg.getBoundingClientRect();
    return Math.min(width / this.whole.width, height / this.whole.height);
  }

  apply() {
    if (!this.svg) return;
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width || !height) return;
    this.scale = Math.max(1, Math.min(this.scale, NEAREST));
    const seen = { width: width / (this.fit * this.scale), height: height / (this.fit * this.scale) };
    const within = (middle, part, all) => (part >= all ? all / 2 : Math.max(part / 2, Math.min(middle, all - part / 2)));
    const { x = 0, y = 0 } = this.middle ?? {};
    this.middle = { x: within(x, seen.width, this.whole.width), y: within(y, seen.height, this.whole.height) };
    const box = this.isNearer
      ? [this.middle.x - seen.width / 2, this.middle.y - seen.height / 2, seen.width, seen.height]
      : [0, 0, this.whole.width, this.whole.height];
    this.svg.setAttribute("viewBox", box.map((one) => Number(one.toFixed(2))).join(" "));
    this.canvas.classList.toggle("mp-nearer", this.isNearer);
    this.unit = 1 / (this.fit * this.scale); // of the map, for a pixel
    this.changed();
  }

  /** The point of the map that is seen at a point of the window. */
  under(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  /** So large that the point of the map is seen at that point of the window. */
  show(scale, point, x, y) {
    this.scale = Math.max(1, Math.min(scale, NEAREST));
    const box = this.svg.getBoundingClientRect();
    const unit = 1 / (this.fit * this.scale);
    this.middle = {
      x: point.x + (box.left + box.width / 2 - x) * unit,
      y: point.y + (box.top + box.height / 2 - y) * unit,
    };
    this.apply();
  }

  /** The same part of the map as then. */
  see({ scale, middle }) {
    [this.scale, this.middle] = [scale, middle];
    this.apply();
  }

  /** Nearer or farther around a point of the window, else around the middle. */
  by(factor, at = null) {
    if (!this.svg) return;
    const box = this.svg.getBoundingClientRect();
    const { x, y } = at ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    this.show(this.scale * factor, this.under(x, y), x, y);
  }

  /** As near as everything of this fits in. */
  frame(nodes) {
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    if (!boxes.length) return;
    const least = this.under(Math.min(...boxes.map((one) => one.left)), Math.min(...boxes.map((one) => one.top)));
    const most = this.under(Math.max(...boxes.map((one) => one.right)), Math.max(...boxes.map((one) => one.bottom)));
    const { width, height } = this.svg.getBoundingClientRect();
    const room = (pixels, units) => pixels / ((units + 160) * this.fit); // with some of the map around
    this.scale = Math.min(3, room(width, most.x - least.x), room(height, most.y - least.y));
    this.middle = { x: (least.x + most.x) / 2, y: (least.y + most.y) / 2 };
    this.apply();
  }

  /** Moves the map, if it must, so that this is in sight. */
  bring(node) {
    if (!this.isNearer || !node) return;
    const [box, one] = [this.svg.getBoundingClientRect(), node.getBoundingClientRect()];
    const out = (low, high, from, to) => Math.min(0, low - from) + Math.max(0, high - to);
    const [x, y] = [out(one.left, one.right, box.left, box.right), out(one.top, one.bottom, box.top, box.bottom)];
    if (!x && !y) return;
    this.middle = { x: this.middle.x + x * this.unit, y: this.middle.y + y * this.unit };
    this.apply();
  }

  // Fingers, wheel and mouse ------------------------------------------------------------------------------------------

  fingers({ touches }) {
    return [...touches].filter(({ target }) => this.canvas.contains(target));
  }

  touchBegins(event) {
    const fingers = this.fingers(event);
    this.dragged = false; // a finger that has moved gives no click
    this.touched = null;
    if (!this.svg || !fingers.length) return;
    const { x, y, apart } = between(fingers);
    this.touched = { point: this.under(x, y), apart, scale: this.scale, x, y, isDrag: fingers.length > 1 };
    if (fingers.length > 1 && event.cancelable) event.preventDefault();
  }

  touchMoves(event) {
    const fingers = this.fingers(event);
    if (!this.touched || (fingers.length < 2 && !this.isNearer)) return; // the page scrolls
    const { x, y, apart } = between(fingers);
    if (!this.touched.isDrag) {
      // Some phones report every trembling of a tap, and give no click once it was taken for something else.
      if (Math.hypot(x - this.touched.x, y - this.touched.y) < SLIP) return;
      Object.assign(this.touched, { point: this.under(x, y), isDrag: true }); // from here, so that nothing jumps
    }
    if (event.cancelable) event.preventDefault();
    const factor = fingers.length > 1 && this.touched.apart ? apart / this.touched.apart : 1;
    this.show(this.touched.scale * factor, this.touched.point, x, y);
  }

  wheel(event) {
    if (!event.ctrlKey || !this.svg) return;
    event.preventDefault(); // the browser would make the whole page larger
    this.by(2 ** (-Math.max(-250, Math.min(event.deltaY, 250)) / 250), event);
  }

  mouseBegins(event) {
    this.dragged = false;
    this.grip = event.pointerType === "mouse" && event.button === 0 && this.isNearer
      ? { point: this.under(event.clientX, event.clientY), x: event.clientX, y: event.clientY } : null;
  }

  mouseMoves(event) {
    if (!this.grip || !(event.buttons & 1)) return;
    if (!this.dragged && Math.hypot(event.clientX - this.grip.x, event.clientY - this.grip.y) < SLIP) return;
    if (!this.dragged) this.canvas.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.show(this.scale, this.grip.point, event.clientX, event.clientY);
  }

  // Names -------------------------------------------------------------------------------------------------------------

  /**
   * The names that matter are large enough to be read, the most important first, as far as they do not cover others,
   * fields to go to (`discs`) or buttons of the map (`tools`).
   */
  grow(names, fields, wanted, discs, tools) {
    const [first] = names.values();
    const larger = first ? (READABLE * this.unit) / parseFloat(getComputedStyle(first).fontSize) : 1;
    const chosen = larger > WORTH ? wanted.filter((id) => names.has(id)) : [];
    this.svg.classList.toggle("mp-some-near", chosen.length > 0);
    for (const name of names.values()) {
      name.classList.remove("mp-near");
      name.style.translate = "";
    }
    if (!chosen.length) return;
    this.svg.style.setProperty("--larger", larger);
    const whole = this.svg.getBoundingClientRect();
    const taken = tools.map((one) => [null, one.getBoundingClientRect()]);
    for (const [id, disc] of discs) taken.push([id, disc.getBoundingClientRect()]);
    for (const id of chosen) {
      const name = names.get(id);
      const isBelow = name.getBoundingClientRect().top > fields.get(id).getBoundingClientRect().top;
      name.style.setProperty("--from", isBelow ? "0%" : "100%"); // it grows away from its field
      name.classList.add("mp-near");
      const box = name.getBoundingClientRect();
      const aside = Math.max(0, whole.left - box.left) - Math.max(0, box.right - whole.right);
      const here = { left: box.left + aside, right: box.right + aside, top: box.top, bottom: box.bottom };
      const isTaken = taken.some(([of, one]) => of !== id &&
        here.left < one.right && one.left < here.right && here.top < one.bottom && one.top < here.bottom);
      if (isTaken) name.classList.remove("mp-near");
      else taken.push([null, here]);
      name.style.translate = isTaken ? "" : `${aside * this.unit}px 0`;
    }
  }
}

/** The middle of one or two fingers, and how far these are apart. */
function between([one, other = one]) {
  const x = (one.clientX + other.clientX) / 2;
  const y = (one.clientY + other.clientY) / 2;
  return { x, y, apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) };
}

/** Which of the nodes has its middle nearest to a point of the window, and within a finger's reach. */
const nearest = (nodes, { clientX, clientY }) => least(nodes, (node) => {
  const { left, width, top, height } = node.getBoundingClientRect();
  return Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
});

/** Which of the lines passes nearest. */
const nearestWay = (lines, { clientX, clientY }) => least(lines, (line) => {
  const [length, matrix] = [line.getTotalLength(), line.getScreenCTM()];
  const points = Array.from({ length: 21 }, (_, at) => line.getPointAtLength((at / 20) * length).matrixTransform(matrix));
  return Math.min(...points.map(({ x, y }) => Math.hypot(clientX - x, clientY - y)));
});

function least(nodes, far) {
  const found = nodes.map((node) => [far(node), node]).filter(([distance]) => distance <= REACH);
  return found.sort(([one], [other]) => one - other)[0]?.[1];
}
