// The places of a picture: their names, texts and outlines, and which of them a pointer means.

const CORNER = 11;
const ROOM = 3;
const LEAST_TARGET = 24;

/**
 * A place of the picture. `box` is in units of the picture; `outline` is path data, for a place that is no rectangle.
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{name: string, holds: string, alt: string, element: SVGGElement, box: Box, outline: string}} Place
 */

/**
 * Return a new SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElementTagNameMap[K]}
 */
export function svgElement(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * Return the places of a picture that is shown, and prepare it for pointers: its texts become data, so that the browser
 * shows no tooltip of its own, and every place has an invisible ground, so that it has no holes.
 * @param {SVGSVGElement} picture
 * @returns {Map<string, Place>}
 */
export function placesOf(picture) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const element of /** @type {NodeListOf<SVGGElement>} */ (picture.querySelectorAll("g[data-place]"))) {
    const { place: name = "", holds = "", outline = "" } = element.dataset;
    element.removeAttribute("role");
    element.removeAttribute("tabindex");
    const title = [...element.children].find((child) => child.localName === "title");
    const alt = title?.textContent ?? name;
    title?.remove();
    const box = boxOf(element);
    const place = { name, holds, alt, element, box, outline };
    const ground = outline ? svgElement("path", { d: outline }) : svgElement("rect", { ...box });
    ground.setAttribute("fill", "transparent");
    element.prepend(ground);
    if (outline) place.box = sizeOf(ground.getBBox());
    places.set(name, place);
  }
  return places;
}

/**
 * Return the box of a place: the one that the picture names, or that of the pieces.
 * @param {SVGGElement} element
 * @returns {Box}
 */
function boxOf(element) {
  const [x, y, width, height] = (element.dataset.box ?? "").split(" ").map(Number);
  return x === undefined || y === undefined || !width || !height ? sizeOf(element.getBBox()) : { x, y, width, height };
}

/**
 * Return a box as plain data.
 * @param {Box} box
 * @returns {Box}
 */
function sizeOf({ x, y, width, height }) {
  return { x, y, width, height };
}

/**
 * Return a new element that follows the outline of a place, for rings and targets. It is the ring of the service.
 * @param {Place} place
 * @returns {SVGElement}
 */
export function ringShape({ box: { x, y, width, height }, outline }) {
  if (outline) return svgElement("path", { d: outline });
  const size = { x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM };
  return svgElement("rect", { ...size, rx: Math.min(CORNER, size.width / 2, size.height / 2) });
}

/**
 * Return the names of the places that contain a node of the picture, the innermost first.
 * @param {EventTarget | null} target
 * @returns {string[]}
 */
export function namesAround(target) {
  /** @type {string[]} */
  const names = [];
  let element = target instanceof Element ? target.closest("[data-place]") : null;
  while (element instanceof SVGElement) {
    names.push(element.dataset.place ?? "");
    element = element.parentElement?.closest("[data-place]") ?? null;
  }
  return names;
}

/**
 * Return the place that a pointer means. Places that can be chosen come first, then those that some action touches. A
 * small place is easier to hit than it looks.
 * @param {{target: EventTarget | null, clientX: number, clientY: number}} event
 * @param {{places: Map<string, Place>, first: (name: string) => boolean, second: (name: string) => boolean}} board
 * @returns {string | null}
 */
export function placeMeant({ target, clientX, clientY }, { places, first, second }) {
  const names = namesAround(target);
  const direct = names.find(first);
  if (direct !== undefined) return direct;
  let nearest = null;
  let least = Infinity;
  for (const { name, element } of places.values()) {
    if (!first(name)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const across = Math.abs(clientX - left - width / 2);
    const down = Math.abs(clientY - top - height / 2);
    if (across > Math.max(width, LEAST_TARGET) / 2 || down > Math.max(height, LEAST_TARGET) / 2) continue;
    if (width > LEAST_TARGET && height > LEAST_TARGET) continue; // large enough: a miss is a miss
    if (across + down < least) [nearest, least] = [name, across + down];
  }
  return nearest ?? names.find(second) ?? names[0] ?? null;
}
