// Signals that a person is to move: in the title of the page, and as a notification if the reader allowed it.

import { shownText } from "../language.js";

/**
 * Return a signal for a match. Its heading names the game.
 * @param {import("./app.js").App} app
 * @param {import("../match.js").MatchModel} match
 * @param {HTMLElement} heading
 */
export function turnSignal(app, match, heading) {
  const { texts } = app;
  let wasYours = true;
  const onChange = () => {
    const game = shownText(match.info?.title ?? "", app.language);
    const isYours = match.canPlay && match.position?.turn?.seat !== "chance";
    if (heading.textContent !== game) heading.textContent = game;
    if (match.isBusy) return;
    const start = match.isOver ? `${texts.gameOver} – ` : isYours ? `● ${texts.yourTurn} – ` : "";
    app.setTitle(start + game);
    if (isYours && !wasYours && document.hidden) notify(texts.turnOf.replace("{game}", game));
    wasYours = isYours;
  };
  return {
    start: () => {
      match.addEventListener("change", onChange);
      onChange();
    },
    stop: () => match.removeEventListener("change", onChange),
  };
}

/** Return whether notifications can still be allowed. */
export const canAskToNotify = () => "Notification" in globalThis && Notification.permission === "default";

/** Return whether notifications are allowed. */
export const mayNotify = () => "Notification" in globalThis && Notification.permission === "granted";

/**
 * Show a notification if that is allowed. A click brings the page to the front.
 * @param {string} text
 */
function notify(text) {
  if (!mayNotify()) return;
  try {
    const notification = new Notification(text, { tag: "referee-turn" });
    notification.addEventListener("click", () => {
      window.focus();
      notification.close();
    });
  } catch {
    // some browsers of phones allow notifications from service workers only; the title still tells
  }
}
