// Two budgets of a search.

import { action, client, state } from "../programs/parts.mts";

await client.POST("/v1/games/burgundy/bot-moves", {
  body: { state, bot: "search", budget: { iterations: 10, milliseconds: 10 } }, // error: TS2322
});
