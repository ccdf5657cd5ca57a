// The legal moves as text: by verb, filtered by what is picked, with a bot's opinion if a hint was given.
import { fill } from "../language.js";
import { append, fillWith, h } from "./dom.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types.js").Action} Action */

/** Longer lists stay closed until something is picked. */
const LONGEST = 30;

/** The list of moves. */
export class MovesPanel {
  /** @param {TableContext} context */
  constructor(context) {
    this.context = context;
    this.verbs = h("div", { class: "verbs", role: "group" });
    this.list = h("div");
    this.element = h("div", {}, this.verbs, this.list);
    /** The verb that filters the list. @type {string | null} */
    this.verb = null;
    this.isOpen = false;
  }

  update() {
    const { match, texts } = this.context;
    const actions = match?.actions ?? [];
    if (match?.isBusy) return; // the list stays while a move is sent, so that nothing jumps
    if (!actions.some(({ kind }) => kind === this.verb)) this.verb = null;
    this.showVerbs(actions);
    if (actions.length === 0) return fillWith(this.list, h("p", { class: "soft" }, texts.movesNone));
    this.showList(actions);
  }

  /** @param {Action[]} actions */
  showVerbs(actions) {
    const { match, texts } = this.context;
    const verbs = match?.canPlay ? (match.position?.turn?.verbs ?? []) : [];
    this.verbs.setAttribute("aria-label", texts.verbs);
    this.verbs.hidden = verbs.length < 2;
    fillWith(this.verbs, verbs.map((verb) => {
      const count = actions.filter(({ kind }) => kind === verb).length;
      const title = match?.info?.verbs[verb]?.title ?? verb;
      if (count === 0) {
        return h("button", { class: "impossible", title: texts.why, onclick: () => this.context.askVerb(verb) }, title,
          h("span", { class: "visually-hidden" }, ` – ${texts.noMove}. ${texts.why}`));
      }
      const toggle = () => {
        this.verb = this.verb === verb ? null : verb;
        this.update();
      };
      return h("button", { "aria-pressed": this.verb === verb, onclick: toggle }, title, h("span", { class: "count" }, count));
    }));
  }

  /** @param {Action[]} all */
  showList(all) {
    const { choice, texts, ratings } = this.context;
    const isPicked = choice !== null && choice.picks.length > 0;
    const open = isPicked ? choice.remaining : all;
    const shown = open.filter(({ kind }) => this.verb === null || kind === this.verb);
    const exact = new Set(isPicked ? choice.exact.map(({ notation }) => notation) : []);
    const share = (/** @type {Action} */ action) => ratings.get(action.notation)?.share ?? -1;
    const sorted = [...shown].sort((one, other) => share(other) - share(one)
      || Number(exact.has(other.notation)) - Number(exact.has(one.notation)));
    const list = this.listOf(sorted, exact);
    if (sorted.length <= LONGEST || ratings.size > 0) return fillWith(this.list, list);
    const details = h("details", { open: this.isOpen, ontoggle: () => {
      this.isOpen = details.open;
    } }, h("summary", {}, fill(texts.allMoves, { count: sorted.length })), list);
    fillWith(this.list, h("p", {}, fill(texts.movesMany, { count: sorted.length })), details);
  }

  /**
   * @param {Action[]} actions
   * @param {Set<string>} exact
   */
  listOf(actions, exact) {
    const { context } = this;
    const items = actions.map((action) => {
      const rating = context.ratings.get(action.notation);
      const button = h("button", {
        class: [exact.has(action.notation) && "exact", rating?.isBest && "best"].filter(Boolean).join(" "),
        onclick: () => void context.play(action),
        onpointerenter: () => context.light([action]), onpointerleave: () => context.light([]),
        onfocus: () => context.light([action]), onblur: () => context.light([]),
      }, h("span", { class: "text" }, context.match?.named(action.label) ?? action.label));
      if (rating) {
        const bar = h("span", { class: "hint-bar", "aria-hidden": true });
        bar.style.width = `${Math.round(rating.share * 100)}%`;
        append(button, [h("span", { class: "rank" }, rating.text), bar]);
      }
      return h("li", {}, button);
    });
    return h("ul", { class: "moves" }, items);
  }
}
