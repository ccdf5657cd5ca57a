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
