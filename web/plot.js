// A plot of the score of every side over a match: lines, axes, and a cursor that follows the position.
// Sides differ by colour, by the dashes of their lines and by the shape of their marks.

import { svg } from "./panels/dom.js";
import { sheet } from "./theme.js";

/** @typedef {{name: string, mark: number | null, values: number[]}} ScoreLine values after each move, from ply 0 */
/** @typedef {{width: number, height: number, count: number, low: number, high: number}} Frame */

const HEIGHT = 200;
const MARGIN = { left: 40, right: 14, top: 12, bottom: 26 };
const PAGE = 10;

/** Styles of the plot. */
export const plotSheet = sheet(`
  .plot { display: block; width: 100%; height: ${HEIGHT}px; touch-action: pan-y; cursor: crosshair; }
  .plot text { font: 12px var(--font); fill: var(--soft); font-variant-numeric: tabular-nums; }
  .plot .grid { stroke: var(--line); stroke-width: 1; }
  .plot .line { fill: none; stroke: var(--plot-colour); stroke-width: 2; stroke-linejoin: round; }
  .plot .mark { fill: var(--plot-colour); stroke: var(--panel); stroke-width: 1.5; }
  .plot .cursor { stroke: var(--ink); stroke-width: 1.5; }
  .plot .bad { stroke: var(--bad); stroke-width: 2; stroke-dasharray: 3 3; }
  .plot .side-0 { --plot-colour: var(--seat-0); }
  .plot .side-1 { --plot-colour: var(--seat-1); stroke-dasharray: 8 3; }
  .plot .side-2 { --plot-colour: var(--seat-2); stroke-dasharray: 3 3; }
  .plot .side-3 { --plot-colour: var(--seat-3); stroke-dasharray: 10 3 2 3; }
  .plot .side-rival { --plot-colour: var(--soft); stroke-dasharray: 1 4; stroke-linecap: round; }
  .plot .mark { stroke-dasharray: none; }
`);

/**
 * Return round numbers between two values, for an axis.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function ticks(low, high, most) {
  const rough = Math.max(1, (high - low) / most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, at) => first + at * step);
}

/**
 * Return the frame of lines: their largest index, lowest and highest value. Zero is always inside.
 * @param {ScoreLine[]} lines
 * @param {number} width
 * @returns {Frame}
 */
export function frameOf(lines, width) {
  const all = lines.flatMap((line) => line.values);
  const low = all.reduce((least, value) => Math.min(least, value), 0);
  const high = all.reduce((most, value) => Math.max(most, value), low + 1);
  const count = Math.max(1, ...lines.map((line) => line.values.length - 1));
  return { width, height: HEIGHT, count, low, high };
}

/**
 * Return where a ply lies, in pixels from the left edge.
 * @param {Frame} frame
 * @param {number} ply
 */
export function xOf(frame, ply) {
  return MARGIN.left + (ply / frame.count) * (frame.width - MARGIN.left - MARGIN.right);
}

/**
 * Return where a score lies, in pixels from the top.
 * @param {Frame} frame
 * @param {number} score
 */
export function yOf(frame, score) {
  const room = frame.height - MARGIN.top - MARGIN.bottom;
  return MARGIN.top + (1 - (score - frame.low) / (frame.high - frame.low)) * room;
}

/**
 * Return the ply at a distance from the left edge.
 * @param {Frame} frame
 * @param {number} x
 */
export function plyAt(frame, x) {
  const share = (x - MARGIN.left) / (frame.width - MARGIN.left - MARGIN.right);
  return Math.round(Math.min(1, Math.max(0, share)) * frame.count);
}

/**
 * Return the path of a line that changes in steps. It has only the points where the value changes.
 * @param {Frame} frame
 * @param {number[]} values
 */
export function stepPath(frame, values) {
  const rounded = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  const parts = [`M${rounded(xOf(frame, 0))} ${rounded(yOf(frame, values[0] ?? 0))}`];
  values.forEach((value, ply) => {
    if (ply > 0 && value !== values[ply - 1]) parts.push(`H${rounded(xOf(frame, ply))}V${rounded(yOf(frame, value))}`);
  });
  return `${parts.join("")}H${rounded(xOf(frame, values.length - 1))}`;
}

/**
 * Return the outline of a mark around the origin, in the shape of its seat: circle, square, triangle, diamond.
 * @param {number | null} mark
 */
function outline(mark) {
  if (mark === 0) return "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z";
  if (mark === 2) return "M0 -6 6 5H-6Z";
  if (mark === 3) return "M0 -7 6 0 0 7 -6 0Z";
  return "M-4.5 -4.5h9v9h-9Z";
}

/** A plot with a cursor. `onSeek` is called with the ply that the reader chooses. */
export class ScorePlot {
  /** @type {ScoreLine[]} */
  #lines = [];
  /** @type {Frame} */
  #frame = frameOf([], 320);
  #ply = 0;
  #isBad = false;
  /** @type {{cursor: SVGElement, marks: SVGElement[]} | null} */
  #moving = null;
  #title = svg("title");
  #detail = svg("desc");
  #observer = new ResizeObserver(() => this.#draw());

  /**
   * @param {{title: string, detail: string, at: (ply: number) => string, onSeek: (ply: number) => void}} texts `at`
   *   returns the scores after a move as a sentence
   */
  constructor({ title, detail, at, onSeek }) {
    this.at = at;
    this.onSeek = onSeek;
    this.element = svg("svg", { class: "plot", role: "slider", tabindex: 0, "aria-label": title, "aria-valuemin": 0 });
    this.#title.textContent = title;
    this.#detail.textContent = detail;
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.element.addEventListener("pointerdown", (event) => this.#onPointer(event));
    this.element.addEventListener("pointermove", (event) => event.buttons === 1 && this.#onPointer(event));
    this.#observer.observe(this.element);
  }

  /**
   * Show these lines. A record that ends with a bad move has a mark at its end.
   * @param {ScoreLine[]} lines
   * @param {{isBad: boolean}} options
   */
  show(lines, { isBad }) {
    this.#lines = lines;
    this.#isBad = isBad;
    this.#draw();
  }

  /**
   * Move the cursor.
   * @param {number} ply
   */
  moveTo(ply) {
    this.#ply = ply;
    this.element.setAttribute("aria-valuenow", String(ply));
    this.element.setAttribute("aria-valuetext", this.at(ply));
    const x = xOf(this.#frame, ply);
    this.#moving?.cursor.setAttribute("transform", `translate(${x} 0)`);
    this.#moving?.marks.forEach((mark, at) => {
      const y = yOf(this.#frame, this.#lines[at]?.values[ply] ?? 0);
      mark.setAttribute("transform", `translate(${x} ${y})`);
    });
  }

  /** Stop listening to changes of the size. */
  stop() {
    this.#observer.disconnect();
  }

  #draw() {
    const frame = frameOf(this.#lines, Math.max(200, this.element.clientWidth || 320));
    this.#frame = frame;
    const cursor = svg("line", { class: "cursor", y1: MARGIN.top - 6, y2: HEIGHT - MARGIN.bottom });
    const marks = this.#lines.map((line) => svg("path", { class: `mark ${sideClass(line)}`, d: outline(line.mark) }));
    const paths = this.#lines.map((line) =>
      svg("path", { class: `line ${sideClass(line)}`, d: stepPath(frame, line.values) }));
    const x = xOf(frame, frame.count);
    const bad = this.#isBad ? [svg("line", { class: "bad", x1: x, x2: x, y1: 0, y2: HEIGHT - MARGIN.bottom })] : [];
    this.element.setAttribute("viewBox", `0 0 ${frame.width} ${HEIGHT}`);
    this.element.setAttribute("aria-valuemax", String(frame.count));
    this.element.replaceChildren(this.#title, this.#detail, ...axes(frame), ...bad, ...paths, cursor, ...marks);
    this.#moving = { cursor, marks };
    this.moveTo(this.#ply);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { count } = this.#frame;
    const ply = this.#ply;
    const target = { ArrowLeft: ply - 1, ArrowRight: ply + 1, ArrowDown: ply - 1, ArrowUp: ply + 1, PageUp: ply + PAGE,
      PageDown: ply - PAGE, Home: 0, End: count }[event.key];
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.onSeek(Math.min(count, Math.max(0, target)));
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    if (event.button > 0) return;
    const box = this.element.getBoundingClientRect();
    const ply = plyAt(this.#frame, ((event.clientX - box.left) / box.width) * this.#frame.width);
    if (ply !== this.#ply) this.onSeek(ply);
  }
}

/** @param {ScoreLine} line */
function sideClass(line) {
  return `side-${line.mark ?? "rival"}`;
}

/**
 * Return the lines and numbers of both axes.
 * @param {Frame} frame
 */
function axes(frame) {
  const right = frame.width - MARGIN.right;
  const scores = ticks(frame.low, frame.high, 5).flatMap((value) => [
    svg("line", { class: "grid", x1: MARGIN.left, x2: right, y1: yOf(frame, value), y2: yOf(frame, value) }),
    axisNumber(MARGIN.left - 7, yOf(frame, value) + 4, "end", value),
  ]);
  const plies = ticks(0, frame.count, Math.max(2, Math.floor(frame.width / 90)));
  return [...scores, ...plies.map((ply) => axisNumber(xOf(frame, ply), HEIGHT - 8, "middle", ply))];
}

/**
 * Return a number beside an axis.
 * @param {number} x
 * @param {number} y
 * @param {"end" | "middle"} anchor
 * @param {number} value
 */
function axisNumber(x, y, anchor, value) {
  const label = svg("text", { x, y, "text-anchor": anchor, "aria-hidden": "true" });
  label.textContent = String(value).replace("-", "\u2212");
  return label;
}
