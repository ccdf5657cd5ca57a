// The screen of a match in this browser: against bots, alone, or together on one screen.
import { LocalMatch } from "../local-match.js";
import { h, icon } from "../panels/dom.js";
import "../table.js";
import { messageScreen } from "./problems.js";
import { setSetting, setting } from "./settings.js";
import { BUDGETS, stateBody } from "./setup-model.js";
import { recordOpener } from "./record-link.js";
import { turnSignal } from "./turn-signal.js";

/** @typedef {import("../table.js").RefereeTable} RefereeTable */
/** @typedef {import("./setup-model.js").Setup} Setup */

const STORAGE = "referee.match";

/**
 * Set up a match of this browser and store it, so that the screen of the match continues it.
 * @param {import("./app.js").App} app
 * @param {Setup} setup
 * @param {string[]} names
 */
export async function newLocalMatch(app, setup, names) {
  const players = setup.players.map(({ kind, level }, seat) => ({
    kind: kind === "friend" ? /** @type {const} */ ("you") : kind,
    name: names[seat] ?? "",
    ...(kind === "search" && { budget: { milliseconds: BUDGETS[level] } }),
  }));
  setSetting(STORAGE, null);
  pending = new LocalMatch({ client: app.client, game: setup.game, setup: stateBody(setup), players });
  await pending.client.game(setup.game);
}

/** A match that was set up and not yet shown. @type {LocalMatch | null} */
let pending = null;

/**
 * Return the match to show: the new one, or the stored one.
 * @param {import("./app.js").App} app
 * @returns {LocalMatch | null}
 */
function currentMatch(app) {
  if (pending) {
    const match = pending;
    pending = null;
    return match;
  }
  const stored = setting(STORAGE);
  if (stored === null) return null;
  try {
    return LocalMatch.restored(stored, { client: app.client });
  } catch (error) {
    console.error(error);
    setSetting(STORAGE, null); // it cannot be read, so it cannot be continued
    return null;
  }
}

/**
 * Return the screen of the match.
 * @param {import("./app.js").App} app
 * @returns {import("./app.js").Screen}
 */
export function matchScreen(app) {
  const { texts } = app;
  const match = currentMatch(app);
  if (!match) return messageScreen(app, texts.noMatch, texts.noMatchDetail);
  const table = /** @type {RefereeTable} */ (document.createElement("referee-table"));
  const again = async () => {
    const { setup, seating } = match;
    const chance = { mode: setup.chance?.mode ?? "seeded" };
    setSetting(STORAGE, null);
    pending = new LocalMatch({ client: app.client, game: match.game, setup: { ...setup, chance }, players: seating });
    app.go("#/match");
  };
  const end = h(
    "div",
    { slot: "end", class: "row" },
    h("button", { class: "primary", onclick: again }, icon("again"), texts.rematch),
    h("a", { class: "button", href: "#/" }, texts.newMatch),
  );
  table.append(end);
  table.language = app.language;
  table.theme = app.theme;
  table.match = match;
  Object.assign(table, recordOpener(app, match));
  const heading = h("h1", { class: "visually-hidden" });
  const signal = turnSignal(app, match, heading);
  return {
    element: h("div", { class: "match" }, heading, table),
    title: "",
    start: async () => {
      signal.start();
      await match.start();
    },
    stop: () => {
      signal.stop();
      match.stop();
    },
    retheme: (theme) => {
      table.theme = theme === "dark" ? "dark" : "light";
    },
  };
}
