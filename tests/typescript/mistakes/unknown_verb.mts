// A verb that the game does not have.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state, action: { kind: "fly" } } }); // error: TS2322
