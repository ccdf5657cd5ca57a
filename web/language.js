// Languages of the kit: English and French.

/** @typedef {"en" | "fr"} Language */

/**
 * Return the language that fits a tag such as `fr-CA`, or English.
 * @param {string | null | undefined} tag
 * @returns {Language}
 */
export function languageOf(tag) {
  return (tag ?? "").toLowerCase().startsWith("fr") ? "fr" : "en";
}

/**
 * Return the texts of one language from a table of both.
 * @template T
 * @param {{en: T, fr: T}} table
 * @param {string | null | undefined} tag
 * @returns {T}
 */
export function textsOf(table, tag) {
  return table[languageOf(tag)];
}

/**
 * Fill a template: `{name}` becomes the value of that name.
 * @param {string} template
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Return French texts with their typographic spaces: narrow before `;`, `!`, `?`, full before `:` and inside « ».
 * Sources have plain spaces, because the others cannot be told apart in an editor.
 * @template T
 * @param {T} texts a text, or a list or table of them
 * @returns {T}
 */
export function withFrenchSpaces(texts) {
  if (typeof texts === "string") {
    const spaced = texts.replace(/ ([;!?])/g, "\u202f$1").replace(/ ([:»])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
    return /** @type {T} */ (spaced);
  }
  if (Array.isArray(texts)) return /** @type {T} */ (texts.map(withFrenchSpaces));
  if (texts === null || typeof texts !== "object") return texts;
  const entries = Object.entries(texts).map(([name, value]) => [name, withFrenchSpaces(value)]);
  return /** @type {T} */ (Object.fromEntries(entries));
}

/**
 * Return a text of the service as it is shown: in French with its typographic spaces, so that no line begins with a
 * sign.
 * @param {string} text
 * @param {string | null | undefined} tag
 */
export function shownText(text, tag) {
  return languageOf(tag) === "fr" ? withFrenchSpaces(text) : text;
}
