// Matches that attributes of `<referee-table>` name, for pages without a script of their own.
import { RefereeClient } from "../client.js";

const KINDS = /** @type {const} */ (["random", "greedy", "search"]);

/**
 * Return who plays each seat: `bots="1:greedy 2:random"` names the bots, people play the others.
 * @param {string} bots
 * @param {number} seats
 */
export function seatingOf(bots, seats) {
  const named = new Map(
    bots
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((part) => {
        const [seat = "", bot = ""] = part.split(":");
        const kind = KINDS.find((each) => each === bot);
        if (!/^\d+$/.test(seat) || !kind) throw new Error(`bots="${bots}": write seat and bot, such as 1:greedy.`);
        return /** @type {const} */ ([Number(seat), kind]);
      }),
  );
  return Array.from({ length: seats }, (_, seat) => ({ kind: named.get(seat) ?? /** @type {const} */ ("you") }));
}

/**
 * Load the font of the pictures, unless the page has it: their text is laid out for it.
 * @param {string} base
 */
function loadFont(base) {
  const href = `${base}/fonts/referee-sans.css`;
  if ([...document.fonts].some(({ family }) => family.includes("Referee Sans"))) return;
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

/**
 * Return the match that the attributes of a table name. It has not started.
 * @param {HTMLElement & {language: string}} table
 * @returns {Promise<import("../match.js").MatchModel>}
 */
export async function matchOf(table) {
  const value = (/** @type {string} */ name) => table.getAttribute(name) ?? "";
  const client = new RefereeClient({
    base: value("base") || new URL(import.meta.url).origin,
    language: table.language,
  });
  loadFont(client.base);
  if (table.hasAttribute("room")) {
    const { RoomMatch } = await import("../room-match.js");
    return new RoomMatch({ client, id: value("room"), credential: value("credential") });
  }
  const { LocalMatch } = await import("../local-match.js");
  const seats = Number(value("seats") || 2);
  const names = value("names").split(",");
  const players = seatingOf(value("bots"), seats).map((player, seat) => ({ ...player, name: names[seat] ?? "" }));
  const seed = value("seed") ? { chance: { mode: /** @type {const} */ ("seeded"), seed: value("seed") } } : {};
  return new LocalMatch({ client, game: value("game"), setup: { seats, ...seed }, players });
}
