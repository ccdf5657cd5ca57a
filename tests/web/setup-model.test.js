// The set-up as data: seats, names, and the requests it becomes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { firstSetup, isShared, roomBody, shownNames, stateBody, withGame, withSeats } from "../../web/page/setup-model.js";
import { PAGE_TEXTS } from "../../web/page/texts.js";

const { en } = PAGE_TEXTS;

test("the first set-up is the reader against the quick bot", () => {
  const setup = firstSetup("burgundy");
  assert.deepEqual(setup.players.map(({ kind }) => kind), ["you", "greedy"]);
  assert.deepEqual(stateBody(setup), { seats: 2, options: {}, chance: { mode: "seeded" } });
});

test("seats follow what the game allows, and new ones are filled with bots, or friends among friends", () => {
  const setup = firstSetup("burgundy");
  assert.equal(withSeats(setup, [3, 4]).players.length, 3);
  assert.equal(withSeats(setup, [1]).players.length, 1);
  assert.deepEqual(withSeats(setup, [2, 3, 4], 3).players.map(({ kind }) => kind), ["you", "greedy", "greedy"]);
  const shared = { ...setup, players: setup.players.map((player) => ({ ...player, kind: "friend" })) };
  assert.equal(withSeats(shared, [3]).players[2]?.kind, "friend");
});

test("another game has its own options, and the same game keeps them", () => {
  const setup = { ...firstSetup("burgundy"), options: { boards: "random" } };
  assert.deepEqual(withGame(setup, { game: "burgundy", seats: [2] }).options, { boards: "random" });
  assert.deepEqual(withGame(setup, { game: "settlement", seats: [1, 2] }).options, {});
});

test("empty names are filled in, and equal ones are numbered", () => {
  const setup = withSeats(firstSetup("burgundy"), [4], 4);
  assert.deepEqual(shownNames(setup, en), ["Player 1", "Quick bot 1", "Quick bot 2", "Quick bot 3"]);
  setup.players[0].name = " Ann ";
  assert.equal(shownNames(setup, en)[0], "Ann");
});

test("real dice have no seed", () => {
  const setup = { ...firstSetup("burgundy"), seed: "hello" };
  assert.deepEqual(stateBody(setup).chance, { mode: "seeded", seed: "hello" });
  assert.deepEqual(stateBody({ ...setup, chance: "table" }).chance, { mode: "table" });
});

test("a room names its bots by seat and never its chance", () => {
  const setup = withSeats(firstSetup("burgundy"), [3], 3);
  setup.players[1].kind = "friend";
  setup.players[2] = { kind: "search", name: "", level: "strong" };
  assert.ok(isShared(setup));
  assert.deepEqual(roomBody({ ...setup, seconds: 60 }, ["Ann", "", "Clever bot"]), {
    game: "burgundy", seats: 3, options: {}, names: ["Ann", "", "Clever bot"], seconds: 60,
    bots: { 2: { bot: "search", budget: { milliseconds: 2000 } } },
  });
});
