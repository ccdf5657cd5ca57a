// The picture of a position without moves: it is shown, moved and zoomed, and its pieces explain themselves.

import { h } from "../panels/dom.js";
import { sanitisedSvg } from "../svg.js";

/** A frame with a picture. It has the height of the first picture until that one comes. */
export class PositionPicture {
  /** @param {string} label */
  constructor(label) {
    this.element = h("div", { class: "position-picture skeleton", role: "region", "aria-label": label });
  }

  /** @param {string} text the picture as SVG */
  show(text) {
    this.element.classList.remove("skeleton");
    this.element.replaceChildren(sanitisedSvg(text));
    this.setBusy(false);
  }

  /** @param {HTMLElement} card why there is no picture */
  fail(card) {
    this.element.classList.remove("skeleton");
    this.element.replaceChildren(card);
    this.setBusy(false);
  }

  /** @param {boolean} isBusy whether another picture is on its way */
  setBusy(isBusy) {
    this.element.setAttribute("aria-busy", String(isBusy));
  }
}
