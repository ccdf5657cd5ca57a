// A verb without one of its fields.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state, action: { kind: "place_tile", tile: "bank" } } }); // error: TS2322
