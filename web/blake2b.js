// BLAKE2b (RFC 7693), so that a browser can recompute dice without trusting the service. For short inputs: it is slow.

const MASK = (1n << 64n) - 1n;
const BLOCK = 128;

const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

/** The order of the message words in each round, one hexadecimal digit per word. */
const ORDERS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => Array.from(row, (digit) => parseInt(digit, 16)));

const COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]];
const DIAGONALS = [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

/**
 * Return a word rotated to the right.
 * @param {bigint} word
 * @param {bigint} bits
 */
const rotated = (word, bits) => ((word >> bits) | (word << (64n - bits))) & MASK;

/**
 * Return 8 bytes as a little-endian number.
 * @param {Uint8Array} bytes
 * @param {number} start
 */
const wordAt = (bytes, start) => new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(start, true);

/**
 * Mix two message words into four words.
 * @param {bigint[]} v
 * @param {number[]} places
 * @param {bigint} x
 * @param {bigint} y
 */
function mix(v, [a = 0, b = 0, c = 0, d = 0], x, y) {
  const at = (/** @type {number} */ place) => v[place] ?? 0n;
  v[a] = (at(a) + at(b) + x) & MASK;
  v[d] = rotated(at(d) ^ at(a), 32n);
  v[c] = (at(c) + at(d)) & MASK;
  v[b] = rotated(at(b) ^ at(c), 24n);
  v[a] = (at(a) + at(b) + y) & MASK;
  v[d] = rotated(at(d) ^ at(a), 16n);
  v[c] = (at(c) + at(d)) & MASK;
  v[b] = rotated(at(b) ^ at(c), 63n);
}

/**
 * Return the chain value after one block.
 * @param {bigint[]} chain
 * @param {Uint8Array} block
 * @param {number} length bytes so far
 * @param {boolean} isLast
 */
function compressed(chain, block, length, isLast) {
  const words = Array.from({ length: 16 }, (_, at) => wordAt(block, at * 8));
  const v = [...chain, ...START];
  v[12] = (v[12] ?? 0n) ^ BigInt(length);
  if (isLast) v[14] = (v[14] ?? 0n) ^ MASK;
  for (let round = 0; round < 12; round += 1) {
    const order = ORDERS[round % 10] ?? [];
    [...COLUMNS, ...DIAGONALS].forEach((places, at) => {
      mix(v, places, words[order[2 * at] ?? 0] ?? 0n, words[order[2 * at + 1] ?? 0] ?? 0n);
    });
  }
  return chain.map((word, at) => word ^ (v[at] ?? 0n) ^ (v[at + 8] ?? 0n));
}

/**
 * Return the hash of some bytes.
 * @param {Uint8Array} bytes
 * @param {{size: number, key?: Uint8Array, person?: string}} options `size` in bytes, 64 at most; `person` has at most
 *   16 ASCII characters
 * @returns {Uint8Array}
 */
export function blake2b(bytes, { size, key = new Uint8Array(0), person = "" }) {
  const settings = new Uint8Array(64);
  settings.set([size, key.length, 1, 1]);
  settings.set(new TextEncoder().encode(person), 48);
  let chain = START.map((word, at) => word ^ wordAt(settings, at * 8));
  const keyLength = key.length > 0 ? BLOCK : 0;
  const length = keyLength + bytes.length;
  const padded = new Uint8Array(Math.max(1, Math.ceil(length / BLOCK)) * BLOCK);
  padded.set(key);
  padded.set(bytes, keyLength);
  for (let start = 0; start < padded.length; start += BLOCK) {
    const isLast = start + BLOCK === padded.length;
    chain = compressed(chain, padded.subarray(start, start + BLOCK), isLast ? length : start + BLOCK, isLast);
  }
  const hash = new DataView(new ArrayBuffer(64));
  chain.forEach((word, at) => hash.setBigUint64(at * 8, word, true));
  return new Uint8Array(hash.buffer, 0, size);
}
