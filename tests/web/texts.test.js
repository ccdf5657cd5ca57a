// Texts of page and table: both languages have the same, with the same facts, and French has its own spaces.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shownText, withFrenchSpaces } from "../../web/language.js";
import { PAGE_TEXTS } from "../../web/page/texts.js";
import { TABLE_TEXTS } from "../../web/texts/table.js";

const flat = (texts, path = "") => Object.entries(texts).flatMap(([name, text]) =>
  (typeof text === "string" ? [[`${path}${name}`, text]] : flat(text, `${path}${name}.`)));
const facts = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

for (const [name, { en, fr }] of Object.entries({ page: PAGE_TEXTS, table: TABLE_TEXTS })) {
  test(`the texts of the ${name} have the same facts in both languages`, () => {
    const french = new Map(flat(fr));
    assert.equal(french.size, flat(en).length);
    for (const [key, text] of flat(en)) {
      const used = new Set(facts(french.get(key) ?? ""));
      assert.ok(facts(text).every((fact) => used.has(fact)), `${key}: ${text} / ${french.get(key)}`);
    }
  });

  test(`the French texts of the ${name} have no plain space before a sign`, () => {
    for (const [key, text] of flat(fr)) assert.doesNotMatch(text, / [:;!?»]|« /, key);
  });
}

test("French signs stay with their word", () => {
  assert.equal(withFrenchSpaces("« Oui » : pourquoi ?"), "«\u00a0Oui\u00a0»\u00a0: pourquoi\u202f?");
  assert.equal(shownText("Settlers : Nord", "en"), "Settlers : Nord");
  assert.equal(shownText("Settlers : Nord", "fr"), "Settlers\u00a0: Nord");
});
