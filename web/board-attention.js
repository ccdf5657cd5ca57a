// What a player looks at: a place under the pointer for a while, under a long press, or with the focus of the keyboard.

import { namesAround } from "./board-places.js";

const HOVER = 300;
const PRESS = 500;
const FOCUS = 600;
const MOVED = 10;

/** @typedef {"pointer" | "press" | "focus"} Cause */

/** Notices the place that a player looks at, and calls back with its name, or with null when that ends. */
export class Attention {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {string | null} */
  #shown = null;
  #isPress = false;

  /**
   * @param {HTMLElement} sheet
   * @param {(name: string | null, cause: Cause) => void} onChange
   */
  constructor(sheet, onChange) {
    this.onChange = onChange;
    sheet.addEventListener("pointerover", (event) => this.#hover(event));
    sheet.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.end());
    sheet.addEventListener("pointerdown", (event) => this.#press(event));
    sheet.addEventListener("contextmenu", (event) => this.#isPress && event.preventDefault());
  }

  /** Whether the last press was a long one, so that its click means nothing. */
  get isPress() {
    return this.#isPress;
  }

  /** Look at the place with the focus, once it has had it for a while. @param {string} name */
  focus(name) {
    this.end();
    this.#timer = setTimeout(() => this.#show(name, "focus"), FOCUS);
  }

  /**
   * @param {string} name
   * @param {Cause} cause
   */
  #show(name, cause) {
    if (this.#shown === name) return;
    this.#shown = name;
    this.onChange(name, cause);
  }

  /** Look at nothing. */
  end() {
    clearTimeout(this.#timer);
    if (this.#shown === null) return;
    this.#shown = null;
    this.onChange(null, "pointer");
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === "touch") return;
    const [name] = namesAround(event.target);
    if (name === undefined) return this.end();
    if (name === this.#shown) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(name, "pointer"), HOVER);
  }

  /** @param {PointerEvent} start */
  #press(start) {
    this.#isPress = false;
    this.end();
    const [name] = namesAround(start.target);
    if (start.pointerType === "mouse" || name === undefined) return;
    const stop = new AbortController();
    this.#timer = setTimeout(() => {
      this.#isPress = true;
      this.#show(name, "press");
    }, PRESS);
    const leave = () => {
      if (!this.#isPress) clearTimeout(this.#timer);
      stop.abort();
    };
    window.addEventListener("pointermove", (event) => {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > MOVED) leave();
    }, { signal: stop.signal });
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, leave, { signal: stop.signal });
  }
}
