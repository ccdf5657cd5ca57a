// A sealed state without its credential.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { sealed_state: "x", action } }); // error: TS2322
