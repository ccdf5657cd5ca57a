// A form of actions that does not exist.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state, action, actions: "short" } }); // error: TS2322
