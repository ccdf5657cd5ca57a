// Explanations of pieces: the text of a component as a small card beside the place, for pointers and for the keyboard.

import { sheet, themeSheet } from "./theme.js";

/** @typedef {import("./client.js").RefereeClient} RefereeClient */
/** @typedef {{name: string, text: string, rules: {rule: string, title: string}[]}} Explanation */
/** @typedef {{place: string, holds: string, alt: string, box: DOMRect | null}} Explained */

const GAP = 10;
const GRACE = 200;

/**
 * Return the explanation of a place: the text of the component that it holds, or what the picture says about it.
 * @param {RefereeClient} client
 * @param {string} game
 * @param {{holds: string, alt: string}} place
 * @returns {Promise<Explanation>}
 */
export async function explanationOf(client, game, { holds, alt }) {
  const component = holds ? await client.component(game, holds).catch(() => null) : null;
  if (component === null) return { ...titleAndText(alt), rules: [] };
  const said = titleAndText(alt);
  const name = said.name.toLowerCase().includes(component.name.toLowerCase()) ? said.name : component.name;
  return { name, text: component.text, rules: component.rules ?? [] };
}

/**
 * Split what a picture says about a place into its first sentence and the rest.
 * @param {string} alt
 */
function titleAndText(alt) {
  const end = alt.search(/\. (?=\p{Lu})/u);
  return end < 0 ? { name: alt.replace(/\.$/, ""), text: "" } : { name: alt.slice(0, end), text: alt.slice(end + 2) };
}

const tipSheet = sheet(`
  :host { position: fixed; inset: auto; z-index: 50; margin: 0; padding: 0; border: 0; background: none; display: block;
    width: max-content; max-width: min(360px, calc(100vw - 16px)); overflow: visible; }
  :host(:not([data-shown])) { display: none; }
  .tip { background: var(--dark-panel); color: var(--on-dark-panel); padding: 10px 14px; border-radius: var(--radius);
    border: 1px solid var(--line); box-shadow: 0 6px 24px var(--shadow); font-size: 0.9375rem; }
  .tip p { margin-top: 4px; } .tip ul { margin: 6px 0 0; padding-left: 1.1em; opacity: 0.85; font-size: 0.875rem; }
  strong::first-letter { text-transform: uppercase; }
  @media (prefers-reduced-motion: no-preference) {
    .tip { animation: appear 120ms ease-out; }
    @keyframes appear { from { opacity: 0; transform: translateY(3px); } }
  }
`);

/**
 * The element <referee-tip>: a card beside a place. The pointer may move onto it, and Escape closes it without moving
 * anything else (WCAG 1.4.13). Screen readers have the text as the label of the place, so the card is hidden from them.
 */
export class RefereeTip extends HTMLElement {
  #tip = document.createElement("div");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #count = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [themeSheet, tipSheet];
    this.#tip.className = "tip";
    this.#tip.setAttribute("aria-hidden", "true");
    root.append(this.#tip);
    this.addEventListener("pointerenter", () => clearTimeout(this.#timer));
    this.addEventListener("pointerleave", () => this.hide());
  }

  connectedCallback() {
    this.popover = "manual";
    document.addEventListener("keydown", this.#onKey, true);
    document.addEventListener("pointerdown", this.#onPress, true);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onKey, true);
    document.removeEventListener("pointerdown", this.#onPress, true);
  }

  get isShown() {
    return this.hasAttribute("data-shown");
  }

  /**
   * Show what a place is, or hide the card after a short grace.
   * @param {RefereeClient} client
   * @param {string} game
   * @param {Explained | null} explained The detail of `referee-explain`.
   */
  async explain(client, game, explained) {
    const count = this.#count += 1;
    clearTimeout(this.#timer);
    if (explained === null || explained.box === null) {
      this.#timer = setTimeout(() => this.hide(), GRACE);
      return;
    }
    const { box } = explained;
    const explanation = await explanationOf(client, game, explained);
    if (count === this.#count) this.show(explanation, box);
  }

  /**
   * Show a card beside a box of the window.
   * @param {Explanation} explanation
   * @param {DOMRect} box
   */
  show({ name, text, rules }, box) {
    const title = document.createElement("strong");
    title.textContent = name;
    this.#tip.replaceChildren(title);
    if (text) this.#tip.append(Object.assign(document.createElement("p"), { textContent: text }));
    if (rules.length > 0) {
      const list = document.createElement("ul");
      list.append(...rules.map((rule) => Object.assign(document.createElement("li"), { textContent: rule.title })));
      this.#tip.append(list);
    }
    this.toggleAttribute("data-shown", true);
    if (!this.matches(":popover-open")) this.showPopover();
    this.#place(box);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#count += 1;
    if (!this.isShown) return;
    this.removeAttribute("data-shown");
    if (this.matches(":popover-open")) this.hidePopover();
  }

  /** Lie below the box, or above it where there is more room, and always inside the window. @param {DOMRect} box */
  #place(box) {
    const { width, height } = this.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isBelow = box.bottom + GAP + height <= clientHeight || box.top < clientHeight - box.bottom;
    const top = isBelow ? box.bottom + GAP : box.top - GAP - height;
    const left = box.left + box.width / 2 - width / 2;
    this.style.top = `${Math.max(8, Math.min(top, clientHeight - height - 8))}px`;
    this.style.left = `${Math.max(8, Math.min(left, clientWidth - width - 8))}px`;
  }

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !this.isShown) return;
    event.stopPropagation();
    this.hide();
  };

  #onPress = (/** @type {PointerEvent} */ event) => {
    if (!event.composedPath().includes(this)) this.hide();
  };
}

if (!customElements.get("referee-tip")) customElements.define("referee-tip", RefereeTip);
