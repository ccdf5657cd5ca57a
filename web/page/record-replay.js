// A record that the service has played again: its steps, the ruling on its first bad move, and the positions between.
// Positions and pictures are fetched when they are needed, and the neighbours of the current one in advance.

import { isAbort, Problem } from "../client.js";
import { replayBody } from "../record.js";

/** @typedef {import("../client.js").RefereeClient} RefereeClient */
/** @typedef {import("../record.js").ParsedRecord} ParsedRecord */
/** @typedef {import("../types.js").Refusal} Refusal */
/**
 * @typedef {{act: number, bound: number, number: number | null, verified: boolean | null}} StepChance
 * @typedef {{ply: number, seat: number | "chance", notation: string, label: string, text: string,
 *   scores: number[], rivals: Record<string, number>, chance: StepChance | null}} Step
 * @typedef {{valid: boolean, index: number | null, reason: string | null, refusals: Refusal[], steps: Step[]}} Ruling
 * @typedef {{seat: number | null, theme: import("../theme.js").ThemeName}} Look
 * @typedef {{digest: string, turn: import("../types.js").Turn | null, state?: Record<string, unknown>}} Stop
 */

const MAX_PICTURES = 60;
const MAX_WAITS = 5;

/** A cache that forgets what was used longest ago. */
class Recent {
  /** @type {Map<string, string>} */
  #found = new Map();

  /** @param {string} name */
  get(name) {
    const value = this.#found.get(name);
    if (value === undefined) return undefined;
    this.#found.delete(name);
    this.#found.set(name, value);
    return value;
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    this.#found.set(name, value);
    for (const oldest of this.#found.keys()) {
      if (this.#found.size <= MAX_PICTURES) return;
      this.#found.delete(oldest);
    }
  }
}

/** A replayed record. */
export class Replay {
  /** @type {Map<number, Stop>} */
  #stops = new Map();
  #pictures = new Recent();
  /** @type {Map<string, {promise: Promise<string>, abort: AbortController}>} */
  #running = new Map();

  /**
   * @param {RefereeClient} client
   * @param {ParsedRecord} record
   * @param {Ruling} ruling
   */
  constructor(client, record, ruling) {
    this.client = client;
    this.record = record;
    this.ruling = ruling;
    this.steps = ruling.steps;
  }

  /**
   * Return the replay of a record. Throws a Problem if the service cannot read it.
   * @param {RefereeClient} client
   * @param {ParsedRecord} record
   * @param {AbortSignal} signal
   */
  static async load(client, record, signal) {
    const body = replayBody(record, { include: ["steps"] });
    const ruling = await client.post(record.game, "replays", {}, body, { signal });
    return new Replay(client, record, { ...ruling, steps: ruling.steps ?? [] });
  }

  /** Return how many moves were played before the end or the first bad move. */
  get count() {
    return this.steps.length;
  }

  /** Return whether the match could be set up. If not, there is no position to show. */
  get hasStart() {
    const { valid, index } = this.ruling;
    return valid || (index !== null && index >= 0);
  }

  /** Return whether the record ends with a move that the rules or chance refuse. */
  get hasBadMove() {
    const { valid, index } = this.ruling;
    return !valid && index !== null && index < this.record.moves.length;
  }

  /** Return the first bad move, or null. */
  get badMove() {
    return this.hasBadMove ? (this.record.moves[this.ruling.index ?? 0] ?? null) : null;
  }

  /**
   * Return the open state after a ply.
   * @param {number} ply
   * @returns {Promise<Record<string, unknown>>}
   */
  async state(ply) {
    const stop = await this.#fetchedStop(ply, ["state"]);
    return stop.state ?? {};
  }

  /**
   * Return the picture after a ply, and fetch those of other plies in advance. Requests that are no longer useful end.
   * @param {number} ply
   * @param {Look} look
   * @param {number[]} neighbours
   * @returns {Promise<string>}
   */
  async picture(ply, look, neighbours) {
    const useful = [ply, ...neighbours].filter((each) => each >= 0 && each <= this.count);
    const names = new Set(useful.map((each) => nameOf(each, look)));
    for (const [name, { abort }] of this.#running) if (!names.has(name)) abort.abort();
    const text = await this.#picture(ply, look);
    void this.#prefetch(useful.slice(1), look);
    return text;
  }

  /** End all requests. */
  stop() {
    for (const { abort } of this.#running.values()) abort.abort();
  }

  /**
   * @param {number[]} plies
   * @param {Look} look
   */
  async #prefetch(plies, look) {
    for (const ply of plies) {
      try {
        await this.#picture(ply, look);
      } catch (error) {
        if (isAbort(error) || error instanceof Problem) return; // the picture is fetched again when it is needed
        throw error;
      }
    }
  }

  /**
   * Return a picture from the cache, from a request that is open, or from a new one.
   * @param {number} ply
   * @param {Look} look
   * @returns {Promise<string>}
   */
  #picture(ply, look) {
    const name = nameOf(ply, look);
    const cached = this.#pictures.get(name);
    if (cached !== undefined) return Promise.resolve(cached);
    const open = this.#running.get(name);
    if (open) return open.promise;
    const abort = new AbortController();
    const promise = this.#fetchedPicture(ply, look, abort.signal).then((text) => {
      this.#pictures.set(name, text);
      return text;
    }).finally(() => {
      if (this.#running.get(name)?.abort === abort) this.#running.delete(name);
    });
    this.#running.set(name, { promise, abort });
    abort.signal.addEventListener("abort", () => this.#running.delete(name), { once: true });
    return promise;
  }

  /**
   * @param {number} ply
   * @param {Look} look
   * @param {AbortSignal} signal
   * @returns {Promise<string>}
   */
  async #fetchedPicture(ply, look, signal) {
    const { game, names } = this.record;
    const options = { theme: look.theme, highlight: "last", ...(look.seat === null ? {} : { seat: look.seat }),
      ...(names.length > 0 && names.every((name) => name !== "") ? { names } : {}) };
    for (let tries = 0; ; tries += 1) {
      const { digest } = this.#stops.get(ply) ?? (await this.#fetchedStop(ply, [], signal));
      try {
        return await this.client.picture(game, { digest }, options, { signal });
      } catch (error) {
        if (!(error instanceof Problem) || tries >= MAX_WAITS) throw error;
        if (error.code === "unknown-state") this.#stops.delete(ply); // the service has forgotten it
        else if (error.status === 429) await pause(error.retryAfter || 1, signal);
        else throw error;
      }
    }
  }

  /**
   * @param {number} ply
   * @param {string[]} include
   * @param {AbortSignal} [signal]
   * @returns {Promise<Stop>}
   */
  async #fetchedStop(ply, include, signal) {
    const body = replayBody(this.record, { until: ply, include });
    const { position } = await this.client.post(this.record.game, "replays", {}, body, { signal });
    if (!position) throw new Error(`the service sent no position after move ${ply}; reload the record`);
    this.#stops.set(ply, { digest: position.digest, turn: position.turn });
    return position;
  }
}

/**
 * @param {number} ply
 * @param {Look} look
 */
function nameOf(ply, look) {
  return `${ply} ${look.seat} ${look.theme}`;
}

/**
 * Wait some seconds, or until the signal aborts.
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("The request was stopped.", "AbortError"));
    }, { once: true });
  });
}
