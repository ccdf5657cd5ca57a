// The stage: the board with the picture of the position, and the parts of the table that can be seen alone.
import "../board.js";
import { isAbort } from "../client.js";
import { fill } from "../language.js";
import { attribute, fillWith, h, icon, scrollBehavior, seatMark } from "./dom.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("../board.js").RefereeBoard} RefereeBoard */

/** Sentences of the log below the board. */
const RECENT = 5;
/** Height of the prompt, which covers the end of small screens. */
const HIDDEN_BELOW = 120;

/** Board and parts. */
export class Stage {
  /**
   * @param {TableContext} context
   * @param {(isCovered: boolean) => void} onCover
   */
  constructor(context, onCover) {
    this.context = context;
    this.onCover = onCover;
    this.board = /** @type {RefereeBoard} */ (document.createElement("referee-board"));
    this.parts = h("div", { class: "parts", role: "group", hidden: true });
    this.skeleton = h("div", { class: "skeleton" });
    this.curtain = h("div", { class: "curtain", hidden: true });
    this.box = h("div", { class: "board-box" }, this.skeleton, this.board, this.curtain);
    this.zoom = h("div", { class: "zoom", role: "group" });
    this.recent = h("div", { class: "recent" });
    this.element = h(
      "section",
      { class: "stage" },
      this.parts,
      this.box,
      h("div", { class: "under" }, this.recent, this.zoom),
    );
    this.part = "table";
    this.theme = "light";
    this.picture = "";
    /** The picture that is wanted, the one that is there, and what the board was last shown. */
    this.wanted = "";
    this.shown = "";
    this.drawn = "";
    this.lit = "";
    /** @type {{picture: string, names: Map<string, string>} | null} */
    this.named = null;
    /** The person who looked last, where several share the screen. @type {number | null} */
    this.looker = null;
    /** @type {AbortController | null} */
    this.request = null;
  }

  /**
   * Follow theme and language.
   * @param {string} theme
   * @param {string} language
   */
  build(theme, language) {
    this.theme = theme;
    this.board.setAttribute("theme", theme);
    this.board.setAttribute("language", language);
    this.element.setAttribute("aria-label", this.context.texts.table);
    const { texts } = this.context;
    const tool = (
      /** @type {import("./dom.js").IconName} */ name,
      /** @type {string} */ title,
      /** @type {() => void} */ run,
    ) => h("button", { class: "quiet", title, "aria-label": title, onclick: run }, icon(name));
    this.zoom.setAttribute("aria-label", texts.zoom);
    fillWith(
      this.zoom,
      tool("minus", texts.zoomOut, () => this.board.zoom(0.8)),
      tool("plus", texts.zoomIn, () => this.board.zoom(1.25)),
      tool("fit", texts.fit, () => this.board.fit()),
    );
  }

  /** Show the position: fetch its picture if it changed, and let the board know what can be played. */
  update() {
    const { match } = this.context;
    if (!match?.position) return;
    this.showParts();
    this.showCurtain();
    this.showRecent();
    const key = JSON.stringify([
      match.position.digest,
      match.viewer,
      this.part,
      this.theme,
      match.names,
      match.client.language,
    ]);
    if (key !== this.wanted) {
      this.wanted = key;
      void this.draw(key);
    } else if (!match.isBusy && this.shown === key) {
      this.redraw();
    }
    this.board.disabled = match.isBusy || this.shown !== this.wanted; // what it shows may not be legal any more
  }

  /** @param {string} key */
  async draw(key) {
    const { match } = this.context;
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    try {
      const part = this.part === "table" ? {} : { part: this.part };
      const picture = await match?.picture({ theme: this.theme, ...part }, { signal: request.signal });
      if (this.wanted !== key || picture === undefined) return;
      this.picture = picture;
      this.shown = key;
      this.frame(picture);
      this.drawn = "";
      this.redraw();
      this.board.disabled = match?.isBusy ?? false;
    } catch (error) {
      if (isAbort(error)) return;
      this.wanted = "";
      match?.dispatchEvent(new CustomEvent("problem", { detail: error }));
    }
  }

  /**
   * Reserve the room that a picture needs.
   * @param {string} picture
   */
  frame(picture) {
    const size = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(picture);
    if (size) this.element.style.setProperty("--aspect", String(Number(size[1]) / Number(size[2])));
    this.box.classList.add("drawn");
    this.skeleton.hidden = true;
  }

  /** Show the picture again with what can be played now. */
  redraw() {
    const { match, isWhy } = this.context;
    if (!match || !this.picture) return;
    const actions = isWhy ? [] : match.actions;
    const drawn = `${this.shown} ${actions.map(({ notation }) => notation).join("\n")}`;
    if (drawn === this.drawn && !this.context.choice) return;
    this.drawn = drawn;
    this.context.choice = null;
    this.board.show({ picture: this.picture, actions });
    if (actions.length > 0) this.reveal(actions);
  }

  /**
   * Scroll the page if nothing that can be chosen is in sight, as in card games on small screens.
   * @param {readonly Action[]} actions
   */
  reveal(actions) {
    const boxes = actions
      .flatMap(({ touches = [] }) => touches.flat())
      .map((place) => this.board.boxOf(place))
      .filter((box) => box !== null);
    const isInSight = (/** @type {DOMRect} */ { top, bottom }) => top >= 0 && bottom <= innerHeight - HIDDEN_BELOW;
    const [first] = boxes;
    if (!first || boxes.some(isInSight)) return;
    scrollBy({ top: first.top - innerHeight / 3, behavior: scrollBehavior() });
  }

  /**
   * Light on the board what actions touch.
   * @param {readonly Action[]} actions
   */
  light(actions) {
    const places = actions.flatMap(({ touches = [] }) => touches.map((group) => group[0] ?? ""));
    const lit = [...new Set(places)];
    if (lit.join() === this.lit) return;
    this.lit = lit.join();
    this.board.light(lit);
  }

  /**
   * Return the name of a place for people, as the picture has it.
   * @param {string} place
   */
  placeName(place) {
    const verb = /^(?:button|action)\.(\w+)$/.exec(place)?.[1];
    return this.placeNames().get(place) ?? (verb && this.context.match?.info?.verbs[verb]?.title) ?? place;
  }

  /** Return the names of all places of the picture, read once. @returns {Map<string, string>} */
  placeNames() {
    if (this.named?.picture === this.picture) return this.named.names;
    const parsed = new DOMParser().parseFromString(this.picture || "<svg/>", "image/svg+xml");
    const names = new Map(
      [...parsed.querySelectorAll("[data-place]")]
        .map((drawn) => {
          const title = [...drawn.children].find(({ localName }) => localName === "title")?.textContent ?? "";
          return /** @type {const} */ ([drawn.getAttribute("data-place") ?? "", title]);
        })
        .filter(([, title]) => title),
    );
    this.named = { picture: this.picture, names };
    return names;
  }

  /** Offer the parts of the picture: in games with cards the hand can be seen alone. */
  showParts() {
    const { match, texts } = this.context;
    const parts = (match?.info?.picture_parts ?? []).filter((part) => {
      const seat = /^seat\.(\d+)$/.exec(part)?.[1];
      if (part === "mine") return match?.viewer !== null;
      return seat === undefined || (Number(seat) < (match?.seats ?? 0) && Number(seat) !== match?.viewer);
    });
    this.parts.hidden = parts.length < 2;
    if (!parts.includes(this.part)) this.part = "table";
    const title = (/** @type {string} */ part) => {
      if (part === "table") return texts.whole;
      return part === "mine" ? texts.mine : (match?.names[Number(part.slice(5))] ?? part);
    };
    const key = parts.map(title).join();
    this.parts.setAttribute("aria-label", texts.parts);
    if (this.parts.dataset.key !== key) {
      this.parts.dataset.key = key;
      fillWith(
        this.parts,
        parts.map((part) =>
          h("button", { class: "quiet", value: part, onclick: () => this.choosePart(part) }, title(part)),
        ),
      );
    }
    for (const button of this.parts.querySelectorAll("button"))
      attribute(button, "aria-pressed", button.value === this.part);
  }

  /** @param {string} part */
  choosePart(part) {
    this.part = part;
    this.update();
  }

  /** Show the last sentences of the log, where a screen has room for them. */
  showRecent() {
    const { match } = this.context;
    const log = (match?.log ?? []).slice(-RECENT);
    const key = `${match?.log.length} ${log.at(-1)?.text} ${match?.names.join()}`;
    if (this.recent.dataset.key === key) return;
    this.recent.dataset.key = key;
    fillWith(
      this.recent,
      h(
        "ul",
        { class: "log small" },
        log.map(({ seat, text }) =>
          h("li", {}, seatMark(typeof seat === "number" ? seat : null), h("span", {}, match?.named(text) ?? text)),
        ),
      ),
    );
  }

  /** Hide the hand of a person from the next one, where several share the screen. */
  showCurtain() {
    const { match, texts } = this.context;
    const people = match?.players.filter(({ isYou }) => isYou) ?? [];
    const hasHands = match?.info?.picture_parts?.includes("mine") ?? false;
    const viewer = match?.viewer ?? null;
    if (!match || people.length < 2 || !hasHands || viewer === null || match.isOver) return this.cover(false);
    this.looker ??= viewer;
    if (this.looker === viewer) return this.cover(false);
    if (!this.curtain.hidden && this.curtain.dataset.viewer === String(viewer)) return;
    this.curtain.dataset.viewer = String(viewer);
    const raise = () => {
      this.looker = viewer;
      this.cover(false);
      this.board.focus();
    };
    const button = h("button", { class: "primary", onclick: raise }, texts.handOverGo);
    fillWith(this.curtain, h("h2", {}, fill(texts.handOver, { name: match.names[viewer] ?? "" })), h("p", {}, button));
    this.cover(true);
    button.focus();
  }

  /** @param {boolean} isCovered whether a curtain hides the table and what can be chosen */
  cover(isCovered) {
    this.curtain.hidden = !isCovered;
    this.board.inert = isCovered;
    this.onCover(isCovered);
  }
}
