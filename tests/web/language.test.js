// Languages: English unless the tag is French, and templates.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fill, languageOf, textsOf } from "../../web/language.js";

test("a French tag gives French, every other one English", () => {
  for (const tag of ["fr", "fr-CA", "FR"]) assert.equal(languageOf(tag), "fr");
  for (const tag of ["en", "de", "", null, undefined]) assert.equal(languageOf(tag), "en");
  assert.equal(textsOf({ en: "yes", fr: "oui" }, "fr-CH"), "oui");
});

test("a template takes its values, and keeps a name without value", () => {
  assert.equal(fill("{seat} has {points}.", { seat: "Ann", points: 0 }), "Ann has 0.");
  assert.equal(fill("{seat} and {other}", { seat: 1 }), "1 and {other}");
});
