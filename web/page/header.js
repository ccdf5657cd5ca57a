// The header of the page: links, language and theme.
import { fillWith, h, icon } from "../panels/dom.js";
import { setSetting, setting } from "./settings.js";

const NEXT = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });

/** @typedef {keyof typeof NEXT} ThemeChoice */

/** Return the theme that the reader chose. @returns {ThemeChoice} */
function themeChoice() {
  const stored = setting("referee.theme");
  return stored === "light" || stored === "dark" ? stored : "auto";
}

/**
 * Return an element of the page by id.
 * @param {string} id
 */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}; index.html must contain it.`);
  return found;
}

/**
 * Write the header in the language of the page.
 * @param {{texts: import("./texts.js").PageTexts, language: string, onLanguage(language: "en" | "fr"): void,
 * onTheme(): void}} page
 */
export function showHeader({ texts, language, onLanguage, onTheme }) {
  element("skip").textContent = texts.skip;
  element("menu-button").setAttribute("aria-label", texts.menu);
  const link = (/** @type {string} */ href, /** @type {string} */ text) => {
    const isHere = href.startsWith("#") && (location.hash || "#/").split("/")[1] === href.split("/")[1];
    return h("a", { href, "aria-current": isHere ? "page" : null, onclick: closeMenu }, text);
  };
  fillWith(element("nav"), link("#/", texts.newMatch), link("#/record", texts.records), link("docs", texts.reference));
  element("nav").setAttribute("aria-label", texts.navigation);
  const tag = (/** @type {"en" | "fr"} */ code, /** @type {string} */ name) =>
    h(
      "button",
      {
        class: "quiet tag",
        lang: code,
        "aria-label": `${code.toUpperCase()} – ${name}`,
        title: name,
        "aria-pressed": language === code,
        onclick: () => onLanguage(code),
      },
      code.toUpperCase(),
    );
  const languages = h(
    "div",
    { class: "segmented", role: "group", "aria-label": texts.language },
    tag("en", "English"),
    tag("fr", "Français"),
  );
  fillWith(element("settings"), languages, themeButton(texts, onTheme));
}

/**
 * Return the button that steps through the themes.
 * @param {import("./texts.js").PageTexts} texts
 * @param {() => void} onTheme
 */
function themeButton(texts, onTheme) {
  const button = h("button", { class: "quiet theme-button" });
  const show = () => {
    const choice = themeChoice();
    const name = { auto: texts.themeAuto, light: texts.themeLight, dark: texts.themeDark }[choice];
    fillWith(button, icon(choice), h("span", {}, name));
    button.title = name;
    button.setAttribute("aria-label", name);
  };
  button.addEventListener("click", () => {
    const next = NEXT[themeChoice()];
    setSetting("referee.theme", next === "auto" ? null : next);
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    show();
    onTheme();
  });
  show();
  return button;
}

/** Close the menu of small screens. */
function closeMenu() {
  const menu = element("menu");
  if (menu.matches(":popover-open")) menu.hidePopover();
}
