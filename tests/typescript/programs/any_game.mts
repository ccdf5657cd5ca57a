// Program of the document of any game: it plays each game that the service has, and must compile in strict mode.

import createClient from "openapi-fetch";
import type { components, paths } from "../generic.d.ts";

type Position = components["schemas"]["Position"];

declare const process: { argv: string[] };
const client = createClient<paths>({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8080" });

/** Play moves in a match of a game, and return the number of moves. */
async function play(game: components["schemas"]["GameName"], moves: number): Promise<number> {
  const start = await client.POST("/v1/games/{game}/states", { params: { path: { game } }, body: { seats: 2 } });
  if (!start.data) throw new Error(start.error.detail);
  let position: Position = start.data;
  for (let played = 0; played < moves; played += 1) {
    const action = position.legal_actions?.[0];
    if (!action || typeof action === "string") throw new Error(`${game}: no legal action`);
    const { data, error } = await client.POST("/v1/games/{game}/moves", {
      params: { path: { game } },
      body: { digest: position.digest, action },
    });
    if (!data) throw new Error(error.detail);
    position = data;
  }
  return moves;
}

const { data } = await client.GET("/v1/games");
if (!data) throw new Error("The service lists no games.");
const counts: Record<string, number> = {};
for (const { game } of data.games) counts[game] = await play(game, 5);
console.log(JSON.stringify(counts));
