// The scores, line by line: every line names its rule, and a click shows the rule.
import { fillWith, h, seatMark } from "./dom.js";
import { sourceLine } from "./why.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types.js").Scores} Scores */
/** @typedef {{rule: string, title: string, count: number, points: number}} Line */

/**
 * Return a table of score lines: one row per rule, one column per side.
 * @param {TableContext} context
 * @param {Scores} scores
 */
export function scoreTable(context, { scores, lines, rivals }) {
  const { match, texts } = context;
  const sides = /** @type {{name: string, seat: number | null, score: number, lines: Line[]}[]} */ ([
    ...scores.map((score, seat) => ({ name: match?.names[seat] ?? "", seat, score, lines: lines[seat] ?? [] })),
    ...(rivals ?? []).map(({ label, score, lines: own }) => ({ name: label, seat: null, score, lines: own })),
  ]);
  /** @type {Map<string, string>} */
  const rules = new Map(sides.flatMap((side) => side.lines.map(({ rule, title }) => [rule, title])));
  const points = (/** @type {Line[]} */ own, /** @type {string} */ rule) => {
    const found = own.filter((line) => line.rule === rule);
    return found.length > 0 ? found.reduce((sum, line) => sum + line.points, 0) : "";
  };
  const rows = [...rules].map(([rule, title]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("button", { class: "rule-link", onclick: () => context.showRule(rule) }, title)),
      sides.map((side) => h("td", {}, points(side.lines, rule))),
    ),
  );
  if (rows.length === 0) rows.push(h("tr", {}, h("td", { colSpan: sides.length + 1 }, texts.noPoints)));
  return h(
    "table",
    { class: "score-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td"),
        sides.map(({ name, seat }) => h("th", { scope: "col" }, seat !== null && seatMark(seat), name)),
      ),
    ),
    h("tbody", {}, rows),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "row" }, texts.total),
        sides.map(({ score }) => h("td", {}, score)),
      ),
    ),
  );
}

/** The scores so far. */
export class ScoresPanel {
  /** @param {TableContext} context */
  constructor(context) {
    this.context = context;
    this.element = h("div");
    this.isShown = false;
    this.digest = "";
  }

  /** Count again if the panel is visible and the position is new. */
  async update() {
    const { match } = this.context;
    const digest = `${match?.position?.digest} ${match?.names.join()}`;
    if (!this.isShown || !match?.position || digest === this.digest) return;
    this.digest = digest;
    try {
      const scores = await match.scores();
      if (digest === this.digest) fillWith(this.element, scoreTable(this.context, scores));
    } catch (error) {
      this.digest = "";
      fillWith(this.element, h("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
    }
  }
}

/**
 * Show a rule in a dialog.
 * @param {TableContext} context
 * @param {HTMLDialogElement} dialog
 * @param {string} id
 */
export async function showRule({ match, texts }, dialog, id) {
  if (!match) return;
  const book = await match.client.rules(match.game);
  const rules = /** @type {{rule: string, title: string, message: string, source: string}[]} */ (book.rules);
  const rule = rules.find((each) => each.rule === id);
  if (!rule) return;
  fillWith(
    dialog,
    h(
      "div",
      { class: "stack" },
      h("h2", {}, rule.title),
      !rule.message.includes("{") && h("p", {}, rule.message),
      h("p", {}, sourceLine(rule.source, texts)),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", autofocus: true, onclick: () => dialog.close() }, texts.close),
      ),
    ),
  );
  dialog.setAttribute("aria-label", rule.title);
  dialog.showModal();
}
