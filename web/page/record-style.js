// Styles of the record viewer and of shared positions.

import { plotSheet } from "../plot.js";
import { sheet } from "../theme.js";

const recordSheet = sheet(`
  .record, .position { max-width: 2400px; }
  .record-intro { max-width: 70ch; display: grid; gap: 6px; margin-bottom: 20px; }
  .plain-list { list-style: none; margin: 0; padding: 0; }
  .record code { overflow-wrap: anywhere; font-size: 0.9375em; }

  .loader { max-width: 1100px; }
  .loader-more { display: grid; gap: var(--gap); align-items: start; }
  @media (min-width: 800px) { .loader-more { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
  .drop-zone { display: grid; justify-items: center; gap: 10px; padding: 36px 16px;
    border: 2px dashed var(--soft); text-align: center; }
  .drop-zone.is-over { border-color: var(--ink); background: var(--well); }
  .drop-zone:has(:focus-visible) .button { outline: 3px solid var(--signal); outline-offset: 2px; }
  .loader textarea { resize: vertical; font-family: ui-monospace, monospace; font-size: 0.875rem; }
  .loading-block { height: 60vh; margin-top: 16px; }

  .record-head { display: grid; gap: 10px; }
  .record-title { justify-content: space-between; gap: 8px 24px; }
  .record-title h1 { outline: none; overflow-wrap: anywhere; }
  .record-facts { display: flex; flex-wrap: wrap; gap: 8px 40px; margin: 0; }
  .record-facts dd { margin: 0; }
  .record-facts ul { gap: 4px 20px; }
  .record-facts li span { overflow-wrap: anywhere; min-width: 0; }
  .verdict { gap: 8px 12px; padding: 10px var(--pad); } .verdict strong { flex: 1 1 12rem; }
  .ruling { border-left: 4px solid var(--bad); }
  .ruling ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 12px 24px; }
  .refusal { display: grid; gap: 2px; align-content: start; }

  .now { height: 11rem; overflow-y: auto; display: grid; align-content: start; gap: 4px; padding: 10px var(--pad);
    overflow-wrap: anywhere; }
  .record-grid, .record-main, .record-side { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--gap);
    min-width: 0; }
  @media (max-width: 999.98px) {
    .record-main, .record-side { display: contents; }
    .now { order: 1; height: 8.5rem; } .position-picture { order: 2; }
    .moves-card { order: 3; } .scores-card { order: 4; } .chance-card { order: 5; }
  }
  @media (min-width: 1000px) {
    .record-grid { grid-template-columns: minmax(0, 1fr) clamp(340px, 28vw, 560px); align-items: start; }
    .record-side { position: sticky; top: 12px; }
  }
  @media (min-width: 1600px) and (min-height: 1000px) {
    .position-picture { --board-max-height: max(100vh - 300px, 860px); }
  }

  .controls { padding: 10px var(--pad) 4px; }
  .player-buttons { gap: 6px; }
  .player-buttons button { min-width: 44px; padding: 8px; }
  .player-icon { flex: none; }
  .player-place { padding: 0 8px; white-space: nowrap; }
  .player-speed select { width: auto; min-width: 64px; }
  .player input[type="range"] { margin: 4px 0; }
  .view-choice { margin-left: auto; flex-wrap: nowrap; } .view-choice select { width: auto; max-width: 200px; }
  .share-more { max-width: 720px; }

  .picture-frame { min-height: 240px; border-radius: var(--radius); overflow: hidden; }
  .picture-frame.skeleton { aspect-ratio: 4 / 3; } .picture-frame.skeleton referee-board { visibility: hidden; }
  .picture-message { padding: var(--pad); }
  .picture-tools { justify-content: flex-end; gap: 4px; } .picture-tools button { min-width: 44px; padding: 4px; }

  .moves-card { padding: var(--pad) 0 0; overflow: hidden; }
  .moves-card h2 { padding: 0 var(--pad) 8px; }
  .move-list { position: relative; height: 400px; overflow-y: auto; overscroll-behavior: contain;
    border-top: 1px solid var(--line); }
  @media (min-width: 1000px) { .move-list { height: clamp(240px, calc(100vh - 460px), 1400px); } }
  .move-list:focus-visible { outline-offset: -3px; }
  .move-block { content-visibility: auto; contain-intrinsic-block-size: auto 1600px; }
  .move-row { display: flex; align-items: center; gap: 8px; height: 40px; padding: 0 var(--pad) 0 0; cursor: pointer; }
  .move-row:hover { background: var(--well); }
  .move-row[aria-selected="true"] { background: var(--ink); color: var(--panel); }
  .move-row[aria-selected="true"] :is(.seat-mark, .chance-mark) { outline: 2px solid var(--panel); }
  .move-row[aria-disabled="true"] { cursor: default; opacity: 1; color: var(--soft); background: none; }
  .move-row.is-bad { color: var(--bad); font-weight: 700; }
  .move-number { flex: none; width: 4.5ch; text-align: right; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
  .move-label { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .chance-mark { flex: none; width: 14px; height: 14px; border-radius: 3px; border: 2px solid currentColor;
    background: radial-gradient(circle, currentColor 0 2px, transparent 2.5px); }

  .badge { flex: none; display: inline-flex; align-items: center; gap: 5px; font-size: 0.875rem; }
  .badge > [aria-hidden], .badge[aria-hidden] { display: inline-grid; place-items: center; width: 20px; height: 20px;
    border-radius: 50%; color: var(--panel); background: var(--badge-colour); font-weight: 700; line-height: 1; }
  .badge.is-yes { --badge-colour: var(--good); } .badge.is-no { --badge-colour: var(--bad); }
  .badge.is-unknown { --badge-colour: var(--soft); }
  .move-row[aria-selected="true"] .badge > [aria-hidden] { background: var(--panel); color: var(--ink); }
  .chance-card ul { gap: 4px 20px; } .chance-card li { display: flex; gap: 6px; }
  .chance-card summary { cursor: pointer; min-height: 32px; }
  .plot-legend { gap: 4px 20px; min-height: 24px; } .plot-legend li { gap: 6px; min-width: 0; }
  .plot-legend span { overflow-wrap: anywhere; min-width: 0; }
  .plot-legend strong { min-width: 3ch; }
  .turn-card { min-height: 60px; padding: 8px var(--pad); }
  .play-on .row { display: grid; grid-template-columns: auto 1fr minmax(0, 2fr); }
  .legal-list { margin: 0; padding-left: 2.5em; max-height: 50vh; overflow-y: auto; } .legal-list li { padding: 3px 0; }
  .faults p { overflow-wrap: anywhere; }
  @media (max-width: 600px) {
    .record-view, .record-head, .record-title { display: flex; flex-direction: column; align-items: stretch; }
    .record-head, .record-title { display: contents; }
    .record-actions { order: 2; } .record-facts { order: 1; } .share-more { order: 3; }
    .player-speed { display: none; }
    .player-buttons button { flex: 1; }
    .player-place { flex: 1; padding: 0; }
    .view-choice label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .now { height: 10rem; }
  }
`);

/** Give the document these styles, once. */
export function useRecordStyle() {
  for (const each of [plotSheet, recordSheet]) {
    if (!document.adoptedStyleSheets.includes(each)) document.adoptedStyleSheets.push(each);
  }
}
