// What happened, as sentences, oldest first; the newest stays in sight unless the reader scrolled back.
import { fillWith, h, seatMark } from "./dom.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/** Older sentences are in the record. */
const MOST = 400;

/** The log of a table. */
export class LogPanel {
  /** @param {TableContext} context */
  constructor(context) {
    this.context = context;
    this.element = h("div");
    this.shown = "";
  }

  update() {
    const { match, texts } = this.context;
    const log = match?.log ?? [];
    const state = `${log.length} ${log.at(-1)?.text} ${match?.names.join()}`;
    if (state === this.shown) return;
    this.shown = state;
    if (log.length === 0) return fillWith(this.element, h("p", { class: "soft" }, texts.logEmpty));
    const scroller = this.element.parentElement;
    const isAtEnd = !scroller || scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 40;
    const recent = log.slice(-MOST);
    const items = recent.map(({ seat, text, ply }, index) => {
      const isStep = index > 0 && recent[index - 1]?.ply !== ply;
      return h(
        "li",
        { class: isStep ? "step" : null },
        seatMark(typeof seat === "number" ? seat : null),
        h("span", {}, match?.named(text) ?? text),
      );
    });
    fillWith(this.element, h("ol", { class: "log" }, items));
    if (isAtEnd) this.toEnd();
  }

  /** Scroll to the newest sentence. */
  toEnd() {
    const scroller = this.element.parentElement;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  }
}
