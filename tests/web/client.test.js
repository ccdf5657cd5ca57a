// The client against a scripted network: fallbacks, problems, jobs, streams.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { Problem, RefereeClient } from "../../web/client.js";

const realFetch = globalThis.fetch;
afterEach(() => { globalThis.fetch = realFetch; });

/** Answer each request by a function of its path and body, and return the list of requests. */
function network(answer) {
  const requests = [];
  globalThis.fetch = async (address, { method, headers, body, signal }) => {
    const request = { method, path: String(address), headers, body: body === undefined ? undefined : JSON.parse(body) };
    requests.push(request);
    const found = await answer(request, requests.length, signal);
    return found instanceof Response ? found : json(found);
  };
  return requests;
}

/** Return a JSON response. */
function json(body, status = 200, headers = {}) {
  const type = status < 400 ? "application/json" : "application/problem+json";
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type, ...headers } });
}

/** Return an event stream of these texts. */
function stream(...texts) {
  return new Response(texts.join(""), { headers: { "Content-Type": "text/event-stream" } });
}

test("the state follows the digest only if the service has forgotten it", async () => {
  const forgotten = json({ code: "unknown-state", detail: "send the state" }, 404);
  const requests = network((_, count) => (count === 1 ? forgotten : { ply: 3 }));
  const client = new RefereeClient({ base: "https://x.example/", language: "fr-CA", key: "k" });
  const answer = await client.post("burgundy", "moves", { digest: "d", state: { a: 1 } }, { notation: "n" });
  assert.deepEqual(answer, { ply: 3 });
  const sent = [{ digest: "d", notation: "n" }, { state: { a: 1 }, notation: "n" }];
  assert.deepEqual(requests.map(({ body }) => body), sent);
  assert.equal(requests[0].path, "https://x.example/v1/games/burgundy/moves");
  assert.equal(requests[0].headers["Accept-Language"], "fr");
  assert.equal(requests[0].headers["X-API-Key"], "k");
});

test("a sealed state is sent with its credential", async () => {
  const requests = network(() => ({}));
  await new RefereeClient().post("burgundy", "views", { sealed_state: "s", credential: "c" }, { seat: 1 });
  assert.deepEqual(requests[0].body, { sealed_state: "s", credential: "c", seat: 1 });
});

test("a problem has its code, its details and its body", async () => {
  network(() => json({ code: "illegal-move", title: "No", detail: "Not now.", refusals: [1], request_id: "r" }, 409,
    { "Retry-After": "3" }));
  await assert.rejects(new RefereeClient().setUp("burgundy", { seats: 2 }), (error) => {
    assert.ok(error instanceof Problem);
    const { status, code, title, message, detail, requestId, retryAfter } = error;
    assert.deepEqual([status, code, title, message, detail, requestId, retryAfter],
      [409, "illegal-move", "No", "Not now.", "Not now.", "r", 3]);
    assert.deepEqual(error.body.refusals, [1]);
    return true;
  });
});

test("without a network or a readable answer there is a problem in the language of the reader", async () => {
  network(() => { throw new TypeError("fetch failed"); });
  await assert.rejects(new RefereeClient({ language: "fr" }).games(), { status: 0, code: "unreachable",
    title: "Le service est injoignable" });
  network(() => new Response("<html>", { headers: { "Content-Type": "application/json" } }));
  await assert.rejects(new RefereeClient().games(), { status: 0, code: "unreadable-answer" });
  network(() => new Response("<html>", { status: 502 }));
  await assert.rejects(new RefereeClient().games(), { status: 502, code: "http-502" });
});

test("a request that takes too long has not reached the service", async () => {
  network((_, __, signal) => new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  }));
  await assert.rejects(new RefereeClient().request("GET", "/v1/games", { timeout: 10 }), { code: "unreachable" });
});

test("descriptions are read once for each language, and again after a problem", async () => {
  const requests = network((_, count) => (count === 1 ? json({ code: "server-busy" }, 503) : { id: "bank" }));
  const client = new RefereeClient();
  await assert.rejects(client.component("burgundy", "bank"));
  await Promise.all([client.component("burgundy", "bank"), client.component("burgundy", "bank")]);
  client.language = "fr";
  await client.component("burgundy", "bank");
  assert.equal(requests.length, 3);
});

const QUEUED = { id: "j", status: "queued", iterations: 0, nodes: 0, best: null, result: null, error: null };
const DONE = { ...QUEUED, status: "finished", iterations: 400, result: { action: { notation: "n" }, moves: [{}] } };

test("a search reports its progress by events, and is polled if they end early", async () => {
  const running = { ...QUEUED, status: "running", iterations: 100 };
  const requests = network(({ path }) => {
    if (path.endsWith("/bot-moves")) return json(QUEUED, 202);
    return path.endsWith("/events") ? stream(`event: progress\ndata: ${JSON.stringify(running)}\n\n`) : DONE;
  });
  const seen = [];
  const source = { sealed_state: "s", credential: "c" };
  const move = await new RefereeClient().botMove("burgundy", source, { bot: "search" },
    { onProgress: ({ iterations }) => seen.push(iterations) });
  assert.deepEqual(move, DONE.result);
  assert.deepEqual(seen, [0, 100, 400]);
  assert.equal(requests[1].headers.Authorization, "Bearer c");
  assert.deepEqual(requests.map(({ path }) => path.split("/").at(-1)), ["bot-moves", "events", "j?wait=5"]);
});

test("a search that is stopped is stopped on the service too", async () => {
  const stop = new AbortController();
  const requests = network(({ path, method }, _, signal) => {
    if (method === "DELETE") return { ...QUEUED, status: "stopped" };
    if (path.endsWith("/bot-moves")) return json(QUEUED, 202);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("stop", "AbortError")));
      stop.abort();
    });
  });
  const move = new RefereeClient().botMove("burgundy", { digest: "d" }, { bot: "search" }, { signal: stop.signal });
  await assert.rejects(move, { name: "AbortError" });
  assert.deepEqual([requests.at(-1).method, requests.at(-1).path], ["DELETE", "/v1/jobs/j"]);
});

test("a failed search is a problem", async () => {
  network(() => ({ ...QUEUED, status: "failed", error: { code: "match-lost", detail: "Lost." } }));
  const move = new RefereeClient().botMove("burgundy", { digest: "d" }, {});
  await assert.rejects(move, { code: "match-lost", detail: "Lost." });
});

test("a stream that ends is opened again with a new address, until its signal aborts", async () => {
  const stop = new AbortController();
  const events = [];
  const states = [];
  const requests = network((_, count) => {
    if (count === 2) throw new TypeError("fetch failed");
    return stream(`retry: 1\nevent: look\ndata: ${count}\n\n`);
  });
  let tickets = 0;
  await new RefereeClient().events(async () => `/events?ticket=${tickets += 1}`, {
    signal: stop.signal,
    onEvent: ({ data }) => { if (events.push(data) === 2) stop.abort(); },
    onState: (isOpen) => states.push(isOpen),
  });
  assert.deepEqual(events, ["1", "3"]);
  assert.deepEqual(requests.map(({ path }) => path), [1, 2, 3].map((ticket) => `/events?ticket=${ticket}`));
  assert.deepEqual(states.slice(0, 4), [true, false, false, true]);
});

test("a stream that the service refuses is not opened again", async () => {
  const requests = network(() => json({ code: "unknown-room" }, 404));
  await assert.rejects(new RefereeClient().events("/events", { onEvent: () => {} }), { code: "unknown-room" });
  assert.equal(requests.length, 1);
});
