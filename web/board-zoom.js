// Zoom and pan of a board: a picture in a box that scrolls. The wheel with Ctrl, two fingers and dragging work too.

const LARGEST = 4;
const WHEEL = 0.0025;
const DRAG = 5;
const LEAST_SCALE = 760 / 1200;

/** The zoom of a sheet inside its view. At zoom 1 the picture has its default size. */
export class Zoom {
  #zoom = 1;
  #isDragged = false;

  /**
   * @param {HTMLElement} view The box that scrolls.
   * @param {HTMLElement} sheet What is zoomed.
   */
  constructor(view, sheet) {
    this.view = view;
    this.sheet = sheet;
    view.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
    view.addEventListener("touchstart", (event) => this.#pinch(event), { passive: false });
    view.addEventListener("pointerdown", (event) => this.#drag(event));
  }

  get factor() {
    return this.#zoom;
  }

  /** Whether the last press moved the picture, so that its click means nothing. */
  get isDragged() {
    return this.#isDragged;
  }

  /**
   * Give the sheet the proportions of a picture, which is never too small to touch.
   * @param {{width: number, height: number}} size
   */
  setSize({ width, height }) {
    this.sheet.style.setProperty("--ratio", String(width / height));
    this.sheet.style.setProperty("--least", `${Math.round(width * LEAST_SCALE)}px`);
  }

  /**
   * Multiply the zoom, around a point of the window or the middle of the view.
   * @param {number} factor
   * @param {{clientX: number, clientY: number}} [around]
   */
  by(factor, around) {
    const { view, sheet } = this;
    const box = view.getBoundingClientRect();
    const { clientX, clientY } = around ?? { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    const before = sheet.getBoundingClientRect();
    const [x, y] = [(clientX - before.left) / before.width, (clientY - before.top) / before.height];
    const least = Math.min(1, (view.clientWidth * this.#zoom) / before.width);
    this.#set(Math.min(LARGEST, Math.max(least, this.#zoom * factor)));
    const after = sheet.getBoundingClientRect();
    view.scrollLeft += after.left + x * after.width - clientX;
    view.scrollTop += after.top + y * after.height - clientY;
  }

  /** Show the whole width of the picture. */
  fit() {
    this.by(0);
    this.view.scrollTo(0, 0);
  }

  /** Return to the default size. */
  reset() {
    this.#set(1);
  }

  /**
   * Set the zoom. The view keeps the height that it has at zoom 1, so that nothing around it moves.
   * @param {number} zoom
   */
  #set(zoom) {
    const { view } = this;
    if (zoom === 1) view.style.removeProperty("max-height");
    else if (this.#zoom === 1) view.style.maxHeight = `${view.offsetHeight}px`;
    this.#zoom = zoom;
    this.sheet.style.setProperty("--zoom", String(zoom));
  }

  /**
   * Scroll the view so that a part of the picture is in its middle, unless one of these parts can be seen already.
   * @param {readonly Element[]} parts
   */
  reveal(parts) {
    const { view } = this;
    const box = view.getBoundingClientRect();
    const inside = (/** @type {DOMRect} */ { left, top, width, height }) => {
      const [x, y] = [left + width / 2, top + height / 2];
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    };
    const rects = parts.map((part) => part.getBoundingClientRect());
    const [first] = rects;
    if (!first || rects.some(inside)) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    view.scrollBy({
      left: first.left + first.width / 2 - box.left - box.width / 2,
      top: first.top + first.height / 2 - box.top - box.height / 2,
      behavior: isCalm ? "instant" : "smooth",
    });
  }

  /** @param {WheelEvent} event */
  #turn(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * WHEEL), event);
  }

  /** @param {TouchEvent} start */
  #pinch(start) {
    if (start.touches.length !== 2) return;
    const stop = new AbortController();
    let { distance } = span(start);
    this.#isDragged = true;
    this.view.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      const now = span(event);
      this.by(now.distance / distance, now);
      distance = now.distance;
    }, { passive: false, signal: stop.signal });
    for (const name of ["touchend", "touchcancel"]) {
      this.view.addEventListener(name, () => stop.abort(), { signal: stop.signal });
    }
  }

  /** @param {PointerEvent} start */
  #drag(start) {
    this.#isDragged = false;
    if (start.pointerType !== "mouse" || start.button !== 0) return;
    const { view } = this;
    if (view.scrollWidth <= view.clientWidth && view.scrollHeight <= view.clientHeight) return;
    const stop = new AbortController();
    const [left, top] = [view.scrollLeft, view.scrollTop];
    window.addEventListener("pointermove", (event) => {
      const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!this.#isDragged && Math.hypot(across, down) < DRAG) return;
      this.#isDragged = true;
      view.scrollTo(left - across, top - down);
    }, { signal: stop.signal });
    for (const name of ["pointerup", "pointercancel"]) {
      window.addEventListener(name, () => stop.abort(), { signal: stop.signal });
    }
  }
}

/**
 * Return the middle and the distance of two fingers.
 * @param {TouchEvent} event
 */
function span({ touches: [first, second] }) {
  const [a, b] = [/** @type {Touch} */ (first), /** @type {Touch} */ (second)];
  return {
    clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2,
    distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1,
  };
}
