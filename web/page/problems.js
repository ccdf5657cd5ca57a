// What the page shows when something fails: a card with the reason and the next step.
import { Problem } from "../client.js";
import { h } from "../panels/dom.js";
import { setTabSecret } from "./settings.js";

/** @typedef {import("./texts.js").PageTexts} PageTexts */

/**
 * Return a card that explains an error.
 * @param {PageTexts} texts
 * @param {unknown} error
 * @param {() => void} retry
 */
export function problemCard(texts, error, retry) {
  const problem = error instanceof Problem ? error : null;
  if (!problem) console.error(error);
  if (problem?.code === "bad-key") return keyCard(texts, retry);
  const isAway = problem?.code === "unreachable";
  const title = isAway ? texts.unreachable : problem?.title || texts.wrong;
  const detail = isAway
    ? texts.unreachableDetail
    : (problem?.detail ?? (error instanceof Error ? error.message : String(error)));
  return h(
    "div",
    { class: "card stack problem", role: "alert" },
    h("h2", {}, title),
    detail !== title && h("p", {}, detail),
    h("div", { class: "row" }, h("button", { class: "primary", onclick: retry }, texts.tryAgain)),
  );
}

/**
 * Return a card that takes an API key, for services that require one.
 * @param {PageTexts} texts
 * @param {() => void} retry
 */
function keyCard(texts, retry) {
  const input = h("input", { id: "api-key", type: "password", autocomplete: "off", required: true });
  const use = (/** @type {Event} */ event) => {
    event.preventDefault();
    setTabSecret("referee.key", input.value.trim());
    retry();
  };
  return h(
    "form",
    { class: "card stack problem", onsubmit: use },
    h("h2", {}, texts.keyTitle),
    h("div", { class: "field" }, h("label", { for: "api-key" }, texts.keyLabel), input),
    h("div", { class: "row" }, h("button", { class: "primary" }, texts.keyUse)),
  );
}

/**
 * Return a screen with a message and a way on.
 * @param {{texts: PageTexts}} app
 * @param {string} title
 * @param {string} detail
 * @param {...HTMLElement} more
 * @returns {import("./app.js").Screen}
 */
export function messageScreen(app, title, detail, ...more) {
  const element = h(
    "div",
    { class: "screen message" },
    h("h1", {}, title),
    detail && h("p", {}, detail),
    ...more,
    h("p", {}, h("a", { class: "button primary", href: "#/" }, app.texts.backToStart)),
  );
  return { element, title };
}
