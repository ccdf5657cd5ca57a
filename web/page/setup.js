// The set-up screen: game, players, options, and the button that starts.
import { fill, shownText } from "../language.js";
import { fillWith, h, icon } from "../panels/dom.js";
import { emblem } from "./emblems.js";
import { setSetting, setting } from "./settings.js";
import { chanceFields, optionFields, roomFields, showSeatNames } from "./setup-options.js";
import {
  firstSetup,
  isShared,
  shownNames,
  storedSetup,
  storeSetup,
  withGame,
  withSeats,
} from "./setup-model.js";
import { playerFields } from "./setup-players.js";
import { Preview } from "./setup-preview.js";

/** @typedef {import("./setup-model.js").Setup} Setup */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").GameSummary} GameSummary */
/**
 * @typedef {{app: import("./app.js").App, setup: Setup, info: GameInfo, missing: Set<string>, change(part:
 * Partial<Setup>): void}} SetupContext
 */

/**
 * Return the parts of the service that are not available, such as `searches`; none if it does not say.
 * @param {import("./app.js").App} app
 * @returns {Promise<Set<string>>}
 */
async function missingParts(app) {
  try {
    const { unavailable } = await app.client.request("GET", "/readyz");
    return new Set(unavailable.map((/** @type {{part: string}} */ { part }) => part));
  } catch {
    return new Set(); // an old proxy may hide this address; starting then says what is missing
  }
}

/** The form and its picture. */
class SetupForm {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.games = h("fieldset", { class: "games field" });
    this.seats = h("div", { class: "field" });
    this.players = h("fieldset", { class: "players field" });
    this.options = h("div");
    this.startRow = h("div", { class: "start-row" });
    this.preview = new Preview();
    this.resume = h("div");
    this.element = h("div", { class: "screen setup" });
    /** @type {GameSummary[]} */
    this.all = [];
    /** @type {Set<string>} */
    this.missing = new Set();
    this.setup = firstSetup("");
    this.hasRoomFields = false;
  }

  /** Load the games and show the form. */
  async start() {
    const { app } = this;
    const { texts } = app;
    try {
      const missing = missingParts(app);
      const games = await app.client.games();
      this.all = games.map((game) => ({ ...game, title: shownText(game.title, app.language) }));
      this.missing = await missing;
      const stored = storedSetup();
      const first = this.all.find(({ game }) => game === stored?.game) ?? this.all[0];
      if (!first) throw new Error("The service has no game.");
      this.setup = withGame(stored ?? firstSetup(first.game), first);
      this.info = await app.client.game(this.setup.game);
    } catch (error) {
      fillWith(this.element, h("h1", {}, texts.setupTitle), app.problemCard(error));
      return;
    }
    const form = h(
      "form",
      { class: "setup-form stack", onsubmit: (/** @type {Event} */ event) => this.submit(event) },
      this.seats,
      this.players,
      this.options,
      this.startRow,
    );
    fillWith(
      this.element,
      h("div", { class: "setup-head" }, h("h1", {}, texts.setupTitle), h("p", { class: "soft" }, texts.setupLead)),
      this.resume,
      this.games,
      h("div", { class: "columns" }, form, this.preview.element),
    );
    this.showResume();
    this.showGames();
    this.showAll();
  }

  /** Offer the match that this browser has stored. */
  showResume() {
    const { texts } = this.app;
    const game = storedGame();
    const title = this.all.find((each) => each.game === game)?.title;
    fillWith(
      this.resume,
      title !== undefined &&
        h(
          "a",
          { class: "resume card", href: "#/match" },
          emblem(game ?? ""),
          h(
            "span",
            {},
            h("strong", {}, texts.resume),
            h("span", { class: "soft small" }, fill(texts.resumeDetail, { game: title })),
          ),
          icon("open"),
        ),
    );
  }

  /** Show the games as radio buttons with emblems. */
  showGames() {
    const { texts } = this.app;
    const cards = this.all.map(({ game, title, seats }) =>
      h(
        "label",
        { class: "game-card" },
        h("input", {
          type: "radio",
          name: "game",
          value: game,
          checked: game === this.setup.game,
          onchange: () => void this.chooseGame(game),
        }),
        emblem(game),
        h("span", { class: "game-title" }, title),
        h("span", { class: "soft small" }, this.seatsText(seats)),
      ),
    );
    fillWith(this.games, h("legend", {}, texts.game), h("div", { class: "game-grid" }, cards));
  }

  /** @param {number[]} seats */
  seatsText(seats) {
    const { texts } = this.app;
    return fill(texts.seatsRange, { least: Math.min(...seats), most: Math.max(...seats) });
  }

  /** @param {string} game */
  async chooseGame(game) {
    const summary = this.all.find((each) => each.game === game);
    if (!summary) return;
    this.setup = withGame(this.setup, summary);
    this.showPreview();
    try {
      const info = await this.app.client.game(game);
      if (this.setup.game !== game) return; // another game was chosen meanwhile
      this.info = info;
      this.showAll();
    } catch (error) {
      fillWith(this.startRow, this.app.problemCard(error));
    }
  }

  /** Show everything that depends on the set-up. The focus stays where the reader is. */
  showAll() {
    const focused = document.activeElement;
    this.showSeats();
    this.showPlayers();
    this.showOptions();
    this.showStart();
    this.showPreview();
    if (focused && !focused.isConnected) this.successor(focused)?.focus();
  }

  /**
   * Return the field that took the place of one that was built anew: by id, by name, or of the same kind.
   * @param {Element} field
   * @returns {HTMLElement | null}
   */
  successor(field) {
    const [id, name] = [field.id, field.getAttribute("name")].map((each) => CSS.escape(each ?? ""));
    const found = id ? `#${id}` : name ? `[name="${name}"]:checked, select[name="${name}"]` : field.localName;
    return this.element.querySelector(found) ?? this.element.querySelector("input[name=seats]:checked");
  }

  /** Return what the parts of the form need. @returns {SetupContext} */
  context() {
    return {
      app: this.app,
      setup: this.setup,
      info: /** @type {GameInfo} */ (this.info),
      missing: this.missing,
      change: (part) => {
        this.setup = { ...this.setup, ...part };
        if (isShared(this.setup) !== this.hasRoomFields) this.showOptions();
        else if (part.players) showSeatNames(this.options, shownNames(this.setup, this.app.texts));
        this.showStart();
      },
    };
  }

  /** Show the number of seats. */
  showSeats() {
    const { texts } = this.app;
    const allowed = this.info?.seats ?? [];
    const choices = allowed.map((count) =>
      h(
        "label",
        { class: "segment" },
        h("input", {
          type: "radio",
          name: "seats",
          value: String(count),
          checked: count === this.setup.players.length,
          onchange: () => this.chooseSeats(count),
        }),
        h("span", {}, count === 1 ? texts.seatsOne : count),
      ),
    );
    fillWith(
      this.seats,
      h("fieldset", { class: "field" }, h("legend", {}, texts.seats), h("div", { class: "segments" }, choices)),
    );
  }

  /** @param {number} count */
  chooseSeats(count) {
    this.setup = withSeats(this.setup, this.info?.seats ?? [], count);
    this.showPlayers();
    this.showOptions();
    this.showStart();
    this.showPreview();
  }

  /** Show a row for each player. */
  showPlayers() {
    fillWith(this.players, playerFields(this.context()));
  }

  /** Show options, chance and pack; what is open stays open. */
  showOptions() {
    const { texts } = this.app;
    const wasOpen = this.options.querySelector("details")?.open ?? false;
    const context = this.context();
    this.hasRoomFields = isShared(this.setup);
    const changed = Object.keys(this.setup.options).length;
    const note = h("span", { class: "soft small" }, changed > 0 ? fill(texts.optionsChanged, { count: changed }) : "");
    const fields = h(
      "div",
      { class: "option-grid" },
      optionFields(context),
      this.hasRoomFields ? roomFields(context) : chanceFields(context),
    );
    fillWith(
      this.options,
      h("details", { class: "card options", open: wasOpen }, h("summary", {}, texts.options, " ", note), fields),
    );
  }

  /** Show the button that starts. */
  showStart() {
    const { texts } = this.app;
    const shared = isShared(this.setup);
    fillWith(this.startRow, h("button", { class: "primary start" }, shared ? texts.startRoom : texts.start));
  }

  /** Show the picture of the start of such a match. */
  showPreview() {
    const { app, setup } = this;
    if (!setup.game) return; // the games are still on their way
    const title = this.all.find(({ game }) => game === setup.game)?.title ?? setup.game;
    void this.preview.show(app, { game: setup.game, title, names: shownNames(setup, app.texts) });
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const { app, setup } = this;
    const names = shownNames(setup, app.texts);
    storeSetup(setup);
    const button = this.startRow.querySelector("button");
    if (button) {
      button.disabled = true;
      button.textContent = app.texts.starting;
    }
    try {
      if (isShared(setup)) await this.openRoom(names);
      else await this.openMatch(names);
    } catch (error) {
      this.showStart();
      this.startRow.prepend(app.problemCard(error, () => this.startRow.closest("form")?.requestSubmit()));
    }
  }

  /** @param {string[]} names */
  async openMatch(names) {
    const { newLocalMatch } = await import("./match.js");
    await newLocalMatch(this.app, this.setup, names);
    this.app.go("#/match");
  }

  /** @param {string[]} names */
  async openRoom(names) {
    const { newRoom } = await import("./room-invite.js");
    this.app.go(`#/room/${await newRoom(this.app.client, this.setup, names)}`);
  }
}

/** Return the game of the match that this browser has stored, or null. */
export function storedGame() {
  try {
    return JSON.parse(setting("referee.match") ?? "null")?.game ?? null;
  } catch {
    setSetting("referee.match", null); // it cannot be read, so it is of no use
    return null;
  }
}

/**
 * Return the set-up screen.
 * @param {import("./app.js").App} app
 * @returns {import("./app.js").Screen}
 */
export function setupScreen(app) {
  const form = new SetupForm(app);
  return {
    element: form.element,
    title: app.texts.setupTitle,
    start: () => form.start(),
    retheme: (theme) => {
      form.app = { ...form.app, theme: theme === "dark" ? "dark" : "light" };
      form.showPreview();
    },
  };
}
