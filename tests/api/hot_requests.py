"""Recorded requests for the hot path: every decision of random games, in all forms, right and wrong ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, new_match, play_chance, play_move
from referee_service.kernel.notation import notation
from referee_service.services.matches.crypto import MatchCrypto
from referee_service.settings import Settings

Request = tuple[str, bytes, dict[str, str]]
"""The last part of the path, the body, and headers beside those of the body."""

SECRET = "5e" * 32
"""REFEREE_SECRET of a service that accepts the signatures of these requests. Other services ignore them."""
CRYPTO = MatchCrypto(Settings.from_env({"REFEREE_SECRET": SECRET}).secrets)

HEADERS = (
    {},
    {"accept-language": "fr-CH, en;q=0.5"},
    {"accept": "application/json", "origin": "https://table.example"},
    {"accept": "text/html", "accept-language": "de"},
    {"authorization": "Bearer good-key-0123456789"},
    {"x-api-key": "wrong-key"},
    {"content-type": "text/plain"},
    {"content-type": "application/json; charset=utf-8"},
    {"accept_language": "fr"},
    {"content_type": "text/plain"},
)
BAD_BODIES = (
    b"",
    b"{",
    b"[]",
    b"null",
    b'{"state": 1}',
    b'{"digest": "0123"}',
    b'{"digest": "0123456789abcdef0123456789abcdef", "notation": "x"}',
    b'{"sealed_state": "k.x", "credential": "y", "notation": "end_turn"}',
    b'{"batch": [{}], "digest": "0123456789abcdef0123456789abcdef"}',
    b'{"state": {}, "notation": "end_turn", "unknown": true}',
    b'{"notation": NaN}',
    b"\xff\xfe",
)


def matches(game: AnyGame, seed: int) -> list[Match]:
    """Return the decisions of a random game. Every third seed is a match with real dice."""
    rng, mode = random.Random(seed), "table" if seed % 3 == 2 else "seeded"
    match = new_match(game, seats=rng.choice(game.seats), chance=Chance(mode, f"hot {seed}"))
    found: list[Match] = []
    while True:
        match = play_chance(game, match).match
        turn = game.turn(match.state)
        if turn is None:
            return [*found, match]
        found.append(match)
        choices = engine.legal_actions(game, match.state)
        match = play_move(game, match, turn.seat, rng.choice(choices)).match


def requests(game: AnyGame, count: int, seed: int) -> Iterator[Request]:
    """Yield this number of requests about a game."""
    rng, sent = random.Random(seed), 0
    lines = [notation(action) for match in matches(game, seed) for action in engine.legal_actions(game, match.state)]
    while sent < count:
        found = matches(game, rng.randrange(10**6))
        for match in rng.sample(found, min(len(found), 12)):
            for _ in range(3):
                yield _request(game, match, lines, rng)
                sent += 1
                if sent == count:
                    return


def _request(game: AnyGame, match: Match, lines: list[str], rng: random.Random) -> Request:
    call = rng.choice(("moves", "moves", "verdicts", "verdicts", "legal-actions"))
    headers = dict(rng.choice(HEADERS)) if rng.random() < 0.2 else {}
    if rng.random() < 0.08:
        return call, rng.choice(BAD_BODIES), headers
    raw = encode(match)
    body: dict[str, object] = {"state": msgspec.Raw(_edited(raw, rng))}
    if rng.random() < 0.2:
        body["signature"] = CRYPTO.sign(raw)  # a wrong one if the state is edited
    if rng.random() < 0.3:
        body = {"digest": digest(raw)}
    if call == "legal-actions":
        body |= {"kind": rng.choice([*game.verbs, "no_verb"])} if rng.random() < 0.4 else {}
    else:
        body |= _move(game, match, lines, rng)
    if call != "legal-actions" and rng.random() < 0.3:
        body["include"] = rng.choice([[], ["state"], ["events", "legal_actions"], ["text"], ["played", "text"], ["x"]])
    if rng.random() < 0.2:
        body["actions"] = rng.choice(["notation", "full", "other"])
    return call, msgspec.json.encode(body), headers


def _edited(raw: bytes, rng: random.Random) -> bytes:
    """Return a state as it is, mostly; else not canonical, impossible, or of another ruleset."""
    chance = rng.random()
    if chance < 0.85:
        return raw
    if chance < 0.9:
        return msgspec.json.format(raw, indent=2)
    if chance < 0.95:
        return raw.replace(b'"ply":', b'"ply":1', 1)
    return raw.replace(b'"ruleset":"', b'"ruleset":"x', 1)


def _move(game: AnyGame, match: Match, lines: list[str], rng: random.Random) -> dict[str, object]:
    legal = [notation(action) for action in engine.legal_actions(game, match.state)] or ["end_turn"]
    chance = rng.random()
    if chance < 0.45:
        return {"notation": rng.choice(legal)}
    if chance < 0.65:
        return {"notation": rng.choice(lines)}
    if chance < 0.75:
        actions = engine.legal_actions(game, match.state)
        return {"action": msgspec.to_builtins(rng.choice(actions))} if actions else {"notation": "no_verb"}
    if chance < 0.8:
        return {"seat": rng.choice([0, 1, 9, "chance"]), "notation": rng.choice(legal)}
    if chance < 0.85:
        return {"moves": [{"seat": 0, "notation": rng.choice(legal)} for _ in range(rng.randrange(1, 4))]}
    if chance < 0.9:
        return {"places": rng.choice([["die.0"], ["hand.0.0"], ["nowhere"], []])}
    return {"notation": rng.choice(["", "x", "end_turn now=1", "pass pass", "take_tile die=", "é"])}
