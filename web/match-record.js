// The record of a match of this browser: how it was set up, and every move, as text that the service can replay.

/** @typedef {import("./types.js").Position} Position */
/** @typedef {{seat: import("./types.js").SeatOrChance, notation: string}} Move */

/**
 * Return a record as text.
 * @param {{position: Position, seats: number, options: object | undefined, moves: readonly Move[]}} match
 */
export function recordText({ position, seats, options = {}, moves }) {
  const { game, ruleset, content, state, result } = position;
  const { mode, seed } = state.chance;
  const headers = [
    `game: ${game}`, `ruleset: ${ruleset}`, `content: ${content}`, `seats: ${seats}`,
    `options: ${JSON.stringify(options)}`, `chance: ${mode}`,
    ...(mode === "seeded" ? [`seed: ${JSON.stringify(seed)}`] : []),
    ...(result ? [`result: ${resultText(result)}`] : []),
  ];
  return [...headers, "", ...moves.map(({ seat, notation }) => `${seat} ${notation}`), ""].join("\n");
}

/**
 * Return the claim of a record about its result.
 * @param {import("./types.js").Result} result
 */
function resultText({ winners, scores, rivals = [] }) {
  const others = Object.fromEntries(rivals.map(({ name, score }) => [name, score]));
  return JSON.stringify({ winners, scores, ...(rivals.length > 0 ? { rivals: others } : {}) });
}
