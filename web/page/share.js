// Links to a position: the state, compressed, in the fragment of an address. A fragment is never sent to a server.
// A link can contain anything, so the page sends the state to the service, which audits it.

/** Longest text of a link, and longest state that it may unpack to. States of the games have 1 to 8 kB. */
export const MAX_LINK_CHARS = 32_000;
export const MAX_STATE_BYTES = 256_000;
const FORMAT = "deflate-raw";

/** @typedef {{game: string} & Record<string, unknown>} OpenState */
/** @typedef {"long" | "broken" | "other-game"} LinkFault */

/** A link whose state cannot be read. `fault` says why. */
export class LinkError extends Error {
  /** @param {LinkFault} fault */
  constructor(fault) {
    super(`the link has no readable state: ${fault}`);
    this.name = "LinkError";
    this.fault = fault;
  }
}

/**
 * Return the fragment that shows a state.
 * @param {string} game
 * @param {Record<string, unknown>} state
 */
export async function positionFragment(game, state) {
  return `#/position/${encodeURIComponent(game)}/${await packed(state)}`;
}

/**
 * Return a link to a state on this page.
 * @param {string} game
 * @param {Record<string, unknown>} state
 */
export async function shareLink(game, state) {
  return new URL(await positionFragment(game, state), location.href).href;
}

/**
 * Return a state as the text of a link: JSON, compressed, in base64url.
 * @param {Record<string, unknown>} state
 */
export async function packed(state) {
  const json = new TextEncoder().encode(JSON.stringify(state));
  const bytes = await collected(piped(json, new CompressionStream(FORMAT)), MAX_STATE_BYTES);
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Return the state in the text of a link. Throws a LinkError if there is none of this game.
 * @param {string} game
 * @param {string} text
 * @returns {Promise<OpenState>}
 */
export async function unpacked(game, text) {
  if (text.length > MAX_LINK_CHARS) throw new LinkError("long");
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) throw new LinkError("broken");
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  const state = parsed(await inflated(bytes));
  if (state.game !== game) throw new LinkError("other-game");
  return /** @type {OpenState} */ (state);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflated(bytes) {
  try {
    return await collected(piped(bytes, new DecompressionStream(FORMAT)), MAX_STATE_BYTES);
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError("broken"); // the stream has a TypeError for bytes that are not compressed, or cut off
  }
}

/**
 * @param {Uint8Array} bytes
 * @returns {Record<string, unknown>}
 */
function parsed(bytes) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new LinkError("broken");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new LinkError("broken");
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
function piped(bytes, stream) {
  return new Blob([bytes]).stream().pipeThrough(stream);
}

/**
 * Return all bytes of a stream. Stops at the limit, so that a small link cannot fill the memory.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} limit
 */
async function collected(stream, limit) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw new LinkError("long");
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(size);
  parts.reduce((start, part) => (bytes.set(part, start), start + part.byteLength), 0);
  return bytes;
}
