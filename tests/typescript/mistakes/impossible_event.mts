// A kind of event that the game does not have.

import { action, client, state } from "../programs/parts.mts";

const { data } = await client.POST("/v1/games/burgundy/moves", { body: { state, action } });
console.log(data?.events?.[0]?.kind === "flown"); // error: TS2367
