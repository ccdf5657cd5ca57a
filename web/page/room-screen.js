// The screen of a room: invitations, then the table with its players, until the room is over or gone.
import { Problem, RefereeClient } from "../client.js";
import { fill } from "../language.js";
import { fillWith, h, icon } from "../panels/dom.js";
import { RoomMatch } from "../room-match.js";
import "../table.js";
import { messageScreen } from "./problems.js";
import { recordOpener } from "./record-link.js";
import { RoomBar } from "./room-bar.js";
import { invitationView, invitationsOf, storeInvitations } from "./room-invite.js";
import { setTabSecret, tabSecret } from "./settings.js";
import { turnSignal } from "./turn-signal.js";

/** @typedef {import("../table.js").RefereeTable} RefereeTable */
/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").Screen} Screen */

const DAY = 86_400;

/**
 * Return the credential of a room. One in the address moves into this tab, so that the address can be shown and copied.
 * @param {App} app
 * @param {string} id
 */
function credentialOf(app, id) {
  const [, , given] = app.route;
  if (given) {
    setTabSecret(`referee.room.${id}`, given);
    history.replaceState(null, "", `#/room/${id}`);
  }
  return given || tabSecret(`referee.room.${id}`);
}

/**
 * Return the screen of a room.
 * @param {App} app
 * @returns {Screen}
 */
export function roomScreen(app) {
  const { texts } = app;
  const id = app.route[1] ?? "";
  const credential = credentialOf(app, id);
  if (!credential) return messageScreen(app, texts.roomNoSeat, texts.roomNoSeatDetail);
  const key = app.client.key || `${id}.${credential}`; // a friend has no API key; the seat stands for one
  const client = new RefereeClient({ language: app.language, key });
  const view = new RoomView(app, new RoomMatch({ client, id, credential }));
  return {
    element: view.element,
    title: texts.room,
    start: () => view.start(),
    stop: () => view.stop(),
    retheme: (theme) => view.retheme(theme),
  };
}

/** The parts of the screen of a room. */
class RoomView {
  /**
   * @param {App} app
   * @param {RoomMatch} match
   */
  constructor(app, match) {
    this.app = app;
    this.match = match;
    this.invitations = invitationsOf(match.id);
    this.heading = h("h1", { class: "visually-hidden" }, app.texts.room);
    this.banner = h("div", { class: "banner", role: "status", hidden: true });
    this.bar = new RoomBar(app, match, {
      onInvite: this.invitations ? () => this.showInvitations() : null,
      onRemove: this.invitations || match.role === "creator" ? () => void this.remove() : null,
    });
    this.table = /** @type {RefereeTable} */ (document.createElement("referee-table"));
    this.end = h("div", { slot: "end", class: "row" });
    this.element = h("div", { class: "room" });
    this.signal = turnSignal(app, match, this.heading);
    this.isLost = false;
    this.isNamed = false;
    this.onChange = () => this.update();
    this.onLine = () => this.setLost(!navigator.onLine);
    this.onProblem = (/** @type {Event} */ event) => this.fail(event);
  }

  async start() {
    const { match, table, app } = this;
    // before the table listens: it need not show a lost connection
    match.addEventListener("problem", this.onProblem);
    match.addEventListener("change", this.onChange);
    addEventListener("offline", this.onLine);
    addEventListener("online", this.onLine);
    table.language = app.language;
    table.theme = app.theme;
    table.match = match;
    table.append(this.end);
    Object.assign(table, recordOpener(app, match));
    if (this.invitations && !this.invitations.isSent) await this.showInvitations();
    else await this.showTable();
  }

  stop() {
    this.match.removeEventListener("problem", this.onProblem);
    this.match.removeEventListener("change", this.onChange);
    removeEventListener("offline", this.onLine);
    removeEventListener("online", this.onLine);
    this.signal.stop();
    this.bar.stop();
    this.match.stop();
  }

  /** @param {string} theme */
  retheme(theme) {
    this.table.theme = theme === "dark" ? "dark" : "light";
  }

  /** Show the links; the match goes on behind them. */
  async showInvitations() {
    const { app, invitations } = this;
    if (!invitations) return;
    const games = await app.client.games().catch(() => []);
    const title = games.find(({ game }) => game === invitations.game)?.title ?? invitations.game;
    const done = () => {
      invitations.isSent = true;
      storeInvitations(this.match.id, invitations);
      void this.showTable();
    };
    fillWith(this.element, invitationView(app, invitations, title, done));
    app.setTitle(app.texts.invite);
  }

  /** Show the table, and follow the room. */
  async showTable() {
    fillWith(this.element, this.heading, this.banner, this.bar.element, this.table);
    if (this.match.room) return this.update();
    this.bar.start();
    this.signal.start();
    await this.match.start();
    this.askForName();
  }

  /** Ask a friend who joins for a name. */
  askForName() {
    const { match } = this;
    const own = match.viewer === null ? undefined : match.players[match.viewer];
    if (this.isNamed || !own || own.name || match.isOver) return;
    this.isNamed = true;
    this.bar.askName();
  }

  /** @param {boolean} isLost whether the service is out of reach */
  setLost(isLost) {
    this.isLost = isLost;
    this.showBanner();
    if (!isLost) void this.match.look();
  }

  update() {
    const { match } = this;
    if (!match.room) return;
    if (match.connection === "live" && navigator.onLine) this.isLost = false;
    this.bar.update();
    this.showBanner();
    this.showEnd();
  }

  /** Show what concerns the whole room: a lost connection, a rematch, watching. */
  showBanner() {
    const {
      match,
      app: { texts },
    } = this;
    const text = this.isLost
      ? texts.lost
      : match.next
        ? texts.rematchReady
        : match.viewer === null
          ? texts.watching
          : "";
    this.banner.hidden = text === "";
    if (this.banner.dataset.text === text) return;
    this.banner.dataset.text = text;
    const days = Math.max(1, Math.round((match.room?.expires_in ?? DAY) / DAY));
    fillWith(
      this.banner,
      h("strong", {}, text),
      match.next && !this.isLost && this.rematchLink(),
      match.viewer === null && !match.next && h("span", {}, fill(texts.expires, { days })),
    );
  }

  /** Show what comes after the end. */
  showEnd() {
    const {
      match,
      app: { texts },
    } = this;
    const key = `${match.isOver} ${match.next?.id} ${match.canRematch}`;
    if (this.end.dataset.key === key) return;
    this.end.dataset.key = key;
    const rematch = match.next
      ? this.rematchLink()
      : match.canRematch &&
        h("button", { class: "primary", onclick: () => void this.rematch() }, icon("again"), texts.rematch);
    fillWith(this.end, rematch, h("a", { class: "button", href: "#/" }, texts.newMatch));
  }

  /** Set up the rematch and go there. */
  async rematch() {
    await this.match.rematch();
    if (this.match.next) this.enterRematch();
  }

  /** Return the button that leads to the rematch. */
  rematchLink() {
    return h("button", { onclick: () => this.enterRematch() }, this.app.texts.rematchGo);
  }

  /** Take the seat in the next room. */
  enterRematch() {
    const { next } = this.match;
    if (!next) return;
    setTabSecret(`referee.room.${next.id}`, next.credential);
    this.app.go(`#/room/${next.id}`);
  }

  /** Delete the room with the credential of its creator. */
  async remove() {
    const { match, app, invitations } = this;
    const credential = invitations?.creator ?? match.credential;
    try {
      await app.client.request("DELETE", `/v1/rooms/${encodeURIComponent(match.id)}`, { credential });
      this.leave(messageScreen(app, app.texts.removed, ""));
    } catch (error) {
      this.table.prompt.showProblem(error instanceof Error ? error : { message: String(error) });
    }
  }

  /** @param {Event} event */
  fail(event) {
    const problem = /** @type {CustomEvent} */ (event).detail;
    const { texts } = this.app;
    if (!(problem instanceof Problem)) return;
    if (problem.code === "unreachable" && this.match.room) {
      event.stopImmediatePropagation();
      this.setLost(true);
    } else if (problem.code === "unknown-room")
      this.leave(messageScreen(this.app, texts.roomUnknown, texts.roomUnknownDetail));
    else if (problem.code === "bad-credential" && !this.match.room)
      this.leave(messageScreen(this.app, texts.roomClosed, texts.roomClosedDetail));
    else if (problem.code === "rooms-unavailable" && !this.match.room)
      this.leave(messageScreen(this.app, texts.roomsOff, problem.detail || texts.roomsOffDetail));
    else if (!this.match.room) fillWith(this.element, h("div", { class: "screen" }, this.app.problemCard(problem)));
  }

  /** Show a last message in place of the room. @param {Screen} screen */
  leave(screen) {
    this.stop();
    fillWith(this.element, screen.element);
    this.app.setTitle(screen.title);
  }
}
