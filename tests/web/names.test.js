// Names of players in texts of the service.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cleanName, namedText, seatName } from "../../web/names.js";

test("seats with a name are called by it", () => {
  const names = ["Ann", ""];
  assert.equal(namedText("Seat 0 takes the bank from seat 1.", names), "Ann takes the bank from seat 1.");
  assert.equal(namedText("La place 0 prend la banque.", names), "Ann prend la banque.");
  assert.equal(namedText("C'est le tour de la place 0.", names), "C'est le tour d’Ann.");
  assert.equal(namedText("C'est le tour de la place 0.", ["Ben"]), "C'est le tour de Ben.");
  assert.equal(namedText("Seats 0 and 1; seat 10.", names), "Seats 0 and 1; seat 10.");
});

test("a name stays text", () => {
  assert.equal(namedText("Seat 0 begins.", ["$& <img onerror=x>"]), "$& <img onerror=x> begins.");
});

test("a name has no control characters and at most forty characters", () => {
  assert.equal(cleanName("  A\u0000n\u202en\n "), "A n n");
  assert.equal([...cleanName("😀".repeat(50))].length, 40);
  assert.equal(seatName(1, "fr"), "Place 1");
});
