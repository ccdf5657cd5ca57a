// The look of a board: the box that scrolls, the rings, the focus. And what it says, in both languages.

import { fill, textsOf } from "./language.js";
import { sheet } from "./theme.js";

export const TEXTS = {
  en: {
    help: "Arrow keys move between the places that you can choose, with Shift between all places. Enter chooses. "
      + "Escape takes the last choice back.",
    can: "can be chosen",
    isChosen: "chosen",
    idle: "{count} moves are possible.",
    narrowed: "{picks} chosen, {count} moves are possible.",
    single: "{label}: choose it again to play it.",
    menu: "{count} moves fit. Choose one from the list.",
    chosen: "{label}.",
    refused: "No legal move uses this place now.",
  },
  fr: {
    help: "Les flèches mènent d’un emplacement jouable à l’autre ; avec Maj, à n’importe quel emplacement. "
      + "Entrée choisit. Échap annule le dernier choix.",
    can: "jouable",
    isChosen: "choisi",
    idle: "Coups possibles : {count}.",
    narrowed: "Choix : {picks}. Coups possibles : {count}.",
    single: "{label} : choisissez encore une fois pour jouer.",
    menu: "Coups qui conviennent : {count}. Choisissez dans la liste.",
    chosen: "{label}.",
    refused: "Aucun coup permis n’utilise cet emplacement maintenant.",
  },
};

/**
 * Return what a screen reader says about a choice.
 * @param {import("./choice.js").ChoiceState} state
 * @param {import("./choice.js").Choice} choice
 * @param {readonly import("./types.js").Action[]} actions
 * @param {string} language
 */
export function statusText(state, { picks, remaining, action }, actions, language) {
  const unplaced = picks.length > 0 ? 0 : actions.filter(({ touches = [] }) => touches.length === 0).length;
  const count = remaining.length + unplaced;
  if (state === "idle" && count === 0) return "";
  return fill(textsOf(TEXTS, language)[state], { picks: picks.length, count, label: action?.label ?? "" });
}

/**
 * Return a new element of a class.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {string} className
 * @returns {HTMLElementTagNameMap[K]}
 */
export function part(name, className) {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

export const boardSheet = sheet(`
  :host { display: block; position: relative; min-width: 0; }
  .view { position: relative; overflow: auto; overscroll-behavior: contain; touch-action: pan-x pan-y;
    max-height: var(--board-max-height, none); border-radius: var(--radius); background: var(--table);
    scrollbar-width: thin; scrollbar-color: var(--soft) transparent; }
  .sheet { position: relative; margin-inline: auto; aspect-ratio: var(--ratio, 1.5);
    width: calc(max(var(--least, 0px), min(100%, var(--board-max-height, 100000px) * var(--ratio, 1.5)))
      * var(--zoom, 1)); }
  .sheet > svg { position: absolute; inset: 0; display: block; width: 100%; height: 100%; user-select: none;
    -webkit-user-select: none; -webkit-touch-callout: none; }
  .layer { pointer-events: none; overflow: visible; fill: none; }
  .picture.hides-highlights .highlights { display: none; }
  .picture [data-place] { cursor: help; }
  .picture [data-place].open { cursor: pointer; }
  :host([data-waiting]) .picture [data-place] { cursor: progress; }

  .ring path, .ring rect, .ring circle, .ring ellipse, .ring polygon { stroke-linejoin: round; }
  .halo { stroke: var(--halo); stroke-width: 8; }
  .line { stroke: var(--signal); stroke-width: 4; }
  .chosen .halo { stroke-width: 12; } .chosen .line { stroke-width: 7; }
  .minor .halo { stroke-width: 5; } .minor .line { stroke-width: 2.5; stroke-dasharray: 0.1 6; stroke-linecap: round; }
  .suggestion .halo { stroke-width: 9; }
  .suggestion .line { stroke-width: 5; stroke-dasharray: 12 8; stroke-linecap: butt; }
  .ring .badge circle { fill: var(--signal); stroke: var(--halo); stroke-width: 3; }
  .ring .badge path { stroke: var(--on-signal); stroke-width: 3.2; stroke-linecap: round; }

  .target { fill: none; stroke: none; outline: none; }
  .focus.outer { stroke: var(--ink); stroke-width: 15; }
  .focus.inner { stroke: var(--halo); stroke-width: 9; }
  @media (forced-colors: active) {
    .line { stroke: Highlight; } .focus.outer { stroke: CanvasText; } .halo, .focus.inner { stroke: Canvas; }
  }
  @media (prefers-reduced-motion: no-preference) {
    .breathing { animation: breathe 1.6s ease-in-out 3; }
    @keyframes breathe { 50% { opacity: 0.62; } }
    .picture [data-place].open { transition: filter 120ms; }
  }
  @media (hover: hover) { .picture [data-place].open:hover { filter: brightness(1.07); } }
`);
