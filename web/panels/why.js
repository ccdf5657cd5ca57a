// Why not? The rules that forbid what a player points at, where the book has them, and what is possible nearby.
import { fill } from "../language.js";
import { fillWith, h, icon } from "./dom.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("../types.js").Refusal} Refusal */
/** @typedef {import("../types.js").PlaceVerdict} PlaceVerdict */

/**
 * Return where a rule stands, for people. Headings of the rulebook are French in every language.
 * @param {string} source
 * @param {import("../texts/table.js").TableTexts} texts
 */
export function sourceLine(source, texts) {
  if (source.startsWith("§")) {
    return h(
      "span",
      { class: "source" },
      `${texts.rulebook} · `,
      h("span", { lang: "fr" }, source.replace(/^§\s*/, "")),
    );
  }
  const [kind = "", ...rest] = source.split(" ");
  const known = /** @type {Record<string, string>} */ ({
    ruling: texts.ruling,
    components: texts.components,
    referee: texts.referee,
  })[kind];
  return h("span", { class: "source" }, known ? [known, ...rest].join(" ") : source);
}

/** The answer to "why not?", and the mode in which clicks ask. */
export class WhyPanel {
  /** @param {TableContext} context */
  constructor(context) {
    this.context = context;
    this.element = h("section", { class: "sheet why", hidden: true, tabIndex: -1 });
  }

  /** Close the panel. */
  hide() {
    this.element.hidden = true;
    fillWith(this.element);
  }

  /**
   * Show an invitation to point, for a verb or for anything.
   * @param {string | null} verb title of the verb
   */
  invite(verb) {
    const { texts } = this.context;
    this.show([], h("p", {}, verb ? fill(texts.whyVerb, { verb }) : texts.whyLead));
  }

  /** Show that the answer is on its way. @param {string[]} places */
  wait(places) {
    this.show(places, h("p", { class: "soft" }, this.context.texts.busy));
  }

  /**
   * Show an answer of the service.
   * @param {string[]} places
   * @param {PlaceVerdict} verdict
   */
  answer(places, verdict) {
    const { texts } = this.context;
    const candidates = verdict.candidates ?? [];
    const legal = candidates.filter(({ legal: isLegal }) => isLegal);
    const suggestions = verdict.suggestions.filter(({ notation }) => !legal.some((each) => each.notation === notation));
    const [first, ...others] = candidates
      .filter(({ legal: isLegal }) => !isLegal)
      .map((candidate) => this.candidate(candidate, candidate.refusals));
    this.show(
      places,
      first,
      verdict.refusals.map((refusal) => this.refusal(refusal)),
      legal.length > 0 && this.offers(texts.whyLegal, legal),
      candidates.length === 0 && verdict.refusals.length === 0 && h("p", {}, texts.whyNoRule),
      suggestions.length > 0 && this.offers(texts.instead, suggestions),
      others.length > 0 && h("details", { class: "others" }, h("summary", {}, texts.whyOthers), others),
    );
    this.context.light([...legal, ...suggestions]);
  }

  /**
   * Show why a verb is refused that needs no places.
   * @param {string} title
   * @param {Refusal[]} refusals
   */
  answerVerb(title, refusals) {
    this.show([], this.candidate({ label: title }, refusals));
  }

  /**
   * @param {{label: string}} candidate
   * @param {Refusal[]} refusals
   */
  candidate({ label }, refusals) {
    return h(
      "div",
      { class: "candidate" },
      h("h3", { class: "candidate-title" }, this.context.match?.named(label) ?? label),
      refusals.map((refusal) => this.refusal(refusal)),
    );
  }

  /** @param {Refusal} refusal */
  refusal({ title, message, source, rule }) {
    const { match, texts } = this.context;
    return h(
      "div",
      { class: "refusal" },
      h("h4", {}, h("button", { class: "rule-link", onclick: () => this.context.showRule(rule) }, title)),
      h("p", {}, match?.named(message) ?? message),
      sourceLine(source, texts),
    );
  }

  /**
   * @param {string} title
   * @param {Action[]} actions
   */
  offers(title, actions) {
    const { context } = this;
    return h(
      "div",
      { class: "instead" },
      h("h3", {}, title),
      actions.map((action) =>
        h(
          "button",
          {
            onclick: () => void context.play(action),
            onpointerenter: () => context.light([action]),
            onpointerleave: () => context.light(actions),
            onfocus: () => context.light([action]),
          },
          context.match?.named(action.label) ?? action.label,
        ),
      ),
    );
  }

  /**
   * @param {string[]} places
   * @param {...import("./dom.js").Child | import("./dom.js").Child[]} children
   */
  show(places, ...children) {
    const { texts } = this.context;
    const names = places.map((place) => this.context.placeName(place)).join(" + ");
    fillWith(
      this.element,
      h(
        "div",
        { class: "sheet-head" },
        h("h2", {}, icon("why"), texts.whyTitle),
        h(
          "button",
          { class: "quiet", "aria-label": texts.close, onclick: () => this.context.toggleWhy() },
          icon("close"),
        ),
      ),
      names && h("p", { class: "soft small" }, `${texts.pointed} `, h("strong", {}, names)),
      h("div", { role: "status" }, ...children.flat()),
    );
    this.element.hidden = false;
    this.element.scrollTop = 0;
  }
}
