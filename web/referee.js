// The kit for other pages: one script that defines its elements and exports all its parts.

export * from "./board.js";
export * from "./choice.js";
export * from "./client.js";
export * from "./explain.js";
export * from "./language.js";
export * from "./local-match.js";
export * from "./match.js";
export * from "./room-match.js";
export * from "./svg.js";
export * from "./table.js";
export * from "./theme.js";
