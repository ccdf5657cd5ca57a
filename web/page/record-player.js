// The controls that move through a record: buttons, slider, keys, and playing at a chosen speed.

import { fill } from "../language.js";
import { h, svg } from "../panels/dom.js";

/** @typedef {import("./record-texts.js").RecordTexts} RecordTexts */

const ICONS = {
  first: "M6 5v14M18 5l-7 7 7 7",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  last: "M18 5v14M6 5l7 7-7 7",
  play: "M7 4.5v15L20 12z",
  pause: "M8 5v14M16 5v14",
};
const SPEEDS = [0.5, 1, 2, 5];
const STEP_MS = 1000;

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return svg("svg", { class: "player-icon", viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true",
    fill: name === "play" ? "currentColor" : "none", stroke: "currentColor", "stroke-width": name === "pause" ? 4 : 2.5,
    "stroke-linejoin": "round", "stroke-linecap": "round" },
  svg("path", { d: ICONS[name] }));
}

/** Controls of a record with `count` moves. `onSeek` is called with the ply that the reader wants to see. */
export class Player {
  #ply = 0;
  #timer = 0;
  #visits = 0;

  /**
   * @param {{texts: RecordTexts, count: number, describe: (ply: number) => string, more: Node,
   *   onSeek: (ply: number) => Promise<void>}} options `onSeek` settles when the position is shown; `more` are further
   *   controls
   */
  constructor({ texts, count, describe, more, onSeek }) {
    this.texts = texts;
    this.count = count;
    this.describe = describe;
    this.onSeek = onSeek;
    this.slider = h("input", { type: "range", min: "0", max: String(count), step: "1", value: "0",
      "aria-label": texts.slider, oninput: () => this.#to(Number(this.slider.value)) });
    this.place = h("output", { class: "number player-place" });
    const button = (/** @type {"first" | "previous" | "next" | "last"} */ name, /** @type {() => number} */ target) =>
      h("button", { type: "button", "aria-label": texts[name], title: texts[name],
        onclick: () => this.#to(target()) }, icon(name));
    this.back = [button("first", () => 0), button("previous", () => this.#ply - 1)];
    this.forward = [button("next", () => this.#ply + 1), button("last", () => count)];
    this.playButton = h("button", { type: "button", class: "primary player-play", onclick: () => this.#toggle() });
    this.speed = h("select", { "aria-label": texts.speed, title: texts.speed },
      SPEEDS.map((each) => h("option", { value: String(each), selected: each === 1 }, `${each}×`)));
    this.element = h("div", { class: "player" }, h("div", { class: "row player-buttons" }, this.back, this.playButton,
      this.forward, h("span", { class: "player-speed" }, this.speed), this.place, more), this.slider);
    this.#showPlaying(false);
    document.addEventListener("visibilitychange", this.#onHidden);
  }

  /**
   * Show that this ply is current.
   * @param {number} ply
   */
  moveTo(ply) {
    this.#ply = ply;
    this.slider.value = String(ply);
    this.slider.setAttribute("aria-valuetext", this.describe(ply));
    this.place.textContent = fill(this.texts.ofMoves, { ply, count: this.count });
    for (const each of this.back) each.setAttribute("aria-disabled", String(ply === 0));
    for (const each of this.forward) each.setAttribute("aria-disabled", String(ply === this.count));
  }

  /**
   * Move by a key that no control has used: arrows, Home and End.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const target = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: this.count }[event.key];
    if (target === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, referee-board")) return;
    event.preventDefault();
    this.#to(target);
  }

  /** Stop playing. */
  pause() {
    this.#visits += 1;
    clearTimeout(this.#timer);
    this.#showPlaying(false);
  }

  /** End all timers and listeners. */
  stop() {
    this.pause();
    document.removeEventListener("visibilitychange", this.#onHidden);
  }

  #onHidden = () => {
    if (document.hidden) this.pause();
  };

  /** @param {number} ply */
  #to(ply) {
    this.pause();
    void this.onSeek(Math.min(this.count, Math.max(0, ply)));
  }

  #toggle() {
    if (this.playButton.getAttribute("aria-pressed") === "true") return this.pause();
    this.#showPlaying(true);
    const visit = ++this.#visits;
    void this.#run(this.#ply === this.count ? 0 : this.#ply + 1, visit);
  }

  /**
   * Show a ply, and the next one after a while.
   * @param {number} ply
   * @param {number} visit
   */
  async #run(ply, visit) {
    await this.onSeek(ply);
    if (visit !== this.#visits) return;
    if (ply === this.count) return this.pause();
    this.#timer = setTimeout(() => void this.#run(ply + 1, visit), STEP_MS / Number(this.speed.value));
  }

  /** @param {boolean} isPlaying */
  #showPlaying(isPlaying) {
    const name = isPlaying ? "pause" : "play";
    this.playButton.setAttribute("aria-pressed", String(isPlaying));
    this.playButton.setAttribute("aria-label", this.texts.play);
    this.playButton.title = this.texts[name];
    this.playButton.replaceChildren(icon(name));
  }
}
