// The ruling on a record: whether all its moves are legal, and every rule that forbids the first one that is not.

import { fill } from "../language.js";
import { h, seatMark } from "../panels/dom.js";
import { namedText } from "../names.js";
import { sideName } from "./record-head.js";
import { chanceMark } from "./record-moves.js";

/** @typedef {import("./record-texts.js").RecordTexts} RecordTexts */
/** @typedef {import("./record-replay.js").Replay} Replay */
/** @typedef {import("../types.js").Refusal} Refusal */
/** @typedef {{texts: RecordTexts, language: string, replay: Replay}} Parts */

/**
 * Return whether the record ends with a possible die or draw, but not the one that its seed gives.
 * @param {Replay} replay
 */
function isWrongDie({ badMove, ruling }) {
  return badMove?.seat === "chance" && ruling.refusals.length === 0;
}

/**
 * Return the sentence about the whole record.
 * @param {RecordTexts} texts
 * @param {Replay} replay
 */
export function verdictSentence(texts, replay) {
  const { ruling, record, count } = replay;
  if (ruling.valid) return fill(record.result ? texts.validResult : texts.valid, { count });
  if (isWrongDie(replay)) return fill(texts.impossible, { ply: count + 1 });
  if (replay.hasBadMove) return fill(texts.illegal, { ply: count + 1 });
  return fill(texts.wrongEnd, { count });
}

/**
 * Return the line about the whole record, with a button to the position before its first bad move.
 * @param {{texts: RecordTexts, replay: Replay, onGo: () => void}} options
 */
export function verdictLine({ texts, replay, onGo }) {
  const { ruling } = replay;
  const { proof, mark } = ruling.valid ? { proof: "yes", mark: "✓" } : { proof: "no", mark: "✗" };
  const sign = h("span", { class: `badge is-${proof}`, "aria-hidden": "true" }, mark);
  const canGo = !ruling.valid && replay.hasBadMove;
  return h("div", { class: "card row verdict", role: "status" }, sign, h("strong", {}, verdictSentence(texts, replay)),
    canGo && h("button", { type: "button", class: "primary", onclick: onGo }, texts.goTo));
}

/**
 * Return the card about the first bad move: who tried what, and why it is refused.
 * @param {Parts} options
 */
export function rulingCard({ texts, language, replay }) {
  const { ruling, badMove, record, count } = replay;
  const title = isWrongDie(replay) ? texts.rulingChance : badMove ? texts.ruling : texts.rulingEnd;
  const refusals = ruling.refusals.map((refusal) => refusalItem(texts, refusal, record.names));
  const name = badMove && sideName(texts, language, record.names, badMove.seat);
  return h("section", { class: "card stack ruling", "aria-label": title }, h("h2", {}, title),
    badMove && h("p", { class: "row" }, badMove.seat === "chance" ? chanceMark() : seatMark(badMove.seat),
      h("span", {}, `${count + 1} · ${name}`), h("code", {}, badMove.notation)),
    refusals.length > 0 ? h("ul", { class: "plain-list stack" }, refusals) : h("p", {}, ruling.reason));
}

/**
 * @param {RecordTexts} texts
 * @param {Refusal} refusal
 * @param {string[]} names
 */
function refusalItem(texts, { title, message, source }, names) {
  return h("li", { class: "refusal" }, h("strong", {}, title), h("p", {}, namedText(message, names)),
    source && h("p", { class: "soft small" }, fill(texts.source, { source })));
}
