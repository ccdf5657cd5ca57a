"""Verdicts as cached responses: on a move, and on places that a player points at."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Raw, Struct

from referee_service.kernel.engine import other_seat
from referee_service.kernel.match import Match
from referee_service.kernel.picks import Picks
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import CHANCE, Seat
from referee_service.services.errors import ServiceError
from referee_service.services.matches.place_verdicts import Candidate, PlaceSearch, unknown_place_of_others
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.responses import ActionJson, PlaceVerdict, Verdict


class CachedVerdict(Struct, frozen=True, array_like=True):
    """A verdict as encoded JSON, and the rules that refused the move.

    It is cached as MessagePack, which has the length of the JSON in front of it, so the JSON is not read again.
    """

    rules: tuple[str, ...]
    json: bytes

    @property
    def verdict(self) -> Raw:
        """The verdict as part of a response."""
        return Raw(self.json)


encode_verdict: Final = msgspec.msgpack.Encoder().encode
decode_verdict: Final = msgspec.msgpack.Decoder(CachedVerdict).decode


def cached_verdict(verdict: Verdict | PlaceVerdict, rules: tuple[str, ...]) -> CachedVerdict:
    """Return a verdict in the form in which it is cached."""
    return CachedVerdict(rules, msgspec.json.encode(verdict))


def judge_places(presenter: Presenter, match: Match, seat: Seat, places: Picks) -> CachedVerdict:
    """Return the verdict on places that a seat points at: the actions that it may mean, legal or refused.

    A seat that may not act now gets the reason, and no actions. Raises ServiceError `unknown-place` for a name that is
    no place the seat sees, whether the name is invented or its place hidden.
    """
    game, turn = presenter.game, presenter.game.turn(match.state)
    if turn is None or turn.seat != seat:
        if (unknown := unknown_place_of_others(game, match.state, seat, places)) is not None:
            raise ServiceError("unknown-place.named", place=unknown)
        refusal = refuse("referee.over") if turn is None else other_seat(seat, turn.seat)
        return _refused_places(presenter, refusal)
    search = PlaceSearch(game, match.state, turn, places)
    if (unknown := search.unknown_place()) is not None:
        raise ServiceError("unknown-place.named", place=unknown)
    if seat == CHANCE and match.chance.mode != "table":
        return _refused_places(presenter, refuse("referee.chance_mode", mode=match.chance.mode))
    candidates = search.candidates()
    unused = [] if candidates else [refuse("referee.place", open=turn.verbs)]
    verdict = PlaceVerdict(
        legal=bool(search.legal_candidates),
        refusals=presenter.refusals(unused),
        candidates=[_candidate_json(presenter, match, seat, each) for each in candidates],
        suggestions=[presenter.choice(match.state, seat, action) for action in search.suggestions()],
    )
    refusals = candidates[0].refusals if candidates and not verdict.legal else unused
    return cached_verdict(verdict, tuple(refusal.rule for refusal in refusals))


def _refused_places(presenter: Presenter, refusal: Refusal) -> CachedVerdict:
    verdict = PlaceVerdict(legal=False, refusals=presenter.refusals([refusal]), candidates=[], suggestions=[])
    return cached_verdict(verdict, (refusal.rule,))


def _candidate_json(presenter: Presenter, match: Match, seat: Seat, candidate: Candidate) -> ActionJson:
    action, refusals = candidate
    shown = presenter.attempt(match.state, seat, action) if refusals else presenter.choice(match.state, seat, action)
    return {**shown, "legal": not refusals, "refusals": presenter.refusals(refusals)}
