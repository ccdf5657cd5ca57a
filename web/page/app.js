// The page: what the fragment of the address shows, in the language and theme of the reader.
import { RefereeClient } from "../client.js";
import { languageOf, textsOf } from "../language.js";
import { fillWith } from "../panels/dom.js";
import { themeOf, themeSheet } from "../theme.js";
import { showHeader } from "./header.js";
import { messageScreen, problemCard } from "./problems.js";
import { setSetting, setting, tabSecret } from "./settings.js";
import { setupScreen } from "./setup.js";
import { PAGE_TEXTS } from "./texts.js";

/**
 * @typedef {{element: HTMLElement, title: string, start?(): void | Promise<void>, stop?(): void, retheme?(theme:
 * string): void}} Screen
 */
/**
 * @typedef {{
 *   client: RefereeClient, language: import("../language.js").Language, theme: import("../theme.js").ThemeName,
 *   texts: import("./texts.js").PageTexts, route: string[], go(fragment: string): void, setTitle(text: string): void,
 *   problemCard(error: unknown, retry?: () => void): HTMLElement, announce(text: string): void,
 * }} App
 */

/**
 * Screens by the first part of the fragment. Only the set-up is needed at once.
 * @type {Record<string, (app: App) => Promise<Screen>>}
 */
const SCREENS = {
  "": async (app) => setupScreen(app),
  match: async (app) => (await import("./match.js")).matchScreen(app),
  room: async (app) => (await import("./room-screen.js")).roomScreen(app),
  record: async (app) => (await import("./record.js")).recordScreen(app),
  position: async (app) => (await import("./position.js")).positionScreen(app),
};

/** @type {Screen | null} */
let shown = null;
let visits = 0;
let language = languageOf(setting("referee.language") ?? navigator.language);

/** Return the part of the page that shows a screen. */
const main = () => /** @type {HTMLElement} */ (document.getElementById("screen"));

/** Return the theme that the reader sees. */
const theme = () => themeOf(document.documentElement.dataset.theme ?? null);

/** Return what screens need from the page. @returns {App} */
function application() {
  const texts = textsOf(PAGE_TEXTS, language);
  const client = new RefereeClient({ language, key: tabSecret("referee.key") ?? "" });
  return {
    client,
    language,
    theme: theme(),
    texts,
    route: routeOf(location.hash),
    go: (fragment) => {
      if (location.hash === fragment) void show();
      else location.hash = fragment;
    },
    setTitle: (text) => {
      document.title = text ? `${text} – Referee` : "Referee";
    },
    problemCard: (error, retry) => problemCard(texts, error, retry ?? (() => void show())),
    announce: (text) => {
      const status = document.getElementById("status");
      if (status) status.textContent = text;
    },
  };
}

/**
 * Return the parts of a fragment: `#/room/ab/cd` becomes `["room", "ab", "cd"]`.
 * @param {string} fragment
 */
const routeOf = (fragment) =>
  fragment
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decoded);

/**
 * Return a part of an address, decoded if it can be.
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Show the screen of the address. */
async function show() {
  const visit = ++visits;
  const app = application();
  shown?.stop?.();
  shown = null;
  document.documentElement.lang = language;
  showHeader({ texts: app.texts, language, onLanguage, onTheme });
  const screen = await screenOf(app);
  if (visit !== visits) return screen.stop?.();
  const isFirst = visit === 1;
  shown = screen;
  fillWith(main(), screen.element);
  app.setTitle(screen.title);
  if (!isFirst) {
    scrollTo(0, 0);
    main().focus({ preventScroll: true });
  }
  await screen.start?.();
}

/**
 * Return the screen of a route; a screen that cannot be made becomes one that says why.
 * @param {App} app
 */
async function screenOf(app) {
  const maker = SCREENS[app.route[0] ?? ""];
  if (!maker) return messageScreen(app, app.texts.notFound, app.texts.notFoundDetail);
  try {
    return await maker(app);
  } catch (error) {
    return messageScreen(app, app.texts.wrong, "", app.problemCard(error));
  }
}

/** @param {"en" | "fr"} chosen */
function onLanguage(chosen) {
  language = chosen;
  setSetting("referee.language", chosen);
  void show().then(() => {
    const pressed = document.querySelector(`#settings [lang="${chosen}"]`);
    if (pressed instanceof HTMLElement && pressed.offsetParent) pressed.focus();
  });
}

/** Tell the screen that the theme changed. */
function onTheme() {
  shown?.retheme?.(theme());
}

document.adoptedStyleSheets.push(themeSheet);
addEventListener("hashchange", () => void show());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", onTheme);
document.getElementById("skip")?.addEventListener("click", (event) => {
  event.preventDefault(); // the fragment is the route, so the link must not change it
  main().focus();
});
void show();
