// The list of moves of a record. One move is selected; keys, clicks and the rest of the viewer move the selection.

import { fillWith, h, seatMark } from "../panels/dom.js";

/** @typedef {import("./record-texts.js").RecordTexts} RecordTexts */
/** @typedef {{seat: number | "chance" | null, label: string, badge: Node | null, isBad?: boolean}} MoveRow */

const BLOCK = 40;
const PAGE = 10;

/** A list box with one row per position: row 0 is the start, row n the position after move n. */
export class MoveList {
  /** @type {HTMLElement[]} */
  #rows = [];
  #ply = 0;

  /** @param {{texts: RecordTexts, onSeek: (ply: number) => void}} options */
  constructor({ texts, onSeek }) {
    this.texts = texts;
    this.onSeek = onSeek;
    this.element = h("div", { class: "move-list", role: "listbox", tabIndex: 0, "aria-label": texts.moveList,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
      onclick: (/** @type {MouseEvent} */ event) => this.#onClick(event) });
  }

  /**
   * Show rows. Those beyond `reachable` are no positions: a bad move, and a line about what follows it.
   * @param {MoveRow[]} rows
   * @param {number} reachable
   */
  show(rows, reachable) {
    const elements = rows.map((row, ply) => rowElement(row, ply, ply < reachable));
    this.#rows = elements.slice(0, reachable);
    const blocks = [];
    // The browser skips layout and paint of blocks that are out of sight.
    for (let at = 0; at < elements.length; at += BLOCK) {
      blocks.push(h("div", { class: "move-block", role: "presentation" }, elements.slice(at, at + BLOCK)));
    }
    fillWith(this.element, blocks);
    this.select(Math.min(this.#ply, reachable - 1));
  }

  /**
   * Select the row of a ply and bring it into sight, without scrolling the page.
   * @param {number} ply
   */
  select(ply) {
    this.#rows[this.#ply]?.setAttribute("aria-selected", "false");
    this.#ply = ply;
    const row = this.#rows[ply];
    if (!row) return;
    row.setAttribute("aria-selected", "true");
    this.element.setAttribute("aria-activedescendant", row.id);
    this.#reveal(ply);
  }

  /** @param {number} ply */
  #reveal(ply) {
    const height = this.#rows[0]?.offsetHeight ?? 0; // all rows are equally high
    const { scrollTop, clientHeight } = this.element;
    if (ply * height < scrollTop + height) this.element.scrollTop = (ply - 2) * height;
    else if ((ply + 2) * height > scrollTop + clientHeight) this.element.scrollTop = (ply + 3) * height - clientHeight;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / (this.#rows[0]?.offsetHeight || 40)) - 1) || PAGE;
    const target = { ArrowUp: this.#ply - 1, ArrowDown: this.#ply + 1, PageUp: this.#ply - page,
      PageDown: this.#ply + page }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.onSeek(Math.min(this.#rows.length - 1, Math.max(0, target)));
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const row = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
    if (row instanceof HTMLElement) this.onSeek(Number(row.dataset.ply));
  }
}

/**
 * @param {MoveRow} row
 * @param {number} ply
 * @param {boolean} isReachable
 */
function rowElement(row, ply, isReachable) {
  const number = h("span", { class: "move-number" }, row.isBad || isReachable ? String(ply) : "");
  const mark = row.seat === null ? null : row.seat === "chance" ? chanceMark() : seatMark(row.seat);
  const label = h("span", { class: "move-label" }, row.label);
  const reach = isReachable ? { "data-ply": ply } : { "aria-disabled": "true" };
  return h("div", { class: row.isBad ? "move-row is-bad" : "move-row", role: "option", id: `move-${ply}`,
    title: row.label, "aria-selected": "false", ...reach }, number, mark, label, row.badge);
}

/** Return the mark of chance: a small die. */
export function chanceMark() {
  return h("span", { class: "chance-mark", "aria-hidden": "true" });
}
