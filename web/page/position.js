// The screen of a shared position: what a link contains, as an open match that can be looked at and played on.

import { blake2b } from "../blake2b.js";
import { hexOf } from "../chance.js";
import { isAbort, Problem } from "../client.js";
import { fill, textsOf } from "../language.js";
import { STORAGE_KEY } from "../local-match.js";
import { fillWith, h, seatMark } from "../panels/dom.js";
import { seatName } from "../names.js";
import { messageScreen } from "./problems.js";
import { PositionPicture } from "./record-board.js";
import { shareControls } from "./record-head.js";
import { useRecordStyle } from "./record-style.js";
import { RECORD_TEXTS } from "./record-texts.js";
import { setSetting } from "./settings.js";
import { LinkError, unpacked } from "./share.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./record-texts.js").RecordTexts} RecordTexts */
/** @typedef {import("./share.js").OpenState} OpenState */
/** @typedef {import("../types.js").Turn} Turn */
/** @typedef {import("../types.js").Action} Action */
/**
 * @typedef {{title: string, game: string, state: OpenState, seats: number, turn: Turn | null,
 *   actions: Action[]}} Shared
 */

const KINDS = /** @type {const} */ (["you", "random", "greedy", "search"]);
const SEARCH_BUDGET = { milliseconds: 2000 };
const DIGEST_BYTES = 16;

/**
 * Return the screen of the position in the address. A link without a possible position gets a screen that says why.
 * @param {App} app
 * @returns {Promise<import("./app.js").Screen>}
 */
export async function positionScreen(app) {
  useRecordStyle();
  const texts = textsOf(RECORD_TEXTS, app.language);
  const [, game = "", data = ""] = app.route;
  try {
    const state = await unpacked(game, data);
    const { client } = app;
    const [info, audit] = await Promise.all([client.game(game), client.post(game, "audits", {}, { state })]);
    if (!audit.possible) return faultScreen(app, texts, audit.faults);
    const { turn, legal_actions: actions } = await client.post(game, "legal-actions", { state });
    const seats = await seatCount(app, game, state);
    return new PositionScreen(app, texts, { title: info.title, game, state, seats, turn, actions }).screen();
  } catch (error) {
    if (error instanceof LinkError) return messageScreen(app, texts.badLink, texts.linkFaults[error.fault]);
    if (!(error instanceof Problem) || error.status === 0 || error.status === 401) throw error;
    return messageScreen(app, texts.badLink, error.detail);
  }
}

/**
 * Return how many seats a state has: one score for each.
 * @param {App} app
 * @param {string} game
 * @param {OpenState} state
 */
async function seatCount(app, game, state) {
  const { scores } = await app.client.post(game, "scores", { state });
  return scores.length;
}

/**
 * Return the screen of an impossible position.
 * @param {App} app
 * @param {RecordTexts} texts
 * @param {{path: string, title: string, message: string}[]} faults
 */
function faultScreen(app, texts, faults) {
  const found = faults.map(({ path, title, message }) => h("li", {}, h("strong", {}, title), h("p", {}, message),
    h("p", { class: "soft small" }, h("code", {}, path))));
  return messageScreen(app, texts.impossibleTitle, texts.impossibleIntro, h("ul", { class: "faults stack" }, found));
}

/** A possible position. */
class PositionScreen {
  #stopped = new AbortController();

  /**
   * @param {App} app
   * @param {RecordTexts} texts
   * @param {Shared} shared
   */
  constructor(app, texts, shared) {
    this.app = app;
    this.texts = texts;
    this.shared = shared;
    this.look = { seat: /** @type {number | null} */ (null), theme: app.theme };
    this.picture = new PositionPicture({ app, texts, game: shared.game });
    const { game, state, title } = shared;
    const { buttons, more } = shareControls({ app, texts, game, state: async () => state, canPlay: false });
    const head = h("header", { class: "record-head" },
      h("div", { class: "row record-title" }, h("h1", {}, title), buttons),
      h("p", {}, texts.positionIntro, " ", texts.positionOpen), more);
    const main = h("div", { class: "record-main" }, this.#turnCard(), this.picture.element);
    const side = h("div", { class: "record-side" }, this.#playForm(), this.#movesCard());
    this.element = h("div", { class: "screen wide record position" }, h("div", { class: "record-view stack" }, head,
      h("div", { class: "record-grid" }, main, side)));
  }

  /** @returns {import("./app.js").Screen} */
  screen() {
    return {
      element: this.element, title: `${this.texts.positionTitle} – ${this.shared.title}`, start: () => this.#show(),
      stop: () => this.#stopped.abort(),
      retheme: (theme) => {
        this.look.theme = theme === "dark" ? "dark" : "light";
        void this.#show();
      },
    };
  }

  async #show() {
    const { game, state } = this.shared;
    const { seat, theme } = this.look;
    const options = { theme, highlight: "none", ...(seat === null ? {} : { seat }) };
    try {
      const { signal } = this.#stopped;
      this.picture.show(await this.app.client.picture(game, { state }, options, { signal }), theme);
    } catch (error) {
      if (!isAbort(error)) this.picture.fail(this.app.problemCard(error, () => void this.#show()));
    }
  }

  #turnCard() {
    const { app, texts, shared } = this;
    const { turn } = shared;
    const isSeat = typeof turn?.seat === "number";
    const sentence = turn === null ? texts.over
      : isSeat ? fill(texts.toMove, { name: seatName(Number(turn.seat), app.language) }) : texts.chanceToMove;
    const select = h("select", { id: "position-view", onchange: () => {
      this.look.seat = select.value === "" ? null : Number(select.value);
      void this.#show();
    } }, h("option", { value: "" }, texts.spectator), this.#seats((seat) =>
      h("option", { value: String(seat) }, seatName(seat, app.language))));
    return h("div", { class: "card row turn-card" }, isSeat && seatMark(Number(turn?.seat)), h("strong", {}, sentence),
      turn && h("span", {}, turn.prompt),
      h("div", { class: "row view-choice" }, h("label", { for: "position-view" }, texts.view), select));
  }

  /**
   * @template T
   * @param {(seat: number) => T} part
   */
  #seats(part) {
    return Array.from({ length: this.shared.seats }, (_, seat) => part(seat));
  }

  #movesCard() {
    const { texts } = this;
    const { actions } = this.shared;
    const rows = actions.map(({ label }) => h("li", {}, label));
    const list = h("ol", { class: "legal-list", tabIndex: 0, "aria-label": texts.legal }, rows);
    return actions.length > 0 && h("section", { class: "card stack" },
      h("h2", {}, `${texts.legal} (${actions.length})`), list);
  }

  #playForm() {
    const { texts, shared, app } = this;
    if (shared.turn === null) return false;
    const first = typeof shared.turn.seat === "number" ? shared.turn.seat : 0;
    const selects = this.#seats((seat) => h("select", { id: `position-seat-${seat}` }, KINDS.map((kind) =>
      h("option", { value: kind, selected: kind === (seat === first ? "you" : "greedy") }, texts.kinds[kind]))));
    const begin = (/** @type {Event} */ event) => {
      event.preventDefault();
      const kinds = selects.map((select) => KINDS.find((kind) => kind === select.value) ?? "you");
      setSetting(STORAGE_KEY, JSON.stringify(storedMatch(shared, kinds)));
      app.go("#/match");
    };
    const rows = selects.map((select, seat) => h("div", { class: "row" }, seatMark(seat),
      h("label", { for: select.id }, seatName(seat, app.language)), select));
    return h("form", { class: "card stack play-on", onsubmit: begin }, h("h2", {}, texts.whoPlays), rows,
      h("button", { class: "primary" }, texts.playOnButton), h("p", { class: "soft small" }, texts.playOnHint));
  }
}

/**
 * Return the data of a match of this browser that begins with a position.
 * @param {Shared} shared
 * @param {(typeof KINDS)[number][]} kinds
 */
function storedMatch({ game, state, seats, turn }, kinds) {
  const { ruleset, content, ply } = state;
  return {
    game, setup: { seats }, isPartial: true, moves: [], log: [], snapshots: [],
    players: kinds.map((kind) => (kind === "search" ? { kind, budget: SEARCH_BUDGET } : { kind })),
    position: { game, ruleset, content, ply, digest: digestOf(state), state, turn, result: null },
  };
}

/**
 * Return the digest of a state, by which the service finds it in its cache. That of a link that another program wrote
 * may differ, if it is no canonical JSON: then the client sends the state.
 * @param {OpenState} state
 */
function digestOf(state) {
  return hexOf(blake2b(new TextEncoder().encode(JSON.stringify(state)), { size: DIGEST_BYTES }));
}
