// Styles of the table: where board, prompt and panels stand, and how panels look.
import { sheet } from "../theme.js";

const LAYOUT = `
  :host { container-type: inline-size; background: var(--table); }
  .table { display: flex; flex-direction: column; min-width: 0; }
  .side { display: contents; }
  .stage { order: 1; min-width: 0; display: flex; flex-direction: column; }
  .prompt { order: 2; }
  .panels { order: 3; }
  .board-box { position: relative; width: 100%; min-width: 0; margin: 0 auto; aspect-ratio: var(--aspect, 1.55);
    max-height: var(--board-max-height, none); }
  .board-box.drawn { aspect-ratio: auto; max-height: none; }
  .board-box > .skeleton { position: absolute; inset: 8px; }
  .side[inert] > * { visibility: hidden; }
  .parts { display: flex; gap: 4px; overflow-x: auto; padding: 6px 8px; scrollbar-width: thin; }
  .parts button { flex: none; min-height: 40px; padding: 4px 14px; }
  .under { display: flex; flex-wrap: wrap; align-items: start; gap: 8px 20px; padding: 8px; }
  .zoom { display: flex; gap: 4px; }
  .zoom button { min-width: 44px; padding: 4px; }
  .recent { flex: 1 1 320px; padding-left: 8px; min-width: 0; display: none; }
  @container (min-width: 960px) { .recent { display: block; } }
  .prompt { position: sticky; top: 0; bottom: 0; z-index: 5; background: var(--table); padding: 0 8px 8px;
    box-shadow: 0 -6px 16px -8px var(--shadow); }
  .panels { padding: 8px; min-width: 0; }
  @container (min-width: 960px) {
    .table { display: grid; grid-template-columns: minmax(0, 1fr) clamp(340px, 29cqi, 560px); align-items: start;
      gap: 0 20px;
      padding: 12px clamp(12px, 1.4cqi, 28px) 20px; }
    .stage { order: 0; }
    .side { order: 1; display: flex; flex-direction: column; gap: 12px; position: sticky; top: 12px; min-height: 480px;
      height: calc(100vh - 24px - var(--page-top, 0px)); }
    .prompt { position: static; padding: 0; box-shadow: none; flex: none; max-height: 62%; overflow: auto; }
    .panels { padding: 0; flex: 1; min-height: 0; display: flex; flex-direction: column; }
    .tab-bodies { flex: 1; min-height: 0; display: flex; flex-direction: column; }
    .panels [role="tabpanel"] { flex: 1; min-height: 0; overflow: auto; }
    .stage { --board-max-height: max(100vh - var(--page-top, 0px) - 90px, 860px / var(--aspect, 1.5)); }
  }
`;

const PROMPT = `
  .bar { display: flex; align-items: center; gap: 12px; min-height: 68px; padding: 8px 16px;
    border-radius: var(--radius);
    background: var(--seat-colour, var(--dark-panel)); color: var(--on-seat); }
  .bar.neutral { background: var(--dark-panel); color: var(--on-dark-panel); }
  .bar .seat-mark.mark { width: 20px; height: 20px; background: var(--on-seat); }
  .bar .who { font-weight: 700; font-size: 1.0625rem; line-height: 1.2; overflow-wrap: anywhere; }
  .bar .question { line-height: 1.3; overflow-wrap: anywhere; }
  .bar > div { flex: 1; min-width: 0; }
  .bar button { color: inherit; background: transparent; border-color: currentColor; }
  .bar button:hover:not(:disabled) { background: rgb(255 255 255 / 15%); border-color: currentColor; }
  .bar progress { width: 100%; height: 6px; accent-color: currentColor; }
  .bar :focus-visible { outline-color: currentColor; }
  .picks { display: flex; align-items: center; flex-wrap: wrap; gap: 4px 8px; padding-top: 3px; }
  .chip { display: inline-flex; align-items: center; gap: 6px; min-height: 26px; padding: 0 10px; border-radius: 13px;
    background: var(--signal); color: var(--on-signal); box-shadow: 0 0 0 2px var(--halo); font-weight: 700;
      max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
  .doing { display: flex; flex-wrap: wrap; gap: 8px; padding-top: 8px; }
  .doing:empty { display: none; }
  .doing button { flex: 1 1 auto; border: 2px solid var(--signal); font-weight: 700; text-align: left; }
  .tools { display: flex; gap: 8px; padding-top: 8px; }
  .tools button { flex: 1 1 auto; padding: 6px; gap: 6px; white-space: nowrap; }
  @container (min-width: 960px) { .to-panels { display: none; } }
  @container (max-width: 599.98px) {
    .tools { gap: 4px; }
    .tools button { flex: 1 1 0; flex-direction: column; gap: 0; padding: 5px 2px; font-size: 0.8125rem;
      line-height: 1.25; }
  }
  .latest { padding-top: 6px; display: -webkit-box; -webkit-line-clamp: 1; -webkit-box-orient: vertical;
    overflow: hidden; }
  @container (min-width: 960px) { .latest { display: none; } }
  @container (max-width: 959.98px) {
    .board-box:not(.drawn) { min-height: 480px; }
    [role="tabpanel"] { min-height: 70vh; }
    #panel-log { max-height: 70vh; overflow: auto; }
    .bar { min-height: 56px; padding: 8px 12px; border-radius: 0 0 var(--radius) var(--radius); margin: 0 -8px; }
    .sheet { max-height: 42vh; overflow: auto; }
    .doing { flex-wrap: nowrap; overflow-x: auto; }
    .doing button { flex: 1 0 auto; max-width: 80vw; }
  }
  .alert { display: flex; gap: 12px; align-items: start; margin-top: 8px; }
  .alert p { flex: 1; }
`;

const LISTS = `
  [role="tablist"] { display: flex; gap: 2px; border-bottom: 1px solid var(--line); flex: none; overflow-x: auto;
    scrollbar-width: none; }
  [role="tab"] { flex: 1; border: 0; border-radius: 0; background: transparent; padding: 8px 10px; min-height: 44px;
    color: var(--soft);
    border-bottom: 3px solid transparent; }
  [role="tab"][aria-selected="true"] { color: var(--ink); font-weight: 700; background: transparent;
    border-bottom-color: var(--ink); }
  [role="tab"]:focus-visible { outline-offset: -3px; }
  [role="tabpanel"] { background: var(--panel); border: 1px solid var(--line); border-top: 0; padding: 12px;
    border-radius: 0 0 var(--radius) var(--radius); min-height: 200px; }
  [role="tabpanel"]:focus-visible { outline-offset: -3px; }
  ul, ol { list-style: none; margin: 0; padding: 0; }
  .verbs { display: flex; flex-wrap: wrap; gap: 6px; padding-bottom: 10px; }
  .verbs button { min-height: 36px; padding: 2px 10px; font-size: 0.9375rem; }
  .verbs .count { font-size: 0.8125rem; color: var(--soft); font-variant-numeric: tabular-nums; }
  .verbs button.impossible { background: transparent; border-style: dashed; color: var(--soft); }
  [aria-busy="true"] .moves { opacity: 0.6; }
  .moves { display: grid; gap: 4px; }
  .moves button { position: relative; width: 100%; justify-content: flex-start; text-align: left; min-height: 44px;
    padding: 6px 12px;
    background: var(--raised); line-height: 1.25; overflow: hidden; }
  .moves button.exact { border-color: var(--signal); }
  .moves .rank { margin-left: auto; flex: none; font-size: 0.8125rem; color: var(--soft);
    font-variant-numeric: tabular-nums; }
  .moves .hint-bar { position: absolute; left: 0; bottom: 0; height: 4px; background: var(--ink); }
  .moves .best { font-weight: 700; }
  .moves .text { overflow-wrap: anywhere; }
  details > summary { cursor: pointer; min-height: 40px; padding: 8px 0; font-weight: 700; }
  .log li { display: grid; grid-template-columns: 14px 1fr; gap: 10px; padding: 4px 0; align-items: baseline; }
  .log .seat-mark { align-self: center; width: 12px; height: 12px; }
  .log .seat-none { background: transparent; }
  .log .step { border-top: 1px solid var(--line); margin-top: 6px; padding-top: 10px; }
  .score-table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  .score-table th, .score-table td { text-align: right; padding: 4px 6px; vertical-align: top; }
  .score-table :is(th, td):first-child { text-align: left; font-weight: 400; }
  .score-table thead th { font-weight: 700; border-bottom: 2px solid var(--line); vertical-align: bottom;
    line-height: 1.2; hyphens: auto; }
  .score-table thead .seat-mark { display: block; margin: 0 0 4px auto; }
  .score-table tfoot th, .score-table tfoot td { font-weight: 700; font-size: 1.125rem;
    border-top: 2px solid var(--line); padding-top: 8px; }
  .score-table tbody tr + tr > * { border-top: 1px solid var(--line); }
  .rule-link { padding: 2px 0; min-height: 26px; border: 0; background: none; text-align: left;
    justify-content: flex-start;
    text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 3px; }
  .rule-link:hover:not(:disabled) { background: none; text-decoration-color: currentColor; }
`;

const SHEETS = `
  .sheet { margin-top: 8px; padding: 14px 16px; background: var(--panel); border: 1px solid var(--line);
    border-radius: var(--radius);
    box-shadow: 0 8px 28px var(--shadow); }
  .sheet-head { display: flex; align-items: center; gap: 8px; }
  .sheet-head h2 { flex: 1; display: flex; align-items: center; gap: 8px; }
  .sheet-head select { width: auto; min-width: 0; flex: 0 1 auto; }
  .sheet.hint { padding: 8px 8px 8px 16px; }
  .sheet-head button { min-width: 40px; padding: 4px; }
  .candidate-title { text-wrap: pretty; font-weight: 700; padding: 10px 0 2px; }
  .has-answer .latest { display: none; }
  .others { margin-top: 12px; border-top: 1px solid var(--line); }
  .refusal { border-left: 3px solid var(--bad); padding: 0 0 2px 12px; margin-top: 10px; line-height: 1.35; }
  .refusal h4 { margin: 0; font-size: 1rem; }
  .refusal .source { display: block; color: var(--soft); font-size: 0.875rem; margin-top: 2px; }
  .instead { margin-top: 14px; display: grid; gap: 4px; }
  .instead h3 { font-size: 0.9375rem; color: var(--soft); font-weight: 700; margin-bottom: 2px; }
  .instead button { justify-content: flex-start; text-align: left; border: 2px solid var(--signal); line-height: 1.25; }
  .hint-row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding-top: 8px; }
  .hint-row label { flex: 1 1 160px; }
  .hint-list { display: grid; gap: 4px; padding-top: 10px; }
  .hint-list button { width: 100%; display: grid; grid-template-columns: 1fr auto; gap: 2px 12px; text-align: left;
    padding: 8px 12px; line-height: 1.25; }
  .meter { grid-column: 1 / -1; height: 8px; border-radius: 4px; background: var(--well); overflow: hidden; }
  .meter i { display: block; height: 100%; background: var(--soft); border-radius: 4px; }
  .hint-list li:first-child .meter i { background: var(--signal); }
  @container (min-width: 960px) {
    .hint-list { display: none; }
    .has-answer .panels { display: none; }
    .has-answer .prompt { max-height: none; flex: 1; min-height: 0; display: flex; flex-direction: column;
      overflow: hidden; }
    .has-answer .why { overflow: auto; min-height: 0; }
  }
  .result h2 { font-size: 1.5rem; padding-bottom: 10px; }
  .ranking { display: grid; gap: 6px; padding: 12px 0; }
  .ranking li { display: grid; grid-template-columns: 2ch 16px 1fr auto; gap: 10px; align-items: center;
    font-size: 1.125rem; }
  .ranking .points { font-weight: 700; font-size: 1.375rem; font-variant-numeric: tabular-nums; }
  .curtain { position: absolute; inset: 0; z-index: 4; display: grid; place-content: center; gap: 16px;
    text-align: center; padding: 24px;
    background: var(--table); }
  dialog { max-width: min(520px, calc(100vw - 32px)); padding: 24px; border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--panel); color: var(--ink); box-shadow: 0 24px 80px rgb(0 0 0 / 35%); }
  dialog::backdrop { background: rgb(20 16 8 / 45%); }
  code { overflow-wrap: anywhere; font-size: 0.875rem; }
  textarea { min-height: 120px; font-family: ui-monospace, monospace; font-size: 0.8125rem; }
`;

/** The stylesheet of the table. */
export const tableSheet = sheet(LAYOUT + PROMPT + LISTS + SHEETS);
