// A hint: how a bot ranks the legal moves, as bars, the best first.
import { fill } from "../language.js";
import { isAbort } from "../client.js";
import { fillWith, h, icon } from "./dom.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types.js").RankedMove} RankedMove */

const SEARCH_BUDGET = { milliseconds: 4000 };
const SHOWN = 3;
const LEAST_SHARE = 0.04;
/** Points behind the best move that halve a bar. */
const HALF = 2;

/**
 * Return the opinion of a bot by notation. A search counts visits; the others only value moves.
 * @param {RankedMove[]} ranking
 * @param {import("../texts/table.js").TableTexts} texts
 * @param {string} language
 * @returns {Map<string, import("./context.js").Rating>}
 */
export function ratingsOf(ranking, texts, language) {
  const visits = ranking.reduce((sum, { visits: count }) => sum + count, 0);
  const best = Math.max(...ranking.map(({ value }) => value));
  const isSearch = visits > ranking.length;
  return new Map(
    ranking.map(({ action, value, visits: count }, index) => {
      const share = isSearch ? count / visits : 2 ** (-(best - value) / HALF);
      const sign = new Intl.NumberFormat(language, {
        maximumFractionDigits: 1,
        minimumFractionDigits: 1,
        signDisplay: "exceptZero",
      });
      const text = isSearch
        ? fill(texts.hintShare, { share: Math.round(share * 100) })
        : fill(texts.hintLead, { value: sign.format(value).replace("-", "−") });
      return [action.notation, { share: Math.max(share, LEAST_SHARE), text, isBest: index === 0 }];
    }),
  );
}

/** The hint of a table. */
export class HintPanel {
  /**
   * @param {TableContext} context
   * @param {() => void} onRatings
   */
  constructor(context, onRatings) {
    this.context = context;
    this.onRatings = onRatings;
    this.element = h("section", { class: "sheet hint", hidden: true });
    this.bot = "greedy";
    /** @type {AbortController | null} */
    this.request = null;
  }

  /** Ask the bot that was chosen last. */
  async ask() {
    const { match, texts, language } = this.context;
    this.stop();
    if (!match) return;
    const request = new AbortController();
    this.request = request;
    this.show(h("p", { class: "soft", role: "status" }, texts.busy));
    try {
      const ranking = await match.hint({
        bot: this.bot,
        budget: SEARCH_BUDGET,
        signal: request.signal,
        onProgress: ({ iterations }) => {
          if (this.request === request) this.show(this.progress(iterations));
        },
      });
      if (this.request !== request) return;
      this.request = null;
      this.context.ratings = ratingsOf(ranking, texts, language);
      this.show(this.list(ranking));
      this.context.light(ranking.slice(0, 1).map(({ action }) => action));
    } catch (error) {
      if (this.request === request) this.request = null;
      if (isAbort(error)) this.show(h("p", { class: "soft" }, texts.hintFailed));
      else this.show(h("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
    }
    this.onRatings();
  }

  /** Stop the request. */
  stop() {
    const { request } = this;
    this.request = null;
    request?.abort();
  }

  /** Close the hint and forget it. */
  hide() {
    this.stop();
    this.element.hidden = true;
    fillWith(this.element);
    this.context.ratings = new Map();
  }

  /** @param {number} iterations */
  progress(iterations) {
    const { texts, language } = this.context;
    return h(
      "div",
      { class: "hint-row" },
      h("span", {}, fill(texts.hintSearching, { count: iterations.toLocaleString(language) })),
      h(
        "button",
        {
          onclick: () => {
            this.request?.abort();
          },
        },
        icon("stop"),
        texts.hintStop,
      ),
    );
  }

  /** @param {RankedMove[]} ranking */
  list(ranking) {
    const { context } = this;
    const items = ranking.slice(0, SHOWN).map(({ action }) => {
      const rating = context.ratings.get(action.notation);
      const bar = h("i");
      bar.style.width = `${Math.round((rating?.share ?? 0) * 100)}%`;
      return h(
        "li",
        {},
        h(
          "button",
          {
            onclick: () => void context.play(action),
            onpointerenter: () => context.light([action]),
            onfocus: () => context.light([action]),
          },
          h("span", {}, context.match?.named(action.label) ?? action.label),
          h("span", { class: "soft small number" }, rating?.text ?? ""),
          h("span", { class: "meter", "aria-hidden": true }, bar),
        ),
      );
    });
    return h("ol", { class: "hint-list" }, items);
  }

  /** @param {HTMLElement} content */
  show(content) {
    const { texts } = this.context;
    const select = h(
      "select",
      { "aria-label": texts.hintBot },
      [
        ["greedy", texts.hintGreedy],
        ["search", texts.hintSearch],
      ].map(([value, text]) => h("option", { value, selected: value === this.bot }, text ?? "")),
    );
    select.addEventListener("change", () => {
      this.bot = select.value;
      void this.ask();
    });
    fillWith(
      this.element,
      h(
        "div",
        { class: "sheet-head" },
        h("h2", {}, icon("hint"), texts.hintTitle),
        select,
        h(
          "button",
          { class: "quiet", "aria-label": texts.close, onclick: () => this.context.toggleHint() },
          icon("close"),
        ),
      ),
      content,
    );
    this.element.hidden = false;
  }
}
