// A question that the game does not ask.

import { action, client, state } from "../programs/parts.mts";

const { data } = await client.POST("/v1/games/burgundy/moves", { body: { state, action } });
console.log(data?.turn?.question === "fly"); // error: TS2367
