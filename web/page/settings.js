// What the page remembers in this browser. Storage can be forbidden; then a setting lasts as long as the page.

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * Return a stored setting, or null.
 * @param {string} name
 * @returns {string | null}
 */
export function setting(name) {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * Store a setting; null removes it.
 * @param {string} name
 * @param {string | null} value
 */
export function setSetting(name, value) {
  if (value === null) memory.delete(name);
  else memory.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // the value stays in memory
  }
}

/**
 * Return a secret of this tab, such as the credential of a room, or null.
 * @param {string} name
 * @returns {string | null}
 */
export function tabSecret(name) {
  try {
    return sessionStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * Keep a secret in this tab: other tabs and later visits do not see it.
 * @param {string} name
 * @param {string | null} value
 */
export function setTabSecret(name, value) {
  if (value === null) memory.delete(name);
  else memory.set(name, value);
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // the value stays in memory
  }
}
