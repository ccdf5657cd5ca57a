// No move.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state } }); // error: TS2322
