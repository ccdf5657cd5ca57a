// Choosing an action by places: every state, in every order of touches.

import assert from "node:assert/strict";
import { test } from "node:test";

import { matches, touch, verdict } from "../../web/choice.js";

/** Return an action that touches these groups. */
function action(notation, ...touches) {
  return { kind: notation, notation, label: notation, touches };
}

const TAKE = action("take", ["die.0"], ["depot.1"]);
const PLACE = action("place", ["die.0", "die.1"], ["storage.0"], ["estate.5"]);
const OTHER = action("other", ["die.1"], ["storage.0"], ["estate.6"]);
const END = action("end", ["button.end"]);
const UNPLACED = { kind: "wait", notation: "wait", label: "wait", touches: [] };
const ACTIONS = [TAKE, PLACE, OTHER, END, UNPLACED];

/** Return the choice after these touches. */
function touches(actions, ...places) {
  let choice = verdict(actions, []);
  for (const place of places) choice = touch(actions, choice.picks, place);
  return choice;
}

/** Return all orders of some items. */
function orders(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

test("every pick needs a group of its own, and groups move to make room", () => {
  const groups = [["die.0", "die.1"], ["die.0"]];
  assert.equal(matches(groups, ["die.0", "die.1"]), true);
  assert.equal(matches(groups, ["die.1", "die.0"]), true);
  assert.equal(matches(groups, ["die.1", "die.1"]), false);
  assert.equal(matches(groups, ["die.0", "die.1", "die.0"]), false);
});

test("equal cards are one group listed twice", () => {
  const keep = [["card.0", "card.1"], ["card.0", "card.1"]];
  assert.equal(matches(keep, ["card.0", "card.1"]), true);
  assert.equal(matches(keep, ["card.0", "card.2"]), false);
});

test("without picks every place of an action is open", () => {
  const choice = verdict(ACTIONS, []);
  assert.equal(choice.state, "idle");
  const places = ["die.0", "depot.1", "die.1", "storage.0", "estate.5", "estate.6", "button.end"];
  assert.deepEqual([...choice.open], places);
  assert.deepEqual(choice.remaining, [TAKE, PLACE, OTHER, END]);
});

test("a place of one action only is shown first, and a second touch plays it", () => {
  const first = touches(ACTIONS, "depot.1");
  assert.equal(first.state, "single");
  assert.equal(first.action, TAKE);
  for (const place of ["die.0", "depot.1"]) assert.equal(touch(ACTIONS, first.picks, place).state, "chosen");
});

test("an action of one group is chosen at once", () => {
  const choice = touches(ACTIONS, "button.end");
  assert.equal(choice.state, "chosen");
  assert.equal(choice.action, END);
});

test("three touches in any order mean the same action", () => {
  for (const order of orders(["die.1", "storage.0", "estate.6"])) {
    const steps = order.map((_, at) => touches(ACTIONS, ...order.slice(0, at + 1)));
    const chosen = steps.find((step) => step.state === "chosen");
    assert.equal(chosen?.action, OTHER, order.join());
  }
});

test("a place that fits no pick drops the oldest picks", () => {
  assert.deepEqual(touches(ACTIONS, "die.1").picks, ["die.1"]);
  assert.deepEqual(touches(ACTIONS, "die.1", "depot.1").picks, ["depot.1"]);
  const kept = touches([TAKE, PLACE, OTHER, action("x", ["storage.0"], ["depot.1"], ["a"]),
    action("y", ["storage.0"], ["depot.1"], ["b"])], "die.1", "storage.0", "depot.1");
  assert.deepEqual(kept.picks, ["storage.0", "depot.1"]);
});

test("a picked place is taken back", () => {
  const choice = touches(ACTIONS, "storage.0", "storage.0");
  assert.equal(choice.state, "idle");
  assert.deepEqual(choice.picks, []);
});

test("a place of no action is refused and keeps the picks", () => {
  const choice = touches(ACTIONS, "storage.0", "moon");
  assert.equal(choice.state, "refused");
  assert.deepEqual(choice.picks, ["storage.0"]);
});

test("actions that no place tells apart are a menu", () => {
  const two = [action("one", ["pile"], ["purse"]), action("two", ["pile"], ["purse"])];
  assert.equal(touches(two, "pile").state, "menu");
  assert.equal(touches(two, "pile", "purse").state, "menu");
  const different = [action("one", ["pile"], ["purse"]), action("two", ["pile"], ["box"])];
  assert.equal(touches(different, "pile").state, "narrowed");
});

test("an exact action and a longer one are narrowed, and the exact one is named", () => {
  const die = action("trade_die", ["trade"]);
  const choice = touches([die, action("trade", ["trade"], ["wood"])], "trade");
  assert.equal(choice.state, "narrowed");
  assert.deepEqual(choice.exact, [die]);
  assert.deepEqual([...choice.open], ["wood"]);
});

test("actions without places are never narrowed", () => {
  assert.equal(verdict([UNPLACED], []).remaining.length, 0);
  assert.equal(touches([UNPLACED], "die.0").state, "refused");
});

test("two thousand actions take no noticeable time", () => {
  const many = Array.from({ length: 2000 }, (_, at) => action(`a${at}`, [`x${at % 40}`], [`y${at % 50}`], [`z${at}`]));
  const start = performance.now();
  touches(many, "x1", "y1");
  assert.ok(performance.now() - start < 2000);
});
