// Names of players in texts of the service, which calls them by the number of their seat.

import { languageOf } from "./language.js";

const LONGEST = 40;
const VOWEL = /^[aeiouyhàâäéèêëîïôöùûü]/i;

/**
 * Return what a player typed as a name that the service accepts: without control characters, at most 40 characters.
 * @param {string} name
 */
export function cleanName(name) {
  const shown = name.normalize("NFC").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, " ").replace(/\s+/g, " ").trim();
  return [...shown].slice(0, LONGEST).join("").trim();
}

/**
 * Return the name of a seat without a name.
 * @param {number} seat
 * @param {string} language
 */
export function seatName(seat, language) {
  return languageOf(language) === "fr" ? `Place ${seat}` : `Seat ${seat}`;
}

/**
 * Return a text of either language with names of players in place of "Seat 0" and "la place 0". Seats without a name
 * stay as they are.
 * @param {string} text
 * @param {readonly string[]} names
 */
export function namedText(text, names) {
  const name = (/** @type {string} */ seat) => names[Number(seat)] ?? "";
  const after = (/** @type {string} */ d, /** @type {string} */ seat) => `${d}${VOWEL.test(name(seat)) ? "’" : "e "}`;
  return text
    .replace(/\b([Dd])e la place (\d)\b/g, (whole, d, seat) => (name(seat) ? after(d, seat) + name(seat) : whole))
    .replace(/\b(?:[Ss]eat|[Ll]a place) (\d)\b/g, (whole, seat) => name(seat) || whole);
}
