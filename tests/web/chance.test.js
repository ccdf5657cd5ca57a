// Tests of recomputing chance, against numbers of the kernel (`random_below` in referee_service/kernel/chance.py).

import assert from "node:assert/strict";
import { test } from "node:test";

import { blake2b } from "../../web/blake2b.js";
import { bytesOfHex, commitment, randomBelow, seedKey } from "../../web/chance.js";

/** @param {Uint8Array} bytes */
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const KEY = bytesOfHex("4475becc1fa928110edbeba02d735756b427ee97d972fd0d2c9d67ee29185e0e") ?? new Uint8Array(0);

test("hashes are those of RFC 7693 and of Python", () => {
  const abc = new TextEncoder().encode("abc");
  assert.equal(
    hex(blake2b(abc, { size: 64 })),
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
      + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
  );
  assert.equal(hex(blake2b(new Uint8Array(0), { size: 32 })), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  assert.equal(hex(blake2b(new Uint8Array(128).fill(7), { size: 16 })), "756a48ce14169f40cd99326c54065708");
  assert.equal(hex(blake2b(new Uint8Array(300).fill(9), { size: 16, key: abc })), "79f9576d03343d5dc9a1539017f93a76");
});

test("numbers of chance are those of the kernel", () => {
  const key = seedKey("hello");
  const acts = [[0, 6], [1, 6], [7, 36], [300, 1], [70_000, 97], [2 ** 40, 5]];
  assert.deepEqual(acts.map(([act = 0, bound = 1]) => randomBelow(key, act, bound)), [2, 1, 6, 0, 49, 4]);
  assert.equal(hex(seedKey("né")), "478595abdefccd3efe91096dbe52654c541df99137617e8adf9b7e113ffc844c");
});

test("the commitment of a key is that of the kernel", () => {
  assert.equal(commitment(KEY), "86826ddbf62b5a0046e34494fce8c9105aaabcef66e1ed597cb11097d667ca29");
});

test("only hexadecimal text has bytes", () => {
  assert.deepEqual(bytesOfHex("00fF"), Uint8Array.of(0, 255));
  for (const wrong of ["0", "0g", " 00", "key"]) assert.equal(bytesOfHex(wrong), null);
});
