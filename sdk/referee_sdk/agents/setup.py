"""Set-up of a match as agents ask for it: seats, opponents, options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee_sdk.agents.errors import AgentError
from referee_sdk.agents.hosted_match import BOTS
from referee_sdk.agents.options import option_seats
from referee_sdk.agents.texts import Texts
from referee_sdk.catalogue import GameInfo

NO_OPPONENTS = ("", "none", "no", "aucun")


@dataclass(frozen=True)
class SeatPlan:
    """Who plays which seat: bots by seat, and the seats of each agent."""

    count: int
    bots: dict[int, str]
    groups: tuple[tuple[int, ...], ...]


def plan_seats(texts: Texts, game: GameInfo, seats: int | None, opponents: str | None, *, guarded: bool) -> SeatPlan:
    """Return who plays which seat. Raises `AgentError` if that is not possible.

    Without `guarded`, seat 0 is the agent's and the bots take all others, in turn. With it, each bot takes one of the
    last seats, and every other seat has an agent of its own.
    """
    names = _bot_names(texts, "" if guarded and opponents is None else "greedy" if opponents is None else opponents)
    if seats is None:
        least = min((count for count in game.seats if count > 1), default=min(game.seats))
        seats = max(least, len(names) + 1)
    if seats not in game.seats:
        counts = ", ".join(map(str, game.seats))
        raise AgentError(texts.get("bad seats", game=game.game, counts=counts, seats=seats))
    if seats == 1:
        if names and opponents is not None:
            raise AgentError(texts.get("one seat"))
        return SeatPlan(1, {}, ((0,),))
    if len(names) >= seats:
        raise AgentError(texts.get("too many bots", bots=len(names), seats=seats))
    if guarded:
        first = seats - len(names)
        return SeatPlan(seats, dict(enumerate(names, first)), tuple((seat,) for seat in range(first)))
    if not names:
        return SeatPlan(seats, {}, (tuple(range(seats)),))
    return SeatPlan(seats, {seat: names[(seat - 1) % len(names)] for seat in range(1, seats)}, ((0,),))


def check_options(texts: Texts, game: GameInfo, seats: int, options: Iterable[str]) -> None:
    """Raise `AgentError` if one of the options has no effect with that many seats: the service ignores it."""
    limits = option_seats(game)
    ignored = [name for name in options if seats not in limits.get(name, [seats])]
    if ignored:
        counts = ", ".join(map(str, limits[ignored[0]]))
        raise AgentError(texts.get("ignored option", names=", ".join(ignored), counts=counts, seats=seats))


def _bot_names(texts: Texts, opponents: str) -> Sequence[str]:
    names = [name.strip().casefold() for name in opponents.split(",")]
    names = [name for name in names if name not in NO_OPPONENTS]
    unknown = next((name for name in names if name not in BOTS), None)
    if unknown is not None:
        raise AgentError(texts.get("unknown bot", bot=unknown))
    return names
