// Reads a JSON list of texts from standard input, and prints the number of o200k tokens of each as a JSON list.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { encode } = require(join(process.env.PACKAGES, "gpt-tokenizer", "cjs", "encoding", "o200k_base"));

console.log(JSON.stringify(JSON.parse(readFileSync(process.argv[2], "utf8")).map((text) => encode(text).length)));
