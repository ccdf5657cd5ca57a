// The end of a match: who wins, and the ranking. The scores panel has every line.
import { fill } from "../language.js";
import { fillWith, h, seatMark } from "./dom.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types.js").Result} Result */

/** The result of a table. A slot takes what the page offers next, such as a new match. */
export class ResultPanel {
  /** @param {TableContext} context */
  constructor(context) {
    this.context = context;
    this.content = h("div");
    this.element = h("section", { class: "sheet result", hidden: true }, this.content, h("slot", { name: "end" }));
    this.key = "";
  }

  update() {
    const { match, texts } = this.context;
    this.element.hidden = !match?.isOver;
    if (!match?.isOver || !match.position) {
      this.key = "";
      return;
    }
    const key = `${match.position.digest} ${match.names.join()} ${texts.over}`;
    if (key === this.key) return;
    this.key = key;
    const { result } = match.position;
    fillWith(
      this.content,
      h("h2", { tabIndex: -1 }, result ? this.title(result) : texts.resigned),
      result && this.ranking(result),
    );
  }

  /**
   * Return the name of a side: a seat, or a rival by its label.
   * @param {number | string} side
   * @param {Result} result
   */
  name(side, result) {
    if (typeof side === "number") return this.context.match?.names[side] ?? String(side);
    return (result.rivals ?? []).find(({ name }) => name === side)?.label ?? side;
  }

  /** @param {Result} result */
  title(result) {
    const { match, texts, language } = this.context;
    const names = result.winners.map((side) => this.name(side, result));
    const [first] = result.winners;
    const people = match?.players.filter(({ isYou }) => isYou) ?? [];
    if (names.length === 0) return texts.noWinner;
    if (names.length === 1 && people.length === 1 && people[0]?.seat === first) return texts.you;
    const listed = new Intl.ListFormat(language, { type: "conjunction" }).format(names);
    return fill(names.length === 1 ? texts.winner : texts.winners, { name: listed, names: listed });
  }

  /** @param {Result} result */
  ranking(result) {
    const places = result.ranking ?? [result.winners];
    let rank = 1;
    const items = places.flatMap((sides) => {
      const shown = sides.map((side) => this.row(rank, side, result));
      rank += sides.length;
      return shown;
    });
    return h("ol", { class: "ranking" }, items);
  }

  /**
   * @param {number} rank
   * @param {number | string} side
   * @param {Result} result
   */
  row(rank, side, result) {
    const seat = typeof side === "number" ? side : null;
    const points = seat !== null ? result.scores[seat] : (result.rivals ?? []).find(({ name }) => name === side)?.score;
    return h(
      "li",
      {},
      h("span", { class: "soft number" }, `${rank}.`),
      seatMark(seat),
      h("span", {}, this.name(side, result)),
      h("span", { class: "points" }, points ?? ""),
    );
  }
}
