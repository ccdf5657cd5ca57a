// Tabs: one panel is visible; arrow keys, Home and End move between the tabs.
import { fillWith, h, scrollBehavior } from "./dom.js";

/** @typedef {{id: string, title: string, content: HTMLElement}} Tab */

/** A row of tabs with their panels. */
export class Tabs {
  /** @param {(id: string) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.list = h("div", { role: "tablist" });
    this.bodies = h("div", { class: "tab-bodies" });
    this.element = h("div", { class: "panels" }, this.list, this.bodies);
    this.chosen = "";
    this.list.addEventListener("keydown", (event) => this.onKey(event));
  }

  /**
   * Show these tabs; the chosen one stays chosen.
   * @param {string} label
   * @param {Tab[]} tabs
   */
  show(label, tabs) {
    if (!tabs.some(({ id }) => id === this.chosen)) this.chosen = tabs[0]?.id ?? "";
    this.list.setAttribute("aria-label", label);
    fillWith(
      this.list,
      tabs.map(({ id, title }) =>
        h(
          "button",
          { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => this.choose(id) },
          title,
        ),
      ),
    );
    fillWith(
      this.bodies,
      tabs.map(({ id, content }) =>
        h("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabIndex: 0 }, content),
      ),
    );
    this.choose(this.chosen);
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    for (const tab of this.list.children) {
      const isChosen = tab.id === `tab-${id}`;
      tab.setAttribute("aria-selected", String(isChosen));
      /** @type {HTMLElement} */ (tab).tabIndex = isChosen ? 0 : -1;
    }
    for (const panel of this.bodies.children)
      /** @type {HTMLElement} */ (panel).hidden = panel.id !== `panel-${id}`;
    this.onChange(id);
  }

  /**
   * Bring a panel into sight on a small screen, or the table if the panel is there already.
   * @param {string} id
   * @param {HTMLElement} table
   */
  reveal(id, table) {
    this.choose(id);
    const isThere = this.element.getBoundingClientRect().top < innerHeight / 2;
    (isThere ? table : this.element).scrollIntoView({ block: "start", behavior: scrollBehavior() });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const tabs = /** @type {HTMLElement[]} */ ([...this.list.children]);
    const at = tabs.findIndex((tab) => tab.id === `tab-${this.chosen}`);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length];
    tab?.focus();
    tab?.click();
  }
}
