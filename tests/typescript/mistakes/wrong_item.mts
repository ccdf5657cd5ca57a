// An item of a batch with a verb that the game does not have.

import { client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/verdicts", { body: { state, batch: [{ action: { kind: "fly" } }] } }); // error: TS2322
