// The picture of a board with its layers: the focus, what can be chosen, marks, and the targets of the keyboard.

import { placesOf } from "./board-places.js";
import { describeTargets, drawFocus, drawRings, layer, targetsOf } from "./board-rings.js";

/** @typedef {import("./board-places.js").Place} Place */
/** @typedef {import("./board-rings.js").Mark} Mark */
/**
 * What is marked: `lit` has a ring, `open` can be picked.
 * @typedef {{lit: readonly string[], open: Set<string>, picks: readonly string[], suggested: readonly string[]}} Marked
 */

const BADGES = ".highlights > circle, .highlights > use";

/** A picture in a sheet. Its places are known once it is visible. */
export class BoardPicture {
  #focus = layer("focused");
  #can = layer("breathing");
  #marks = layer("marks");
  #badges = layer("badges");
  #group = layer("targets");
  /** @type {SVGSVGElement | null} */
  #svg = null;
  #isMeasured = false;
  /** @type {Map<string, Place>} */
  places = new Map();
  /** @type {Map<string, SVGElement>} */
  targets = new Map();

  /** @param {HTMLElement} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    for (const each of [this.#focus, this.#can, this.#marks, this.#badges]) each.setAttribute("aria-hidden", "true");
    this.#group.setAttribute("role", "group");
    this.#group.setAttribute("aria-describedby", "help");
  }

  /**
   * Show a picture in place of the last one.
   * @param {SVGSVGElement} svg
   */
  show(svg) {
    const { width, height } = svg.viewBox.baseVal;
    this.#group.setAttribute("aria-label", svg.getAttribute("aria-label") ?? "");
    for (const name of ["width", "height", "role", "aria-label"]) svg.removeAttribute(name);
    for (const child of [...svg.children]) if (["title", "desc"].includes(child.localName)) child.remove();
    // Rings of legal actions are drawn here. Other highlights, such as those of the last move, belong to the picture.
    const hidesHighlights = svg.querySelector(".place.can, .place.chosen") !== null;
    svg.setAttribute("class", hidesHighlights ? "picture hides-highlights" : "picture");
    // Their badges lie above the rings, which would cover them.
    this.#badges.replaceChildren(...(hidesHighlights ? [] : svg.querySelectorAll(BADGES)));
    svg.setAttribute("aria-hidden", "true");
    const layers = [this.#focus, this.#can, this.#badges, this.#marks, this.#group];
    for (const each of layers) each.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#svg = svg;
    this.#isMeasured = false;
    this.sheet.replaceChildren(svg, ...layers);
  }

  /** Find the places, unless they are known or the picture is hidden. Return whether they are new. */
  measure() {
    if (this.#isMeasured || !this.#svg || this.sheet.clientWidth === 0) return false;
    this.#isMeasured = true;
    this.places = placesOf(this.#svg);
    this.targets = targetsOf(this.places);
    this.#group.replaceChildren(...this.targets.values());
    return true;
  }

  /**
   * Draw the rings.
   * @param {Marked} marked
   */
  draw({ lit, open, picks, suggested }) {
    /** @type {(mark: Mark) => (name: string) => [string, Mark]} */
    const as = (mark) => (name) => [name, mark];
    drawRings(this.#can, this.places, new Map(lit.filter((name) => !picks.includes(name)).map(as("can"))));
    drawRings(this.#marks, this.places,
      new Map([...suggested.map(as("suggestion")), ...picks.map(as("chosen"))]));
    for (const { name, element } of this.places.values()) {
      element.classList.toggle("open", open.has(name) || picks.includes(name));
    }
  }

  /**
   * Say what each target is.
   * @param {Marked} marked
   * @param {{can: string, isChosen: string}} texts
   */
  describe({ open, picks }, texts) {
    describeTargets(this.targets, this.places, { open, picks, texts });
  }

  /** Draw the ring of the focus around a place, or none. @param {string | null} name */
  drawFocus(name) {
    drawFocus(this.#focus, name === null ? undefined : this.places.get(name));
  }

  /** Return the elements of places. @param {readonly string[]} names */
  elements(names) {
    return names.flatMap((name) => this.places.get(name)?.element ?? []);
  }
}
