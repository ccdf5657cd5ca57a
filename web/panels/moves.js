// The legal moves as text: by verb, filtered by what is picked, with a bot's opinion if a hint was given.
import { fill } from "../language.js";
import { append, fillWith, h } from "./dom.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types.js").Action} Action */

/** Longer lists stay closed until something is picked. */
const LONGEST = 30;
/** Milliseconds for which the last list stays while others move. */
const PATIENCE = 900;

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
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wait = undefined;
  }

  update() {
    const { match } = this.context;
    const actions = match?.actions ?? [];
    clearTimeout(this.wait);
    const isBetween = actions.length === 0 && match !== null && !match.isOver && this.list.childElementCount > 0;
    this.list.setAttribute("aria-busy", String(isBetween));
    if (match?.isBusy) return;
    if (isBetween) {
      // moves of others are mostly quick: the list stays for them, so that nothing jumps
      this.wait = setTimeout(() => this.clear(), PATIENCE);
      return;
    }
    const focused = this.focusedIndex();
    this.show(actions);
    if (focused !== null) this.focus(focused);
  }

  /** Say that nothing can be chosen. */
  clear() {
    const focused = this.focusedIndex();
    this.list.setAttribute("aria-busy", "false");
    this.show([]);
    const panel = this.element.parentElement;
    if (focused !== null && panel) panel.focus({ preventScroll: true });
  }

  /**
   * Return where the focus is: verbs or list, and which of their buttons.
   * @returns {{part: HTMLElement, index: number} | null}
   */
  focusedIndex() {
    const focused = this.context.focused();
    for (const part of [this.verbs, this.list]) {
      const index = [...part.querySelectorAll("button")].findIndex((button) => button === focused);
      if (index >= 0) return { part, index };
    }
    return null;
  }

  /**
   * Move the focus to the button that stands where the last one stood.
   * @param {{part: HTMLElement, index: number}} where
   */
  focus({ part, index }) {
    const buttons = part.querySelectorAll("button");
    (buttons[Math.min(index, buttons.length - 1)] ?? this.list.querySelector("button"))?.focus({ preventScroll: true });
  }

  /** @param {Action[]} actions */
  show(actions) {
    const { texts } = this.context;
    if (!actions.some(({ kind }) => kind === this.verb)) this.verb = null;
    this.showVerbs(actions);
    if (actions.length === 0) return fillWith(this.list, h("p", { class: "soft" }, texts.movesNone));
    this.showList(actions);
  }

  /** @param {Action[]} actions */
  showVerbs(actions) {
    const { match, texts, choice } = this.context;
    const open = choice && choice.picks.length > 0 ? choice.remaining : actions;
    const verbs = match?.canPlay ? (match.position?.turn?.verbs ?? []) : [];
    this.verbs.setAttribute("aria-label", texts.verbs);
    this.verbs.hidden = verbs.length < 2;
    fillWith(
      this.verbs,
      verbs.map((verb) => {
        const title = match?.info?.verbs[verb]?.title ?? verb;
        const count = open.filter(({ kind }) => kind === verb).length;
        if (!actions.some(({ kind }) => kind === verb)) {
          return h(
            "button",
            { class: "impossible", title: texts.why, onclick: () => this.context.askVerb(verb) },
            title,
            h("span", { class: "visually-hidden" }, ` – ${texts.noMove}. ${texts.why}`),
          );
        }
        const toggle = () => {
          this.verb = this.verb === verb ? null : verb;
          this.update();
        };
        return h(
          "button",
          { "aria-pressed": this.verb === verb, onclick: toggle },
          title,
          h("span", { class: "count" }, count),
        );
      }),
    );
  }

  /** @param {Action[]} all */
  showList(all) {
    const { choice, texts, ratings } = this.context;
    const isPicked = choice !== null && choice.picks.length > 0;
    const open = isPicked ? choice.remaining : all;
    const shown = open.filter(({ kind }) => this.verb === null || kind === this.verb);
    const exact = new Set(isPicked ? choice.exact.map(({ notation }) => notation) : []);
    const share = (/** @type {Action} */ action) => ratings.get(action.notation)?.share ?? -1;
    const sorted = [...shown].sort(
      (one, other) => share(other) - share(one) || Number(exact.has(other.notation)) - Number(exact.has(one.notation)),
    );
    const list = this.listOf(sorted, exact);
    if (sorted.length <= LONGEST || ratings.size > 0) return fillWith(this.list, list);
    const details = h(
      "details",
      {
        open: this.isOpen,
        ontoggle: () => {
          this.isOpen = details.open;
        },
      },
      h("summary", {}, fill(texts.allMoves, { count: sorted.length })),
      list,
    );
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
      const button = h(
        "button",
        {
          class: [exact.has(action.notation) && "exact", rating?.isBest && "best"].filter(Boolean).join(" "),
          onclick: () => void context.play(action),
          onpointerenter: () => context.light([action]),
          onpointerleave: () => context.light([]),
          onfocus: () => context.light([action]),
          onblur: () => context.light([]),
        },
        h("span", { class: "text" }, context.match?.named(action.label) ?? action.label),
      );
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
