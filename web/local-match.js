// A match of this browser: open, with bots that the service moves, undo, and a record. Nothing is stored elsewhere.

import { isAbort } from "./client.js";
import { recordText } from "./match-record.js";
import { MatchModel } from "./match.js";
import { cleanName } from "./names.js";

/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./client.js").RefereeClient} RefereeClient */
/**
 * @typedef {"you" | "random" | "greedy" | "search"} PlayerKind
 * @typedef {{kind: PlayerKind, name?: string, budget?: import("./types.js").Budget}} Seating
 * @typedef {{mode: "seeded" | "table", seed?: string}} ChanceSetup
 * @typedef {{seats: number, options?: object, content?: string, chance?: ChanceSetup}} Setup
 */
/** @typedef {import("./match-record.js").Move} Move */
/**
 * A position to which `undo` returns, with the number of moves up to there.
 * @typedef {{position: Position, moves: number, viewer: number | null}} Snapshot
 */

export const STORAGE_KEY = "referee.match";
const PARTS = ["state", "legal_actions", "played", "events"];
const SAVED_UNDOS = 30;

/**
 * Return a position without what is only needed once.
 * @param {Position} position
 * @returns {Position}
 */
function bare({ legal_actions, played, events, ...position }) {
  return position;
}

/** A match of this browser. */
export class LocalMatch extends MatchModel {
  /** @type {Snapshot[]} */
  #snapshots = [];
  /** @type {Move[]} */
  #moves = [];
  /** @type {AbortController | null} */
  #stopSwitch = null;
  #isStopped = true;
  #isUnsaved = false;
  /** The language of the log. */
  #language = "";
  /** The number of the present run of the bots; an older run ends. */
  #run = 0;
  /** @type {Promise<void>} */
  #bots = Promise.resolve();

  /**
   * @param {{client: RefereeClient, game: string, setup: Setup, players: Seating[]}} options `players` is by seat.
   */
  constructor({ client, game, setup, players }) {
    super({ client, game });
    this.#language = client.language;
    this.setup = setup;
    this.seating = players;
    /** The bots wait until `resume`. */
    this.isPaused = false;
    /** The match began from a position, so it has no record. */
    this.isPartial = false;
    this.players = players.map(({ kind, name = "" }, seat) => ({
      seat, name: cleanName(name), bot: kind === "you" ? null : kind, isYou: kind === "you",
      isAway: false, isResigned: false, hasJoined: true,
    }));
    this.viewer = this.players.find(({ isYou }) => isYou)?.seat ?? null;
  }

  /** The seat to move. */
  get #turnSeat() {
    return this.position?.turn?.seat ?? null;
  }

  /** The seating of the bot that is to move. */
  get #botToMove() {
    const seat = this.#turnSeat;
    const seating = typeof seat === "number" ? this.seating[seat] : undefined;
    return seating && seating.kind !== "you" ? seating : null;
  }

  get canPlay() {
    const seat = this.#turnSeat;
    return !this.isBusy && (seat === "chance" || (seat !== null && this.#botToMove === null));
  }

  get canUndo() {
    return !this.isBusy && this.#snapshots.length > 0;
  }

  // --- beginning and end ---

  async start() {
    this.#isStopped = false;
    await this.busy(async () => {
      this.info = await this.client.game(this.game);
      if (this.position) await this.#refresh();
      else this.#accept(await this.client.setUp(this.game, { ...this.setup, include: PARTS }));
    });
    this.#moveBots();
  }

  stop() {
    this.#isStopped = true;
    this.#halt();
  }

  /** Fetch what depends on the language, and what a saved match leaves out. */
  async #refresh() {
    const { position } = this;
    if (position === null) return;
    if (position.result === null) {
      Object.assign(position, await this.client.post(this.game, "legal-actions", this.source));
    }
    if (position.turn === null && position.result === null) position.result = (await this.scores()).result;
    this.#look();
    if (this.#language !== this.client.language && !this.isPartial) await this.#translate();
  }

  /** Write the log again in the language of the client. */
  async #translate() {
    const body = { text: await this.record(), include: ["steps"] };
    const { steps = [] } = await this.client.post(this.game, "replays", {}, body);
    this.log = steps.filter((/** @type {{text: string}} */ { text }) => text)
      .map((/** @type {import("./types.js").LogEntry} */ { ply, seat, text }) => ({ ply, seat, text, kind: "step" }));
    this.#language = this.client.language;
  }

  /** Let the seat to move look at the table, if it sits here. */
  #look() {
    const seat = this.#turnSeat;
    if (typeof seat === "number" && this.players[seat]?.isYou) this.viewer = seat;
  }

  // --- moves ---

  async play(/** @type {Action} */ action) {
    const { position } = this;
    if (!this.canPlay || position === null) return false;
    const isPlayed = await this.busy(() => this.#play(action.notation, true));
    if (isPlayed) this.isPaused = false;
    this.#moveBots();
    return isPlayed;
  }

  /**
   * Play a line of notation for the seat to move.
   * @param {string} notation
   * @param {boolean} isDecision whether `undo` returns to the position before it
   */
  async #play(notation, isDecision) {
    const before = this.position;
    if (!before?.turn) return;
    const body = { notation, seat: before.turn.seat, include: PARTS };
    const after = await this.client.post(this.game, "moves", this.source, body);
    if (isDecision) {
      this.#snapshots.push({ position: bare(before), moves: this.#moves.length, viewer: this.viewer });
    }
    this.#accept(after);
  }

  /** @param {Position} position */
  #accept(position) {
    this.position = position;
    this.note(position);
    for (const { seat, notation } of position.played ?? []) {
      if (notation !== null) this.#moves.push({ seat, notation });
    }
    this.#look();
    this.save();
  }

  async undo() {
    const snapshot = this.#snapshots.at(-1);
    if (!snapshot || this.isBusy) return false;
    await this.#halt();
    const isUndone = await this.busy(async () => {
      const { digest, state, signature } = snapshot.position;
      const source = { digest, state, signature };
      const fresh = await this.client.post(this.game, "legal-actions", source);
      this.#snapshots.pop();
      this.isPaused = false;
      this.position = { ...snapshot.position, ...fresh };
      this.viewer = snapshot.viewer;
      this.log = this.log.filter(({ ply }) => ply <= snapshot.position.ply);
      this.#moves.length = snapshot.moves;
      this.#look();
      this.save();
    });
    this.#moveBots();
    return isUndone;
  }

  // --- bots ---

  /** Move the bots until a person or real dice decide. */
  #moveBots() {
    const run = this.#run += 1;
    const isDue = () => run === this.#run && !this.#isStopped && !this.isPaused;
    this.#bots = this.#bots.then(async () => {
      while (isDue() && this.#botToMove) await this.#moveBot(this.#botToMove);
    });
  }

  /** End the run of the bots, and return when nothing of it is left. */
  #halt() {
    this.#run += 1;
    this.#stopSwitch?.abort();
    return this.#bots;
  }

  /** @param {Seating} seating */
  async #moveBot({ kind, budget }) {
    const seat = /** @type {number} */ (this.#turnSeat);
    const stopSwitch = new AbortController();
    this.#stopSwitch = stopSwitch;
    this.thinking = { seat, bot: kind, iterations: 0, best: null };
    this.changed();
    const body = { bot: kind, until: "turn_end", play: true,
      ...(kind === "search" ? { ...(budget ? { budget } : {}) } : { include: PARTS }) };
    try {
      const { position } = await this.client.botMove(this.game, this.source, body, {
        signal: stopSwitch.signal,
        onProgress: ({ iterations, best }) => {
          this.thinking = { seat, bot: kind, iterations, best };
          this.progressed();
        },
      });
      if (stopSwitch.signal.aborted) return;
      if (position) this.#accept(position);
      else this.isPaused = true;
    } catch (error) {
      if (!isAbort(error)) this.isPaused = true;
      this.failed(error);
    } finally {
      this.thinking = null;
      this.#stopSwitch = null;
      this.changed();
    }
  }

  /** Stop the bot that thinks, and let all bots wait until `resume`. */
  stopBot() {
    this.isPaused = true;
    this.#halt();
    this.changed();
  }

  /** Let the bots continue. */
  resume() {
    this.isPaused = false;
    this.changed();
    this.#moveBots();
  }

  /** Let the bot that thinks play the best move that it has found, or a greedy one, and continue. */
  async moveNow() {
    const best = this.thinking?.best?.notation;
    if (!this.#botToMove) return;
    this.stopBot();
    await this.#bots;
    await this.busy(async () => {
      if (best) return this.#play(best, false);
      const body = { bot: "greedy", play: true, include: PARTS };
      const { position } = await this.client.botMove(this.game, this.source, body);
      if (position) this.#accept(position);
    });
    this.resume();
  }

  // --- record and storage ---

  async record() {
    const { position, setup, seats } = this;
    if (position === null || this.isPartial) return "";
    return recordText({ position, seats, options: setup.options, moves: this.#moves });
  }

  /** Save the match on this device. If there is no room for it, undo reaches less far back after a reload. */
  save() {
    const { localStorage } = globalThis;
    if (!localStorage || this.position === null) return;
    for (const undos of [SAVED_UNDOS, 1, 0]) {
      try {
        localStorage.setItem(STORAGE_KEY, JSON.stringify(this.#data(undos)));
        return;
      } catch (error) {
        if (undos > 0 || this.#isUnsaved) continue;
        this.#isUnsaved = true;
        this.failed(error);
      }
    }
  }

  /** Return the whole match as data. */
  toJSON() {
    return this.#data(SAVED_UNDOS);
  }

  /** @param {number} undos how many steps of undo it has */
  #data(undos) {
    return {
      game: this.game, setup: this.setup, players: this.seating, position: this.position && bare(this.position),
      log: this.log, language: this.#language, moves: this.#moves, viewer: this.viewer, isPaused: this.isPaused,
      isPartial: this.isPartial,
      snapshots: undos > 0 ? this.#snapshots.slice(-undos) : [],
    };
  }

  /**
   * Return a match from its data. Its `start` continues it.
   * @param {any} data What `toJSON` returned, or its text.
   * @param {{client: RefereeClient}} options
   * @returns {LocalMatch}
   */
  static restored(data, { client }) {
    const { game, setup, players, position, log = [], language = client.language, moves = [], viewer,
      isPaused = false, isPartial = false, snapshots = [] } = typeof data === "string" ? JSON.parse(data) : data;
    const match = new LocalMatch({ client, game, setup, players });
    Object.assign(match, { position, log, isPaused, isPartial });
    match.#language = language;
    match.viewer = viewer ?? match.viewer;
    match.#moves = moves;
    match.#snapshots = snapshots;
    return match;
  }

  /**
   * Return a match that begins from an open state. It has no record.
   * @param {{client: RefereeClient, game: string, state: any, players: Seating[]}} options
   * @returns {LocalMatch}
   */
  static fromState({ client, game, state, players }) {
    const { ruleset, content, ply } = state;
    const position = { game, ruleset, content, ply, digest: "", state, turn: null, result: null };
    const setup = { seats: players.length };
    return LocalMatch.restored({ game, setup, players, position, isPartial: true }, { client });
  }
}
