// A field of another verb.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state, action: { kind: "end_turn", die: 5 } } }); // error: TS2353
