// Chance, recomputed in the browser as docs/chance.md describes it: a key gives the number that selects an outcome.

import { blake2b } from "./blake2b.js";

const RANGE = 1n << 64n;

/**
 * Return the key of a seeded match.
 * @param {string} seed
 */
export function seedKey(seed) {
  return blake2b(new TextEncoder().encode(seed), { size: 32 });
}

/**
 * Return the hash of a key that a guarded match shows from its start.
 * @param {Uint8Array} key
 */
export function commitment(key) {
  return hexOf(blake2b(key, { size: 32, person: "referee.commit" }));
}

/**
 * Return the number below `bound` of the act number `count`.
 * @param {Uint8Array} key
 * @param {number} count
 * @param {number} bound
 */
export function randomBelow(key, count, bound) {
  const limit = RANGE - (RANGE % BigInt(bound));
  for (let attempt = 0; ; attempt += 1) {
    const message = new DataView(new ArrayBuffer(12));
    message.setBigUint64(0, BigInt(count));
    message.setUint32(8, attempt);
    const hash = blake2b(new Uint8Array(message.buffer), { size: 8, key });
    const word = new DataView(hash.buffer, hash.byteOffset).getBigUint64(0);
    if (word < limit) return Number(word % BigInt(bound));
  }
}

/**
 * Return the bytes of a hexadecimal text, or null if it is none.
 * @param {string} text
 */
export function bytesOfHex(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/**
 * Return bytes as hexadecimal text.
 * @param {Uint8Array} bytes
 */
export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
