// The places of a picture: their names, texts and outlines, and which of them a pointer means.

const SHAPES = "path, rect, circle, ellipse, polygon";
const COVERS = 0.8;
const CORNER = 10;
const ROOM = 3;
const LEAST_TARGET = 24;

/**
 * A place of the picture. `box` is in units of the picture.
 * @typedef {{name: string, holds: string, alt: string, element: SVGGElement, box: DOMRect, outline: SVGGraphicsElement | null}} Place
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
 * shows no tooltip of its own, and a place with holes gets an invisible ground.
 * @param {SVGSVGElement} picture
 * @returns {Map<string, Place>}
 */
export function placesOf(picture) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const element of /** @type {NodeListOf<SVGGElement>} */ (picture.querySelectorAll("g[data-place]"))) {
    const { place: name = "", holds = "" } = element.dataset;
    element.removeAttribute("role");
    element.removeAttribute("tabindex");
    const title = [...element.children].find((child) => child.localName === "title");
    const alt = title?.textContent ?? name;
    title?.remove();
    const box = element.getBBox();
    const outline = outlineOf(element, box);
    if (!outline) {
      const { x, y, width, height } = box;
      element.prepend(svgElement("rect", { x, y, width, height, fill: "transparent", class: "ground" }));
    }
    places.set(name, { name, holds, alt, element, box, outline });
  }
  return places;
}

/**
 * Return the shape of a place that fills its box, such as the hexagon of a tile.
 * @param {SVGGElement} element
 * @param {DOMRect} box
 * @returns {SVGGraphicsElement | null}
 */
function outlineOf(element, box) {
  for (const shape of /** @type {NodeListOf<SVGGraphicsElement>} */ (element.querySelectorAll(SHAPES))) {
    if (shape.closest("[transform]") !== null || shape.getAttribute("fill") === "none") continue;
    const { width, height } = shape.getBBox();
    if (width >= box.width * COVERS && height >= box.height * COVERS) return shape;
  }
  return null;
}

/**
 * Return the attributes of an element that follows the outline of a place, for rings and targets.
 * @param {Place} place
 * @returns {SVGElement}
 */
export function ringShape({ box, outline }) {
  if (outline && outline.localName !== "rect") {
    const shape = /** @type {SVGElement} */ (outline.cloneNode(false));
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "class", "opacity"]) shape.removeAttribute(name);
    return shape;
  }
  const { x, y, width, height } = box;
  return svgElement("rect", {
    x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM,
    rx: Math.min(CORNER, (Math.min(width, height) + 2 * ROOM) / 2),
  });
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
