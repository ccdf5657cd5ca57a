// A credential with an open state.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state, credential: "x", action } }); // error: TS2322
