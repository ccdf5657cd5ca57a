// The kit for other pages: one script that defines the elements and exports all parts.

export { RefereeBoard } from "./board.js";
export { verdict, touch } from "./choice.js";
export { Problem, RefereeClient, isAbort } from "./client.js";
export { RefereeTip } from "./explain.js";
export * from "./language.js";
export { LocalMatch } from "./local-match.js";
export { MatchModel } from "./match.js";
export { RoomMatch } from "./room-match.js";
export { sanitisedSvg } from "./svg.js";
export { RefereeTable } from "./table.js";
export * from "./theme.js";
