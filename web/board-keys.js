// Moving between places by keyboard: to the nearest one in a direction, and in the order of the picture.

/** @typedef {{name: string, box: {x: number, y: number, width: number, height: number}}} Spot */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const BESIDE = 2;

/**
 * Return the middle of a place.
 * @param {Spot} spot
 */
function middle({ box }) {
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * Return the nearest place in a direction. What lies beside counts twice.
 * @param {Spot} from
 * @param {Iterable<Spot>} spots
 * @param {string} key
 * @returns {string | null}
 */
function nearest(from, spots, key) {
  const [across = 0, down = 0] = DIRECTIONS[key] ?? [];
  const [x = 0, y = 0] = middle(from);
  let found = null;
  let least = Infinity;
  for (const spot of spots) {
    const [toX = 0, toY = 0] = middle(spot);
    const along = (toX - x) * across + (toY - y) * down;
    const beside = Math.abs((toX - x) * down) + Math.abs((toY - y) * across);
    const distance = along + BESIDE * beside;
    if (spot.name !== from.name && along > 0.5 && distance < least) [found, least] = [spot.name, distance];
  }
  return found;
}

/**
 * Return the place that a key leads to, or null. Arrows go in their direction; Page Up and Page Down to the one before
 * and after in the order of the picture; Home and End to the first and the last.
 * @param {string} key
 * @param {Spot | undefined} from
 * @param {Spot[]} spots
 * @returns {string | null}
 */
export function placeTowards(key, from, spots) {
  if (key === "Home" || (!from && key in DIRECTIONS)) return spots[0]?.name ?? null;
  if (key === "End") return spots.at(-1)?.name ?? null;
  if (!from) return null;
  if (key in DIRECTIONS) return nearest(from, spots, key);
  const at = spots.findIndex(({ name }) => name === from.name);
  if (key === "PageDown") return spots[(at + 1) % spots.length]?.name ?? null;
  if (key === "PageUp") return spots.at(at <= 0 ? -1 : at - 1)?.name ?? null;
  return null;
}

/**
 * Return whether a key moves between places.
 * @param {string} key
 */
export function isMoveKey(key) {
  return key in DIRECTIONS || ["Home", "End", "PageUp", "PageDown"].includes(key);
}
