// Tests of the geometry of the score plot.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.CSSStyleSheet ??= /** @type {any} */ (class { replaceSync() {} }); // node has no style sheets
const { frameOf, plyAt, stepPath, ticks, xOf, yOf } = await import("../../web/plot.js");

/** @param {...number[]} values */
const lines = (...values) => values.map((each, mark) => ({ name: `Seat ${mark}`, mark, values: each }));

test("numbers of an axis are round and lie inside it", () => {
  assert.deepEqual(ticks(0, 67, 5), [0, 20, 40, 60]);
  assert.deepEqual(ticks(-6, 3, 5), [-6, -4, -2, 0, 2]);
  assert.deepEqual(ticks(0, 1, 5), [0, 1]);
  assert.deepEqual(ticks(0, 638, 4), [0, 200, 400, 600]);
});

test("the frame contains all scores, also negative ones, and zero", () => {
  const frame = frameOf(lines([0, 5, -6], [0, 2]), 400);
  assert.deepEqual([frame.count, frame.low, frame.high], [2, -6, 5]);
  assert.equal(frameOf([], 400).high, 1);
  assert.ok(yOf(frame, 5) < yOf(frame, -6));
});

test("every ply is found again at its place", () => {
  const frame = frameOf(lines(Array.from({ length: 301 }, (_, at) => at)), 640);
  for (const ply of [0, 1, 150, 299, 300]) assert.equal(plyAt(frame, xOf(frame, ply)), ply);
  assert.equal(plyAt(frame, -50), 0);
  assert.equal(plyAt(frame, 9999), 300);
});

test("a line has points only where the score changes, and goes on to its end", () => {
  const frame = frameOf(lines([0, 0, 0, 4, 4]), 440);
  const path = stepPath(frame, [0, 0, 0, 4, 4]);
  assert.equal(path.split("V").length, 2);
  assert.ok(path.endsWith(`H${xOf(frame, 4)}`));
});
