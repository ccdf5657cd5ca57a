// What a table shows: a match with its position, players and log, whatever keeps it.

import { namedText, seatName } from "./names.js";
import { isAbort } from "./client.js";

/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").Thinking} Thinking */
/** @typedef {import("./types.js").BotOptions} BotOptions */
/** @typedef {import("./client.js").RefereeClient} RefereeClient */

/**
 * A match that a table can show. Its events are `change` (look at everything again), `progress` (of the bot that
 * thinks) and `problem` (`detail` is the error).
 */
export class MatchModel extends EventTarget {
  /** @param {{client: RefereeClient, game: string}} options */
  constructor({ client, game }) {
    super();
    this.client = client;
    this.game = game;
    /** @type {import("./types.js").GameInfo | null} */
    this.info = null;
    /** @type {Position | null} */
    this.position = null;
    /** What happened, oldest first. @type {LogEntry[]} */
    this.log = [];
    /** @type {Player[]} */
    this.players = [];
    /** The seat whose eyes see the table; null for a spectator. @type {number | null} */
    this.viewer = null;
    /** A request of this viewer is being answered. */
    this.isBusy = false;
    /** The bot that is to move. @type {Thinking | null} */
    this.thinking = null;
  }

  // --- what a table asks ---

  get seats() {
    return this.players.length;
  }

  /** The names of all seats, in the language of the client for seats without one. */
  get names() {
    return this.players.map(({ seat, name }) => name || seatName(seat, this.client.language));
  }

  get isOver() {
    return this.position !== null && this.position.turn === null;
  }

  /** Whether the viewer may act now. */
  get canPlay() {
    return false;
  }

  get canUndo() {
    return false;
  }

  /** What calls on the position are about. @returns {import("./types.js").Source} */
  get source() {
    const { digest = "", state, signature } = this.position ?? {};
    return { digest, state, signature };
  }

  /** The legal actions that the viewer may choose from. @returns {Action[]} */
  get actions() {
    return this.canPlay ? this.position?.legal_actions ?? [] : [];
  }

  /**
   * Return a text of the service with the names of the players.
   * @param {string} text
   */
  named(text) {
    return namedText(text, this.players.map(({ name }) => name));
  }

  // --- calls on the position ---

  /** The seat and the names of a call whose answer a player reads. */
  get #eyes() {
    return { ...(this.viewer === null ? {} : { seat: this.viewer }), names: this.names };
  }

  /**
   * Return the picture that the viewer sees, as SVG text.
   * @param {object} [options] Such as `theme`, `width`, `highlight` and `part`.
   * @param {{signal?: AbortSignal}} [request]
   * @returns {Promise<string>}
   */
  picture(options = {}, request = {}) {
    return this.client.picture(this.game, this.source, { highlight: "last", ...this.#eyes, ...options }, request);
  }

  /**
   * Return what pointing at places means, with the rules that forbid it.
   * @param {string[]} places
   * @returns {Promise<import("./types.js").PlaceVerdict>}
   */
  verdict(places) {
    return this.client.post(this.game, "verdicts", this.source, { places });
  }

  /** Return the scores so far, line by line. @returns {Promise<import("./types.js").Scores>} */
  scores() {
    return this.client.post(this.game, "scores", this.source);
  }

  /**
   * Return the view of the viewer, as data and as text.
   * @param {object} [options]
   * @returns {Promise<any>}
   */
  view(options = {}) {
    return this.client.post(this.game, "views", this.source, { ...this.#eyes, ...options });
  }

  /**
   * Return how a bot ranks the legal actions of the seat to move, the best first.
   * @param {{bot?: string, budget?: import("./types.js").Budget | undefined, signal?: AbortSignal | undefined,
   *   onProgress?: (job: import("./types.js").Job) => void}} [options]
   * @returns {Promise<import("./types.js").RankedMove[]>}
   */
  async hint({ bot = "greedy", budget, ...request } = {}) {
    const body = { bot, ...(bot === "search" && budget ? { budget } : {}) };
    const { moves } = await this.client.botMove(this.game, this.source, body, request);
    return moves[0]?.ranking ?? [];
  }

  // --- what the kinds of matches do differently ---

  /** Begin or continue, and show every change from now on. @returns {Promise<void>} */
  async start() {
    throw new Error("This kind of match cannot start.");
  }

  /** Stop all requests and streams. The match can start again. */
  stop() {}

  /** Play an action of the viewer. @param {Action} action @returns {Promise<boolean>} whether it was played */
  async play(action) {
    throw new Error(`This kind of match cannot play ${action.notation}.`);
  }

  /** Take the viewer's last decision back. @returns {Promise<boolean>} */
  async undo() {
    return false;
  }

  /** Return the record as text. @returns {Promise<string>} */
  async record() {
    return "";
  }

  /** Stop the bot that thinks. */
  stopBot() {}

  /** Save the match on this device, if this kind can be saved. */
  save() {}

  // --- for the kinds of matches ---

  /** Report a change. @protected */
  changed() {
    this.dispatchEvent(new CustomEvent("change"));
  }

  /** Report the progress of the bot. @protected */
  progressed() {
    this.dispatchEvent(new CustomEvent("progress", { detail: this.thinking }));
  }

  /**
   * Report an error, unless the viewer stopped the request.
   * @param {unknown} error
   * @protected
   */
  failed(error) {
    if (!isAbort(error)) this.dispatchEvent(new CustomEvent("problem", { detail: error }));
  }

  /**
   * Add what happened in a position to the log.
   * @param {Position} position
   * @protected
   */
  note(position) {
    for (const { kind, seat, text } of position.events ?? []) {
      if (text) this.log.push({ ply: position.ply, seat, text, kind });
    }
  }

  /**
   * Do one thing of the viewer while `isBusy`, and report a problem in place of an exception.
   * @param {() => Promise<void>} work
   * @returns {Promise<boolean>} whether it succeeded
   * @protected
   */
  async busy(work) {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.changed();
    try {
      await work();
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    } finally {
      this.isBusy = false;
      this.changed();
    }
  }
}
