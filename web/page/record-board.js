// The picture of a position that is only looked at: it can be zoomed and moved, and its pieces explain themselves.

import "../board.js";
import "../explain.js";
import { h, icon } from "../panels/dom.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("../board.js").RefereeBoard} RefereeBoard */
/** @typedef {import("../explain.js").RefereeTip} RefereeTip */

/**
 * Return a button with an icon.
 * @param {import("../panels/dom.js").IconName} name
 * @param {string} title
 * @param {() => void} run
 */
function tool(name, title, run) {
  return h("button", { type: "button", class: "quiet", title, "aria-label": title, onclick: run }, icon(name));
}

/** A frame with a board. It never becomes lower, so that what follows it stays in its place. */
export class PositionPicture {
  #least = 0;

  /** @param {{app: App, texts: import("./record-texts.js").RecordTexts, game: string}} options */
  constructor({ app, texts, game }) {
    this.board = /** @type {RefereeBoard} */ (document.createElement("referee-board"));
    this.board.language = app.language;
    this.board.theme = app.theme;
    this.tip = /** @type {RefereeTip} */ (document.createElement("referee-tip"));
    this.tip.setAttribute("language", app.language);
    this.board.addEventListener("referee-explain", (event) =>
      void this.tip.explain(app.client, game, /** @type {CustomEvent} */ (event).detail));
    this.message = h("div", { class: "picture-message", hidden: true });
    this.tools = h("div", { class: "row picture-tools", role: "group", "aria-label": texts.zoom },
      tool("minus", texts.zoomOut, () => this.board.zoom(0.8)),
      tool("plus", texts.zoomIn, () => this.board.zoom(1.25)), tool("fit", texts.fit, () => this.board.fit()));
    this.frame = h("div", { class: "picture-frame skeleton" }, this.board, this.message);
    this.element = h("section", { class: "position-picture", "aria-label": texts.board }, this.frame, this.tools,
      this.tip);
  }

  /**
   * @param {string} text the picture as SVG
   * @param {import("../theme.js").ThemeName} theme
   */
  show(text, theme) {
    this.frame.classList.remove("skeleton");
    this.message.hidden = true;
    this.board.hidden = false;
    this.board.theme = theme;
    this.tip.hide();
    this.board.show({ picture: text, actions: [] });
    this.#hold();
    this.setBusy(false);
  }

  /** Keep the height of the highest picture so far, as long as the window is equally wide. */
  #hold() {
    const { clientWidth } = this.frame;
    if (this.frame.dataset.width !== String(clientWidth)) this.#least = 0;
    this.frame.dataset.width = String(clientWidth);
    this.#least = Math.max(this.#least, this.board.offsetHeight);
    this.frame.style.minHeight = `${this.#least}px`;
  }

  /** @param {HTMLElement} card why there is no picture */
  fail(card) {
    this.frame.classList.remove("skeleton");
    this.message.replaceChildren(card);
    this.message.hidden = false;
    this.board.hidden = true;
    this.setBusy(false);
  }

  /** @param {boolean} isBusy whether another picture is on its way */
  setBusy(isBusy) {
    this.frame.setAttribute("aria-busy", String(isBusy));
  }
}
