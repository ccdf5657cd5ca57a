// Server-sent events over `fetch`, which can send headers and be aborted, unlike `EventSource`.

/** @typedef {{event: string, data: string}} StreamEvent */

/** The parser of an event stream. Feed it text as it arrives; it returns the events that are complete. */
export class EventParser {
  /** The time to wait before the next connection, in milliseconds, if the stream names one. */
  retry = 0;
  #rest = "";
  #event = "";
  /** @type {string[]} */
  #data = [];

  /**
   * Return the events that end in this piece of text.
   * @param {string} text
   * @returns {StreamEvent[]}
   */
  feed(text) {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    /** @type {StreamEvent[]} */
    const events = [];
    for (const line of lines) {
      if (line === "") this.#finish(events);
      else this.#read(line);
    }
    return events;
  }

  /** @param {StreamEvent[]} events */
  #finish(events) {
    if (this.#data.length > 0) events.push({ event: this.#event || "message", data: this.#data.join("\n") });
    this.#event = "";
    this.#data = [];
  }

  /** @param {string} line */
  #read(line) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") this.#event = value;
    else if (name === "data") this.#data.push(value);
    else if (name === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
  }
}

/**
 * Read the events of a response until it ends. A stream that is silent for too long counts as ended: the service sends
 * a comment every 15 seconds, so its connection is lost.
 * @param {Response} response
 * @param {(event: StreamEvent) => void} onEvent
 * @param {number} [silence] in milliseconds
 * @returns {Promise<{retry: number}>}
 */
export async function readEvents(response, onEvent, silence = 40_000) {
  const parser = new EventParser();
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const timer = setTimeout(() => reader?.cancel(), silence);
    const piece = await reader?.read().finally(() => clearTimeout(timer));
    if (!piece || piece.done) return { retry: parser.retry };
    for (const event of parser.feed(decoder.decode(piece.value, { stream: true }))) onEvent(event);
  }
}

/**
 * Wait this many milliseconds, or until the signal aborts.
 * @param {number} milliseconds
 * @param {AbortSignal | undefined} [signal]
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    if (signal?.aborted) finish();
    else signal?.addEventListener("abort", finish);
  });
}
