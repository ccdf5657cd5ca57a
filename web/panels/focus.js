// The focus while an answer takes the place of the panels: it goes to the answer, and back when the answer closes.

/** @typedef {import("./context.js").TableContext} TableContext */

/** Where the focus was before an answer. */
export class FocusReturn {
  /**
   * @param {TableContext} context
   * @param {HTMLElement} panels
   * @param {HTMLElement} tools
   */
  constructor(context, panels, tools) {
    this.context = context;
    this.panels = panels;
    this.tools = tools;
    this.isFromPanels = false;
  }

  /**
   * Move the focus to a sheet that hides the panels, if it was there.
   * @param {HTMLElement} sheet
   * @param {() => void} hide
   */
  enter(sheet, hide) {
    const isInside = this.panels.contains(this.context.focused());
    hide();
    if (!isInside) return;
    this.isFromPanels = true;
    sheet.focus();
  }

  /**
   * Move the focus out of a sheet that closes. The panels are visible again.
   * @param {HTMLElement} sheet
   */
  leave(sheet) {
    const isFromPanels = this.isFromPanels;
    this.isFromPanels = false;
    if (!sheet.contains(this.context.focused())) return;
    const panel = isFromPanels ? this.panels.querySelector('[role="tabpanel"]:not([hidden])') : null;
    const target = panel ?? this.tools.querySelector("button:not(:disabled)");
    if (target instanceof HTMLElement) target.focus();
  }
}
