// The head of a record: the game, who played, how chance was decided, the claimed result, and what can be done with it.

import { fill } from "../language.js";
import { fillWith, h, icon, seatMark } from "../panels/dom.js";
import { seatName } from "../names.js";
import { recordFile } from "../record.js";
import { positionFragment, shareLink } from "./share.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./record-texts.js").RecordTexts} RecordTexts */
/** @typedef {import("./record-replay.js").Replay} Replay */
/** @typedef {import("../record.js").ParsedRecord} ParsedRecord */

/**
 * Return the name of a side: a player, a place at the table, or an opponent without a place.
 * @param {RecordTexts} texts
 * @param {string} language
 * @param {string[]} names
 * @param {number | string} side
 */
export function sideName(texts, language, names, side) {
  if (side === "chance") return texts.chance;
  if (typeof side === "string") return side === "bot" ? "Bot" : side;
  return names[side] || seatName(side, language);
}

/**
 * Return the sentence about the claimed result.
 * @param {RecordTexts} texts
 * @param {string} language
 * @param {ParsedRecord} record
 */
export function resultSentence(texts, language, { result, names }) {
  if (result === null) return texts.noResult;
  const winners = result.winners.map((side) => sideName(texts, language, names, side));
  const best = result.winners[0];
  const score = typeof best === "string" ? (result.rivals[best] ?? "–") : (result.scores[best ?? 0] ?? "–");
  if (winners.length === 0) return fill(texts.loses, { score: result.scores.join(", ") });
  const first = winners.slice(0, -1).join(", ");
  const listed = first === "" ? winners.join("") : `${first} ${texts.and} ${winners.at(-1)}`;
  return fill(winners.length === 1 ? texts.wins : texts.share, { names: listed, score });
}

/**
 * Return the head of a record.
 * @param {{app: App, texts: RecordTexts, title: string, replay: Replay, share: Node[],
 *   onAnother: () => void}} options
 */
export function recordHead({ app, texts, title, replay, share, onAnother }) {
  const { record } = replay;
  const heading = h("h1", { tabIndex: -1 }, title);
  const players = Array.from({ length: record.seats }, (_, seat) => h("li", { class: "row" }, seatMark(seat),
    h("span", {}, sideName(texts, app.language, record.names, seat)),
    record.result && h("strong", { class: "number" }, record.result.scores[seat])));
  const rivals = Object.entries(record.result?.rivals ?? {}).map(([name, score]) =>
    h("li", { class: "row" }, seatMark(null), sideName(texts, app.language, [], name),
      h("strong", { class: "number" }, score)));
  const mode = Object.entries(texts.modes).find(([name]) => name === record.chance)?.[1] ?? record.chance;
  const result = resultSentence(texts, app.language, record);
  const fact = (/** @type {string} */ name, /** @type {Node | string} */ value) =>
    h("div", {}, h("dt", { class: "soft small" }, name), h("dd", {}, value));
  const actions = h("div", { class: "row record-actions" }, share,
    h("button", { type: "button", onclick: () => download(record) }, icon("download"), texts.download),
    h("button", { type: "button", onclick: onAnother }, icon("open"), texts.another));
  const element = h("header", { class: "record-head" }, h("div", { class: "row record-title" }, heading, actions),
    h("dl", { class: "record-facts" }, fact(texts.players, h("ul", { class: "plain-list row" }, players, rivals)),
      fact(replay.ruling.valid ? texts.result : texts.claim, result), fact(texts.chanceMode, mode)));
  return { element, heading };
}

/**
 * Save a record as a file, as it was loaded.
 * @param {ParsedRecord} record
 */
function download(record) {
  const { name, type, content } = recordFile(record);
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Return the controls that share the current position: copy a link to it, or play on from it.
 * @param {{app: App, texts: RecordTexts, game: string, state: () => Promise<Record<string, unknown>>,
 *   canPlay: boolean}} options
 */
export function shareControls({ app, texts, game, state, canPlay }) {
  const more = h("div", { class: "share-more", hidden: true });
  /** @param {() => Promise<void>} act */
  const attempt = (act) => () => void act().catch((error) => show(app.problemCard(error)));
  const show = (/** @type {Node} */ node) => {
    fillWith(more, node);
    more.hidden = false;
  };
  const copy = attempt(async () => {
    const link = await shareLink(game, await state());
    const isCopied = await copied(link);
    show(linkField(texts, link, isCopied));
    if (isCopied) app.announce(texts.copied);
  });
  const playOn = attempt(async () => app.go(await positionFragment(game, await state())));
  const buttons = [h("button", { type: "button", onclick: copy }, icon("link"), texts.copyLink)];
  if (canPlay) buttons.push(h("button", { type: "button", onclick: playOn }, texts.playOn));
  return { buttons, more, hide: () => (more.hidden = true) };
}

/**
 * @param {RecordTexts} texts
 * @param {string} link
 * @param {boolean} isCopied
 */
function linkField(texts, link, isCopied) {
  const input = h("input", { id: "position-link", readOnly: true, value: link, onfocus: () => input.select() });
  return h("div", { class: "field" }, h("label", { for: "position-link" }, texts.linkAddress), input,
    isCopied && h("p", { class: "row small soft" }, icon("check"), texts.copied));
}

/**
 * Copy a text, and return whether the browser allowed it. If not, the reader copies it from its field.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return false;
    throw error;
  }
}
