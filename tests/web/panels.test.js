// Panels of the table: opinions of bots as bars, buttons of the prompt, and the attributes that name a match.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seatingOf } from "../../web/panels/embedding.js";
import { ratingsOf } from "../../web/panels/hint.js";
import { isControl } from "../../web/panels/prompt.js";
import { TABLE_TEXTS } from "../../web/texts/table.js";

const move = (notation, value, visits = 1) => ({ action: { notation }, value, visits });

test("a bot without a search rates moves by their distance to the best", () => {
  const ratings = ratingsOf([move("a", 3), move("b", 1), move("c", -40)], TABLE_TEXTS.en, "en");
  assert.deepEqual(ratings.get("a"), { share: 1, text: "lead +3.0", isBest: true });
  assert.equal(ratings.get("b").share, 0.5);
  assert.deepEqual(ratings.get("c"), { share: 0.04, text: "lead −40.0", isBest: false });
});

test("a search rates moves by their visits", () => {
  const ratings = ratingsOf([move("a", 1, 75), move("b", 2, 25)], TABLE_TEXTS.fr, "fr");
  assert.equal(ratings.get("a").share, 0.75);
  assert.match(ratings.get("b").text, /^25\s%/);
});

test("a button or a menu is no piece", () => {
  assert.ok(isControl({ touches: [["button.end_turn"]] }));
  assert.ok(isControl({ touches: [] }));
  assert.ok(!isControl({ touches: [["choice.set_die"], ["seat.0.active.0"]] }));
});

test("an attribute names the bots, and people play the other seats", () => {
  assert.deepEqual(seatingOf("1:greedy, 2:random", 3), [{ kind: "you" }, { kind: "greedy" }, { kind: "random" }]);
  assert.throws(() => seatingOf("1:genius", 2), /write seat and bot/);
});
