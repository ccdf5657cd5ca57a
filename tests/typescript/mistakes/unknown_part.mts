// A part that a position does not have.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/moves", { body: { state, action, include: ["all"] } }); // error: TS2322
