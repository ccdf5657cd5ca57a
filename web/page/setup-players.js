// One row for each player of the set-up: mark of the seat, who plays it, name, and strength of a bot that searches.
import { fill } from "../language.js";
import { h, seatMark } from "../panels/dom.js";
import { KINDS, shownNames } from "./setup-model.js";

/** @typedef {import("./setup.js").SetupContext} SetupContext */
/** @typedef {import("./setup-model.js").Player} Player */

/**
 * Return the legend and rows of the players.
 * @param {SetupContext} context
 * @returns {HTMLElement[]}
 */
export function playerFields(context) {
  const { texts } = context.app;
  const rows = context.setup.players.map((_, seat) => playerRow(context, seat));
  return [h("legend", {}, texts.players), ...rows];
}

/**
 * Return the row of one seat. It changes its own parts, so that the focus stays where it is.
 * @param {SetupContext} context
 * @param {number} seat
 */
function playerRow(context, seat) {
  const {
    setup,
    app: { texts },
  } = context;
  const player = /** @type {Player} */ (setup.players[seat]);
  const name = h("input", {
    class: "player-name",
    maxLength: 40,
    autocomplete: "off",
    value: player.name,
    "aria-label": fill(texts.nameOf, { seat: seat + 1 }),
  });
  const level = h(
    "select",
    { class: "player-level", "aria-label": fill(texts.levelOf, { seat: seat + 1 }) },
    Object.entries(texts.levels).map(([value, text]) => h("option", { value, selected: value === player.level }, text)),
  );
  const kind = h(
    "select",
    { class: "player-kind", "aria-label": fill(texts.who, { seat: seat + 1 }) },
    kindOptions(context, player),
  );
  const show = () => {
    level.hidden = player.kind !== "search";
    showPlaceholders(context, row);
  };
  const change = (/** @type {Partial<Player>} */ part) => {
    Object.assign(player, part);
    context.change({ players: setup.players });
    show();
  };
  kind.addEventListener("change", () => change({ kind: /** @type {Player["kind"]} */ (kind.value) }));
  level.addEventListener("change", () => change({ level: /** @type {Player["level"]} */ (level.value) }));
  name.addEventListener("input", () => change({ name: name.value }));
  const row = h("div", { class: "player-row" }, seatMark(seat), kind, name, level);
  level.hidden = player.kind !== "search";
  name.placeholder = shownNames(setup, texts)[seat] ?? "";
  return row;
}

/**
 * Return who may play a seat; what the service cannot do now is shown and disabled.
 * @param {SetupContext} context
 * @param {Player} player
 */
function kindOptions({ missing, app: { texts } }, player) {
  return KINDS.map((kind) => {
    const isMissing =
      (kind === "search" && missing.has("searches")) ||
      (kind === "friend" && (missing.has("rooms") || missing.has("guarded-matches")));
    const text = isMissing ? (kind === "search" ? texts.noWorker : texts.noRooms) : texts.kinds[kind];
    return h("option", { value: kind, selected: kind === player.kind, disabled: isMissing }, text);
  });
}

/**
 * Show in all rows the names that empty fields stand for; they depend on each other.
 * @param {SetupContext} context
 * @param {HTMLElement} row
 */
function showPlaceholders({ setup, app }, row) {
  const inputs = row.parentElement?.querySelectorAll("input.player-name") ?? [];
  shownNames(setup, app.texts).forEach((shown, seat) => {
    const input = inputs[seat];
    if (input instanceof HTMLInputElement) input.placeholder = shown;
  });
}
