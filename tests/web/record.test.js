// Tests of reading records.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { parseRecord, recordFile, replayBody, withChanceKey } from "../../web/record.js";

const CORPUS = new URL("../../examples/corpus/", import.meta.url);
const HEADER = "game: burgundy\nruleset: 1\ncontent: printed-2011@0\nseats: 2\nchance: seeded\nseed: hello\n";

/** @param {() => unknown} read @param {string} fault */
function refuses(read, fault) {
  assert.throws(read, (error) => error instanceof Error && "fault" in error && error.fault === fault);
}

for (const name of readdirSync(CORPUS).filter((each) => each.endsWith(".json"))) {
  test(`both forms of ${name} have the same header and moves`, () => {
    const json = parseRecord(readFileSync(new URL(name, CORPUS), "utf8"));
    const text = parseRecord(readFileSync(new URL(name.replace(".json", ".game"), CORPUS), "utf8"));
    assert.deepEqual({ ...json, source: null }, { ...text, source: null });
    assert.ok(json.moves.length > 50);
    assert.ok(json.result);
  });
}

test("comments, empty lines and Windows line ends are no moves", () => {
  const record = parseRecord(`\uFEFF# mine\r\n${HEADER}\r\n\r\n0 end_turn  # done\r\nchance draw_goods goods=pink\r\n`);
  assert.deepEqual(record.moves, [
    { seat: 0, notation: "end_turn" },
    { seat: "chance", notation: "draw_goods goods=pink" },
  ]);
  assert.equal(record.seed, "hello");
});

test("lines that cannot be read stay in the text, so that the service names them", () => {
  const record = parseRecord(`${HEADER}\nnonsense\n0 end_turn`);
  assert.equal(record.moves.length, 1);
  assert.match(/** @type {{text: string}} */ (record.source).text, /nonsense/);
});

test("a move with an action as JSON has a line", () => {
  const action = { kind: "place_tile", die: 5, dice: ["grey", "white"], space: null };
  const record = parseRecord(JSON.stringify({ game: "burgundy", seats: 2, chance: {}, moves: [{ seat: 1, action }] }));
  assert.deepEqual(record.moves, [{ seat: 1, notation: "place_tile die=5 dice=grey,white" }]);
});

test("a record of a room is taken out of its envelope", () => {
  const record = { game: "burgundy", seats: 2, chance: { mode: "secret", seed: "ab" }, moves: [] };
  const key = "0f".repeat(32);
  const read = parseRecord(JSON.stringify({ record, chance_key: key, names: ["Ann", "<img onerror>"] }));
  assert.deepEqual(read.names, ["Ann", "<img onerror>"]);
  const body = { record, chance_key: key, until: 3, include: [], actions: "notation" };
  assert.deepEqual(replayBody(read, { until: 3 }), body);
  assert.equal(withChanceKey(read, "").chanceKey, "");
});

test("a file has the record as it was loaded", () => {
  assert.deepEqual(recordFile(parseRecord(HEADER)), { name: "burgundy.game", type: "text/plain", content: HEADER });
  const json = { game: "burgundy", seats: 1, chance: {}, moves: [] };
  assert.equal(recordFile(parseRecord(JSON.stringify(json))).name, "burgundy.json");
});

test("what is no record is refused with its reason", () => {
  refuses(() => parseRecord("  \n"), "empty");
  refuses(() => parseRecord(`${HEADER}${"0 end_turn\n".repeat(100_000)}`), "long");
  refuses(() => parseRecord("{nonsense"), "json");
  refuses(() => parseRecord("Dear diary"), "game");
  refuses(() => parseRecord("game: ../../etc"), "game");
  refuses(() => parseRecord("game: burgundy\nseats: many"), "seats");
  refuses(() => parseRecord('{"game": "burgundy", "seats": 2, "moves": {}}'), "form");
  refuses(() => parseRecord('{"game": "burgundy", "seats": 2, "moves": [7]}'), "form");
  refuses(() => parseRecord('{"game": "burgundy", "seats": 2, "moves": [{"seat": 0, "notation": null}]}'), "hidden");
});

test("a claimed result of another form is ignored, because the service reports it", () => {
  for (const claim of ["7", '{"winners": 1}', '{"winners": [], "scores": ["<b>"]}', "nonsense"]) {
    assert.equal(parseRecord(`${HEADER}result: ${claim}`).result, null);
  }
});
