// The record of a match: download, copy, a link to the position, and the way to the viewer.
import { fillWith, h, icon } from "./dom.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/** The record of a table. */
export class RecordPanel {
  /**
   * @param {TableContext} context
   * @param {{share(): (() => Promise<string>) | null, open(): ((record: string) => void) | null}} ways what the page
   * offers
   */
  constructor(context, ways) {
    this.context = context;
    this.ways = ways;
    this.element = h("div", { class: "stack" });
    this.shown = "";
  }

  update() {
    const { match, texts } = this.context;
    const isOpenState = match?.position?.state !== undefined;
    const isWhole = isOpenState || (match?.isOver ?? false);
    const key = `${texts.record} ${isOpenState} ${isWhole} ${match?.position?.chance_key}`;
    if (key === this.shown || !match?.position) return;
    this.shown = key;
    const { commitment, chance_key: chanceKey } = match.position;
    const open = this.ways.open();
    const share = isOpenState ? this.ways.share() : null;
    const note = h("p", { class: "small", role: "status" });
    const tool = (
      /** @type {import("./dom.js").IconName} */ name,
      /** @type {string} */ text,
      /** @type {() => unknown} */ run,
    ) => h("button", { disabled: !isWhole, onclick: () => this.run(note, run) }, icon(name), text);
    fillWith(
      this.element,
      h("p", { class: "soft" }, isWhole ? texts.recordLead : texts.recordSecret),
      tool("download", texts.download, () => this.download()),
      tool("copy", texts.copyRecord, async () => this.copy((await this.context.match?.record()) ?? "", note)),
      open && tool("open", texts.openRecord, async () => open((await this.context.match?.record()) ?? "")),
      share && tool("link", texts.shareLink, async () => this.copy(await share(), note)),
      share && h("p", { class: "soft small" }, texts.shareNote),
      note,
      commitment &&
        h(
          "div",
          {},
          h("h3", {}, texts.proof),
          h("p", { class: "small" }, texts.proofLead),
          h("code", {}, commitment),
          chanceKey && h("p", { class: "small" }, texts.proofKey),
          chanceKey && h("code", {}, chanceKey),
        ),
    );
  }

  /**
   * Run a tool and show its problem, if there is one.
   * @param {HTMLElement} note
   * @param {() => unknown} run
   */
  async run(note, run) {
    try {
      await run();
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Offer the record as a file. */
  async download() {
    const { match } = this.context;
    if (!match) return;
    const url = URL.createObjectURL(new Blob([await match.record()], { type: "text/plain" }));
    const link = h("a", { href: url, download: `${match.game}-${match.position?.ply ?? 0}.txt` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  /**
   * Copy a text; where the browser forbids it, show it to be copied by hand.
   * @param {string} text
   * @param {HTMLElement} note
   */
  async copy(text, note) {
    const { texts } = this.context;
    try {
      await navigator.clipboard.writeText(text);
      fillWith(note, texts.copied);
    } catch {
      const area = h("textarea", { readOnly: true, value: text, "aria-label": texts.copyFailed });
      fillWith(note, texts.copyFailed, area);
      area.select();
    }
  }
}
