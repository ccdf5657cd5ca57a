"""The oracle: what the service must answer, computed by the engine in the process of the campaign."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from referee_service.games import GAMES
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, new_match, play_chance, play_move
from referee_service.kernel.notation import notation
from referee_service.kernel.state import Action
from referee_service.services.bots.search_task import SearchTask, run_search_task
from referee_service.services.matches.crypto import MatchCrypto
from referee_service.services.matches.guard import is_irreversible, visible_digest
from referee_service.services.matches.loader import LoadedMatch
from referee_service.services.matches.playthrough import Playthrough

Body = Mapping[str, Any]


class WrongAnswer(Exception):
    """An answer that differs from what the engine computes. The message says where."""


@dataclass(frozen=True, slots=True)
class Step:
    """An expected move: the match after it, and whether a guarded match commits it."""

    match: Match
    is_committed: bool


def legal_actions(match: Match) -> tuple[Action, ...]:
    """Return the legal actions of the seat to move."""
    game = GAMES[match.game]
    return tuple(engine.legal_actions(game, match.state)) if game.turn(match.state) is not None else ()


def seat_to_move(match: Match) -> int | None:
    """Return the seat that decides, or None if the match is over."""
    turn = GAMES[match.game].turn(match.state)
    return None if turn is None else turn.seat


def open_match(game: AnyGame, seats: int, seed: str) -> Match:
    """Return the match that an open set-up with this seed gives."""
    return play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", seed))).match


def sealed_match(crypto: MatchCrypto, game: AnyGame, seats: int, position: Body) -> tuple[str, Match]:
    """Return the id of a new guarded match, and the match that its key of chance gives."""
    match_id = crypto.unseal(position["sealed_state"], game=game.name).match_id
    first = new_match(game, seats=seats, chance=Chance("secret", position["commitment"]))
    return match_id, play_chance(game, first, crypto.chance_key(match_id)).match


def next_step(match: Match, action: Action, key: bytes | None = None) -> Step:
    """Return what follows from a legal action of the seat to move. `key` is the key of secret chance."""
    game, seat = GAMES[match.game], seat_to_move(match)
    assert isinstance(seat, int)
    playthrough = Playthrough(match)
    playthrough.append(play_move(game, match, seat, action))
    playthrough.append(play_chance(game, playthrough.match, key))
    return Step(playthrough.match, is_irreversible(game, LoadedMatch(match, "", seat), playthrough))


# --- checks: each raises WrongAnswer ------------------------------------------------------------------------------


def check_open_position(match: Match, position: Body) -> None:
    """Compare a position of an open match with the match."""
    raw = encode(match)
    _require(position.get("digest") == digest(raw), "the digest of an open match")
    _require(position.get("state") == json.loads(raw), "the state of an open match")
    _check_turn(match, position)
    check_legal_list(match, position)


def check_sealed_position(match: Match, position: Body, crypto: MatchCrypto, seat: int | None) -> None:
    """Compare a position of a guarded match with the match. `seat` is that of the credential, None for the keeper."""
    game, raw = GAMES[match.game], encode(match)
    payload = crypto.unseal(position["sealed_state"], game=game.name)
    _require(payload.state == raw, "the sealed state")
    principal = "keeper" if seat is None else seat
    expected = visible_digest(game, LoadedMatch(match, digest(raw), principal, payload))
    _require(position.get("digest") == expected, "the digest of a guarded match")
    _check_turn(match, position)
    if seat is None or seat_to_move(match) == seat:
        check_legal_list(match, position)
    else:
        _require(position.get("legal_actions") == [], "a seat that does not decide sees legal actions")


def check_legal_list(match: Match, answer: Body) -> None:
    """Compare the legal list of an answer with that of the engine."""
    found = [action["notation"] for action in answer["legal_actions"]]
    _require(found == [notation(action) for action in legal_actions(match)], "the legal actions")


def check_search(match: Match, seed: str, iterations: int, result: Body) -> None:
    """Compare the ranking of a finished search with the same search in this process."""
    found = [(each["action"]["notation"], each["visits"], each["value"]) for each in result["moves"][0]["ranking"]]
    _require(found == _ranking(match, seed, iterations), "the ranking of a search")


@lru_cache(maxsize=4096)
def _ranking(match: Match, seed: str, iterations: int) -> list[tuple[str, int, float | None]]:
    game, seat = GAMES[match.game], seat_to_move(match)
    assert isinstance(seat, int)
    view = Raw(msgspec.json.encode(game.view(match.state, seat)))
    result = run_search_task(GAMES, SearchTask(match.game, view, seat, seed, iterations, None), lambda _: False)
    return [(each.notation, each.visits, each.value) for each in result.choices[0].choice.ranking]


def _check_turn(match: Match, position: Body) -> None:
    turn, seat = position.get("turn"), seat_to_move(match)
    _require((None if turn is None else turn["seat"]) == seat, "the seat to move")
    _require(position.get("ply") == match.ply, "the ply")
    _require((position.get("result") is not None) == (seat is None), "the result")


def _require(is_right: bool, what: str) -> None:
    if not is_right:
        raise WrongAnswer(f"{what} differs")
