// A match of a room: people at several places, kept by the service. This side looks again whenever something changed.

import { Problem } from "./client.js";
import { MatchModel } from "./match.js";
import { cleanName } from "./names.js";
import { pause } from "./sse.js";

/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").Room} Room */
/** @typedef {import("./types.js").BotOptions} BotOptions */
/** @typedef {import("./client.js").RefereeClient} RefereeClient */

const POLL = 3000;
const THINKING_POLL = 1500;
const TRIES = 4;
const LOOK_TIMEOUT = 10_000;

/** A match of a room, as the holder of one credential sees it. */
export class RoomMatch extends MatchModel {
  /** @type {AbortController | null} */
  #following = null;
  /** @type {Promise<void> | null} */
  #looking = null;
  #isLookDue = false;
  #hasFailed = false;
  /** The ply up to which the log is complete. */
  #since = 0;

  /** @param {{client: RefereeClient, id: string, credential: string}} options */
  constructor({ client, id, credential }) {
    super({ client, game: "" });
    this.id = id;
    this.credential = credential;
    /** @type {Room | null} */
    this.room = null;
    /** How changes arrive: by the event stream, by polling, or not at all because the room is gone. */
    this.connection = /** @type {"live" | "polling" | "gone"} */ ("polling");
    /** When the decision that is due must be made, in milliseconds of `Date.now()`. @type {number | null} */
    this.deadline = null;
  }

  // --- what a table asks ---

  get source() {
    return { room: this.id, credential: this.credential };
  }

  /** Whether the room is deleted, has expired or is closed to this viewer. */
  get isGone() {
    return this.connection === "gone";
  }

  get role() {
    return this.room?.viewer.role ?? "watcher";
  }

  /** The time limit of a decision in seconds, or null. */
  get seconds() {
    return this.room?.seconds ?? null;
  }

  get isOver() {
    return this.room !== null && this.room.status !== "playing";
  }

  get canPlay() {
    const legal = this.position?.legal_actions ?? [];
    return !this.isBusy && !this.isOver && legal.length > 0 && this.position?.turn?.seat === this.viewer;
  }

  get canUndo() {
    return !this.isBusy && (this.room?.can_undo ?? false);
  }

  get canResign() {
    return this.role === "seat" && !this.isOver && !this.players[this.viewer ?? 0]?.isResigned;
  }

  get canRematch() {
    return this.isOver && this.role !== "watcher";
  }

  /** The new room, once a rematch was set up: its id, the credential of this viewer and a link. */
  get next() {
    return this.room?.rematch ?? null;
  }

  /** Whether the viewer may put a bot on a seat. @param {number} seat */
  canTakeOver(seat) {
    const player = this.players[seat];
    if (!player || player.bot !== null || this.isOver || this.role === "watcher") return false;
    return seat === this.viewer || player.isAway;
  }

  // --- beginning and end ---

  async start() {
    this.stop();
    const following = new AbortController();
    this.#following = following;
    const isFound = await this.busy(async () => {
      await this.#fetch();
      this.info = await this.client.game(this.game);
    });
    if (following.signal.aborted) return;
    if (!isFound && this.isGone) return;
    this.#follow(following.signal);
    this.#poll(following.signal);
    globalThis.addEventListener?.("online", () => this.look(), { signal: following.signal });
  }

  stop() {
    this.#following?.abort();
    this.#following = null;
  }

  // --- looking ---

  #path(rest = "") {
    return `/v1/rooms/${encodeURIComponent(this.id)}${rest}`;
  }

  /**
   * Send a change of the room, again after a lost connection: repeats are safe.
   * @param {string} path
   * @param {object} body
   */
  async #post(path, body) {
    const { credential } = this;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.client.request("POST", path, { credential, body });
      } catch (error) {
        const isBrief = error instanceof Problem && [0, 502, 503, 504].includes(error.status);
        if (!isBrief || tries === TRIES) throw error;
        await pause(Math.max(error.retryAfter * 1000, 400 * 2 ** tries), this.#following?.signal);
      }
    }
  }

  /** Get the room, and all of its log if moves were taken back. */
  async #fetch() {
    try {
      for (let isComplete = false; !isComplete;) {
        const since = this.#since;
        const request = { credential: this.credential, timeout: LOOK_TIMEOUT };
        const room = await this.client.request("GET", this.#path(`?since=${since}`), request);
        isComplete = this.#accept(room, since);
      }
    } catch (error) {
      if (error instanceof Problem && [403, 404, 410].includes(error.status)) this.#lose();
      throw error;
    }
  }

  /** Stop following a room that is gone. */
  #lose() {
    this.connection = "gone";
    this.stop();
  }

  /**
   * Show a room. Return whether its events complete the log. They do not after an undo, or if an answer was overtaken.
   * @param {Room} room
   * @param {number} since the ply after which its events begin
   */
  #accept(room, since) {
    const isUndone = this.room !== null && room.undos !== this.room.undos;
    if (this.room !== null && room.version < this.room.version) return true; // an answer that was overtaken
    const { ply } = room.position;
    this.room = room;
    this.game = room.game;
    this.position = room.position;
    this.viewer = room.viewer.seat;
    this.players = room.players.map((player) => ({
      seat: player.seat, name: player.name, bot: player.bot?.bot ?? null, isYou: player.seat === room.viewer.seat,
      isAway: player.is_away, isResigned: player.is_resigned, hasJoined: player.has_joined,
    }));
    this.thinking = room.thinking && { ...room.thinking, best: null };
    this.deadline = room.deadline_in === null ? null : Date.now() + room.deadline_in * 1000;
    if (isUndone) {
      this.log = [];
      this.#since = 0;
      return false;
    }
    if (since !== this.#since) return ply === this.#since;
    this.note(room.position);
    this.#since = ply;
    return true;
  }

  /** Look at the room again. Several wishes to look while one answer is on its way lead to one more look. */
  look() {
    this.#isLookDue = true;
    this.#looking ??= this.#looks().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #looks() {
    while (this.#isLookDue && !this.isGone) {
      this.#isLookDue = false;
      try {
        await this.#fetch();
        this.#hasFailed = false;
      } catch (error) {
        if (!this.#hasFailed || this.isGone) this.failed(error); // once, not at every look
        this.#hasFailed = true;
      }
      this.changed();
    }
  }

  /**
   * Follow the event stream until the match stops.
   * @param {AbortSignal} signal
   */
  async #follow(signal) {
    const ticket = async () => {
      const { ticket: once } = await this.client.request("POST", this.#path("/tickets"),
        { credential: this.credential, body: {}, signal });
      return this.#path(`/events?ticket=${encodeURIComponent(once)}`);
    };
    try {
      await this.client.events(ticket, {
        signal,
        onEvent: ({ event, data }) => {
          if (event === "gone" || this.#isNews(JSON.parse(data))) this.look();
        },
        onState: (isOpen) => {
          if (signal.aborted || this.connection === (isOpen ? "live" : "polling")) return;
          this.connection = isOpen ? "live" : "polling";
          this.changed();
          if (!isOpen) this.look(); // to know at once whether the service is still there
        },
      });
    } catch (error) {
      if (!signal.aborted) this.look(); // the room says itself whether it is gone
    }
  }

  /**
   * Return whether an event is about something that is not shown yet. Presence of players has no version of its own.
   * @param {{version: number}} event
   */
  #isNews({ version }) {
    return this.room === null || version >= this.room.version;
  }

  /**
   * Look regularly while no stream is open, and while a bot thinks, whose progress makes no event.
   * @param {AbortSignal} signal
   */
  async #poll(signal) {
    while (!signal.aborted) {
      await pause(this.thinking ? THINKING_POLL : POLL, signal);
      if (!signal.aborted && (this.connection === "polling" || this.thinking)) await this.look();
    }
  }

  // --- changing ---

  /**
   * Send a change, and show the room that it answers. A stale one shows the new position and the problem.
   * @param {string} call
   * @param {object} body
   */
  #change(call, body) {
    return this.busy(async () => {
      const since = this.#since;
      const show = (/** @type {Room} */ room) => {
        if (!this.#accept(room, since)) this.look();
      };
      try {
        show(await this.#post(this.#path(`/${call}?since=${since}`), body));
      } catch (error) {
        if (error instanceof Problem && error.body.room) show(error.body.room);
        throw error;
      }
    });
  }

  async play(/** @type {Action} */ action) {
    if (!this.canPlay) return false;
    return this.#change("moves", { expect: this.position?.digest, notation: action.notation });
  }

  async undo() {
    if (!this.canUndo) return false;
    return this.#change("undo", { expect: this.position?.digest });
  }

  /** Give up. A bot plays on. */
  resign() {
    return this.#change("resign", {});
  }

  /** Set up a new room with the same seats; `next` has it. */
  rematch() {
    return this.#change("rematch", {});
  }

  /** Put a bot on a seat that is away, or on the viewer's own. @param {number} seat @param {BotOptions} [bot] */
  takeOver(seat, bot = { bot: "greedy" }) {
    return this.#change(`seats/${seat}`, { bot });
  }

  /** Take the viewer's seat back from its bot. */
  takeBack() {
    return this.#change(`seats/${this.viewer}`, { bot: null });
  }

  /** Change the viewer's name. @param {string} name */
  rename(name) {
    return this.#change(`seats/${this.viewer}`, { name: cleanName(name) });
  }

  /** Delete the room. Only its creator may. */
  remove() {
    return this.busy(async () => {
      await this.client.request("DELETE", this.#path(), { credential: this.credential });
      this.#lose();
    });
  }

  async record() {
    return (await this.recordAnswer()).text ?? "";
  }

  /**
   * Return the record with its commitment. Until the end it lacks what the viewer may not see.
   * @returns {Promise<any>}
   */
  recordAnswer() {
    return this.client.request("GET", this.#path("/record"), { credential: this.credential });
  }
}

