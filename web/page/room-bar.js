// The bar above the table of a room: players with their presence, time, and what one can do about them.
import { fill } from "../language.js";
import { fillWith, h, icon, seatMark } from "../panels/dom.js";
import { setSetting, setting } from "./settings.js";
import { canAskToNotify, mayNotify } from "./turn-signal.js";

/** @typedef {import("../room-match.js").RoomMatch} RoomMatch */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {{onInvite: (() => void) | null, onRemove: (() => void) | null}} RoomWays */

const SOON = 15;

/** The bar of a room. */
export class RoomBar {
  /**
   * @param {import("./app.js").App} app
   * @param {RoomMatch} match
   * @param {RoomWays} ways
   */
  constructor(app, match, ways) {
    this.app = app;
    this.match = match;
    this.ways = ways;
    this.players = h("div", { class: "row" });
    this.deadline = h("span", { class: "deadline", hidden: true });
    this.actions = h("div", { class: "row" });
    this.tools = h("div", { class: "room-menu", popover: "auto", id: "room-menu" });
    this.menuButton = h("button", { class: "quiet", popovertarget: "room-menu" }, icon("menu"), app.texts.room);
    this.dialog = h("dialog");
    this.element = h(
      "div",
      { class: "room-bar", role: "region", "aria-label": app.texts.room },
      this.players,
      this.deadline,
      h("span", { class: "spacer" }),
      this.actions,
      this.menuButton,
      this.tools,
      this.dialog,
    );
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined;
    this.shown = "";
  }

  start() {
    this.clock = setInterval(() => this.showDeadline(), 500);
  }

  stop() {
    clearInterval(this.clock);
  }

  update() {
    const { match } = this;
    const key = JSON.stringify([
      match.players,
      match.position?.turn?.seat,
      match.isOver,
      match.next?.id,
      mayNotify(),
      match.canRematch,
    ]);
    this.showDeadline();
    if (key === this.shown) return;
    this.shown = key;
    fillWith(
      this.players,
      match.players.map((player) => this.player(player)),
    );
    this.showTools();
  }

  /** @param {Player} player */
  player(player) {
    const {
      match,
      app: { texts },
    } = this;
    const { seat } = player;
    const presence = this.presence(player);
    const isTurn = match.position?.turn?.seat === seat && !match.isOver;
    const chip = h(
      "span",
      { class: `room-player seat-${seat}${isTurn ? " turn" : ""}` },
      seatMark(seat),
      h("span", { class: "name" }, match.names[seat] ?? ""),
      h("span", { class: `small ${player.isAway && !player.bot ? "away" : "soft"}` }, texts.presence[presence]),
    );
    if (!match.canTakeOver(seat) || player.isYou) return chip;
    return h(
      "span",
      { class: "row" },
      chip,
      h(
        "button",
        { class: "quiet small", onclick: () => void match.takeOver(seat) },
        fill(texts.takeOver, { name: match.names[seat] ?? "" }),
      ),
    );
  }

  /**
   * @param {Player} player
   * @returns {"you" | "here" | "away" | "bot" | "resigned" | "invited"}
   */
  presence({ bot, isYou, isAway, isResigned, hasJoined }) {
    if (isResigned) return "resigned";
    if (bot !== null) return "bot";
    if (isYou) return "you";
    if (!hasJoined) return "invited";
    return isAway ? "away" : "here";
  }

  /** Show the time left for the decision that is due. */
  showDeadline() {
    const {
      match,
      app: { texts },
    } = this;
    this.deadline.hidden = match.deadline === null || match.isOver;
    if (match.deadline === null) return;
    const left = Math.max(0, Math.ceil((match.deadline - Date.now()) / 1000));
    const minutes = Math.floor(left / 60);
    const time = minutes >= 90 ? `${Math.round(minutes / 60)} h` : `${minutes}:${String(left % 60).padStart(2, "0")}`;
    const text = fill(texts.timeLeft, { time });
    if (this.deadline.dataset.text === text) return;
    this.deadline.dataset.text = text;
    fillWith(this.deadline, icon("clock"), text);
    this.deadline.classList.toggle("soon", left <= SOON);
  }

  showTools() {
    const {
      match,
      app: { texts },
      ways,
    } = this;
    const own = match.viewer === null ? undefined : match.players[match.viewer];
    const tool = (
      /** @type {import("../panels/dom.js").IconName} */ name,
      /** @type {string} */ text,
      /** @type {() => void} */ run,
    ) =>
      h(
        "button",
        {
          class: "quiet",
          onclick: () => {
            this.tools.hidePopover();
            run();
          },
        },
        icon(name),
        text,
      );
    fillWith(
      this.actions,
      own?.bot &&
        !own.isResigned &&
        !match.isOver &&
        h("button", { class: "primary", onclick: () => void match.takeBack() }, texts.takeBack),
    );
    fillWith(this.tools, [
      canAskToNotify() && own && tool("bell", texts.notify, () => void this.allowNotifications()),
      ways.onInvite && !match.isOver && tool("link", texts.inviteAgain, ways.onInvite),
      own && !own.isResigned && tool("copy", texts.rename, () => this.askName()),
      match.canResign &&
        tool("flag", texts.resign, () =>
          this.confirm(texts.resignSure, texts.resignDetail, texts.resign, () => void match.resign()),
        ),
      ways.onRemove &&
        tool("close", texts.remove, () =>
          this.confirm(texts.removeSure, texts.removeDetail, texts.remove, () => ways.onRemove?.()),
        ),
    ]);
    this.menuButton.hidden = this.tools.childElementCount === 0;
  }

  /** Ask the browser for notifications. */
  async allowNotifications() {
    await Notification.requestPermission();
    if (mayNotify()) this.app.announce(this.app.texts.notifyOn);
    this.update();
  }

  /** Ask for the name of the viewer. */
  askName() {
    const {
      match,
      app: { texts },
    } = this;
    const own = match.viewer === null ? undefined : match.players[match.viewer];
    const input = h("input", {
      id: "own-name",
      maxLength: 40,
      autocomplete: "nickname",
      value: own?.name || setting("referee.name") || "",
      required: true,
    });
    const save = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.dialog.close();
      if (!input.value.trim()) return;
      setSetting("referee.name", input.value.trim());
      void match.rename(input.value);
    };
    fillWith(
      this.dialog,
      h(
        "form",
        { class: "stack", onsubmit: save },
        h("label", { for: "own-name" }, h("strong", {}, texts.renameOf)),
        input,
        h(
          "div",
          { class: "row" },
          h("button", { class: "primary" }, texts.save),
          h("button", { type: "button", onclick: () => this.dialog.close() }, texts.cancel),
        ),
      ),
    );
    this.dialog.setAttribute("aria-label", texts.renameOf);
    this.dialog.showModal();
    input.focus();
  }

  /**
   * Ask before something that cannot be taken back.
   * @param {string} title
   * @param {string} detail
   * @param {string} verb
   * @param {() => void} run
   */
  confirm(title, detail, verb, run) {
    const { texts } = this.app;
    const go = () => {
      this.dialog.close();
      run();
    };
    fillWith(
      this.dialog,
      h(
        "div",
        { class: "stack" },
        h("h2", {}, title),
        h("p", {}, detail),
        h(
          "div",
          { class: "row" },
          h("button", { class: "primary", onclick: go }, verb),
          h("button", { onclick: () => this.dialog.close() }, texts.cancel),
        ),
      ),
    );
    this.dialog.setAttribute("aria-label", title);
    this.dialog.showModal();
  }
}
