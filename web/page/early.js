// The theme and language that the reader chose, set before the first paint. A classic script, because modules run
// later.
(() => {
  const stored = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // storage can be forbidden: the page then follows the browser
    }
  };
  const theme = stored("referee.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const language = stored("referee.language") ?? navigator.language;
  document.documentElement.lang = language.toLowerCase().startsWith("fr") ? "fr" : "en";
})();
