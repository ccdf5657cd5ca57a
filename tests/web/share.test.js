// Tests of links to a position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { MAX_LINK_CHARS, MAX_STATE_BYTES, packed, positionFragment, unpacked } from "../../web/page/share.js";

const STATE = { game: "burgundy", ply: 3, board: { names: ["é", "<script>", "😀"], silver: [1, 2, 3] } };

/** @param {unknown} value */
function linkText(value) {
  return deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}

/** @param {Promise<unknown>} reading @param {string} fault */
async function refuses(reading, fault) {
  await assert.rejects(reading, (error) => error instanceof Error && "fault" in error && error.fault === fault);
}

test("a state survives the way through a link", async () => {
  const text = await packed(STATE);
  assert.match(text, /^[A-Za-z0-9_-]+$/);
  assert.deepEqual(await unpacked("burgundy", text), STATE);
  assert.equal(await positionFragment("burgundy", STATE), `#/position/burgundy/${text}`);
});

test("a link is the raw deflate of the JSON, so that other programs can write one", async () => {
  assert.deepEqual(await unpacked("burgundy", linkText(STATE)), STATE);
});

test("a link that is cut off, changed or no link is broken", async () => {
  const text = await packed(STATE);
  for (const broken of ["", "!", text.slice(0, -5), "AAAA", linkText("no JSON"), linkText([1]), linkText("null")]) {
    await refuses(unpacked("burgundy", broken), "broken");
  }
});

test("a state of another game is refused", async () => {
  await refuses(unpacked("settlement", linkText(STATE)), "other-game");
  await refuses(unpacked("burgundy", linkText({ board: 1 })), "other-game");
});

test("a link that is too long, or that unpacks to too much, is refused", async () => {
  await refuses(unpacked("burgundy", "A".repeat(MAX_LINK_CHARS + 1)), "long");
  const bomb = linkText(" ".repeat(20 * MAX_STATE_BYTES));
  assert.ok(bomb.length < MAX_LINK_CHARS);
  await refuses(unpacked("burgundy", bomb), "long");
});
