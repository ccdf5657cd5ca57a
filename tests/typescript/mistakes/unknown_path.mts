// A game that the service does not have.

import { client } from "../programs/parts.mts";

await client.POST("/v1/games/chess/states", { body: { seats: 2 } }); // error: TS2345
