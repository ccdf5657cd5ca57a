// `<referee-table>`: a whole table with board, prompt, moves, log, scores, record, hint and "why not?".
import { RefereeTip } from "./explain.js";
import { languageOf, textsOf } from "./language.js";
import { fillWith, h } from "./panels/dom.js";
import { FocusReturn } from "./panels/focus.js";
import { HintPanel } from "./panels/hint.js";
import { LogPanel } from "./panels/log.js";
import { MovesPanel } from "./panels/moves.js";
import { PromptPanel } from "./panels/prompt.js";
import { Questions } from "./panels/questions.js";
import { RecordPanel } from "./panels/record.js";
import { ResultPanel } from "./panels/result.js";
import { ScoresPanel, showRule } from "./panels/scores.js";
import { Stage } from "./panels/stage.js";
import { tableSheet } from "./panels/styles.js";
import { Tabs } from "./panels/tabs.js";
import { WhyPanel } from "./panels/why.js";
import { TABLE_TEXTS } from "./texts/table.js";
import { themeOf, themeSheet } from "./theme.js";

/** @typedef {import("./match.js").MatchModel} MatchModel */
/** @typedef {import("./types.js").Action} Action */

/**
 * A table. Set `match`, or the attributes `game` (with `seats`, `bots`, `names`, `seed`, `base`) or `room` (with
 * `credential`).
 * Events: `referee-choose` (cancelable, before a move is sent), `referee-narrow`, `referee-moved`, `referee-refused`.
 */
export class RefereeTable extends HTMLElement {
  static observedAttributes = ["language", "theme"];

  /** @type {MatchModel | null} */
  #match = null;
  #isBuilt = false;
  #isEnded = false;
  /** Ways that the page offers for records: a link to a position, and a viewer. */
  share = /** @type {(() => Promise<string>) | null} */ (null);
  openRecord = /** @type {((record: string) => void) | null} */ (null);

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [themeSheet, tableSheet];
    this.context = this.#newContext();
    this.onChange = () => this.#update();
    this.onProgress = () => this.prompt.showBar();
    this.onProblem = (/** @type {Event} */ event) => this.prompt.showProblem(/** @type {CustomEvent} */ (event).detail);
    this.stage = new Stage(this.context, (isCovered) => {
      this.side.inert = isCovered;
    });
    this.prompt = new PromptPanel(this.context);
    this.moves = new MovesPanel(this.context);
    this.log = new LogPanel(this.context);
    this.scores = new ScoresPanel(this.context);
    this.why = new WhyPanel(this.context);
    this.questions = new Questions(this.context, this.why, {
      onAnswer: (detail) => this.#onAnswer(detail),
      onProblem: (error) => this.#showProblem(error),
    });
    this.hint = new HintPanel(this.context, () => this.#showPanels());
    this.result = new ResultPanel(this.context);
    this.record = new RecordPanel(this.context, { share: () => this.share, open: () => this.openRecord });
    this.tabs = new Tabs((id) => this.#onTab(id));
    this.focusReturn = new FocusReturn(this.context, this.tabs.element, this.prompt.tools);
    this.dialog = h("dialog");
    this.tip = new RefereeTip();
    const prompt = h(
      "section",
      { class: "prompt" },
      this.prompt.element,
      this.why.element,
      this.hint.element,
      this.result.element,
    );
    this.side = h("div", { class: "side" }, prompt, this.tabs.element);
    root.append(h("div", { class: "table" }, this.stage.element, this.side), this.dialog, this.tip);
    this.#listen();
  }

  // --- properties ---

  get match() {
    return this.#match;
  }

  /** Show another match. The table does not start or stop it, except for matches made from attributes. */
  set match(match) {
    this.#listenTo("removeEventListener");
    this.#match = match;
    this.#listenTo("addEventListener");
    this.context.match = match;
    this.context.choice = null;
    if (this.isConnected) this.#build();
  }

  get language() {
    return languageOf(this.getAttribute("language") ?? document.documentElement.lang);
  }

  set language(language) {
    this.setAttribute("language", language);
  }

  get theme() {
    return themeOf(this.getAttribute("theme"));
  }

  set theme(theme) {
    this.setAttribute("theme", theme);
  }

  connectedCallback() {
    this.#build();
    if (this.#isOwn) void this.#match?.start();
    else if (!this.#match && (this.hasAttribute("game") || this.hasAttribute("room"))) void this.#startOwn();
  }

  disconnectedCallback() {
    this.hint.stop();
    if (this.#isOwn) this.#match?.stop();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#build();
  }

  // --- matches made from attributes ---

  #isOwn = false;

  /** Start the match that the attributes name. */
  async #startOwn() {
    this.#isOwn = true;
    try {
      const { matchOf } = await import("./panels/embedding.js");
      const match = await matchOf(this);
      this.match = match;
      await match.start();
    } catch (error) {
      this.prompt.showProblem(error instanceof Error ? error : { message: String(error) });
    }
  }

  // --- building and updating ---

  /** Listen to a match, or no longer. @param {"addEventListener" | "removeEventListener"} way */
  #listenTo(way) {
    this.#match?.[way]("change", this.onChange);
    this.#match?.[way]("progress", this.onProgress);
    this.#match?.[way]("problem", this.onProblem);
  }

  /** Return what the panels see and do. @returns {import("./panels/context.js").TableContext} */
  #newContext() {
    return {
      match: null,
      texts: TABLE_TEXTS.en,
      language: "en",
      choice: null,
      ratings: new Map(),
      isWhy: false,
      isHint: false,
      play: (action) => this.#play(action),
      back: () => this.stage.board.cancel(),
      light: (actions) => this.stage.light(actions),
      askVerb: (verb) => void this.#askVerb(verb),
      toggleWhy: () => this.#toggleWhy(),
      toggleHint: () => this.#toggleHint(),
      toPanels: () => this.tabs.reveal("moves", this),
      showRule: (rule) => void showRule(this.context, this.dialog, rule),
      placeName: (place) => this.stage.placeName(place),
      focused: () => this.shadowRoot?.activeElement ?? null,
    };
  }

  /** Write what depends on language and theme, then everything else. */
  #build() {
    const texts = textsOf(TABLE_TEXTS, this.language);
    Object.assign(this.context, { texts, language: this.language });
    if (this.hasAttribute("theme")) this.dataset.theme = this.theme;
    else delete this.dataset.theme;
    this.lang = this.language;
    this.stage.build(this.theme, this.language);
    this.tabs.element.setAttribute("aria-label", texts.panels);
    this.tabs.show(texts.panels, [
      { id: "moves", title: texts.moves, content: this.moves.element },
      { id: "log", title: texts.log, content: this.log.element },
      { id: "scores", title: texts.scores, content: this.scores.element },
      { id: "record", title: texts.record, content: this.record.element },
    ]);
    this.#isBuilt = true;
    this.#update();
  }

  /** Show the match as it is now. */
  #update() {
    if (!this.#isBuilt) return;
    const { match } = this;
    this.style.setProperty("--page-top", `${Math.round(this.getBoundingClientRect().top + scrollY)}px`);
    this.stage.update();
    if (!match?.isBusy && !match?.canPlay && this.context.ratings.size > 0) this.#closeHint();
    this.#showPanels();
    if (match?.isOver && !this.#isEnded) this.tabs.choose("scores");
    this.#isEnded = match?.isOver ?? false;
  }

  /** Show prompt and panels. A long answer takes the place of the panels. */
  #showPanels() {
    const isAsking = !this.why.element.hidden;
    this.focusReturn.enter(this.why.element, () => this.side.classList.toggle("has-answer", isAsking));
    this.prompt.update();
    this.moves.update();
    this.log.update();
    void this.scores.update();
    this.result.update();
    this.record.update();
  }

  /** @param {string} id */
  #onTab(id) {
    this.scores.isShown = id === "scores";
    void this.scores.update();
    if (id === "log") this.log.toEnd();
  }

  /** Listen to the board, whose events must not leave the table unseen. */
  #listen() {
    const { board } = this.stage;
    board.addEventListener("referee-choose", (event) => {
      event.stopPropagation(); // the table sends its own, which the page may cancel
      void this.#play(/** @type {CustomEvent} */ (event).detail.action);
    });
    board.addEventListener("referee-narrow", (event) => {
      this.context.choice = /** @type {CustomEvent} */ (event).detail;
      this.prompt.update();
      this.moves.update();
    });
    board.addEventListener("referee-refused", (event) => {
      event.stopPropagation();
      this.#closeHint();
      void this.questions.askPlaces(/** @type {CustomEvent} */ (event).detail.places);
    });
    board.addEventListener("referee-explain", (event) => {
      event.stopPropagation();
      if (this.#match)
        void this.tip.explain(this.#match.client, this.#match.game, /** @type {CustomEvent} */ (event).detail);
    });
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.dialog.open) this.#onEscape();
    });
  }

  /** Close what is open; the board takes its own picks back. */
  #onEscape() {
    if (this.context.isWhy || !this.why.element.hidden) this.#closeWhy();
    else if (this.context.isHint) this.#toggleHint();
  }

  /** @param {Action} action */
  async #play(action) {
    const { match } = this;
    const isLegal = match?.actions.some(({ notation }) => notation === action.notation) ?? false;
    if (!match || !isLegal) return this.stage.redraw();
    const choose = new CustomEvent("referee-choose", {
      detail: { action },
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    if (!this.dispatchEvent(choose)) return this.stage.board.cancel();
    this.prompt.showProblem(null);
    this.#closeWhy();
    this.#closeHint();
    this.context.choice = null;
    if (!(await match.play(action))) return this.stage.redraw();
    this.dispatchEvent(
      new CustomEvent("referee-moved", { detail: { action, position: match.position }, bubbles: true, composed: true }),
    );
  }

  // --- why not? ---

  /** @param {string} verb */
  async #askVerb(verb) {
    try {
      if (await this.questions.askVerb(verb)) return;
      if (!this.context.isWhy) this.#toggleWhy();
      this.why.invite(this.#match?.info?.verbs[verb]?.title ?? verb);
    } catch (error) {
      this.#showProblem(error);
    }
  }

  /** @param {object} [detail] what the page may know about the answer */
  #onAnswer(detail) {
    this.#showPanels();
    if (detail) this.dispatchEvent(new CustomEvent("referee-refused", { detail, bubbles: true, composed: true }));
  }

  /** @param {unknown} error */
  #showProblem(error) {
    this.#closeWhy();
    this.prompt.showProblem(error instanceof Error ? error : { message: String(error) });
  }

  #toggleWhy() {
    if (this.context.isWhy || !this.why.element.hidden) return this.#closeWhy();
    this.#closeHint();
    this.context.isWhy = true;
    this.questions.forget();
    this.why.invite(null);
    this.stage.redraw();
    this.#showPanels();
  }

  #closeWhy() {
    this.questions.forget();
    this.side.classList.remove("has-answer");
    this.focusReturn.leave(this.why.element);
    this.why.hide();
    this.stage.light([]);
    const wasWhy = this.context.isWhy;
    this.context.isWhy = false;
    if (wasWhy) this.stage.redraw();
    this.#showPanels();
  }

  // --- hint ---

  #toggleHint() {
    if (this.context.isHint) return this.#closeHint();
    this.#closeWhy();
    this.context.isHint = true;
    this.tabs.choose("moves");
    this.prompt.showTools();
    void this.hint.ask();
  }

  #closeHint() {
    if (!this.context.isHint) return;
    this.context.isHint = false;
    this.focusReturn.leave(this.hint.element);
    this.hint.hide();
    this.stage.light([]);
    this.#showPanels();
  }
}

if (!customElements.get("referee-table")) customElements.define("referee-table", RefereeTable);
