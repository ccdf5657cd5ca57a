// Prints the number of tokens (o200k) of each file that is named, one per line.
import { readFileSync } from "node:fs";
import { countTokens } from "../typescript/node_modules/gpt-tokenizer/esm/encoding/o200k_base.js";

for (const file of process.argv.slice(2)) {
    console.log(countTokens(readFileSync(file, "utf8")));
}
