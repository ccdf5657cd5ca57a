// The element <referee-board>: a picture of a position on which a player points at places to choose a legal action.

import { Attention } from "./board-attention.js";
import { TEXTS, boardSheet, part, statusText } from "./board-look.js";
import { isMoveKey, placeTowards } from "./board-keys.js";
import { BoardPicture } from "./board-picture.js";
import { placeMeant } from "./board-places.js";
import { Zoom } from "./board-zoom.js";
import { touch, verdict } from "./choice.js";
import { textsOf } from "./language.js";
import { sanitisedSvg } from "./svg.js";
import { themeSheet } from "./theme.js";

/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./choice.js").Choice} Choice */

/** With more places to touch, only the first step of each action has a ring, as in the pictures of the service. */
const MANY = 20;
const ZOOM_KEYS = new Map([["+", 1.25], ["-", 0.8]]);

/**
 * A board. Events, all bubbling and composed: `referee-choose` {action} (cancelable: then the picks are dropped),
 * `referee-narrow` {picks, remaining, exact, state}, `referee-refused` {places}, `referee-explain` {place, holds, alt,
 * box, cause} or null.
 */
export class RefereeBoard extends HTMLElement {
  static observedAttributes = ["language", "theme"];
  #view = part("div", "view");
  #sheet = part("div", "sheet");
  #status = part("output", "visually-hidden");
  #help = part("p", "visually-hidden");
  #zoom = new Zoom(this.#view, this.#sheet);
  #attention = new Attention(this.#sheet, (name, cause) => this.#explain(name, cause));
  #picture = new BoardPicture(this.#sheet);
  #text = "";
  /** @type {Action[]} */
  #actions = [];
  /** @type {Choice} */
  #choice = verdict([], []);
  /** @type {Set<string>} */
  #touched = new Set();
  /** @type {string[]} */
  #suggested = [];
  #current = "";
  #isDisabled = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [themeSheet, boardSheet];
    this.#status.setAttribute("aria-live", "polite");
    this.#help.id = "help";
    this.#view.append(this.#sheet);
    root.append(this.#view, this.#help, this.#status);
    this.#sheet.addEventListener("click", (event) => this.#click(event));
    this.#sheet.addEventListener("keydown", (event) => this.#key(event));
    this.#sheet.addEventListener("focusin", (event) => this.#focusIn(event));
    this.#sheet.addEventListener("focusout", () => this.#focusOut());
    new ResizeObserver(() => this.#picture.measure() && this.#draw()).observe(this.#view);
  }

  attributeChangedCallback() {
    const theme = this.getAttribute("theme");
    if (theme) this.dataset.theme = theme;
    this.#describe();
  }

  // --- properties ---

  /** The picture as SVG text. */
  get picture() { return this.#text; }
  set picture(text) { this.show({ picture: text }); }

  /** The legal actions that can be chosen. */
  get actions() { return this.#actions; }
  set actions(actions) { this.show({ actions }); }

  get language() { return this.getAttribute("language") ?? "en"; }
  set language(language) { this.setAttribute("language", language); }

  get theme() { return this.getAttribute("theme") ?? ""; }
  set theme(theme) { this.setAttribute("theme", theme); }

  /** While true, touches are ignored, for example because an action is being sent. */
  get disabled() { return this.#isDisabled; }
  set disabled(isDisabled) {
    this.#isDisabled = isDisabled;
    this.toggleAttribute("data-waiting", isDisabled);
  }

  /** The places that are picked. */
  get picks() { return this.#choice.picks; }

  /** The names of all places of the picture. */
  get places() { return [...this.#picture.places.keys()]; }

  // --- methods ---

  /**
   * Show a picture and the actions that are legal now. What is left out stays. Picks are dropped, the focus stays.
   * @param {{picture?: string, actions?: readonly Action[]}} shown
   */
  show({ picture = this.#text, actions = this.#actions }) {
    const hadFocus = this.shadowRoot?.activeElement instanceof SVGElement;
    if (picture !== this.#text) {
      this.#setPicture(sanitisedSvg(picture));
      this.#text = picture;
    }
    this.#actions = [...actions];
    this.#touched = new Set(this.#actions.flatMap(({ touches = [] }) => touches.flat()));
    this.#suggested = [];
    this.#choice = verdict(this.#actions, []);
    this.#draw();
    this.#say("idle");
    if (hadFocus) this.focus({ preventScroll: true });
    this.#zoom.reveal(this.#picture.elements(this.#lit()));
  }

  /** Drop all picks. */
  cancel() {
    this.#suggested = [];
    this.#narrow(verdict(this.#actions, []));
  }

  /** Pick places as if the player had touched them. @param {readonly string[]} places */
  pick(places) {
    this.#suggested = [];
    this.#narrow(verdict(this.#actions, places));
  }

  /**
   * Ring places that the table suggests, until the next touch. `reveal` scrolls to them if none can be seen.
   * @param {readonly string[]} places
   */
  light(places, { reveal = true } = {}) {
    this.#suggested = [...places];
    this.#draw();
    if (reveal) this.#zoom.reveal(this.#picture.elements(places));
  }

  /** @param {number} factor */
  zoom(factor) {
    this.#zoom.by(factor);
  }

  /** Show the whole width of the picture. */
  fit() {
    this.#zoom.fit();
  }

  /** Return to the default size, at which every place can be touched. */
  resetZoom() {
    this.#zoom.reset();
  }

  /** Move the focus to the board: to the place that had it, or to the first that can be chosen. */
  focus(/** @type {FocusOptions} */ options = {}) {
    this.#picture.targets.get(this.#current)?.focus(options);
  }

  /** Return where a place is on the screen. @param {string} place @returns {DOMRect | null} */
  boxOf(place) {
    return this.#picture.places.get(place)?.element.getBoundingClientRect() ?? null;
  }

  // --- drawing ---

  /** @param {SVGSVGElement} svg */
  #setPicture(svg) {
    if (!this.theme && svg.dataset.theme) this.dataset.theme = svg.dataset.theme;
    this.#zoom.setSize(svg.viewBox.baseVal);
    this.#picture.show(svg);
    this.#picture.measure();
  }

  /** The places with a ring of what can be chosen. */
  #lit() {
    const { open, picks, remaining } = this.#choice;
    if (open.size <= MANY || picks.length > 0) return [...open];
    return [...new Set(remaining.flatMap(({ touches = [] }) => touches[0] ?? []))];
  }

  get #marked() {
    const { open, picks } = this.#choice;
    return { lit: this.#lit(), open, picks, suggested: this.#suggested };
  }

  #draw() {
    this.#picture.draw(this.#marked);
    this.#describe();
    this.#setCurrent(this.#picture.targets.has(this.#current) ? this.#current : this.#spots()[0]?.name ?? "");
  }

  #describe() {
    const texts = textsOf(TEXTS, this.language);
    this.#help.textContent = texts.help;
    this.#view.lang = this.language;
    this.#picture.describe(this.#marked, texts);
  }

  /** @param {import("./choice.js").ChoiceState} state */
  #say(state) {
    this.#status.textContent = statusText(state, this.#choice, this.#actions, this.language);
  }

  // --- choosing ---

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.#zoom.isDragged || this.#attention.isPress) return;
    const target = event.target instanceof SVGElement ? event.target.dataset.target : undefined;
    const place = target ?? placeMeant(event, {
      places: this.#picture.places,
      first: (name) => this.#choice.open.has(name) || this.#choice.picks.includes(name),
      second: (name) => this.#touched.has(name),
    });
    if (place === null) return;
    this.#picture.targets.get(place)?.focus({ preventScroll: true });
    this.#touch(place);
  }

  /** @param {string} place */
  #touch(place) {
    if (this.#isDisabled) return;
    this.#suggested = [];
    const choice = touch(this.#actions, this.#choice.picks, place);
    if (choice.state === "refused") {
      this.#draw();
      this.#say("refused");
      this.#send("referee-refused", { places: [...new Set([...choice.picks, place])] });
    } else if (choice.state === "chosen") {
      this.#choice = choice;
      this.#draw();
      this.#say("chosen");
      if (!this.#send("referee-choose", { action: choice.action }, true)) this.cancel();
    } else {
      this.#narrow(choice);
    }
  }

  /** @param {Choice} choice */
  #narrow(choice) {
    this.#choice = choice;
    this.#draw();
    this.#say(choice.state);
    this.#zoom.reveal(this.#picture.elements(this.#lit()));
    const { picks, remaining, exact, state } = choice;
    this.#send("referee-narrow", { picks, remaining, exact, state });
  }

  /**
   * Send an event. Return whether it was allowed.
   * @param {string} name
   * @param {unknown} detail
   */
  #send(name, detail, cancelable = false) {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable, bubbles: true, composed: true }));
  }

  // --- keyboard ---

  /** The places between which the keyboard moves: those that can be chosen, or all. */
  #spots(isAll = false) {
    const { open, picks } = this.#choice;
    const all = [...this.#picture.places.values()];
    const lit = all.filter(({ name }) => open.has(name) || picks.includes(name));
    return isAll || lit.length === 0 ? all : lit;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    const factor = ZOOM_KEYS.get(key);
    if (ctrlKey || altKey || metaKey) return;
    if (isMoveKey(key)) {
      const next = placeTowards(key, this.#picture.places.get(this.#current), this.#spots(shiftKey));
      if (next !== null) this.#moveTo(next);
    } else if (key === "Enter" || key === " ") {
      if (!event.repeat) this.#touch(this.#current);
    } else if (key === "Escape" && this.#choice.picks.length > 0) {
      this.pick(this.#choice.picks.slice(0, -1));
    } else if (factor !== undefined) {
      this.zoom(factor);
    } else if (key === "0") {
      this.resetZoom();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} name */
  #moveTo(name) {
    this.#setCurrent(name);
    this.#picture.targets.get(name)?.focus({ preventScroll: true });
    this.#picture.places.get(name)?.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Make a place the only one that Tab reaches. @param {string} name */
  #setCurrent(name) {
    this.#picture.targets.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = name;
    this.#picture.targets.get(name)?.setAttribute("tabindex", "0");
  }

  /** @param {FocusEvent} event */
  #focusIn(event) {
    if (!(event.target instanceof SVGElement) || event.target.dataset.target === undefined) return;
    this.#setCurrent(event.target.dataset.target);
    const isSeen = event.target.matches(":focus-visible");
    this.#picture.drawFocus(isSeen ? this.#current : null);
    if (isSeen) this.#attention.focus(this.#current);
  }

  #focusOut() {
    this.#picture.drawFocus(null);
    this.#attention.end();
  }

  /**
   * @param {string | null} name
   * @param {import("./board-attention.js").Cause} cause
   */
  #explain(name, cause) {
    const place = name === null ? undefined : this.#picture.places.get(name);
    const box = name === null ? null : this.boxOf(name);
    this.#send("referee-explain", place ? { place: place.name, holds: place.holds, alt: place.alt, box, cause } : null);
  }
}

if (!customElements.get("referee-board")) customElements.define("referee-board", RefereeBoard);
