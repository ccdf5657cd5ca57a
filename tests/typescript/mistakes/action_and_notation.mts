// Two forms of a move.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state, action, notation: "end_turn" } }); // error: TS2322
