// A text in place of a number.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state, action: { kind: "take_workers", die: "5" } } }); // error: TS2322
