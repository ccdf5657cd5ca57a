// `<referee-table>`: a whole table with board, prompt, moves, log, scores, record, hint and "why not?".
import { Problem } from "./client.js";
import { languageOf, textsOf } from "./language.js";
import { fillWith, h } from "./panels/dom.js";
import { HintPanel } from "./panels/hint.js";
import { LogPanel } from "./panels/log.js";
import { MovesPanel } from "./panels/moves.js";
import { PromptPanel } from "./panels/prompt.js";
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

/** Most places that one question may name. */
const MOST_PLACES = 8;

/**
 * A table. Set `match`, or the attributes `game` (with `seats`, `bots`, `base`) or `room` (with `credential`).
 * Events: `referee-choose` (cancelable, before a move is sent), `referee-narrow`, `referee-moved`, `referee-refused`.
 */
export class RefereeTable extends HTMLElement {
  static observedAttributes = ["language", "theme", "game", "seats", "bots", "base", "room", "credential"];

  /** @type {MatchModel | null} */
  #match = null;
  /** @type {string[]} */
  #asked = [];
  #questions = 0;
  #isBuilt = false;
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
    this.stage = new Stage(this.context);
    this.prompt = new PromptPanel(this.context);
    this.moves = new MovesPanel(this.context);
    this.log = new LogPanel(this.context);
    this.scores = new ScoresPanel(this.context);
    this.why = new WhyPanel(this.context);
    this.hint = new HintPanel(this.context, () => this.#showPanels());
    this.result = new ResultPanel(this.context);
    this.record = new RecordPanel(this.context, {
      share: () => this.share?.() ?? Promise.resolve(""), open: (record) => this.openRecord?.(record),
    });
    this.tabs = new Tabs((id) => this.#onTab(id));
    this.dialog = h("dialog");
    const prompt = h("section", { class: "prompt" }, this.prompt.element, this.why.element, this.hint.element, this.result.element);
    root.append(h("div", { class: "table" }, this.stage.element, h("div", { class: "side" }, prompt, this.tabs.element)), this.dialog);
    this.#listen();
  }

  // --- properties ---

  get match() {
    return this.#match;
  }

  /** Show another match. The table does not start or stop it, except for matches made from attributes. */
  set match(match) {
    const old = this.#match;
    for (const [name, listener] of this.#listeners()) old?.removeEventListener(name, listener);
    this.#match = match;
    for (const [name, listener] of this.#listeners()) match?.addEventListener(name, listener);
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
    if (!this.#match && (this.hasAttribute("game") || this.hasAttribute("room"))) void this.#startOwn();
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

  /** @returns {[string, (event: Event) => void][]} */
  #listeners() {
    return [["change", this.onChange], ["progress", this.onProgress], ["problem", this.onProblem]];
  }

  /** Return what the panels see and do. @returns {import("./panels/context.js").TableContext} */
  #newContext() {
    return {
      match: null, texts: TABLE_TEXTS.en, language: "en", choice: null, ratings: new Map(), isWhy: false, isHint: false,
      play: (action) => this.#play(action), back: () => this.stage.board.cancel(), light: (actions) => this.stage.light(actions),
      askVerb: (verb) => void this.#askVerb(verb), toggleWhy: () => this.#toggleWhy(), toggleHint: () => this.#toggleHint(),
      showRule: (rule) => void showRule(this.context, this.dialog, rule), placeName: (place) => this.stage.placeName(place),
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
      { id: "moves", title: texts.moves, content: this.moves.element }, { id: "log", title: texts.log, content: this.log.element },
      { id: "scores", title: texts.scores, content: this.scores.element }, { id: "record", title: texts.record, content: this.record.element },
    ]);
    this.#isBuilt = true;
    this.#update();
  }

  /** Show the match as it is now. */
  #update() {
    if (!this.#isBuilt) return;
    const { match } = this;
    this.stage.update();
    if (!match?.isBusy && !match?.canPlay && this.context.ratings.size > 0) this.#closeHint();
    this.#showPanels();
    if (match?.isOver && this.tabs.chosen === "moves") this.tabs.choose("log");
  }

  /** Show prompt and panels. */
  #showPanels() {
    this.prompt.update();
    this.moves.update();
    this.log.update();
    void this.scores.update();
    void this.result.update();
    this.record.update();
  }

  /** @param {string} id */
  #onTab(id) {
    this.scores.isShown = id === "scores";
    void this.scores.update();
    if (id === "log") this.log.toEnd();
  }

  // --- what happens on the board ---

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
      void this.#onRefused(/** @type {CustomEvent} */ (event).detail.places);
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
    if (!match || match.isBusy) return;
    const choose = new CustomEvent("referee-choose", { detail: { action }, bubbles: true, composed: true, cancelable: true });
    if (!this.dispatchEvent(choose)) return this.stage.board.cancel();
    this.prompt.showProblem(null);
    this.#closeWhy();
    this.#closeHint();
    this.context.choice = null;
    if (!await match.play(action)) return this.stage.redraw();
    this.dispatchEvent(new CustomEvent("referee-moved", { detail: { action, position: match.position }, bubbles: true, composed: true }));
  }

  // --- why not? ---

  /** @param {string[]} places what was picked, and the place that does not fit */
  async #onRefused(places) {
    const { match } = this;
    if (!match?.position || match.isBusy) return;
    if (this.context.isWhy) {
      const place = places.at(-1) ?? "";
      this.#asked = this.#asked.includes(place) ? this.#asked.filter((each) => each !== place) : [...this.#asked, place].slice(-MOST_PLACES);
      if (this.#asked.length === 0) return this.why.invite(null);
    } else {
      this.#asked = places;
    }
    await this.#ask([...this.#asked]);
  }

  /** @param {string[]} places */
  async #ask(places) {
    const { match } = this;
    const question = ++this.#questions;
    this.#closeHint();
    if (this.why.element.hidden) this.why.wait(places);
    try {
      const verdict = await match?.verdict(places);
      if (question !== this.#questions || !verdict) return;
      this.why.answer(places, verdict);
      this.dispatchEvent(new CustomEvent("referee-refused", { detail: { places, verdict }, bubbles: true, composed: true }));
    } catch (error) {
      this.#closeWhy();
      this.prompt.showProblem(error instanceof Error ? error : { message: String(error) });
    }
  }

  /** @param {string} verb */
  async #askVerb(verb) {
    const { match } = this;
    const title = match?.info?.verbs[verb]?.title ?? verb;
    for (const place of [`button.${verb}`, `action.${verb}`]) {
      try {
        const verdict = await match?.verdict([place]);
        const candidate = verdict?.candidates?.find(({ kind }) => kind === verb);
        if (candidate) return this.why.answerVerb(title, candidate.refusals);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "unknown-place") throw error;
      }
    }
    if (!this.context.isWhy) this.#toggleWhy();
    this.why.invite(title);
  }

  #toggleWhy() {
    if (this.context.isWhy || !this.why.element.hidden) return this.#closeWhy();
    this.#closeHint();
    this.context.isWhy = true;
    this.#asked = [];
    this.why.invite(null);
    this.stage.redraw();
    this.#showPanels();
  }

  #closeWhy() {
    this.#questions += 1;
    this.why.hide();
    this.#asked = [];
    this.stage.light([]);
    if (!this.context.isWhy) return;
    this.context.isWhy = false;
    this.stage.redraw();
    this.#showPanels();
  }

  // --- hint ---

  #toggleHint() {
    if (this.context.isHint) return this.#closeHint();
    this.#closeWhy();
    this.context.isHint = true;
    this.prompt.showTools();
    void this.hint.ask();
  }

  #closeHint() {
    if (!this.context.isHint) return;
    this.context.isHint = false;
    this.hint.hide();
    this.stage.light([]);
    this.#showPanels();
  }
}

if (!customElements.get("referee-table")) customElements.define("referee-table", RefereeTable);
