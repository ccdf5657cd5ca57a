// A match of the browser against a small game: two seats take one to three of the stones in turn.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Problem } from "../../web/client.js";
import { LocalMatch, STORAGE_KEY } from "../../web/local-match.js";

const STONES = 9;
const CONTENT = { game: "stones", ruleset: "1", content: "stones@0" };

/** Return the legal actions with so many stones. */
function legal({ stones }) {
  return [1, 2, 3].filter((count) => count <= stones).map((count) => ({
    kind: "take", notation: `take count=${count}`, label: `Take ${count}`, touches: [[`stone.${count}`]],
  }));
}

/** Return the turn of a state. */
function turnOf({ stones, seat }) {
  return stones === 0 ? null : { seat, question: "take", prompt: "Take stones.", verbs: ["take"] };
}

/** Return the position of a state after a line of notation. */
function positionOf(state, played = []) {
  const text = (seat, notation) => `Seat ${seat} plays ${notation}.`;
  return {
    ...CONTENT, ply: state.ply, digest: `d${state.ply}-${state.stones}`,
    state: { ...state, chance: { mode: "seeded", seed: "s" } },
    turn: turnOf(state), legal_actions: legal(state), played,
    events: played.map(({ seat, notation }) => ({ kind: "taken", seat, text: text(seat, notation) })),
    result: state.stones === 0 ? { winners: [1 - state.seat], scores: [0, 0] } : null,
  };
}

/** Return the position after a line of notation. */
function after(state, notation) {
  const count = Number(notation.split("=")[1]);
  if (count > state.stones) throw new Problem({ status: 409, code: "illegal-move", detail: "Too many." });
  const next = { stones: state.stones - count, seat: 1 - state.seat, ply: state.ply + 1 };
  return positionOf(next, [{ seat: state.seat, kind: "take", notation }]);
}

/** A client of that game. A search waits until the test answers it. */
class StonesClient {
  language = "en";
  calls = [];
  /** @type {((position: object) => void)[]} */
  searches = [];

  async game() { return { game: "stones", verbs: {} }; }

  async setUp() { return positionOf({ stones: STONES, seat: 0, ply: 0 }); }

  async post(_game, call, source, body) {
    this.calls.push([call, source.digest, body]);
    if (call === "replays") return { steps: [{ ply: 1, seat: 0, text: "La place 0 prend 2." }] };
    if (call === "legal-actions") return { turn: turnOf(source.state), legal_actions: legal(source.state) };
    return after(source.state, body.notation);
  }

  botMove(_game, { state }, { bot, play }, { signal, onProgress } = {}) {
    if (!play) return Promise.resolve({ moves: [{ ranking: legal(state).map((action) => ({ action })) }] });
    if (bot === "greedy") return Promise.resolve({ position: after(state, "take count=1") });
    onProgress({ iterations: 100, best: { notation: "take count=3", label: "", value: 1 } });
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
      this.searches.push(() => resolve({ position: after(state, "take count=2") }));
    });
  }
}

let stored;
beforeEach(() => {
  stored = new Map();
  globalThis.localStorage = { setItem: (name, text) => stored.set(name, text) };
});
afterEach(() => { delete globalThis.localStorage; });

/** Return a started match of these players, with its problems. */
async function started(...kinds) {
  const client = new StonesClient();
  const players = kinds.map((kind) => ({ kind }));
  const match = new LocalMatch({ client, game: "stones", setup: { seats: 2 }, players });
  const problems = [];
  match.addEventListener("problem", ({ detail }) => problems.push(detail.code));
  await match.start();
  await settled();
  return { match, client, problems };
}

/** Let all answers of the client arrive. */
function settled() {
  return new Promise((resolve) => { setTimeout(resolve, 5); });
}

/** Play an action by its notation. */
async function play(match, count) {
  const isPlayed = await match.play({ notation: `take count=${count}` });
  await settled();
  return isPlayed;
}

test("bots answer a move, and the log and the record have both", async () => {
  const { match } = await started("you", "greedy");
  assert.equal(match.canPlay, true);
  assert.equal(match.canUndo, false);
  assert.equal(await play(match, 2), true);
  assert.equal(match.position.state.stones, 6);
  assert.deepEqual(match.log.map(({ ply, seat }) => [ply, seat]), [[1, 0], [2, 1]]);
  const record = await match.record();
  assert.match(record, /^game: stones\nruleset: 1\ncontent: stones@0\nseats: 2\noptions: \{\}\nchance: seeded\n/);
  assert.match(record, /\nseed: "s"\n/);
  assert.match(record, /\n\n0 take count=2\n1 take count=1\n$/);
});

test("an illegal move is a problem and changes nothing", async () => {
  const { match, problems } = await started("you", "you");
  const { position } = match;
  assert.equal(await play(match, 99), false);
  assert.deepEqual(problems, ["illegal-move"]);
  assert.equal(match.position, position);
  assert.equal(match.canUndo, false);
});

test("undo returns to the last decision of a person", async () => {
  const { match } = await started("you", "greedy");
  await play(match, 2);
  await play(match, 3);
  assert.equal(await match.undo(), true);
  assert.deepEqual([match.position.state.stones, match.log.length, match.actions.length], [6, 2, 3]);
  await match.undo();
  assert.deepEqual([match.position.state.stones, match.log.length, match.canUndo], [9, 0, false]);
  assert.equal(await match.undo(), false);
});

test("undo while a bot thinks stops it", async () => {
  const { match, client, problems } = await started("you", "search");
  await play(match, 2);
  const best = { notation: "take count=3", label: "", value: 1 };
  assert.deepEqual(match.thinking, { seat: 1, bot: "search", iterations: 100, best });
  assert.equal(match.canPlay, false);
  await match.undo();
  await settled();
  assert.deepEqual([match.position.state.stones, match.thinking, client.searches.length], [9, null, 1]);
  assert.deepEqual(problems, []);
});

test("a stopped bot waits, and continues or plays its best move so far", async () => {
  const { match, client } = await started("you", "search");
  await play(match, 1);
  match.stopBot();
  await settled();
  assert.deepEqual([match.thinking, match.isPaused, client.searches.length], [null, true, 1]);
  match.resume();
  await settled();
  client.searches[1]();
  await settled();
  assert.equal(match.position.state.stones, 6);
  await play(match, 1);
  await match.moveNow();
  assert.deepEqual([match.position.state.stones, match.isPaused], [2, false]);
});

test("with two people the one to move looks, and bots alone play to the end", async () => {
  const people = await started("you", "you");
  assert.equal(people.match.viewer, 0);
  await play(people.match, 1);
  assert.equal(people.match.viewer, 1);
  const bots = await started("greedy", "greedy");
  assert.deepEqual([bots.match.viewer, bots.match.isOver, bots.match.position.ply], [null, true, 9]);
  assert.match(await bots.match.record(), /\nresult: \{"winners":\[0\],"scores":\[0,0\]\}\n/);
});

test("a reload continues with log, record and undo", async () => {
  const { match, client } = await started("you", "greedy");
  await play(match, 2);
  match.stop();
  const again = LocalMatch.restored(stored.get(STORAGE_KEY), { client });
  await again.start();
  assert.deepEqual([again.position.state.stones, again.actions.length], [6, 3]);
  assert.equal(await again.record(), await match.record());
  assert.deepEqual(again.log, match.log);
  await again.undo();
  assert.equal(again.position.state.stones, 9);
});

test("after a change of language the log is written again", async () => {
  const { match, client } = await started("you", "you");
  await play(match, 2);
  const saved = JSON.stringify(match);
  client.language = "fr";
  const again = LocalMatch.restored(saved, { client });
  await again.start();
  assert.deepEqual(again.log, [{ ply: 1, seat: 0, text: "La place 0 prend 2.", kind: "step" }]);
  assert.deepEqual(client.calls.at(-1)[2], { text: await match.record(), include: ["steps"] });
  assert.equal(again.toJSON().language, "fr");
  await again.undo();
  assert.deepEqual(again.log, []);
});

test("a match from a state has no record, also after a reload", async () => {
  const client = new StonesClient();
  const { state } = positionOf({ stones: 4, seat: 1, ply: 3 });
  const players = [{ kind: "greedy" }, { kind: "you" }];
  const match = LocalMatch.fromState({ client, game: "stones", state, players });
  await match.start();
  assert.deepEqual([match.viewer, match.actions.length, match.source.digest], [1, 3, ""]);
  await play(match, 2);
  const again = LocalMatch.restored(stored.get(STORAGE_KEY), { client });
  await again.start();
  assert.deepEqual([again.position.state.stones, again.isPartial, await again.record()], [1, true, ""]);
});

test("a device without room for the match says so once, and the match goes on", async () => {
  globalThis.localStorage = { setItem: () => { throw Object.assign(new Error("full"), { code: "quota" }); } };
  const { match, problems } = await started("you", "you");
  assert.equal(await play(match, 1), true);
  assert.deepEqual(problems, ["quota"]);
});

test("a hint ranks the legal actions", async () => {
  const { match } = await started("you", "you");
  assert.equal((await match.hint()).length, 3);
});
