// The set-up of a match as data: defaults, the requests it becomes, and its storage between visits.

/** @typedef {"you" | "friend" | "random" | "greedy" | "search"} Kind */
/** @typedef {"quick" | "strong" | "strongest"} Level */
/** @typedef {{kind: Kind, name: string, level: Level}} Player */
/**
 * @typedef {{
 *   game: string, players: Player[], options: Record<string, unknown>, chance: "seeded" | "table", seed: string,
 *   content: string | null, seconds: number | null,
 * }} Setup
 */

const STORAGE = "referee.setup";

/** Milliseconds of thought for one decision, by level. */
export const BUDGETS = { quick: 500, strong: 2000, strongest: 8000 };

/** @type {Kind[]} */
export const KINDS = ["you", "friend", "greedy", "random", "search"];

/**
 * Return a player of a kind.
 * @param {Kind} kind
 * @returns {Player}
 */
export const newPlayer = (kind) => ({ kind, name: "", level: "quick" });

/**
 * Return the set-up of a first visit: the reader against the quick bot.
 * @param {string} game
 * @returns {Setup}
 */
export function firstSetup(game) {
  return {
    game,
    players: [newPlayer("you"), newPlayer("greedy")],
    options: {},
    chance: "seeded",
    seed: "",
    content: null,
    seconds: null,
  };
}

/**
 * Return the set-up with as many players as the game allows: bots fill seats, the last ones leave.
 * @param {Setup} setup
 * @param {number[]} allowed
 * @param {number} [wanted]
 * @returns {Setup}
 */
export function withSeats(setup, allowed, wanted = setup.players.length) {
  const count = allowed.includes(wanted) ? wanted : (allowed.find((seats) => seats >= wanted) ?? allowed.at(-1) ?? 2);
  const players = setup.players.slice(0, count);
  const filler = players.some((player) => player.kind === "friend") ? "friend" : "greedy";
  while (players.length < count) players.push(newPlayer(filler));
  return { ...setup, players };
}

/**
 * Return the set-up of another game, with its own options.
 * @param {Setup} setup
 * @param {{game: string, seats: number[]}} info
 * @returns {Setup}
 */
export function withGame(setup, info) {
  if (setup.game === info.game) return withSeats(setup, info.seats);
  return withSeats({ ...setup, game: info.game, options: {}, content: null }, info.seats);
}

/**
 * Return whether the match is played in a room, with a friend on another screen.
 * @param {Setup} setup
 */
export const isShared = (setup) => setup.players.some((player) => player.kind === "friend");

/**
 * Return the names that the match shows: those entered, else "Player 1" for people and a name by kind for bots,
 * numbered
 * where several are equal. Sentences of the log use them, so "You" would not fit.
 * @param {Setup} setup
 * @param {{names: Record<"random" | "greedy" | "search", string>, player: string}} texts
 * @returns {string[]}
 */
export function shownNames(setup, texts) {
  const plain = setup.players.map(({ kind, name }, seat) => {
    if (name.trim()) return name.trim();
    return kind === "you" || kind === "friend" ? texts.player.replace("{seat}", String(seat + 1)) : texts.names[kind];
  });
  return plain.map((name, seat) => {
    const number = plain.slice(0, seat).filter((other) => other === name).length + 1;
    return plain.indexOf(name) === plain.lastIndexOf(name) ? name : `${name} ${number}`;
  });
}

/**
 * Return the body of `POST …/states`.
 * @param {Setup} setup
 */
export function stateBody(setup) {
  const seed = setup.chance === "seeded" && setup.seed ? { seed: setup.seed } : {};
  const chance = { mode: setup.chance, ...seed };
  return {
    seats: setup.players.length,
    options: setup.options,
    chance,
    ...(setup.content && { content: setup.content }),
  };
}

/**
 * Return the body of `POST /v1/rooms`. A friend without a name enters their own.
 * @param {Setup} setup
 * @param {string[]} names
 */
export function roomBody(setup, names) {
  /** @type {Record<string, {bot: string, budget?: {milliseconds: number}}>} */
  const bots = {};
  setup.players.forEach(({ kind, level }, seat) => {
    if (kind === "random" || kind === "greedy") bots[seat] = { bot: kind };
    if (kind === "search") bots[seat] = { bot: kind, budget: { milliseconds: BUDGETS[level] } };
  });
  return {
    game: setup.game,
    seats: setup.players.length,
    options: setup.options,
    names,
    bots,
    ...(setup.content && { content: setup.content }),
    ...(setup.seconds && { seconds: setup.seconds }),
  };
}

/** Return the set-up of the last visit, or null. @returns {Setup | null} */
export function storedSetup() {
  try {
    const found = JSON.parse(localStorage.getItem(STORAGE) ?? "null");
    const isWhole =
      found &&
      typeof found.game === "string" &&
      Array.isArray(found.players) &&
      found.players.length > 0 &&
      found.players.every((/** @type {Player} */ player) => KINDS.includes(player.kind) && player.level in BUDGETS);
    return isWhole ? { ...firstSetup(found.game), ...found, seed: "" } : null;
  } catch {
    return null; // storage is forbidden, or from an older version: start afresh
  }
}

/**
 * Store the set-up for the next visit.
 * @param {Setup} setup
 */
export function storeSetup(setup) {
  try {
    localStorage.setItem(STORAGE, JSON.stringify(setup));
  } catch {
    // storage is forbidden or full: the next visit starts with the defaults
  }
}
