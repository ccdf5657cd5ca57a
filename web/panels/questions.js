// Questions of a player: why places or a verb are refused. The answers come from the service.
import { Problem } from "../client.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("./why.js").WhyPanel} WhyPanel */

/** Most places that one question may name. */
const MOST_PLACES = 8;

/** The questions of a table. A newer question replaces one that waits for its answer. */
export class Questions {
  /**
   * @param {TableContext} context
   * @param {WhyPanel} why
   * @param {{onAnswer(detail?: object): void, onProblem(error: unknown): void}} ways
   */
  constructor(context, why, ways) {
    this.context = context;
    this.why = why;
    this.ways = ways;
    /** @type {string[]} */
    this.places = [];
    this.count = 0;
  }

  /** Forget what was asked. */
  forget() {
    this.count += 1;
    this.places = [];
  }

  /**
   * Ask about places that no legal action uses. While clicks ask, each one adds a place or takes it back.
   * @param {string[]} places what was picked, and the place that does not fit
   */
  async askPlaces(places) {
    const { match, isWhy } = this.context;
    if (!match?.position || match.isBusy || match.isOver || (match.viewer === null && !match.canPlay)) return;
    const place = places.at(-1) ?? "";
    const others = this.places.filter((each) => each !== place);
    if (!isWhy) this.places = places;
    else this.places = others.length < this.places.length ? others : [...others, place].slice(-MOST_PLACES);
    if (this.places.length === 0) return this.why.invite(null);
    await this.ask([...this.places]);
  }

  /** @param {string[]} places */
  async ask(places) {
    const question = ++this.count;
    if (this.why.element.hidden) this.why.wait(places);
    try {
      const verdict = await this.context.match?.verdict(places);
      if (question !== this.count || !verdict) return;
      this.why.answer(places, verdict);
      this.ways.onAnswer({ places, verdict });
    } catch (error) {
      if (question === this.count) this.ways.onProblem(error);
    }
  }

  /**
   * Ask why a verb is not possible, if it has a place of its own. Return whether the answer is shown.
   * @param {string} verb
   */
  async askVerb(verb) {
    const { match } = this.context;
    const question = ++this.count;
    for (const place of [`button.${verb}`, `action.${verb}`]) {
      const verdict = await match?.verdict([place]).catch((error) => {
        if (error instanceof Problem && error.code === "unknown-place") return null;
        throw error;
      });
      if (question !== this.count) return true;
      const candidate = verdict?.candidates?.find(({ kind }) => kind === verb);
      if (!candidate) continue;
      this.why.answerVerb(match?.info?.verbs[verb]?.title ?? verb, candidate.refusals);
      this.ways.onAnswer();
      return true;
    }
    return false;
  }
}
