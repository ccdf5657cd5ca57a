// A code that no problem has.

import { action, client, state } from "../programs/parts.mts";

const { error } = await client.POST("/v1/games/burgundy/moves", { body: { state, action } });
console.log(error?.code === "illegal"); // error: TS2367
