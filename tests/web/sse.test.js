// Event streams: pieces that end anywhere, comments, several lines of data.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EventParser, pause, readEvents } from "../../web/sse.js";

const STREAM = 'retry: 2000\n: hello\n\nevent: look\ndata: {"version": 12,\ndata: "ply": 40}\n\n'
  + "data:plain\r\n\r\nevent: gone\n\n";
const EVENTS = [{ event: "look", data: '{"version": 12,\n"ply": 40}' }, { event: "message", data: "plain" }];

test("a stream has the same events however it is cut", () => {
  for (let length = 1; length <= STREAM.length; length += 1) {
    const parser = new EventParser();
    const events = [];
    for (let at = 0; at < STREAM.length; at += length) events.push(...parser.feed(STREAM.slice(at, at + length)));
    assert.deepEqual(events, EVENTS, `pieces of ${length}`);
    assert.equal(parser.retry, 2000);
  }
});

test("a pause ends with its signal", async () => {
  const stop = new AbortController();
  const waiting = pause(60_000, stop.signal);
  stop.abort();
  await waiting;
  await pause(60_000, stop.signal);
  await pause(1);
});

test("a stream that is silent for too long has ended", async () => {
  const events = [];
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("data: 1\n\n")) });
  await readEvents(new Response(body), ({ data }) => events.push(data), 20);
  assert.deepEqual(events, ["1"]);
});
