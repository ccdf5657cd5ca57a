// One small drawing per game, in the manner of the pictures of positions: solid pieces with a darker lower edge.
import { svg } from "../panels/dom.js";

const INK = "#2E1703";

/** Icons in a box from -12 to 12, as in `referee_service/pictures/icons.yaml`. */
const ICONS = {
  castle:
    "M-11,10.5 V-10 h2.8 v2.8 h2.4 v-2.8 h2.8 v8 h6 v-8 h2.8 v2.8 h2.4 v-2.8 h2.8 V10.5 H3.4 V6.4 " +
    "a3.4,3.4 0 0 0 -6.8,0 V10.5Z",
  ship:
    "M-11,4 H11 C10,8 8,10.5 5,10.5 H-6 C-9,10.5 -10.5,7.5 -11,4Z M-1,-11.5 V2 H-10 C-9.5,-4 -6,-9.5 -1,-11.5Z " +
    "M1.2,-9 C5.5,-6.5 8.3,-2.5 8.6,2 H1.2Z",
  building: "M-11,-1 L0,-11 L11,-1 H8.5 V10.5 H2.6 V3.5 H-2.6 V10.5 H-8.5 V-1Z",
  book:
    "M-.9,-6 C-4,-8.6 -8,-8.6 -11.5,-7.2 V7.4 C-8,6 -4,6 -.9,8.6Z M.9,-6 C4,-8.6 8,-8.6 11.5,-7.2 V7.4 " +
    "C8,6 4,6 .9,8.6Z",
  fire:
    "M.6,-12 C2.2,-7.6 7.6,-5.4 7.6,.4 C7.6,4 4.6,6.6 0,6.6 C-4.6,6.6 -7.6,4 -7.6,.4 C-7.6,-2.2 -6.2,-4 " +
    "-4.6,-5.6 " +
    "C-4.2,-4 -3.6,-3.2 -2.4,-2.8 C-3,-6.8 -1.6,-10 .6,-12Z M-9.5,8.6 H9.5 V11 H-9.5Z",
  tent: "M0,-11 L12,10.5 H4.4 L0,1.5 L-4.4,10.5 H-12Z M-2.3,10.5 L0,5.8 L2.3,10.5Z",
  crown: "M-9.4,-5 l5,4.4 L0,-8 l4.4,7.4 l5,-4.4 l-2,12.4 H-7.4z",
  shield:
    "M0,-11.5 C3.4,-9 6.4,-8.4 10,-8.4 C10.6,1.4 7.4,8 0,11.6 C-7.4,8 -10.6,1.4 -10,-8.4 C-6.4,-8.4 " +
    "-3.4,-9 0,-11.5Z",
  tower:
    "M-6,9.6 V-2.6 L-7.4,-4 V-9 h3 v2 h2.8 V-9 h3.2 v2 h2.8 V-9 h3 v5 L6,-2.6 v12.2 h-4.2 v-4 a1.8,1.8 0 " +
    "0 0 -3.6,0 v4z",
  hammer:
    "M-1.4,-2.8 -8.6,6.2 a1.7,1.7 0 0 0 2.6,2.2 l7.6,-8.6z M-3.4,-7.6 C-.6,-10 3,-9.8 5.2,-7.8 l3.8,4 " +
    "-2.8,2.8 -1.6,-1.4 " +
    "-2.4,2.4 -4.8,-4.8 2,-2z",
  sickle:
    "M8.4,-2.4 C7.6,-7.2 3,-10 -1.6,-8.8 2,-8 4.6,-5 4.2,-1.4 c-.4,3.4 -3.6,5.4 -7,4.6 l-1.4,-.4 -4.4,4.6 " +
    "a1.5,1.5 0 0 0 " +
    "2.2,2.2 l3.8,-4 c5,2 11.8,-2 11,-8z",
  peaks: "M-12,10 L-3.4,-9.5 L1.6,1 L4.6,-3.6 L12,10Z",
  gem: "M-6,-7 H6 L11,-1 L0,10 L-11,-1Z",
  trees:
    "M-5,-11 L.2,-2 H-2 L1.6,5.6 H-3.6 V10.5 H-6.4 V5.6 H-11.6 L-8,-2 H-10.2Z M6,-5.5 L10,1 H8.4 L11.6,6.8 " +
    "H7.2 V10.5 H4.8 " +
    "V6.8 H2.8 L.6,1.6 L2,1Z",
};

/** Outlines of pieces around 0,0, about 44 wide. */
const SHAPES = {
  hexagon:
    "M-3,-24 q3,-1.8 6,0 L17.8,-15.4 q3,1.8 3,5.2 V10.2 q0,3.4 -3,5.2 L3,24 q-3,1.8 -6,0 L-17.8,15.4 " +
    "q-3,-1.8 -3,-5.2 " +
    "V-10.2 q0,-3.4 3,-5.2Z",
  square: "M-14,-20 H14 q6,0 6,6 V14 q0,6 -6,6 H-14 q-6,0 -6,-6 V-14 q0,-6 6,-6Z",
  card: "M-17,-25 H17 q5,0 5,5 V20 q0,5 -5,5 H-17 q-5,0 -5,-5 V-20 q0,-5 5,-5Z",
  circle: "M0,-21 a21,21 0 1 1 -.1,0Z",
};

/**
 * @typedef {{shape: keyof typeof SHAPES, x: number, y: number, fill: string, edge: string, icon: keyof typeof ICONS,
 * ink: string}} Piece
 */

/**
 * Return the description of one piece.
 * @param {keyof typeof SHAPES} shape
 * @param {number} x
 * @param {number} y
 * @param {[string, string, string]} colours fill, lower edge, icon
 * @param {keyof typeof ICONS} icon
 * @returns {Piece}
 */
const piece = (shape, x, y, [fill, edge, ink], icon) => ({ shape, x, y, fill, edge, ink, icon });

/** @type {Record<string, Piece[]>} */
const EMBLEMS = {
  burgundy: [
    piece("hexagon", -44, 0, ["#2B78BD", "#1B5183", "#FFFFFF"], "ship"),
    piece("hexagon", 0, 0, ["#17603D", "#0C3A24", "#FFFFFF"], "castle"),
    piece("hexagon", 44, 0, ["#C08A57", "#8A5A2E", INK], "building"),
  ],
  settlement: [
    piece("card", -48, 0, ["#62A857", "#3B6E33", "#17330A"], "trees"),
    piece("card", 0, 0, ["#9FD3EA", "#5E93AC", "#15506B"], "gem"),
    piece("card", 48, 0, ["#7A4F98", "#4B2C62", "#FFFFFF"], "building"),
  ],
  medievalia: [
    piece("card", -48, 0, ["#6B747E", "#454C54", "#FFFFFF"], "tower"),
    piece("card", 0, 0, ["#A83A2C", "#6E2117", "#FFFFFF"], "shield"),
    piece("card", 48, 0, ["#F5CF3F", "#B28F14", "#3F3000"], "crown"),
  ],
  dice_settlers: [
    piece("hexagon", -45, 0, ["#F4D76F", "#B7962B", "#4A3A05"], "tent"),
    piece("square", 0, 0, ["#2E7D3A", "#1B5124", "#FFFFFF"], "fire"),
    piece("square", 47, 0, ["#F7F4EC", "#B9B09C", "#23262D"], "book"),
  ],
  empires_north: [
    piece("circle", -46, 0, ["#5B8A3A", "#3A5C22", "#FFFFFF"], "sickle"),
    piece("circle", 0, 0, ["#1D6E7E", "#10454F", "#FFFFFF"], "ship"),
    piece("circle", 46, 0, ["#8A5A2E", "#5A3816", "#FFFFFF"], "hammer"),
  ],
};

/**
 * Return the emblem of a game; a game without one of its own shows plain hexagons.
 * @param {string} game
 */
export function emblem(game) {
  const other = [piece("hexagon", 0, 0, ["#6B747E", "#454C54", "#FFFFFF"], "crown")];
  const groups = (EMBLEMS[game] ?? other).map(({ shape, x, y, fill, edge, icon, ink }) =>
    svg(
      "g",
      { transform: `translate(${x} ${y - 1.5})` },
      svg("path", { d: SHAPES[shape], fill: edge, transform: "translate(0 3.5)" }),
      svg("path", { d: SHAPES[shape], fill }),
      svg("path", { d: ICONS[icon], fill: ink, transform: "scale(1.15)" }),
    ),
  );
  return svg("svg", { viewBox: "-72 -30 144 60", class: "emblem", "aria-hidden": "true" }, ...groups);
}
