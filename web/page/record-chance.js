// Dice and draws of a record: a badge for each, why it is right or cannot be proved, and the key of a guarded match.

import { bytesOfHex, commitment, randomBelow, seedKey } from "../chance.js";
import { fill } from "../language.js";
import { fillWith, h } from "../panels/dom.js";

/** @typedef {import("./record-texts.js").RecordTexts} RecordTexts */
/** @typedef {import("./record-replay.js").Replay} Replay */
/** @typedef {import("./record-replay.js").Step} Step */
/** @typedef {import("./record-replay.js").StepChance} StepChance */
/** @typedef {import("../record.js").ParsedRecord} ParsedRecord */
/** @typedef {"yes" | "no" | "unknown"} Proof */

const SIGNS = { yes: "✓", no: "✗", unknown: "?" };
const KEY_BYTES = 32;

/**
 * Return what is known about a die or draw.
 * @param {StepChance} chance
 * @returns {Proof}
 */
export function proofOf(chance) {
  if (chance.verified === null) return "unknown";
  return chance.verified ? "yes" : "no";
}

/**
 * Return the badge of a die or draw. In a list only its sign is seen; its word is read aloud.
 * @param {RecordTexts} texts
 * @param {Proof} proof
 * @param {{isShort?: boolean}} [options]
 */
export function badge(texts, proof, { isShort = false } = {}) {
  const word = h("span", { class: isShort ? "visually-hidden" : "" }, texts.badges[proof]);
  return h("span", { class: `badge is-${proof}`, title: texts.badges[proof] },
    h("span", { "aria-hidden": "true" }, SIGNS[proof]), word);
}

/**
 * Return the sentences that explain a die or draw.
 * @param {RecordTexts} texts
 * @param {ParsedRecord} record
 * @param {StepChance} chance
 * @returns {string[]}
 */
export function explanation(texts, record, chance) {
  const { checked } = texts;
  const { act, bound, number, verified } = chance;
  if (verified === null) {
    if (record.chance === "secret") return [checked.noKey];
    return [bound === 1 ? checked.tableSingle : fill(checked.table, { bound })];
  }
  if (bound === 1 && verified) return [fill(checked.single, { act })];
  if (number === null) return [checked.wrong];
  const template = verified ? (record.chance === "secret" ? checked.secret : checked.seeded) : checked.wrongNumber;
  const sentence = fill(template, { act, number, top: bound - 1 });
  const key = keyOf(record);
  if (key === null) return [sentence];
  const own = randomBelow(key, act, bound);
  return [sentence, own === number ? checked.browser : fill(checked.differs, { own })];
}

/**
 * Return the key of chance of a record, or null if it is unknown.
 * @param {ParsedRecord} record
 */
function keyOf(record) {
  if (record.chance === "seeded") return seedKey(record.seed);
  return record.chanceKey === "" ? null : bytesOfHex(record.chanceKey);
}

/**
 * Return why a text is not the key of a record, or nothing.
 * @param {RecordTexts} texts
 * @param {ParsedRecord} record
 * @param {string} text
 */
function keyFault(texts, record, text) {
  const key = bytesOfHex(text);
  if (key === null || key.length !== KEY_BYTES) return texts.keyForm;
  return commitment(key) === record.seed.toLowerCase() ? "" : texts.keyWrong;
}

/**
 * Return the card about all dice and draws of a record.
 * @param {{texts: RecordTexts, replay: Replay, onKey: (key: string) => void}} options
 */
export function chanceCard({ texts, replay, onKey }) {
  const { record, steps } = replay;
  const mode = record.chance === "secret" || record.chance === "table" ? record.chance : "seeded";
  const proofs = steps.flatMap(({ chance }) => (chance === null ? [] : [proofOf(chance)]));
  if (replay.badMove?.seat === "chance") proofs.push("no");
  const counts = /** @type {Proof[]} */ (["yes", "no", "unknown"]).map((proof) => {
    const count = proofs.filter((each) => each === proof).length;
    if (count === 0) return null;
    return h("li", {}, badge(texts, proof, { isShort: true }), fill(texts.chanceCount[proof], { count }));
  });
  const secret = mode === "secret" ? texts.commitment : texts.seed;
  return h("section", { class: "card stack chance-card" }, h("h2", {}, texts.chanceTitle),
    proofs.length === 0 ? h("p", { class: "soft" }, texts.chanceNone) : h("ul", { class: "row plain-list" }, counts),
    mode !== "table" && h("p", { class: "small" }, `${secret}: `, h("code", {}, record.seed)),
    mode === "secret" && keyForm(texts, record, onKey),
    h("details", { class: "small" }, h("summary", {}, texts.howto), h("p", { class: "soft" }, texts.recipe[mode])));
}

/**
 * @param {RecordTexts} texts
 * @param {ParsedRecord} record
 * @param {(key: string) => void} onKey
 */
function keyForm(texts, record, onKey) {
  const fault = h("p", { class: "error small", role: "alert", hidden: true });
  const input = h("input", { id: "chance-key", autocomplete: "off", spellcheck: false, value: record.chanceKey,
    "aria-describedby": "chance-key-hint" });
  const use = (/** @type {Event} */ event) => {
    event.preventDefault();
    const key = input.value.trim().toLowerCase();
    const found = keyFault(texts, record, key);
    fillWith(fault, found);
    fault.hidden = found === "";
    if (found === "") onKey(key);
  };
  return h("form", { class: "stack", onsubmit: use }, h("div", { class: "field" },
    h("label", { for: "chance-key" }, texts.keyLabel), input,
    h("p", { class: "soft small", id: "chance-key-hint" }, texts.keyHint)), fault, h("button", {}, texts.check));
}
