// Rings over a picture: what can be chosen, what is chosen, what is suggested. And the targets of the keyboard, one for
// each place, which screen readers read. They lie in layers of their own, so that the picture below stays as it is.

import { ringShape, svgElement } from "./board-places.js";

/** @typedef {import("./board-places.js").Place} Place */
/** @typedef {"can" | "minor" | "chosen" | "suggestion"} Mark */

const CHECK = "M-6 0.5 L-1.8 4.8 L6.2 -4.6";
const BADGE = 14;

/**
 * Return an empty layer that covers a picture.
 * @param {string} name
 */
export function layer(name) {
  return svgElement("svg", { class: `layer ${name}`, preserveAspectRatio: "none" });
}

/**
 * Return the ring of a place: a halo, the ring, and for a chosen place a badge.
 * @param {Place} place
 * @param {Mark} mark
 */
function ring(place, mark) {
  const group = svgElement("g", { class: `ring ${mark}` });
  for (const part of ["halo", "line"]) {
    const shape = ringShape(place);
    shape.setAttribute("class", part);
    group.append(shape);
  }
  if (mark === "chosen") {
    const { x, y, width } = place.box;
    const badge = svgElement("g", { class: "badge", transform: `translate(${x + width} ${y})` });
    badge.append(svgElement("circle", { r: BADGE }), svgElement("path", { d: CHECK }));
    group.append(badge);
  }
  return group;
}

/**
 * Fill a layer with the rings of these marks.
 * @param {SVGSVGElement} layer
 * @param {Map<string, Place>} places
 * @param {Map<string, Mark>} marks
 */
export function drawRings(layer, places, marks) {
  const rings = [];
  for (const [name, mark] of marks) {
    const place = places.get(name);
    if (place) rings.push(ring(place, mark));
  }
  layer.replaceChildren(...rings);
}

/**
 * Return a target for each place, in the order of the picture.
 * @param {Map<string, Place>} places
 * @returns {Map<string, SVGElement>}
 */
export function targetsOf(places) {
  /** @type {Map<string, SVGElement>} */
  const targets = new Map();
  for (const place of places.values()) {
    const target = ringShape(place);
    target.setAttribute("class", "target");
    target.setAttribute("tabindex", "-1");
    target.dataset.target = place.name;
    targets.set(place.name, target);
  }
  return targets;
}

/**
 * Say what each target is: a button that is pressed or not, or a piece to read about.
 * @param {Map<string, SVGElement>} targets
 * @param {Map<string, Place>} places
 * @param {{open: Set<string>, picks: readonly string[], texts: {can: string, isChosen: string}}} state
 */
export function describeTargets(targets, places, { open, picks, texts }) {
  for (const [name, target] of targets) {
    const isChosen = picks.includes(name);
    const isOpen = open.has(name);
    const alt = places.get(name)?.alt ?? name;
    const state = isChosen ? texts.isChosen : isOpen ? texts.can : "";
    target.setAttribute("aria-label", state ? `${alt} (${state})` : alt);
    target.setAttribute("role", isOpen || isChosen ? "button" : "img");
    if (isOpen || isChosen) target.setAttribute("aria-pressed", String(isChosen));
    else target.removeAttribute("aria-pressed");
  }
}

/**
 * Fill a layer with the ring of the focus.
 * @param {SVGSVGElement} layer
 * @param {Place | undefined} place
 */
export function drawFocus(layer, place) {
  layer.replaceChildren();
  if (!place) return;
  for (const part of ["outer", "inner"]) {
    const shape = ringShape(place);
    shape.setAttribute("class", `focus ${part}`);
    layer.append(shape);
  }
}
