// The picture beside the set-up: the start of such a match, as the service draws it.
import { fill } from "../language.js";
import { fillWith, h } from "../panels/dom.js";
import { emblem } from "./emblems.js";

/** Picture and caption. */
export class Preview {
  constructor() {
    this.element = h("figure", { class: "preview" });
    this.drawings = 0;
    this.shown = "";
  }

  /**
   * Draw the start of a match. An older drawing that arrives late is dropped.
   * @param {import("./app.js").App} app
   * @param {{game: string, title: string, names: string[]}} match
   */
  async show(app, { game, title, names }) {
    const drawing = ++this.drawings;
    const wanted = `${game} ${names.length} ${app.theme}`;
    if (this.shown === wanted) return;
    this.element.classList.add("waiting");
    try {
      const picture = await startPicture(app, game, names);
      if (drawing !== this.drawings) return;
      this.fill(picture, captionOf(app, title, names.length));
      this.shown = wanted;
    } catch (error) {
      if (drawing !== this.drawings) return;
      console.warn("No preview:", error); // the form works without it
      this.fill(emblem(game), title);
    }
    this.element.classList.remove("waiting");
  }

  /**
   * @param {Element} picture
   * @param {string} caption
   */
  fill(picture, caption) {
    const figure = h("div", { class: "preview-picture" }, picture);
    fillWith(this.element, figure, h("figcaption", { class: "soft small" }, caption));
  }
}

/**
 * @param {import("./app.js").App} app
 * @param {string} title
 * @param {number} seats
 */
function captionOf({ texts }, title, seats) {
  return fill(seats === 1 ? texts.previewAlone : texts.preview, { game: title, count: seats });
}

/**
 * Return the picture of the start of a match. It is always the same match, so the service need not draw it anew.
 * @param {import("./app.js").App} app
 * @param {string} game
 * @param {string[]} names
 */
async function startPicture({ client, theme }, game, names) {
  const chance = { mode: "seeded", seed: "preview" };
  const start = await client.setUp(game, { seats: names.length, chance, include: ["state"] });
  const [text, { sanitisedSvg }] = await Promise.all([
    client.picture(game, start, { theme, highlight: "none", names }),
    import("../svg.js"),
  ]);
  const picture = sanitisedSvg(text);
  picture.setAttribute("aria-hidden", "true"); // the caption says what it is, and nothing in it can be used
  for (const place of picture.querySelectorAll("[tabindex]")) place.removeAttribute("tabindex");
  return picture;
}
