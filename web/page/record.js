// The screen of records: it opens a record, has the service play it again, and shows the viewer.

import { Problem, isAbort } from "../client.js";
import { textsOf } from "../language.js";
import { LocalMatch, STORAGE_KEY } from "../local-match.js";
import { fillWith, h } from "../panels/dom.js";
import { parseRecord, RecordError, withChanceKey } from "../record.js";
import { faultSentence, RecordLoader, unknownGameSentence } from "./record-loader.js";
import { Replay } from "./record-replay.js";
import { useRecordStyle } from "./record-style.js";
import { RECORD_TEXTS } from "./record-texts.js";
import { RecordViewer } from "./record-viewer.js";
import { setTabSecret, setting, tabSecret } from "./settings.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("../record.js").ParsedRecord} ParsedRecord */

/** Where other screens leave a record for this one. */
const HANDED_OVER = "referee.record";
/** The record that this tab shows, for a reload or another language. */
const OPEN = "referee.record.open";

/**
 * Return the screen of records.
 * @param {App} app
 * @returns {Promise<import("./app.js").Screen>}
 */
export async function recordScreen(app) {
  useRecordStyle();
  const screen = new RecordScreen(app);
  return {
    element: screen.element, title: screen.texts.title, start: () => screen.start(), stop: () => screen.stop(),
    retheme: (theme) => screen.viewer?.retheme(theme === "dark" ? "dark" : "light"),
  };
}

/** The state of the screen: nothing, a record that is loading, or a viewer. */
class RecordScreen {
  /** @type {RecordViewer | null} */
  viewer = null;
  #loading = new AbortController();
  #text = "";
  #key = "";

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.texts = textsOf(RECORD_TEXTS, app.language);
    this.element = h("div", { class: "screen wide record",
      ondragover: (/** @type {Event} */ event) => event.preventDefault(),
      ondrop: (/** @type {DragEvent} */ event) => this.loader.accept(event) });
    const current = this.#currentRecord();
    this.loader = new RecordLoader({ texts: this.texts, onText: (text) => void this.open(text), current });
    addEventListener("pagehide", this.#save);
  }

  async start() {
    const handed = tabSecret(HANDED_OVER);
    setTabSecret(HANDED_OVER, null);
    if (handed) return this.open(handed);
    const open = JSON.parse(tabSecret(OPEN) ?? "null");
    if (open) await this.open(open.text, open);
    else this.#showLoader();
  }

  stop() {
    this.#save();
    this.#loading.abort();
    this.viewer?.stop();
    removeEventListener("pagehide", this.#save);
  }

  /**
   * Open a text as a record.
   * @param {string} text
   * @param {{ply?: number, seat?: number | null, key?: string}} [place] where to begin, and the key of chance
   */
  async open(text, { ply = 0, seat = null, key = "" } = {}) {
    this.#loading.abort();
    this.#loading = new AbortController();
    try {
      const read = parseRecord(text);
      await this.#show(key === "" ? read : withChanceKey(read, key), text, { ply, seat }, this.#loading.signal);
    } catch (error) {
      if (isAbort(error)) return;
      this.#showLoader();
      this.loader.fail(await this.#sentence(error, text));
    }
  }

  /**
   * @param {ParsedRecord} record
   * @param {string} text
   * @param {{ply: number, seat: number | null}} place
   * @param {AbortSignal} signal
   */
  async #show(record, text, { ply, seat }, signal) {
    const { app, texts } = this;
    this.viewer?.stop();
    this.viewer = null;
    fillWith(this.element, h("h1", {}, texts.title), h("p", { role: "status" }, texts.loading),
      h("div", { class: "skeleton loading-block", "aria-hidden": "true" }));
    const [info, replay] = await Promise.all([app.client.game(record.game), Replay.load(app.client, record, signal)]);
    if (signal.aborted) return;
    if (!replay.hasStart) {
      this.#showLoader();
      this.loader.fail(`${texts.noSetup} ${replay.ruling.reason ?? ""}`);
      return;
    }
    const viewer = new RecordViewer({ app, texts, title: info.title, replay, seat, onAnother: () => this.#another(),
      onKey: (key) => void this.open(text, { ply: viewer.ply, seat: viewer.look.seat, key }) });
    [this.viewer, this.#text, this.#key] = [viewer, text, record.chanceKey];
    this.#save();
    fillWith(this.element, viewer.element);
    app.setTitle(info.title);
    viewer.heading.focus({ preventScroll: true });
    await viewer.seek(Math.min(ply, replay.count));
  }

  /** Remember the open record for this tab. */
  #save = () => {
    const { viewer } = this;
    if (!viewer) return;
    const { ply, look } = viewer;
    setTabSecret(OPEN, JSON.stringify({ text: this.#text, key: this.#key, ply, seat: look.seat }));
  };

  #another() {
    this.viewer?.stop();
    this.viewer = null;
    setTabSecret(OPEN, null);
    this.app.setTitle(this.texts.title);
    this.#showLoader();
  }

  #showLoader() {
    const { texts } = this;
    fillWith(this.element, h("div", { class: "record-intro" }, h("h1", {}, texts.title), h("p", {}, texts.intro)),
      this.loader.element);
  }

  /** Return a function for the record of the match on this device, or null if there is none. */
  #currentRecord() {
    const stored = setting(STORAGE_KEY);
    if (stored === null || JSON.parse(stored).isPartial) return null;
    return () => LocalMatch.restored(stored, { client: this.app.client }).record();
  }

  /**
   * Return why a text could not be opened.
   * @param {unknown} error
   * @param {string} text
   */
  async #sentence(error, text) {
    if (error instanceof RecordError) return faultSentence(this.texts, error);
    if (!(error instanceof Problem)) throw error;
    if (error.code !== "unknown-game") return error.detail;
    return unknownGameSentence(this.texts, parseRecord(text).game, await this.app.client.games());
  }
}
