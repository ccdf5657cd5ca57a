// Parts of a request that the programs with mistakes use. Each of them would compile without its mistake.

import createClient from "openapi-fetch";
import type { components, paths } from "../openapi.d.ts";

export const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8080" });
export declare const state: components["schemas"]["BurgundyState"];
export declare const action: components["schemas"]["BurgundyAction"];

await client.POST("/v1/games/burgundy/moves", { body: { state, action } });
await client.POST("/v1/games/burgundy/moves", { body: { sealed_state: "x", credential: "x", notation: "end_turn" } });
await client.POST("/v1/games/burgundy/moves", { body: { digest: "0", moves: [{ seat: 0, action }], include: [] } });
