// Opening a record: choose a file, drop one, paste its text, or take the match of this device.

import { fill } from "../language.js";
import { fillWith, h } from "../panels/dom.js";
import { MAX_RECORD_CHARS, RecordError } from "../record.js";

/** @typedef {import("./record-texts.js").RecordTexts} RecordTexts */

/** Longest file that is read, in bytes. A character of a record has at most four. */
const MAX_FILE_BYTES = 4 * MAX_RECORD_CHARS;

/** Controls that give a text to `onText`. */
export class RecordLoader {
  /**
   * @param {{texts: RecordTexts, onText: (text: string) => void, current: (() => Promise<string>) | null}} options
   *   `current` returns the record of the match on this device
   */
  constructor({ texts, onText, current }) {
    this.texts = texts;
    this.onText = onText;
    this.message = h("div", { class: "error", role: "alert", hidden: true });
    this.file = h("input", { type: "file", id: "record-file", class: "visually-hidden",
      accept: ".game,.json,.txt,text/plain,application/json",
      onchange: () => void this.#read([...(this.file.files ?? [])]) });
    this.area = h("textarea", { id: "record-text", rows: 8, spellcheck: false, autocomplete: "off",
      placeholder: "game: burgundy\nruleset: 1\n…" });
    this.zone = this.#dropZone();
    this.element = h("div", { class: "loader stack" }, this.message, this.zone, h("div", { class: "loader-more" },
      this.#pasteForm(), current && this.#currentCard(current)));
  }

  /**
   * Show why a text could not be opened.
   * @param {string} sentence
   */
  fail(sentence) {
    fillWith(this.message, sentence);
    this.message.hidden = false;
    this.message.scrollIntoView({ block: "nearest" });
  }

  /**
   * Open what was dropped: a file, or text.
   * @param {DragEvent} event
   */
  accept(event) {
    event.preventDefault(); // else the browser leaves the page to show the file
    this.zone.classList.remove("is-over");
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (files.length === 0 && text) this.onText(text);
    else void this.#read(files);
  }

  #dropZone() {
    return h("div", { class: "card drop-zone", ondragover: () => this.zone.classList.add("is-over"),
      ondragleave: () => this.zone.classList.remove("is-over") },
    h("h2", {}, this.texts.dropTitle), h("p", { class: "soft" }, this.texts.dropHint),
    this.file, h("label", { class: "button primary", for: "record-file" }, this.texts.choose));
  }

  #pasteForm() {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.onText(this.area.value);
    };
    return h("form", { class: "card stack", onsubmit: submit }, h("div", { class: "field" },
      h("label", { for: "record-text" }, this.texts.pasteLabel), this.area),
    h("div", { class: "row" }, h("button", { class: "primary" }, this.texts.open)));
  }

  /** @param {() => Promise<string>} current */
  #currentCard(current) {
    const take = () => void current().then(this.onText);
    return h("div", { class: "card stack current-match" }, h("p", {}, this.texts.currentHint),
      h("div", { class: "row" }, h("button", { type: "button", onclick: take }, this.texts.current)));
  }

  /** @param {File[]} files */
  async #read(files) {
    const [file] = files;
    this.file.value = ""; // the same file can be chosen again
    if (!file) return;
    if (files.length > 1) return this.fail(this.texts.tooManyFiles);
    if (file.size > MAX_FILE_BYTES) return this.fail(this.texts.faults.long);
    try {
      this.onText(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      this.fail(this.texts.unreadableFile);
    }
  }
}

/**
 * Return why a text is no record, in the language of the reader.
 * @param {RecordTexts} texts
 * @param {RecordError} error
 */
export function faultSentence(texts, error) {
  return texts.faults[error.fault];
}

/**
 * Return the sentence about a game that the service does not have.
 * @param {RecordTexts} texts
 * @param {string} game
 * @param {{game: string}[]} games
 */
export function unknownGameSentence(texts, game, games) {
  return fill(texts.faults.unknownGame, { game, games: games.map((each) => each.game).join(", ") });
}
