// Records of matches: enough of a record to show its header and moves, and the body that `POST replays` takes.
// The service judges the record. This module only refuses what cannot be shown or sent.

/** @typedef {number | "chance"} RecordSeat */
/** @typedef {{seat: RecordSeat, notation: string}} RecordMove */
/** @typedef {{winners: (number | string)[], scores: number[], rivals: Record<string, number>}} ClaimedResult */

/**
 * A record that was read. `source` is the part of the body of `POST replays` that holds it.
 * @typedef {object} ParsedRecord
 * @property {string} game
 * @property {string} content
 * @property {number} seats
 * @property {string} chance mode of chance, as written
 * @property {string} seed seed, or commitment of a guarded match
 * @property {RecordMove[]} moves
 * @property {ClaimedResult | null} result
 * @property {string[]} names names of the players, by seat; empty if none are known
 * @property {string} chanceKey revealed key of a guarded match, or empty
 * @property {{text: string} | {record: Record<string, unknown>}} source
 */

/** @typedef {"empty" | "long" | "json" | "form" | "game" | "seats" | "hidden"} RecordFault */

/** Longest record that the service takes, in characters. */
export const MAX_RECORD_CHARS = 1_000_000;
const MAX_SEATS = 8;
const MAX_NAME_CHARS = 40;
const HEADER = /^(\w+):\s*(.*)$/;
const MOVE = /^(chance|\d{1,3})\s+([^#\s][^#]*)/;

/** A text that is no record. `fault` says why. */
export class RecordError extends Error {
  /** @param {RecordFault} fault */
  constructor(fault) {
    super(`the text is no record: ${fault}`);
    this.name = "RecordError";
    this.fault = fault;
  }
}

/**
 * Read a record: its text, its JSON, or the JSON of a room's `GET record`, which has it in `record`.
 * Throws a RecordError if it cannot be shown.
 * @param {string} written
 * @returns {ParsedRecord}
 */
export function parseRecord(written) {
  const text = written.replace(/^\uFEFF/, "").trim();
  if (text === "") throw new RecordError("empty");
  if (text.length > MAX_RECORD_CHARS) throw new RecordError("long");
  return text.startsWith("{") ? parsedJson(text) : parsedText(text);
}

/**
 * Return the body of `POST replays` for a record.
 * @param {ParsedRecord} record
 * @param {{until?: number, include?: string[]}} options
 */
export function replayBody(record, { until, include = [] }) {
  const key = record.chanceKey === "" ? {} : { chance_key: record.chanceKey };
  const end = until === undefined ? {} : { until };
  return { ...record.source, ...key, ...end, include, actions: "notation" };
}

/**
 * Return the same record with another key of chance.
 * @param {ParsedRecord} record
 * @param {string} chanceKey
 * @returns {ParsedRecord}
 */
export function withChanceKey(record, chanceKey) {
  return { ...record, chanceKey };
}

/**
 * Return a record as a file: its name and its content, as it was loaded.
 * @param {ParsedRecord} record
 */
export function recordFile(record) {
  if ("text" in record.source) return { name: `${record.game}.game`, type: "text/plain", content: record.source.text };
  const content = JSON.stringify(record.source.record, null, 1);
  return { name: `${record.game}.json`, type: "application/json", content };
}

// --- the text form -----------------------------------------------------------

/**
 * @param {string} text
 * @returns {ParsedRecord}
 */
function parsedText(text) {
  /** @type {Record<string, string>} */
  const header = {};
  /** @type {RecordMove[]} */
  const moves = [];
  for (const line of text.split(/\r\n|\r|\n/).map((each) => each.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const field = moves.length === 0 ? HEADER.exec(line) : null;
    const move = field ? null : MOVE.exec(line);
    if (field) header[field[1] ?? ""] = field[2] ?? "";
    else if (move) moves.push({ seat: seatOf(move[1] ?? ""), notation: (move[2] ?? "").trim() });
  }
  return {
    game: gameOf(header.game),
    content: header.content ?? "",
    seats: seatsOf(Number(header.seats)),
    chance: header.chance ?? "",
    seed: seedOf(header.seed ?? ""),
    moves,
    result: resultOf(jsonOrNull(header.result)),
    names: [],
    chanceKey: "",
    source: { text: `${text}\n` },
  };
}

/**
 * Return a seed, which may be a JSON string or bare.
 * @param {string} written
 */
function seedOf(written) {
  const found = written.startsWith('"') ? jsonOrNull(written) : written;
  return typeof found === "string" ? found : written;
}

/** @param {string | undefined} text */
function jsonOrNull(text) {
  if (text === undefined) return null;
  try {
    return /** @type {unknown} */ (JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null; // the service names the line
    throw error;
  }
}

// --- the JSON form -----------------------------------------------------------

/**
 * @param {string} text
 * @returns {ParsedRecord}
 */
function parsedJson(text) {
  const outer = objectOf(jsonOrNull(text), "json");
  const isWrapped = outer.record !== undefined || typeof outer.text === "string";
  if (isWrapped) return { ...innerRecord(outer), names: namesOf(outer.names), chanceKey: keyOf(outer.chance_key) };
  const chance = objectOf(outer.chance ?? {}, "form");
  if (!Array.isArray(outer.moves ?? [])) throw new RecordError("form");
  const moves = /** @type {unknown[]} */ (outer.moves ?? []).map(jsonMove);
  return {
    game: gameOf(outer.game),
    content: String(outer.content ?? ""),
    seats: seatsOf(outer.seats),
    chance: String(chance.mode ?? ""),
    seed: String(chance.seed ?? ""),
    moves,
    result: resultOf(outer.result ?? null),
    names: [],
    chanceKey: "",
    source: { record: outer },
  };
}

/**
 * @param {Record<string, unknown>} outer
 * @returns {ParsedRecord}
 */
function innerRecord(outer) {
  return typeof outer.text === "string" ? parsedText(outer.text.trim()) : parsedJson(JSON.stringify(outer.record));
}

/**
 * @param {unknown} value
 * @returns {RecordMove}
 */
function jsonMove(value) {
  const move = objectOf(value, "form");
  if (move.notation === null) throw new RecordError("hidden"); // another seat's move of a match that is not over
  const notation = typeof move.notation === "string" ? move.notation : actionLine(objectOf(move.action, "form"));
  return { seat: seatOf(String(move.seat)), notation };
}

/**
 * Return an action as one line: its verb, then its fields. Fields without a value are left out.
 * @param {Record<string, unknown>} action
 */
function actionLine(action) {
  const fields = Object.entries(action).filter(([name, value]) => name !== "kind" && value !== null);
  return [String(action.kind), ...fields.map(([name, value]) => `${name}=${String(value)}`)].join(" ");
}

// --- parts of both forms -----------------------------------------------------

/**
 * @param {unknown} value
 * @param {RecordFault} fault
 * @returns {Record<string, unknown>}
 */
function objectOf(value, fault) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new RecordError(fault);
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} value */
function gameOf(value) {
  if (typeof value !== "string" || !/^[a-z0-9_]{1,40}$/.test(value)) throw new RecordError("game");
  return value;
}

/** @param {unknown} value */
function seatsOf(value) {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > MAX_SEATS) {
    throw new RecordError("seats");
  }
  return value;
}

/**
 * @param {string} written
 * @returns {RecordSeat}
 */
function seatOf(written) {
  return written === "chance" ? "chance" : Number(written);
}

/** @param {unknown} value */
function namesOf(value) {
  if (!Array.isArray(value) || value.length > MAX_SEATS) return [];
  const isName = (/** @type {unknown} */ each) => typeof each === "string" && each.length <= MAX_NAME_CHARS;
  return value.every(isName) ? /** @type {string[]} */ (value) : [];
}

/** @param {unknown} value */
function keyOf(value) {
  return typeof value === "string" ? value : "";
}

/**
 * @param {unknown} value
 * @returns {ClaimedResult | null}
 */
function resultOf(value) {
  if (typeof value !== "object" || value === null) return null;
  const { winners, scores, rivals = {} } = /** @type {Partial<ClaimedResult>} */ (value);
  if (!Array.isArray(winners) || !Array.isArray(scores) || typeof rivals !== "object" || rivals === null) return null;
  const isNumber = (/** @type {unknown} */ each) => typeof each === "number";
  if (!scores.every(isNumber) || !Object.values(rivals).every(isNumber)) return null;
  return { winners, scores, rivals };
}
