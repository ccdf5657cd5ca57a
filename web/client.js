// A client of the service: requests, problems as errors, cached descriptions, bot moves with progress, event streams.

import { languageOf, textsOf } from "./language.js";
import { pause, readEvents } from "./sse.js";

/** @typedef {import("./types.js").Source} Source */
/** @typedef {import("./types.js").Job} Job */
/** @typedef {import("./types.js").BotMove} BotMove */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./sse.js").StreamEvent} StreamEvent */
/**
 * `timeout` is in milliseconds; after it the service counts as unreachable.
 * @typedef {{body?: unknown, credential?: string, signal?: AbortSignal | undefined, accept?: string, timeout?: number,
 *   headers?: Record<string, string>}} RequestOptions
 */

const TEXTS = {
  en: {
    unreachable: ["The service cannot be reached", "Check the connection, then try again."],
    broken: ["The answer cannot be read", "The service sent something unexpected. Try again."],
    failed: ["The search failed", "Choose another bot, or try again."],
  },
  fr: {
    unreachable: ["Le service est injoignable", "Vérifiez la connexion, puis réessayez."],
    broken: ["La réponse est illisible", "Le service a envoyé une réponse inattendue. Réessayez."],
    failed: ["La recherche a échoué", "Choisissez un autre bot, ou réessayez."],
  },
};

const MAX_PAUSE = 30_000;
const RUNNING = new Set(["queued", "running"]);

/** An error answer of the service. If no answer came, its status is 0 and its code `unreachable`. */
export class Problem extends Error {
  /**
   * @param {{status: number, code: string, title?: string, detail?: string, body?: any, requestId?: string,
   *   retryAfter?: number}} fields
   */
  constructor({ status, code, title = "", detail = "", body = {}, requestId = "", retryAfter = 0 }) {
    super(detail || title || code);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail || title;
    /** The whole answer, with members such as `refusals`. @type {any} */
    this.body = body;
    this.requestId = requestId;
    /** Seconds to wait before the next try, or 0. */
    this.retryAfter = retryAfter;
  }
}

/**
 * Return whether an error says that the caller stopped the request.
 * @param {unknown} error
 */
export function isAbort(error) {
  return error instanceof Error && error.name === "AbortError";
}

/**
 * Return the problem that an answer reports.
 * @param {Response} response
 */
async function problemOf(response) {
  const body = await response.json().catch(() => ({}));
  const { code = `http-${response.status}`, title = response.statusText, detail } = body;
  const requestId = body.request_id ?? response.headers.get("X-Request-Id") ?? "";
  const retryAfter = Number(response.headers.get("Retry-After") ?? 0) || 0;
  return new Problem({ status: response.status, code, title, detail, body, requestId, retryAfter });
}

/** A client of one service. */
export class RefereeClient {
  /** @type {Map<string, Promise<any>>} */
  #cached = new Map();

  /** @param {{base?: string, language?: string, key?: string}} [options] `base` is empty for the origin of the page. */
  constructor({ base = "", language = "en", key = "" } = {}) {
    this.base = base.replace(/\/+$/, "");
    this.language = languageOf(language);
    this.key = key;
  }

  // --- descriptions, cached by language ---

  /** @returns {Promise<import("./types.js").GameSummary[]>} */
  async games() {
    return (await this.#description("/v1/games")).games;
  }

  /** @param {string} game @returns {Promise<import("./types.js").GameInfo>} */
  game(game) {
    return this.#description(`/v1/games/${encodeURIComponent(game)}`);
  }

  /** @param {string} game @returns {Promise<any>} */
  rules(game) {
    return this.#description(`/v1/games/${encodeURIComponent(game)}/rules`);
  }

  /** @param {string} game @returns {Promise<import("./types.js").Component[]>} */
  async components(game) {
    return (await this.#description(`/v1/games/${encodeURIComponent(game)}/components`)).components;
  }

  /** @param {string} game @param {string} id @returns {Promise<import("./types.js").ComponentInfo>} */
  component(game, id) {
    return this.#description(`/v1/games/${encodeURIComponent(game)}/components/${encodeURIComponent(id)}`);
  }

  // --- calls on a position ---

  /**
   * Set up a match.
   * @param {string} game
   * @param {object} body
   * @returns {Promise<Position>}
   */
  setUp(game, body) {
    return this.request("POST", `/v1/games/${encodeURIComponent(game)}/states`, { body });
  }

  /**
   * Send a call on a position: its digest first, and the state if the service has forgotten it. The position of a room
   * is known to the service.
   * @param {string} game
   * @param {string} call
   * @param {Source} source
   * @param {object} [body]
   * @param {RequestOptions} [options]
   * @returns {Promise<any>}
   */
  async post(game, call, source, body = {}, options = {}) {
    const { digest, state, signature, room, ...sealed } = source;
    if (room !== undefined) {
      const credential = source.credential ?? "";
      return this.request("POST", `/v1/rooms/${encodeURIComponent(room)}/${call}`, { ...options, credential, body });
    }
    const path = `/v1/games/${encodeURIComponent(game)}/${call}`;
    const signed = signature ? { state, signature } : { state };
    if (!digest) {
      const named = state === undefined ? sealed : signed;
      return this.request("POST", path, { ...options, body: { ...named, ...body } });
    }
    try {
      return await this.request("POST", path, { ...options, body: { digest, ...body } });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "unknown-state" || state === undefined) throw error;
      return this.request("POST", path, { ...options, body: { ...signed, ...body } });
    }
  }

  /**
   * Return the picture of a position as SVG text.
   * @param {string} game
   * @param {Source} source
   * @param {object} [options] The fields of the call `pictures`, such as `seat`, `theme` and `highlight`.
   * @param {{signal?: AbortSignal}} [request]
   * @returns {Promise<string>}
   */
  picture(game, source, options = {}, { signal } = {}) {
    return this.post(game, "pictures", source, options, { signal, accept: "image/svg+xml" });
  }

  /**
   * Return the move of a bot. A search reports its progress; aborting stops it on the service too.
   * @param {string} game
   * @param {Source} source
   * @param {object} body The fields of the call `bot-moves`, such as `bot`, `budget`, `until` and `play`.
   * @param {{signal?: AbortSignal | undefined, onProgress?: (job: Job) => void}} [options]
   * @returns {Promise<BotMove>}
   */
  async botMove(game, source, body, { signal, onProgress } = {}) {
    const answer = await this.post(game, "bot-moves", source, body, { signal });
    if (!("status" in answer)) return answer;
    const path = `/v1/jobs/${encodeURIComponent(answer.id)}`;
    const request = source.credential === undefined ? {} : { credential: source.credential };
    try {
      return await this.#finished(answer, path, { ...request, signal }, onProgress);
    } catch (error) {
      if (isAbort(error)) await this.request("DELETE", path, request).catch(ignore);
      throw error;
    }
  }

  /**
   * Follow a job until it is over, by its events, and by polling if they end early.
   * @param {Job} job
   * @param {string} path
   * @param {RequestOptions} request
   * @param {((job: Job) => void) | undefined} onProgress
   * @returns {Promise<BotMove>}
   */
  async #finished(job, path, request, onProgress) {
    let last = job;
    const note = (/** @type {Job} */ current) => {
      last = current;
      onProgress?.(current);
    };
    note(job);
    if (RUNNING.has(last.status)) {
      const response = await this.#response("GET", `${path}/events`, { ...request, accept: "text/event-stream" });
      await readEvents(response, ({ data }) => note(JSON.parse(data))).catch((error) => {
        if (isAbort(error)) throw error; // a stream that breaks is followed by polling
      });
    }
    while (RUNNING.has(last.status)) note(await this.request("GET", `${path}?wait=5`, request));
    if (last.result && (last.status === "finished" || last.result.moves.length > 0)) return last.result;
    const [title = "", detail = ""] = textsOf(TEXTS, this.language).failed;
    const body = last.error ?? {};
    throw new Problem({ status: 0, code: `search-${last.status}`, title, detail, ...body, body });
  }

  // --- requests ---

  /**
   * Send a request and return its answer: JSON, or text for other media types.
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions} [options]
   * @returns {Promise<any>}
   */
  async request(method, path, options = {}) {
    const response = await this.#response(method, path, options);
    if (response.status === 204) return null;
    try {
      const isJson = /json/.test(response.headers.get("Content-Type") ?? "");
      return await (isJson ? response.json() : response.text());
    } catch (error) {
      if (isAbort(error)) throw error;
      const isLost = error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError");
      throw isLost ? this.#problem("unreachable", "unreachable") : this.#problem("broken", "unreadable-answer");
    }
  }

  /**
   * Follow an event stream until the signal aborts. A lost connection is made again, after growing pauses.
   * @param {string | (() => Promise<string>)} path A function may fetch a new ticket for every connection.
   * @param {{credential?: string, signal?: AbortSignal, onEvent: (event: StreamEvent) => void,
   *   onState?: (isOpen: boolean, error?: unknown) => void}} options
   * @returns {Promise<void>}
   */
  async events(path, { signal, onEvent, onState, ...options }) {
    let wait = 1000;
    while (!signal?.aborted) {
      try {
        const address = typeof path === "string" ? path : await path();
        const response = await this.#response("GET", address, { ...options, signal, accept: "text/event-stream" });
        onState?.(true);
        wait = 1000;
        const { retry } = await readEvents(response, onEvent);
        wait = retry || wait;
        onState?.(false);
      } catch (error) {
        if (signal?.aborted) return;
        onState?.(false, error);
        if (error instanceof Problem && [401, 403, 404, 410].includes(error.status)) throw error;
      }
      await pause(wait * (0.75 + Math.random() / 2), signal);
      wait = Math.min(wait * 2, MAX_PAUSE);
    }
  }

  /**
   * Send a request and return the response, or throw its problem.
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions} options
   */
  async #response(method, path, { body, credential, signal, timeout, accept = "application/json", headers = {} }) {
    /** @type {Record<string, string>} */
    const sent = { Accept: accept, "Accept-Language": this.language, ...headers };
    if (this.key) sent["X-API-Key"] = this.key;
    if (credential !== undefined) sent.Authorization = `Bearer ${credential}`;
    if (body !== undefined) sent["Content-Type"] = "application/json";
    /** @type {RequestInit} */
    const init = { method, headers: sent, credentials: "omit", referrerPolicy: "no-referrer" };
    const signals = [...(signal ? [signal] : []), ...(timeout ? [AbortSignal.timeout(timeout)] : [])];
    if (signals.length > 0) init.signal = AbortSignal.any(signals);
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(this.base + path, init).catch((error) => {
      throw isAbort(error) ? error : this.#problem("unreachable", "unreachable");
    });
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  /**
   * Return a problem of the connection.
   * @param {"unreachable" | "broken"} text
   * @param {string} code
   */
  #problem(text, code) {
    const [title = "", detail = ""] = textsOf(TEXTS, this.language)[text];
    return new Problem({ status: 0, code, title, detail: `${title}. ${detail}` });
  }

  /**
   * Return a description, from the cache if it was read before.
   * @param {string} path
   * @returns {Promise<any>}
   */
  #description(path) {
    const name = `${this.language} ${path}`;
    const found = this.#cached.get(name) ?? this.request("GET", path);
    this.#cached.set(name, found);
    found.catch(() => this.#cached.delete(name));
    return found;
  }
}

/** Do nothing: the answer does not matter. */
function ignore() {}
