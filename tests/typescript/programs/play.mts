// Program that must compile in strict mode and run against a service: `node play.mts http://127.0.0.1:8080`.

import createClient from "openapi-fetch";
import type { components, paths } from "../openapi.d.ts";

type Schemas = components["schemas"];

declare const process: { argv: string[] };
const client = createClient<paths>({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8080" });

function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Play a match by digests and return the number of decisions. */
async function playBurgundy(decisions: number): Promise<number> {
  const start = await client.POST("/v1/games/burgundy/states", {
    body: { seats: 2, chance: { mode: "seeded", seed: "types" }, options: { boards: "random" } },
  });
  check(start.data, `burgundy: ${start.error?.detail}`);
  let position: Schemas["BurgundyPosition"] = start.data;
  let played = 0;
  while (position.turn && played < decisions) {
    check(position.turn.question !== "pick_starter", "chance picks the starter");
    const action = lastAction(position.legal_actions);
    const { data, error } = await client.POST("/v1/games/burgundy/moves", { body: { digest: position.digest, action } });
    check(data, `burgundy: ${error?.detail}`);
    position = data;
    played += 1;
  }
  const silver = position.state?.board.players.map((player) => player.silver) ?? [];
  check(silver.length === 2 && silver.every((count) => count >= 0), "each player has silver");
  return played;
}

/** Play a whole match by states and return its result. */
async function playSettlement(): Promise<Schemas["Result"]> {
  const start = await client.POST("/v1/games/settlement/states", {
    body: { seats: 2, chance: { mode: "seeded", seed: "1" } },
  });
  check(start.data, `settlement: ${start.error?.detail}`);
  let position: Schemas["SettlementPosition"] = start.data;
  while (position.turn) {
    check(position.state, "the match is open");
    const { data, error } = await client.POST("/v1/games/settlement/moves", {
      body: { state: position.state, action: lastAction(position.legal_actions) },
    });
    check(data, `settlement: ${error?.detail}`);
    position = data;
  }
  check(position.result, "a finished match has a result");
  return position.result;
}

/** Return the last of the legal actions, which a position may also list as lines of notation. */
function lastAction<Action>(actions: (Action | string)[] | undefined): Action {
  const action = actions?.at(-1);
  check(action !== undefined && typeof action !== "string", "there is a legal action");
  return action;
}

/** Send an illegal move as notation and as an action, and return the rules that forbid it. */
async function refusedRules(): Promise<string[]> {
  const start = await client.POST("/v1/games/burgundy/states", { body: { seats: 2 } });
  check(start.data, "burgundy is set up");
  const { digest } = start.data;
  const verdict = await client.POST("/v1/games/burgundy/verdicts", {
    body: { digest, notation: "place_tile die=5 tile=bank space=3" },
  });
  check(verdict.data && "legal" in verdict.data && !verdict.data.legal, "a tile that is not stored cannot be placed");
  const move = await client.POST("/v1/games/burgundy/moves", {
    body: { digest, action: { kind: "place_tile", die: 5, tile: "bank", space: 3 } },
  });
  check(move.response.status === 409 && move.error?.code === "illegal-move", "the move is refused");
  return move.error.refusals?.map((refusal) => refusal.rule) ?? [];
}

/** Play a move of a guarded match with the credential of the seat, and return the number of seats. */
async function playGuarded(): Promise<number> {
  const { data } = await client.POST("/v1/games/medievalia/states", { body: { seats: 2, guarded: true } });
  check(data?.sealed_state && data.credentials && data.turn && data.state === undefined, "the state is sealed");
  check(typeof data.turn.seat === "number", "a seat decides");
  const credential = data.credentials.seats[data.turn.seat];
  check(credential, "the seat has a credential");
  const source = { sealed_state: data.sealed_state, credential };
  const legal = await client.POST("/v1/games/medievalia/legal-actions", { body: source });
  check(legal.data && "legal_actions" in legal.data, `medievalia: ${legal.error?.detail}`);
  const action = lastAction(legal.data.legal_actions);
  const moved = await client.POST("/v1/games/medievalia/moves", { body: { ...source, action, include: ["events"] } });
  check(moved.data?.sealed_state && moved.data.legal_actions === undefined, `medievalia: ${moved.error?.detail}`);
  const denied = await client.POST("/v1/games/medievalia/views", { body: { ...source, credential: "wrong" } });
  check(denied.error?.code === "bad-credential", "a wrong credential is refused");
  return data.credentials.seats.length;
}

/** Judge every legal move and an unreadable one in one batch, as notation, and return how many are legal. */
async function judgeBatch(): Promise<number> {
  const start = await client.POST("/v1/games/burgundy/states", {
    body: { seats: 2, include: ["legal_actions", "text"], actions: "notation" },
  });
  check(start.data?.text && start.data.state === undefined, "the position is a text");
  const lines: string[] = [];
  for (const line of start.data.legal_actions ?? []) if (typeof line === "string") lines.push(line);
  const batch = [...lines, "fly"].slice(-100).map((notation) => ({ notation }));
  const { data } = await client.POST("/v1/games/burgundy/verdicts", { body: { digest: start.data.digest, batch } });
  check(data && "results" in data, "a batch has results");
  const last = data.results.at(-1)?.body;
  check(last && "code" in last && last.code === "unreadable-notation", "a bad item has a problem");
  const legal = data.results.filter(({ body }) => "legal" in body && body.legal).length;
  check(legal === batch.length - 1, "all others are legal");
  return legal;
}

console.log(
  JSON.stringify({
    burgundy: await playBurgundy(50),
    settlement: (await playSettlement()).scores.length,
    refused: await refusedRules(),
    guarded: await playGuarded(),
    judged: await judgeBatch(),
  }),
);
