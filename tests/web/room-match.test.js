// A match of a room against a scripted service: looking, playing, stale positions, undo, lost connections.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { Problem } from "../../web/client.js";
import { RoomMatch } from "../../web/room-match.js";

const ACTION = { kind: "go", notation: "go", label: "Go", touches: [["button.go"]] };

/** A service with one room. Its `news` reaches the match as an event. */
class RoomService {
  language = "en";
  requests = [];
  failures = [];
  ply = 1;
  version = 1;
  undos = 0;
  turn = 0;
  tickets = 0;
  status = "playing";
  extra = {};

  async game() { return { game: "burgundy" }; }

  /** Return the room with its events after a ply. */
  room(since) {
    const events = [];
    for (let ply = since + 1; ply <= this.ply; ply += 1) events.push({ kind: "moved", seat: 0, text: `Move ${ply}.` });
    const turn = this.status === "playing" ? { seat: this.turn, question: "main", prompt: "", verbs: [] } : null;
    return {
      id: "r~1", game: "burgundy", version: this.version, viewer: { role: "seat", seat: 0 }, status: this.status,
      players: [0, 1].map((seat) => (
        { seat, name: `P${seat}`, bot: null, has_joined: true, is_away: seat === 1, is_resigned: false })),
      position: { game: "burgundy", ply: this.ply, digest: `d${this.version}`, turn, events, result: null,
        legal_actions: this.turn === 0 && turn ? [ACTION] : [] },
      seconds: 60, deadline_in: 30, thinking: null, can_undo: true, undos: this.undos, rematch: null, expires_in: 9,
      ...this.extra,
    };
  }

  async request(method, path, { credential, body }) {
    this.requests.push({ method, path, credential, body });
    const failure = this.failures.shift();
    if (failure) throw failure;
    if (path.endsWith("/tickets")) return { ticket: `t${this.tickets += 1}`, seconds: 30 };
    const since = Number(path.split("since=")[1] ?? 0);
    if (path.includes("/moves")) {
      if (body.expect !== `d${this.version}`) {
        throw new Problem({ status: 409, code: "stale-position", body: { room: this.room(since) } });
      }
      this.advance(1);
    }
    return this.room(since);
  }

  async post(game, call, source, body) {
    this.requests.push({ call, source, body });
    return {};
  }

  async events(path, { signal, onEvent, onState }) {
    this.address = await path();
    this.news = () => onEvent({ event: "look", data: JSON.stringify({ version: this.version, ply: this.ply }) });
    this.gone = () => onEvent({ event: "gone", data: "{}" });
    this.state = onState;
    onState(true);
    return new Promise((resolve) => { signal.addEventListener("abort", resolve); });
  }

  /** Play a move for the seat to move. */
  advance(turn) {
    this.ply += 1;
    this.version += 1;
    this.turn = turn;
  }
}

let match;
afterEach(() => match?.stop());

/** Return a started match, its service and its problems. */
async function started(service = new RoomService()) {
  match = new RoomMatch({ client: service, id: "r~1", credential: "c" });
  const problems = [];
  match.addEventListener("problem", ({ detail }) => problems.push(detail.code));
  await match.start();
  await settled();
  return { match, service, problems };
}

/** Let all answers of the service arrive. */
function settled() {
  return new Promise((resolve) => { setTimeout(resolve, 5); });
}

test("a match shows the room and follows its events with a ticket", async () => {
  const { service } = await started();
  const { game, viewer, connection, canPlay, seconds } = match;
  assert.deepEqual([game, viewer, connection, canPlay, seconds], ["burgundy", 0, "live", true, 60]);
  assert.equal(service.address, "/v1/rooms/r~1/events?ticket=t1");
  assert.ok(Math.abs(match.deadline - Date.now() - 30_000) < 1000);
  const away = { seat: 1, name: "P1", bot: null, isYou: false, isAway: true, isResigned: false, hasJoined: true };
  assert.deepEqual(match.players[1], away);
  assert.deepEqual([match.canTakeOver(0), match.canTakeOver(1)], [true, true]);
  service.advance(1);
  service.advance(1);
  service.news();
  await settled();
  assert.deepEqual(match.log.map(({ text }) => text), ["Move 1.", "Move 2.", "Move 3."]);
  assert.equal(match.canPlay, false);
});

test("a move names the position that its player saw", async () => {
  const { service } = await started();
  assert.equal(await match.play(ACTION), true);
  assert.deepEqual(service.requests.at(-1), {
    method: "POST", path: "/v1/rooms/r~1/moves?since=1", credential: "c", body: { expect: "d1", notation: "go" } });
  assert.deepEqual(match.log.map(({ text }) => text), ["Move 1.", "Move 2."]);
  service.news(); // about what is shown already
  await settled();
  assert.equal(match.log.length, 2);
});

test("a stale move shows the new position and is a problem", async () => {
  const { service, problems } = await started();
  service.advance(0);
  assert.equal(await match.play(ACTION), false);
  assert.deepEqual(problems, ["stale-position"]);
  assert.deepEqual([match.position.ply, match.log.length], [2, 2]);
});

test("a lost connection is tried again with the same request", async () => {
  const { service, problems } = await started();
  service.failures = [new Problem({ status: 0, code: "unreachable" })];
  assert.equal(await match.play(ACTION), true);
  const [first, second] = service.requests.slice(-2);
  assert.deepEqual(first, second);
  assert.deepEqual(problems, []);
});

test("when the stream closes, the room is looked at, and a lost connection is reported at once", async () => {
  const { service, problems } = await started();
  const count = service.requests.length;
  service.failures = [new Problem({ status: 0, code: "unreachable" }), new Problem({ status: 0, code: "unreachable" })];
  service.state(false);
  await settled();
  assert.deepEqual([problems, match.connection, service.requests.length], [["unreachable"], "polling", count + 1]);
  await match.look();
  assert.deepEqual(problems, ["unreachable"], "once, not at every look");
  service.advance(1);
  await match.look();
  assert.equal(match.position.ply, 2);
});

test("after an undo the whole log is read again", async () => {
  const { service } = await started();
  await match.play(ACTION);
  Object.assign(service, { ply: 1, version: 3, undos: 1, turn: 0 });
  service.news();
  await settled();
  assert.deepEqual(match.log.map(({ text }) => text), ["Move 1."]);
  assert.equal(match.canPlay, true);
});

test("an answer that was overtaken is not shown", async () => {
  const { service } = await started();
  const old = service.room(0);
  service.advance(1);
  service.news();
  await settled();
  service.request = async () => old;
  await match.look();
  assert.equal(match.position.ply, 2);
});

test("a room that is gone says so once, and nothing more is sent", async () => {
  const { service, problems } = await started();
  service.failures = [new Problem({ status: 404, code: "unknown-room" })];
  service.gone();
  await settled();
  assert.deepEqual([problems, match.isGone], [["unknown-room"], true]);
  const count = service.requests.length;
  await match.look();
  assert.equal(service.requests.length, count);
});

test("a wrong credential stops at once", async () => {
  const service = new RoomService();
  service.failures = [new Problem({ status: 403, code: "bad-credential" })];
  const { problems } = await started(service);
  assert.deepEqual([problems, match.isGone, service.requests.length], [["bad-credential"], true, 1]);
});

test("at the end there is a rematch, and calls on the position go to the room", async () => {
  const service = new RoomService();
  Object.assign(service, { status: "over", extra: { rematch: { id: "r~2", credential: "c2", link: "" } } });
  await started(service);
  const { isOver, canRematch, canPlay, canResign, next } = match;
  assert.deepEqual([isOver, canRematch, canPlay, canResign, next.id], [true, true, false, false, "r~2"]);
  await match.verdict(["depot.1"]);
  assert.deepEqual(service.requests.at(-1), {
    call: "verdicts", source: { room: "r~1", credential: "c" }, body: { places: ["depot.1"] } });
});
