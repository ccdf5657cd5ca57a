// The kit for other pages: one script that exports all its parts.

export * from "./language.js";
export * from "./theme.js";
