// Pictures from text: a copy through lists of allowed elements and attributes, so a hostile picture can do nothing.

const NAMESPACE = "http://www.w3.org/2000/svg";

const ELEMENTS = new Set(("svg g defs symbol use path rect circle ellipse line polyline polygon text tspan title desc"
  + " linearGradient radialGradient stop clipPath mask").split(" "));

const ATTRIBUTES = new Set(("id class viewBox width height x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy d points href"
  + " transform preserveAspectRatio fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin"
  + " stroke-dasharray stroke-dashoffset stroke-opacity stroke-miterlimit opacity color clip-path clip-rule mask"
  + " paint-order font-family font-size font-weight font-style text-anchor dominant-baseline letter-spacing"
  + " pointer-events visibility offset stop-color stop-opacity gradientUnits gradientTransform clipPathUnits maskUnits"
  + " data-place data-holds data-outline data-box data-theme aria-label aria-hidden role tabindex").split(" "));

/** Attributes with free text, which no browser reads as a style. */
const TEXTS = new Set("aria-label data-place data-holds data-theme id class".split(" "));

/** Functions that a value may call. A link must name a part of the picture. */
const FUNCTIONS = new Set("translate scale rotate matrix skewx skewy rgb rgba hsl hsla".split(" "));

/**
 * Return whether a value of a style or a shape loads nothing. Escapes of CSS could hide a link, so none is allowed.
 * @param {string} value
 */
function isHarmless(value) {
  if (value.includes("\\")) return false;
  const calls = value.replace(/url\(#[\w.-]+\)/gi, "").match(/[^\s,(]*\(/g) ?? [];
  return calls.every((call) => FUNCTIONS.has(call.slice(0, -1).toLowerCase()));
}

/**
 * Return whether a picture may have an element of this name.
 * @param {string} name
 */
export function isAllowedElement(name) {
  return ELEMENTS.has(name);
}

/**
 * Return whether a picture may have this attribute: links and paints name parts of the same picture only.
 * @param {string} name
 * @param {string} value
 */
export function isAllowedAttribute(name, value) {
  if (!ATTRIBUTES.has(name)) return false;
  if (name === "href") return value.startsWith("#");
  return TEXTS.has(name) || isHarmless(value);
}

/**
 * Return a copy of a node of a parsed picture, or nothing if it is not allowed.
 * @param {Node} node
 * @returns {Node | null}
 */
function copyOf(node) {
  if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) {
    return document.createTextNode(node.nodeValue ?? "");
  }
  if (!(node instanceof Element) || node.namespaceURI !== NAMESPACE || !isAllowedElement(node.localName)) return null;
  const copy = document.createElementNS(NAMESPACE, node.localName);
  for (const { namespaceURI, name, value } of node.attributes) {
    if (namespaceURI === null && isAllowedAttribute(name, value)) copy.setAttribute(name, value);
  }
  for (const child of node.childNodes) {
    const allowed = copyOf(child);
    if (allowed) copy.append(allowed);
  }
  return copy;
}

/**
 * Return the picture of an SVG text without scripts, styles, outside references and unknown elements.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function sanitisedSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = copyOf(parsed.documentElement);
  if (!(root instanceof SVGSVGElement)) throw new Error("The picture cannot be read: send an SVG document.");
  return root;
}
