"""Players: clients that play, search and stream without end, and check every answer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import msgspec
from msgspec import Raw

from referee_service.games import GAMES
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.notation import notation, parse_notation
from referee_service.services.matches.crypto import MatchCrypto
from tests.chaos import oracle
from tests.chaos.client import Answer, Broken, Client, Meter
from tests.chaos.ledger import Gate, GuardedMatch, Ledger, Search, now

PAUSE_SECONDS = 0.03
"""Time between two calls of a player, so that the load leaves room for what a fault adds."""
RETRY_SECONDS = 0.2
"""Time after a refused call. It is shorter than `Retry-After`, to see early when the service is back."""
SEARCH_PAUSE_SECONDS = 0.5
SHORT_SEARCH, LONG_SEARCH = 60, 800
"""Iterations. The long one takes about half a second, so that faults meet it in progress."""
MAX_MOVES = 120
"""Moves of a match before a player sets up another one."""
STEP_SECONDS = 100.0
"""Longest time of one step with all its repeats. A player that cannot finish it reports a wrong answer."""

Body = Mapping[str, Any]


@dataclass(slots=True)
class Room:
    """What all players share."""

    port: int
    meter: Meter
    ledger: Ledger
    gate: Gate
    crypto: MatchCrypto


class Player:
    """A client of one family of calls. It repeats a step until the service has done it."""

    family = ""
    pause_seconds = PAUSE_SECONDS

    def __init__(self, room: Room, game: AnyGame, key: str, number: int) -> None:
        self.room, self.game, self.random = room, game, random.Random(f"{self.family} {game.name} {number}")
        self.key, self.client = key, Client(room.port, self.family, room.meter, key)

    async def run(self) -> None:
        """Take steps without end. A wrong answer is recorded, and the player begins anew."""
        while True:
            async with self.room.gate:
                try:
                    async with asyncio.timeout(STEP_SECONDS):
                        await self.step()
                except oracle.WrongAnswer as error:
                    self.room.ledger.wrong.append(f"{self.family} {self.game.name}: {error}")
                    self.begin_anew()
                except TimeoutError:
                    self.room.ledger.wrong.append(f"{self.family} {self.game.name}: a step never succeeded")
                    self.begin_anew()
            await asyncio.sleep(self.pause_seconds * self.random.uniform(0.5, 1.5))

    async def step(self) -> None:
        """Take one step that leaves nothing in doubt."""
        raise NotImplementedError

    def begin_anew(self) -> None:
        """Forget the current match."""

    async def post(
        self, call: str, body: Body, headers: Mapping[str, str] | None = None, client: Client | None = None
    ) -> Answer:
        """Return the answer to a call of the game, repeated until the service does not refuse or break it."""
        path = f"/v1/games/{self.game.name}/{call}"
        return await self.repeat("POST", path, msgspec.json.encode(body), headers, client)

    async def repeat(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        client: Client | None = None,
    ) -> Answer:
        """Return the first answer that is neither a refusal for a time nor broken off."""
        while True:
            try:
                answer = await (client or self.client).call(method, path, body, headers, wait="wait=" in path)
                if answer.status not in (429, 503):
                    return answer
            except Broken:
                pass
            await asyncio.sleep(RETRY_SECONDS)

    def random_match(self) -> Match:
        """Return an open match after some random moves."""
        match = oracle.open_match(self.game, self.random.choice(self.game.seats), str(self.random.random()))
        for _ in range(self.random.randrange(60)):
            after = oracle.next_step(match, self.random.choice(oracle.legal_actions(match))).match
            if oracle.seat_to_move(after) is None:
                break
            match = after
        return match


def content_of(answer: Answer, *statuses: int) -> Body:
    """Return the JSON of an answer with one of these statuses. Raises WrongAnswer for any other."""
    if answer.status not in statuses:
        raise oracle.WrongAnswer(f"the answer is {answer.status} {answer.code}")
    return msgspec.json.decode(answer.body)


class OpenPlayer(Player):
    """Plays open matches, half of the moves by digest."""

    family = "open"

    def begin_anew(self) -> None:
        """Forget the current match."""
        self.match: Match | None = None

    async def step(self) -> None:
        """Set up a match, or play one move of it; sometimes ask for the legal list too."""
        match = getattr(self, "match", None)
        if match is None or oracle.seat_to_move(match) is None or match.ply > MAX_MOVES:
            await self._set_up()
            return
        if self.random.random() < 0.2:
            found = content_of(await self._with_state("legal-actions", match, {}), 200)
            oracle.check_legal_list(match, found)
        action = self.random.choice(oracle.legal_actions(match))
        position = content_of(await self._with_state("moves", match, {"notation": notation(action)}), 200)
        after = oracle.next_step(match, action).match
        oracle.check_open_position(after, position)
        self.match = after

    async def _set_up(self) -> None:
        seats, seed = self.random.choice(self.game.seats), str(self.random.random())
        answer = await self.post("states", {"seats": seats, "chance": {"mode": "seeded", "seed": seed}})
        match = oracle.open_match(self.game, seats, seed)
        oracle.check_open_position(match, content_of(answer, 201))
        self.match = match

    async def _with_state(self, call: str, match: Match, body: Body) -> Answer:
        """Send the digest of a match, or its state; the state too if the digest is not cached."""
        raw = encode(match)
        if self.random.random() < 0.5:
            answer = await self.post(call, {"digest": digest(raw), **body})
            if answer.code != "unknown-state":
                return answer
        return await self.post(call, {"state": Raw(raw), **body})


class GuardedPlayer(Player):
    """Plays all seats of guarded matches, lets a bot play some moves, and tries to take moves back."""

    family = "guarded"

    def __init__(self, room: Room, game: AnyGame, key: str, number: int) -> None:
        super().__init__(room, game, key, number)
        self.bot_client = Client(room.port, SearchPlayer.family, room.meter, key)

    def begin_anew(self) -> None:
        """Forget the current match."""
        self.match: Match | None = None

    async def step(self) -> None:
        """Set up a match, or play one move of it."""
        match = getattr(self, "match", None)
        if match is None or oracle.seat_to_move(match) is None or match.ply > MAX_MOVES:
            await self._set_up()
            return
        seat = oracle.seat_to_move(match)
        assert isinstance(seat, int)
        own = {"sealed_state": self.sealed_state, "credential": self.credentials[seat]}
        if self.random.random() < 0.2:
            oracle.check_legal_list(match, content_of(await self.post("legal-actions", own), 200))
        legal = oracle.legal_actions(match)
        if self.random.random() < 0.05:
            played = await self._let_bot_play(match, own)
        else:
            action = self.random.choice(legal)
            answer = await self.post("moves", {**own, "notation": notation(action)})
            played = self._played(answer, match, notation(action))
        if played is None:
            return
        step, position, line = played
        oracle.check_sealed_position(step.match, position, self.room.crypto, seat)
        self.match, self.sealed_state = step.match, position["sealed_state"]
        if step.is_committed:
            self.guard.commits.append(now())
            if self.random.random() < 0.2:
                await self._send_again(match, own, line, step.match)

    async def _set_up(self) -> None:
        seats = self.random.choice(self.game.seats)
        answer = await self.post("states", {"seats": seats, "guarded": True}, {"Idempotency-Key": str(uuid4())})
        position = content_of(answer, 201)
        match_id, match = oracle.sealed_match(self.room.crypto, self.game, seats, position)
        oracle.check_sealed_position(match, position, self.room.crypto, None)
        self.guard = self.room.ledger.guards[match_id] = GuardedMatch(now())
        self.match, self.sealed_state = match, position["sealed_state"]
        self.credentials: Sequence[str] = position["credentials"]["seats"]
        self.chance_key = self.room.crypto.chance_key(match_id)

    def _played(self, answer: Answer, match: Match, line: str) -> tuple[oracle.Step, Body, str] | None:
        """Return the expected step of a played move, its position and its notation. None if the match is lost."""
        if answer.code == "match-lost":
            self.room.ledger.lose(self.guard.begun, "a guarded match")
            self.begin_anew()
            return None
        step = oracle.next_step(match, parse_notation(self.game, line), self.chance_key)
        return step, content_of(answer, 200), line

    async def _let_bot_play(self, match: Match, own: Body) -> tuple[oracle.Step, Body, str] | None:
        """Let a search play the move. A worker commits it."""
        budget = {"iterations": SHORT_SEARCH}
        body = {**own, "bot": "search", "budget": budget, "play": True, "seed": str(match.ply)}
        answer = await self.post("bot-moves?wait=10", body, client=self.bot_client)
        while answer.status in (202, 404):
            await asyncio.sleep(RETRY_SECONDS)
            answer = await self.post("bot-moves?wait=10", body, client=self.bot_client)  # it has the same job
        if answer.code == "match-lost":
            return self._played(answer, match, "")
        move = content_of(answer, 200)
        step = oracle.next_step(match, parse_notation(self.game, move["action"]["notation"]), self.chance_key)
        return step, await self._with_list(step.match, own, move["position"]), move["action"]["notation"]

    async def _with_list(self, match: Match, own: Body, position: Body) -> Body:
        """Return a position with its legal list, which the position of a bot move leaves out."""
        if "legal_actions" in position:
            return position
        sealed = {**own, "sealed_state": position["sealed_state"]}
        return {**position, "legal_actions": content_of(await self.post("legal-actions", sealed), 200)["legal_actions"]}

    async def _send_again(self, before: Match, own: Body, line: str, after: Match) -> None:
        """Repeat a committed move, which gives the same position, or try another one, which must be refused."""
        if self.random.random() < 0.5:
            answer = await self.post("moves", {**own, "notation": line})
            if answer.code != "match-lost":
                self._check_repeat(after, content_of(answer, 200))
            return
        for action in self.random.sample(oracle.legal_actions(before), k=len(oracle.legal_actions(before))):
            other = oracle.next_step(before, action, self.chance_key)
            if other.is_committed and encode(other.match) != encode(after):
                answer = await self.post("moves", {**own, "notation": notation(action)})
                if answer.status == 200:
                    raise oracle.WrongAnswer("take-back: a second move was played from one position")
                return

    def _check_repeat(self, after: Match, position: Body) -> None:
        payload = self.room.crypto.unseal(position["sealed_state"], game=self.game.name)
        if payload.state != encode(after):
            raise oracle.WrongAnswer("take-back: a repeated move gave another position")


class SearchPlayer(Player):
    """Requests searches and waits for them with `?wait=`."""

    family = "search"
    pause_seconds = SEARCH_PAUSE_SECONDS
    iterations = SHORT_SEARCH

    async def step(self) -> None:
        """Request a search and follow it to its end."""
        match, seed = self.random_match(), str(self.random.random())
        body = {"state": Raw(encode(match)), "bot": "search", "seed": seed, "budget": {"iterations": self.iterations}}
        answer = await self.post("bot-moves", body)
        if answer.code == "unknown-job":  # Redis was emptied during the call; the promise of the fault must name it
            return
        job = content_of(answer, 200, 202)
        search = Search(job.get("id", ""), self.key, match, seed, self.iterations)
        acknowledged = now()
        if "id" in job:
            self.room.ledger.searches.append(search)
            job = await self.follow(search)
            if job is None:
                self.room.ledger.lose(acknowledged, "a search in progress")
                return
        search.result, search.seen = job.get("result", job), now()

    async def follow(self, search: Search) -> Body | None:
        """Return a job once it is finished, or None if the service does not know it any more."""
        while True:
            answer = await self.repeat("GET", f"/v1/jobs/{search.job_id}?wait=10")
            if answer.code == "unknown-job":
                return None
            job = content_of(answer, 200)
            if job["status"] == "finished":
                return job
            if job["status"] not in ("queued", "running"):
                raise oracle.WrongAnswer(f"the search {job['status']}: {job.get('error')}")


class StreamPlayer(SearchPlayer):
    """Requests longer searches and follows their event streams."""

    family = "stream"
    iterations = LONG_SEARCH

    async def follow(self, search: Search) -> Body | None:
        """Read event streams until the job is finished. A stream may end early; the client then opens another one."""
        while True:
            try:
                async for data in self.client.events(f"/v1/jobs/{search.job_id}/events"):
                    job = msgspec.json.decode(data)
                    if job["status"] == "finished":
                        return job
            except Broken as error:
                if str(error) == "unknown-job":
                    return None
            await asyncio.sleep(RETRY_SECONDS)


class Operator(Player):
    """Asks `/healthz`, as a load balancer does."""

    family = "health"
    pause_seconds = 0.2

    async def step(self) -> None:
        """Ask once."""
        content_of(await self.repeat("GET", "/healthz"), 200)


def all_players(room: Room, keys: Sequence[str]) -> list[Player]:
    """Return the mixed load: an open and a guarded player per game, searches, streams, and an operator."""
    games = list(GAMES.values())
    players: list[Player] = [OpenPlayer(room, game, keys[0], 0) for game in games]
    players += [GuardedPlayer(room, game, keys[1], 0) for game in games]
    players += [SearchPlayer(room, game, keys[2], 0) for game in games[:2]]
    players += [StreamPlayer(room, game, keys[3], 0) for game in games[2:4]]
    return [*players, Operator(room, games[0], keys[0], 0)]
