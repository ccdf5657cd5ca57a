// A record that can be stepped through: head, ruling, controls, the picture of each position, moves, scores and dice.

import { isAbort } from "../client.js";
import { fill } from "../language.js";
import { fillWith, h, seatMark } from "../panels/dom.js";
import { namedText } from "../names.js";
import { ScorePlot } from "../plot.js";
import { PositionPicture } from "./record-board.js";
import { badge, chanceCard, explanation, proofOf } from "./record-chance.js";
import { recordHead, shareControls, sideName } from "./record-head.js";
import { chanceMark, MoveList } from "./record-moves.js";
import { Player } from "./record-player.js";
import { rulingCard, verdictLine } from "./record-ruling.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./record-texts.js").RecordTexts} RecordTexts */
/** @typedef {import("./record-replay.js").Replay} Replay */
/** @typedef {import("./record-replay.js").Step} Step */
/** @typedef {import("../plot.js").ScoreLine} ScoreLine */

/** Pause before a request that replaces one in progress, so that a slider sends few of them. */
const QUIET_MS = 80;

/** The viewer of one replayed record. */
export class RecordViewer {
  ply = 0;
  #visits = 0;
  #isFetching = false;

  /**
   * @param {{app: App, texts: RecordTexts, title: string, replay: Replay, seat: number | null, onAnother: () => void,
   *   onKey: (key: string) => void}} options `onKey` gets the key of chance that the reader enters
   */
  constructor({ app, texts, title, replay, seat, onAnother, onKey }) {
    this.app = app;
    this.texts = texts;
    this.replay = replay;
    this.look = { seat, theme: app.theme };
    const { game } = replay.record;
    this.share = shareControls({ app, texts, game, state: () => replay.state(this.ply), canPlay: true });
    const { head, heading } = this.#head(title, onAnother);
    this.heading = heading;
    this.now = h("div", { class: "card now", tabIndex: 0, role: "region", "aria-label": texts.move });
    this.picture = new PositionPicture({ app, texts, game: replay.record.game });
    const seek = (/** @type {number} */ ply) => void this.#byHand(ply);
    this.player = new Player({ texts, count: replay.count, describe: (ply) => this.#sentence(ply),
      more: this.#viewChoice(), onSeek: (ply) => this.seek(ply) });
    this.list = new MoveList({ texts, onSeek: seek });
    this.lines = this.#scoreLines();
    this.legend = h("ul", { class: "plain-list row plot-legend" });
    const names = this.lines.map((line) => line.name).join(", ");
    this.plot = new ScorePlot({ title: texts.plotTitle, detail: fill(texts.plotDetail, { names }),
      at: (ply) => fill(texts.plotAt, { ply, scores: this.#scoreText(ply) }), onSeek: seek });
    this.element = this.#layout(head, onKey);
    this.element.addEventListener("keydown", (event) => this.player.onKey(event));
    this.list.show(this.#rows(), replay.count + 1);
    this.plot.show(this.lines, { isBad: replay.hasBadMove });
  }

  /**
   * Show the position after a move. Settles when its picture is shown.
   * @param {number} ply
   */
  async seek(ply) {
    const direction = ply < this.ply ? -1 : 1;
    this.ply = ply;
    this.player.moveTo(ply);
    this.list.select(ply);
    this.plot.moveTo(ply);
    this.share.hide();
    this.#showLegend();
    this.#showNow();
    await this.#showPicture(direction);
  }

  /** @param {import("../theme.js").ThemeName} theme */
  retheme(theme) {
    this.look = { ...this.look, theme };
    void this.#showPicture(1);
  }

  /** End all requests, timers and observers. */
  stop() {
    this.#visits += 1;
    this.player.stop();
    this.plot.stop();
    this.replay.stop();
  }

  /** @param {number} ply */
  async #byHand(ply) {
    this.player.pause();
    await this.seek(ply);
  }

  // --- parts ---

  /**
   * @param {string} title
   * @param {() => void} onAnother
   */
  #head(title, onAnother) {
    const { app, texts, replay } = this;
    const { element, heading } = recordHead({ app, texts, title, replay, share: this.share.buttons, onAnother });
    const line = verdictLine({ texts, replay, onGo: () => void this.#byHand(replay.count) });
    const hasRuling = replay.hasBadMove || (!replay.ruling.valid && replay.count > 0);
    const ruling = hasRuling && rulingCard({ texts, language: app.language, replay });
    return { head: [element, this.share.more, line, ruling], heading };
  }

  /**
   * @param {(Node | false)[]} head
   * @param {(key: string) => void} onKey
   */
  #layout(head, onKey) {
    const { texts, replay } = this;
    const scores = h("section", { class: "card stack scores-card" }, h("h2", {}, texts.scores), this.legend,
      this.plot.element);
    const moves = h("section", { class: "card moves-card" }, h("h2", {}, texts.moves), this.list.element);
    const controls = h("div", { class: "card controls" }, this.player.element);
    const main = h("div", { class: "record-main" }, controls, this.picture.element, scores);
    const side = h("div", { class: "record-side" }, this.now, moves, chanceCard({ texts, replay, onKey }));
    return h("div", { class: "record-view stack" }, head, h("div", { class: "record-grid" }, main, side));
  }

  #viewChoice() {
    const { texts, replay } = this;
    const seats = Array.from({ length: replay.record.seats }, (_, seat) => seat);
    const select = h("select", { id: "record-view", onchange: () => {
      this.look = { ...this.look, seat: select.value === "" ? null : Number(select.value) };
      void this.#showPicture(1);
    } }, h("option", { value: "" }, texts.spectator),
    seats.map((seat) => h("option", { value: String(seat) }, this.#name(seat))));
    select.value = String(this.look.seat ?? "");
    return h("div", { class: "row view-choice" }, h("label", { for: "record-view" }, texts.view), select);
  }

  #rows() {
    const { texts, replay } = this;
    const { steps, badMove, record, ruling } = replay;
    const rows = steps.map(({ seat, label, chance }) => ({ seat, label: this.#named(label),
      badge: chance && badge(texts, proofOf(chance), { isShort: true }) }));
    const start = { seat: null, label: texts.start, badge: null };
    if (!badMove) return [start, ...rows];
    const { seat, notation } = badMove;
    const bad = { seat, label: notation, badge: badge(texts, "no", { isShort: true }), isBad: true };
    const unplayed = record.moves.length - (ruling.index ?? 0) - 1;
    const rest = { seat: null, label: fill(texts.unplayed, { count: unplayed }), badge: null };
    return [start, ...rows, bad, ...(unplayed > 0 ? [rest] : [])];
  }

  /** @returns {ScoreLine[]} */
  #scoreLines() {
    const { steps, record } = this.replay;
    const [first] = steps;
    if (!first) return [];
    const whole = [first, ...steps]; // before the first move the scores are those after it
    const seats = Array.from({ length: record.seats }, (_, seat) => ({ name: this.#name(seat), mark: seat,
      values: whole.map(({ scores }) => scores[seat] ?? 0) }));
    const rivals = Object.keys(first.rivals).map((rival) => ({ name: this.#name(rival), mark: null,
      values: whole.map((step) => step.rivals[rival] ?? 0) }));
    return [...seats, ...rivals];
  }

  // --- the current position ---

  /** @param {number | string} side */
  #name(side) {
    return sideName(this.texts, this.app.language, this.replay.record.names, side);
  }

  /**
   * Return a text of the service with the names of the players.
   * @param {string} text
   */
  #named(text) {
    return namedText(text, this.replay.record.names);
  }

  /** @param {number} ply */
  #sentence(ply) {
    const step = this.replay.steps[ply - 1];
    const { ofMoves, start } = this.texts;
    if (!step) return start;
    const place = fill(ofMoves, { ply, count: this.replay.count });
    return `${place}: ${this.#name(step.seat)}, ${this.#named(step.label)}`;
  }

  /** @param {number} ply */
  #scoreText(ply) {
    return this.lines.map((line) => `${line.name} ${line.values[ply] ?? 0}`).join(", ");
  }

  #showLegend() {
    fillWith(this.legend, this.lines.map((line) => h("li", { class: "row" }, seatMark(line.mark),
      h("span", {}, line.name), h("strong", { class: "number" }, line.values[this.ply] ?? 0))));
  }

  #showNow() {
    const { texts, replay } = this;
    const step = replay.steps[this.ply - 1];
    this.now.scrollTop = 0;
    if (!step) {
      fillWith(this.now, h("p", {}, h("strong", {}, texts.start)), h("p", { class: "soft" }, texts.startDetail));
      return;
    }
    const { chance } = step;
    fillWith(this.now,
      h("p", { class: "row" }, step.seat === "chance" ? chanceMark() : seatMark(step.seat),
        h("span", { class: "soft" }, `${step.ply} · ${this.#name(step.seat)}`),
        chance && badge(texts, proofOf(chance))),
      h("p", {}, h("strong", {}, this.#named(step.label))), h("p", {}, this.#named(step.text)),
      chance && h("p", { class: "soft small" }, explanation(texts, replay.record, chance).join(" ")));
  }

  /** @param {number} direction of the last step: its next positions are fetched in advance */
  async #showPicture(direction) {
    const visit = ++this.#visits;
    if (this.#isFetching) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    if (visit !== this.#visits) return;
    this.#isFetching = true;
    this.picture.setBusy(true);
    try {
      const near = [this.ply + direction, this.ply - direction, this.ply + 2 * direction];
      const text = await this.replay.picture(this.ply, this.look, near);
      if (visit === this.#visits) this.picture.show(text, this.look.theme);
    } catch (error) {
      if (isAbort(error) || visit !== this.#visits) return;
      this.picture.fail(this.app.problemCard(error, () => void this.#showPicture(1)));
    } finally {
      if (visit === this.#visits) this.#isFetching = false;
    }
  }
}
