// The look of the kit: colours of both themes, and styles of the controls that all parts share.
// Colours are those of `referee_service/pictures/palette.py`; a test compares them.

/** Colours by theme. `signal` means "can be touched" and nothing else. */
export const PALETTE = {
  light: {
    table: "#EFE9DD", panel: "#FBF8F1", well: "#E6DECF", line: "#CFC4B0", ink: "#23262D", soft: "#5E5A52",
    signal: "#C800BE", onSignal: "#FFFFFF", halo: "#FFFFFF", darkPanel: "#2B2E36", onDarkPanel: "#F4EFE4",
    seat0: "#1D5FBF", seat1: "#B8321A", seat2: "#5A2A8C", seat3: "#3A3F4A", onSeat: "#FFFFFF",
    good: "#2F6B2F", bad: "#A3241A", raised: "#FFFFFF", shadow: "rgb(60 48 24 / 14%)",
  },
  dark: {
    table: "#12151B", panel: "#1D222B", well: "#2A313D", line: "#414B5A", ink: "#F3EEE3", soft: "#B3B7BF",
    signal: "#FF6BEB", onSignal: "#1C0519", halo: "#0B0D11", darkPanel: "#07090C", onDarkPanel: "#F3EEE3",
    seat0: "#5B9BFF", seat1: "#FF7A5C", seat2: "#D2B3FF", seat3: "#F4EEDF", onSeat: "#14171D",
    good: "#8FD48F", bad: "#FF9385", raised: "#272E39", shadow: "rgb(0 0 0 / 45%)",
  },
};

/** @typedef {"light" | "dark"} ThemeName */

/**
 * Return the custom properties of a theme as CSS declarations: `onSignal` becomes `--on-signal`.
 * @param {ThemeName} theme
 */
function declarations(theme) {
  const property = (/** @type {string} */ name) => name.replace(/[A-Z0-9]/g, (sign) => `-${sign.toLowerCase()}`);
  return Object.entries(PALETTE[theme]).map(([name, value]) => `--${property(name)}: ${value};`).join(" ");
}

const TOKENS = `
  :root, :host {
    ${declarations("light")}
    color-scheme: light;
    --radius: 10px; --radius-small: 6px; --gap: 12px; --pad: 16px;
    --font: "Referee Sans", "Source Sans 3", "Source Sans Pro", system-ui, sans-serif;
  }
  @media (prefers-color-scheme: dark) { :root:not([data-theme="light"]), :host(:not([data-theme="light"])) {
    ${declarations("dark")} color-scheme: dark;
  } }
  :root[data-theme="dark"], :host([data-theme="dark"]) { ${declarations("dark")} color-scheme: dark; }
`;

const CONTROLS = `
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; color: var(--ink); font: 1rem/1.45 var(--font); }
  [hidden] { display: none !important; }
  h1, h2, h3 { line-height: 1.2; margin: 0; text-wrap: balance; }
  h1 { font-size: 1.75rem; } h2 { font-size: 1.125rem; } h3 { font-size: 1rem; }
  p { margin: 0; } a { color: inherit; }
  .card { background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--pad); }
  .soft { color: var(--soft); } .small { font-size: 0.875rem; } .number { font-variant-numeric: tabular-nums; }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
  .stack { display: flex; flex-direction: column; gap: var(--gap); }
  button, .button, select, input, textarea { font: inherit; color: inherit; }
  button, .button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 40px;
    padding: 8px 14px; border: 1px solid var(--line); border-radius: var(--radius-small); background: var(--raised);
    text-decoration: none; cursor: pointer; }
  button:hover:not(:disabled), .button:hover { border-color: var(--soft); background: var(--well); }
  button:active:not(:disabled) { transform: translateY(1px); }
  button:disabled, [aria-disabled="true"] { opacity: 0.55; cursor: not-allowed; }
  button.primary, .button.primary { background: var(--ink); border-color: var(--ink); color: var(--panel);
    font-weight: 700; }
  button.primary:hover:not(:disabled), .button.primary:hover { background: var(--soft); border-color: var(--soft); }
  button.quiet { background: transparent; border-color: transparent; }
  button.quiet:hover:not(:disabled) { background: var(--well); }
  button[aria-pressed="true"], [role="tab"][aria-selected="true"] { background: var(--well); border-color: var(--ink); }
  select, input:not([type="checkbox"], [type="radio"], [type="range"]), textarea { width: 100%; min-height: 40px;
    padding: 7px 10px; border: 1px solid var(--soft); border-radius: var(--radius-small); background: var(--raised); }
  input[type="checkbox"], input[type="radio"] { width: 20px; height: 20px; accent-color: var(--ink); }
  input[type="range"] { width: 100%; accent-color: var(--ink); min-height: 32px; }
  label { display: block; } .field > label, .field > legend { font-weight: 700; margin-bottom: 4px; }
  :focus-visible { outline: 3px solid var(--signal); outline-offset: 2px; border-radius: var(--radius-small); }
  .seat-mark { flex: none; width: 14px; height: 14px; background: var(--seat-colour, var(--soft)); }
  .seat-0 { --seat-colour: var(--seat-0); }
  .seat-1 { --seat-colour: var(--seat-1); }
  .seat-2 { --seat-colour: var(--seat-2); }
  .seat-3 { --seat-colour: var(--seat-3); }
  .seat-mark.seat-0 { border-radius: 50%; }
  .seat-mark.seat-2 { clip-path: polygon(50% 0, 100% 100%, 0 100%); }
  .seat-mark.seat-3 { clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
    white-space: nowrap; }
  .error { border-left: 4px solid var(--bad); padding: 8px 12px; background: var(--well);
    border-radius: var(--radius-small); }
  .skeleton { background: var(--well); border-radius: var(--radius); }
  @media (pointer: coarse) {
    button, .button, select, input:not([type="checkbox"], [type="radio"]) { min-height: 44px; }
  }
  @media (prefers-reduced-motion: no-preference) {
    button, .button { transition: background 120ms, border-color 120ms; }
    .skeleton { animation: pulse 1.2s ease-in-out infinite alternate; }
    @keyframes pulse { to { opacity: 0.55; } }
  }
`;

/**
 * Return a stylesheet of this text, for `adoptedStyleSheets`.
 * @param {string} text
 */
export function sheet(text) {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}

/** The stylesheet with colours and shared controls, for shadow roots and for the document of the page. */
export const themeSheet = sheet(TOKENS + CONTROLS);

/**
 * Return the theme that an element shows: its own `theme` attribute, or what the reader prefers.
 * @param {string | null} attribute
 * @returns {ThemeName}
 */
export function themeOf(attribute) {
  if (attribute === "light" || attribute === "dark") return attribute;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
