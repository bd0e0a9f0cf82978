/**
 * The panel as a sheet from below, where a board fills an upright phone: its handle makes it lower or higher. Which
 * screens have it, and how high it is, is in sheet.css. It stands behind blocks.js in the same module.
 */

const HEIGHTS = ["low", "half", "high"];

class Sheet {
  constructor(root, handle, on) {
    this.root = root;
    this.handle = handle;
    this.height = "half";
    on(handle, "click", () => this.press());
    on(handle, "pointerdown", (event) => this.begin(event));
    on(handle, "pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) on(handle, name, () => { this.from = null; });
    on(handle, "keydown", (event) => this.key(event));
  }

  /** Until there is a view there is nothing to hold, so no sheet. */
  put(height = this.height) {
    this.height = height;
    this.root.dataset.sheet = height;
    this.handle.setAttribute("aria-expanded", String(height !== "low"));
  }

  /** A press goes up to the highest and then begins from below. */
  press() {
    if (!this.moved) this.put(HEIGHTS[(HEIGHTS.indexOf(this.height) + 1) % HEIGHTS.length]);
    this.moved = false;
  }

  key(event) {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.step(step);
  }

  step(by) {
    this.put(HEIGHTS[Math.max(0, Math.min(HEIGHTS.indexOf(this.height) + by, HEIGHTS.length - 1))]);
  }

  begin(event) {
    this.from = event.clientY;
    this.moved = false;
    this.handle.setPointerCapture(event.pointerId);
  }

  /** A finger that pulls far enough changes the height by one step, and may pull on. */
  move(event) {
    if (this.from == null || Math.abs(event.clientY - this.from) < 40) return;
    this.step(event.clientY < this.from ? 1 : -1);
    this.from = event.clientY;
    this.moved = true;
  }
}
