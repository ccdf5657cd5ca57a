// Choosing an action by pointing at places. Pure: no document, no network.
//
// Each action lists what it touches: groups of places, one group for each thing that a player points at. All places of
// a group stand for the same value, such as two equal dice. Picks come in any order, and each needs its own group.

/** @typedef {import("./types.js").Action} Action */

/**
 * `idle`: nothing is picked. `narrowed`: picks are made and several actions are left. `single`: one action is left, and
 * a second touch plays it. `menu`: no place tells the remaining actions apart. `chosen`: `action` is meant. `refused`:
 * no action touches the place.
 * @typedef {"idle" | "narrowed" | "single" | "menu" | "chosen" | "refused"} ChoiceState
 */

/**
 * `remaining` are the actions that match all picks, `exact` those of them without a further group, and `open` the
 * places that can be picked next.
 * @typedef {{state: ChoiceState, picks: string[], remaining: Action[], exact: Action[], open: Set<string>,
 *   action?: Action}} Choice
 */

/**
 * Return whether every pick can have a group of its own among the groups of an action.
 * @param {readonly (readonly string[])[]} groups
 * @param {readonly string[]} picks
 * @returns {boolean}
 */
export function matches(groups, picks) {
  /** @type {Map<number, string>} */
  const pickOf = new Map();
  /** @type {(pick: string, tried: Set<number>) => boolean} */
  const place = (pick, tried) => groups.some((group, at) => {
    if (tried.has(at) || !group.includes(pick)) return false;
    tried.add(at);
    const holder = pickOf.get(at);
    if (holder !== undefined && !place(holder, tried)) return false;
    pickOf.set(at, pick);
    return true;
  });
  return picks.length <= groups.length && picks.every((pick) => place(pick, new Set()));
}

/**
 * Return the groups of an action, or none if it lies on no place.
 * @param {Action} action
 */
function groupsOf(action) {
  return action.touches ?? [];
}

/**
 * Return the actions with a place that match all picks.
 * @param {readonly Action[]} actions
 * @param {readonly string[]} picks
 */
export function remainingActions(actions, picks) {
  return actions.filter((action) => groupsOf(action).length > 0 && matches(groupsOf(action), picks));
}

/**
 * Return the places that can be added to the picks, in the order of the actions.
 * @param {readonly Action[]} remaining
 * @param {readonly string[]} picks
 * @returns {Set<string>}
 */
function openPlaces(remaining, picks) {
  const open = new Set();
  for (const action of remaining) {
    const groups = groupsOf(action);
    if (groups.length <= picks.length) continue;
    for (const place of groups.flat()) {
      if (!open.has(place) && matches(groups, [...picks, place])) open.add(place);
    }
  }
  return open;
}

/**
 * Return what the picks mean among the legal actions.
 * @param {readonly Action[]} actions
 * @param {readonly string[]} picks
 * @returns {Choice}
 */
export function verdict(actions, picks) {
  const remaining = remainingActions(actions, picks);
  const exact = remaining.filter((action) => groupsOf(action).length === picks.length);
  const open = openPlaces(remaining, picks);
  const found = { picks: [...picks], remaining, exact, open };
  if (picks.length === 0) return { state: "idle", ...found };
  const [only] = remaining;
  if (only && remaining.length === 1) {
    const isChosen = exact.length === 1 || picks.length > 1;
    return isChosen ? { state: "chosen", ...found, action: only } : { state: "single", ...found, action: only };
  }
  const isTold = [...open].some((place) => remainingActions(remaining, [...picks, place]).length < remaining.length);
  return { state: isTold ? "narrowed" : "menu", ...found };
}

/**
 * Return the choice after a touch of a place: it is added to the picks, or taken back if it was picked. If no action
 * matches all of them, the oldest picks go first.
 * @param {readonly Action[]} actions
 * @param {readonly string[]} picks
 * @param {string} place
 * @returns {Choice}
 */
export function touch(actions, picks, place) {
  const before = verdict(actions, picks);
  if (remainingActions(actions, [place]).length === 0) return { ...before, state: "refused" };
  const { action } = before;
  if (before.state === "single" && action && groupsOf(action).some((group) => group.includes(place))) {
    return { ...before, state: "chosen" };
  }
  if (picks.includes(place)) return verdict(actions, picks.filter((pick) => pick !== place));
  let earlier = [...picks];
  while (remainingActions(actions, [...earlier, place]).length === 0) earlier = earlier.slice(1);
  return verdict(actions, [...earlier, place]);
}
