// Small builders of elements. All text reaches the document as text nodes, never as markup.

/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * Return a new element. Properties whose names have a dash, and `role`, `for` and `list`, become attributes; names
 * that begin
 * with `on` become listeners; all others are set on the element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (/-|^(role|for|list|class|popovertarget|href|lang|inert)$/.test(name)) attribute(element, name, value);
    else Reflect.set(element, name, value);
  }
  append(element, children);
  return element;
}

/**
 * Set or remove an attribute: `false` removes it, `true` sets it empty, except for `aria-` names, which need a word.
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function attribute(element, name, value) {
  const isWord = name.startsWith("aria-");
  if (value === null || value === undefined || (value === false && !isWord)) element.removeAttribute(name);
  else element.setAttribute(name, value === true && !isWord ? "" : String(value));
}

/**
 * Append children; empty ones are left out.
 * @param {ParentNode} parent
 * @param {(Child | Child[])[]} children
 */
export function append(parent, children) {
  for (const child of children.flat()) {
    if (child === false || child === null || child === undefined || child === "") continue;
    parent.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * Replace all children of an element.
 * @param {ParentNode} parent
 * @param {...(Child | Child[])} children
 */
export function fillWith(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new SVG element with these attributes.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Return the mark of a seat: its shape in its colour. Names stand beside it, so it has no text.
 * @param {number | null | undefined} seat
 */
export function seatMark(seat) {
  return h("span", { class: `seat-mark seat-${seat ?? "none"}`, "aria-hidden": true });
}

/** Return how a page may scroll: at once for readers who want no motion. @returns {ScrollBehavior} */
export function scrollBehavior() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}

/** Lines of icons in a box of 24, drawn with strokes. */
const ICONS = {
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-3",
  hint: "M9.5 18h5M10 21h4M12 3a6.5 6.5 0 0 0-4 11.6c.8.7 1.5 1.6 1.5 2.4h5c0-.8.7-1.7 1.5-2.4A6.5 6.5 0 0 0 12 3z",
  why: "M9 9a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1.1-1.4 2.3M12 17.6v.1M12 2.8a9.2 9.2 0 1 1 0 18.4 9.2 9.2 0 0 1 0-18.4z",
  close: "M6 6l12 12M18 6 6 18",
  stop: "M7 7h10v10H7z",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  share: "M12 15V4M8 7.5 12 3.5l4 4M6 12H5v8h14v-8h-1",
  download: "M12 4v11M8 11.5l4 4 4-4M5 20h14",
  menu: "M4 7h16M4 12h16M4 17h16",
  light:
    "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.8 1.8M17.2 17.2 19 " +
    "19M19 5l-1.8 1.8M6.8 17.2 5 19",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  auto: "M12 3.5a8.5 8.5 0 1 1 0 17zM12 3.5a8.5 8.5 0 1 0 0 17",
  plus: "M12 6v12M6 12h12",
  minus: "M6 12h12",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  check: "M5 12.5 10 17.5 19 7",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  clock: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2",
  flag: "M6 21V4M6 5h12l-3 4 3 4H6",
  again: "M19 6v5h-5M5 18v-5h5M18 11a7 7 0 0 0-12-3M6 13a7 7 0 0 0 12 3",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  bell: "M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 2h-15zM10 21h4",
};

/** @typedef {keyof typeof ICONS} IconName */

/**
 * Return an icon of the interface. The control around it has the name.
 * @param {IconName} name
 */
export function icon(name) {
  const path = svg("path", { d: ICONS[name] });
  return svg(
    "svg",
    {
      viewBox: "0 0 24 24",
      class: "icon",
      "aria-hidden": "true",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      width: 20,
      height: 20,
    },
    path,
  );
}
