// Two sources of a state.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state, digest: "0", action } }); // error: TS2322
