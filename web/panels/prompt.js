// The prompt: whose turn it is, the question, what is picked, and the answers that do not lie on the board.
import { fill } from "../language.js";
import { fillWith, h, icon, seatMark } from "./dom.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types.js").Action} Action */

/** More buttons than this are only in the list of moves. */
const MOST_BUTTONS = 8;

/**
 * Return whether an action is chosen by a button, not by a piece on the table.
 * @param {Action} action
 */
export function isControl(action) {
  return (action.touches ?? []).every((group) => group.every((place) => /^(button|choice)\./.test(place)));
}

/** The prompt of a table. */
export class PromptPanel {
  /** @param {TableContext} context */
  constructor(context) {
    this.context = context;
    this.bar = h("div", { class: "bar neutral" });
    this.doing = h("div", { class: "doing" });
    this.tools = h("div", { class: "tools" });
    this.latest = h("p", { class: "latest small soft" });
    this.problem = h("div");
    this.status = h("div", { class: "visually-hidden", role: "status" });
    this.element = h("div", {}, this.bar, this.problem, this.tools, this.doing, this.latest, this.status);
  }

  /** Show the position and the choice. */
  update() {
    this.showBar();
    this.showChoice();
    this.showTools();
    const { match } = this.context;
    const last = match?.log.at(-1);
    this.latest.textContent = match && last ? match.named(last.text) : "";
  }

  /** Show who is to move, in the colour of the seat. */
  showBar() {
    const { match, texts } = this.context;
    const turn = match?.position?.turn ?? null;
    const seat = typeof turn?.seat === "number" ? turn.seat : null;
    this.bar.className = seat === null ? "bar neutral" : `bar seat-${seat}`;
    if (!match || !match.position) return fillWith(this.bar, h("div", { class: "question" }, texts.loading));
    const name = seat === null ? "" : (match.names[seat] ?? "");
    const [who, question, ...more] = this.barTexts(name);
    const picks = this.picks();
    fillWith(
      this.bar,
      seat !== null && barMark(seat),
      h("div", {}, h("div", { class: "who" }, who), picks ?? h("div", { class: "question" }, question)),
      picks ? this.backButton() : more,
    );
    const announced = `${who}. ${question}`;
    if (this.status.textContent !== announced) this.status.textContent = announced;
  }

  /**
   * Return title, text and buttons of the bar.
   * @param {string} name
   * @returns {[string, string, ...HTMLElement[]]}
   */
  barTexts(name) {
    const { match, texts } = this.context;
    if (!match) return ["", ""];
    const turn = match.position?.turn;
    if (match.isOver || !turn) return [texts.over, ""];
    const control = /** @type {{isPaused?: boolean, resume?: () => void, moveNow?: () => void}} */ (match);
    if (match.thinking) {
      const { iterations, best } = match.thinking;
      const text =
        iterations > 0 ? fill(texts.iterations, { count: iterations.toLocaleString(this.context.language) }) : "";
      const buttons = [];
      if (control.moveNow && best) buttons.push(h("button", { onclick: () => control.moveNow?.() }, texts.moveNow));
      if (control.moveNow) buttons.push(h("button", { onclick: () => match.stopBot() }, icon("stop"), texts.stop));
      return [fill(texts.thinking, { name }), text, ...buttons];
    }
    if (control.isPaused && !match.canPlay && !match.isBusy) {
      return [texts.paused, name, h("button", { onclick: () => control.resume?.() }, texts.resume)];
    }
    if (turn.seat === "chance") return [texts.chanceTurn, turn.prompt];
    if (match.canPlay || match.isBusy || match.viewer === turn.seat) return [name, match.named(turn.prompt)];
    return [fill(texts.turnOf, { name }), ""]; // the prompt itself addresses the seat to move
  }

  /** Return what is picked, or null. */
  picks() {
    const { match, texts, choice, isWhy } = this.context;
    if (!match?.canPlay || isWhy || !choice || choice.picks.length === 0) return null;
    const count = choice.remaining.length;
    return h(
      "div",
      { class: "picks" },
      choice.picks.map((place) => h("span", { class: "chip" }, this.context.placeName(place))),
      h("span", {}, count === 1 ? texts.leftOne : fill(texts.left, { count })),
    );
  }

  /** Return the button that drops what is picked. */
  backButton() {
    return h("button", { onclick: () => this.context.back() }, icon("undo"), this.context.texts.back);
  }

  /** Show the buttons of the actions that have no piece. */
  showChoice() {
    const { match, isWhy } = this.context;
    const buttons = match?.canPlay && !isWhy ? this.buttons() : [];
    if (match?.isBusy) return; // the buttons stay while a move is sent, so that nothing jumps
    const hadFocus = this.doing.contains(this.context.focused());
    fillWith(
      this.doing,
      buttons.map((action) =>
        h(
          "button",
          {
            onclick: () => void this.context.play(action),
            onpointerenter: () => this.context.light([action]),
            onpointerleave: () => this.context.light([]),
          },
          match?.named(action.label) ?? action.label,
        ),
      ),
    );
    if (hadFocus)
      /** @type {HTMLElement | null} */ (
        this.doing.querySelector("button") ?? this.tools.querySelector("button:not(:disabled)")
      )?.focus({ preventScroll: true });
  }

  /** Return the actions that stand as buttons in the prompt. @returns {Action[]} */
  buttons() {
    const { match, choice } = this.context;
    const controls = (match?.actions ?? []).filter(isControl);
    if (choice?.state === "menu" || choice?.state === "single") return choice.remaining.slice(0, MOST_BUTTONS);
    if (choice?.state === "narrowed") {
      const finished = choice.exact.slice(0, MOST_BUTTONS);
      if (finished.length > 0) return finished;
    }
    return controls.length > MOST_BUTTONS ? [] : controls;
  }

  /** Show undo, hint and why not. */
  showTools() {
    const { match, texts, isWhy, isHint } = this.context;
    this.bar.hidden = match?.isOver ?? false;
    if (!match || match.isOver) return fillWith(this.tools);
    const tool = (
      /** @type {import("./dom.js").IconName} */ name,
      /** @type {string} */ text,
      /** @type {() => void} */ run,
      /** @type {Record<string, unknown>} */ more = {},
    ) => h("button", { onclick: run, ...more }, icon(name), h("span", {}, text));
    const mayAsk = match.viewer !== null || match.canPlay;
    const tools = [
      tool("undo", texts.undo, () => void match.undo(), { disabled: !match.canUndo }),
      mayAsk &&
        tool("hint", texts.hint, () => this.context.toggleHint(), {
          "aria-pressed": isHint,
          disabled: (!match.canPlay || match.position?.turn?.seat === "chance") && !isHint,
        }),
      mayAsk && tool("why", texts.why, () => this.context.toggleWhy(), { "aria-pressed": isWhy }),
      tool("menu", texts.moves, () => this.context.toPanels(), { class: "to-panels" }),
    ];
    const focused = [...this.tools.children].indexOf(/** @type {Element} */ (this.context.focused()));
    fillWith(this.tools, ...tools);
    const again = this.tools.children[focused];
    if (again instanceof HTMLElement) again.focus();
  }

  /**
   * Show a problem until the next move.
   * @param {{title?: string, detail?: string, message?: string} | null} problem
   */
  showProblem(problem) {
    const { texts } = this.context;
    if (!problem) return fillWith(this.problem);
    const title = problem.title || texts.problem;
    const text = (problem.detail || problem.message || "").replace(title, "").replace(/^[.\s]+/, "");
    const { match } = this.context;
    const again = () => {
      this.showProblem(null);
      void match?.start();
    };
    fillWith(
      this.problem,
      h(
        "div",
        { class: "error alert", role: "alert" },
        h("p", {}, h("strong", {}, title), " ", text),
        match && !match.position && h("button", { onclick: again }, texts.tryAgain),
        h(
          "button",
          { class: "quiet", "aria-label": texts.dismiss, onclick: () => this.showProblem(null) },
          icon("close"),
        ),
      ),
    );
  }
}

/**
 * Return the mark of a seat for a bar in the colour of this seat.
 * @param {number} seat
 */
function barMark(seat) {
  const mark = seatMark(seat);
  mark.classList.add("mark", "on-seat");
  return mark;
}
