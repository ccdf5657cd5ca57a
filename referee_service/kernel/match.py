"""A match: one play of a game, from the first state to the last move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.chance import Chance, commitment, seed_key, weighted_choice
from referee_service.kernel.engine import apply, judge, outcomes, run_automatic_steps
from referee_service.kernel.game import Game
from referee_service.kernel.notation import notation
from referee_service.kernel.records import RecordedMove
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.setup import SetupError
from referee_service.kernel.state import CHANCE, Action, Event, Options, Seat, State

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)
V = TypeVar("V", bound=Struct)


class Match(Struct, frozen=True):
    """One play of a game: its state, its chance, and the number of actions so far (`ply`)."""

    game: str
    ruleset: str
    chance: Chance
    ply: int
    state: State


class MoveRefused(Exception):
    """Raised if a move is illegal. Carries every refusal."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(", ".join(refusal.rule for refusal in refusals))
        self.refusals = tuple(refusals)


class PlayedMove(Struct, frozen=True):
    """One move that was played: as a record has it, its action, and the state before it.

    The state before a move decides which seats see its fields.
    """

    recorded: RecordedMove
    action: Action
    state_before: State


class MoveResult(Struct, frozen=True):
    """The result of a move: the match after it, every move played (chance included), and the events."""

    match: Match
    moves: tuple[PlayedMove, ...]
    events: tuple[Event, ...]

    @property
    def recorded_moves(self) -> tuple[RecordedMove, ...]:
        """The moves as a record has them."""
        return tuple(move.recorded for move in self.moves)


def new_match(
    game: Game[S, O, V], *, seats: int, options: O | None = None, chance: Chance, content: str | None = None
) -> Match:
    """Set up a match. Chance has not acted yet.

    Raises SetupError for impossible seats or options, and UnknownPack, which is one too, for an unknown pack.
    """
    if seats not in game.seats:
        raise SetupError("setup_seats", game=game.name, counts=", ".join(map(str, game.seats)), seats=seats)
    chosen = msgspec.convert(msgspec.to_builtins(options or game.options_type()), game.options_type)
    state = game.setup(seats, chosen, game.packs.resolve_id(content))
    state = replace(run_automatic_steps(game, state), events=(), processed_events=0, closed=())
    return Match(game.name, game.ruleset, chance, 0, state)


def play_move(game: Game[S, O, V], match: Match, seat: Seat, action: Action) -> MoveResult:
    """Judge and apply one action of a seat. Raises MoveRefused with every refusal if it is illegal."""
    state = _typed_state(game, match)
    refusals = judge(game, state, seat, action)
    if seat == CHANCE and match.chance.mode != "table":
        refusals = (*refusals, refuse("referee.chance_mode", mode=match.chance.mode))
    if refusals:
        raise MoveRefused(refusals)
    return _apply_move(game, match, seat, action)


def play_chance(game: Game[S, O, V], match: Match, key: bytes | None = None) -> MoveResult:
    """Apply chance outcomes until a seat must decide.

    A seeded match has its key in the state, a secret match needs `key`, and a table match is returned unchanged. Raises
    ValueError if the key does not fit the commitment.
    """
    if match.chance.mode != "secret":
        key = seed_key(match.chance.seed) if match.chance.mode == "seeded" else None
    elif key is not None and commitment(key) != match.chance.seed:
        raise ValueError("this is not the key that the match was committed to")
    moves: list[PlayedMove] = []
    events: list[Event] = []
    for _, step in chance_steps(game, match, key) if key is not None else ():
        match = step.match
        moves += step.moves
        events += step.events
    return MoveResult(match, tuple(moves), tuple(events))


def chance_steps(
    game: Game[S, O, V], match: Match, key: bytes
) -> Iterator[tuple[Sequence[tuple[Action, int]], MoveResult]]:
    """Apply the outcomes of a key until a seat must decide. Yield each with all that were possible."""
    while open_outcomes := outcomes(game, _typed_state(game, match)):
        step = _apply_move(game, match, CHANCE, weighted_choice(key, match.chance.count, open_outcomes))
        match = step.match
        yield open_outcomes, step


def _apply_move(game: Game[S, O, V], match: Match, seat: Seat, action: Action) -> MoveResult:
    before = _typed_state(game, match)
    state, events = apply(game, before, action)
    chance = replace(match.chance, count=match.chance.count + 1) if seat == CHANCE else match.chance
    after = Match(match.game, match.ruleset, chance, match.ply + 1, state)
    move = PlayedMove(RecordedMove(seat, notation(action)), action, before)
    return MoveResult(after, (move,), events)


def _typed_state(game: Game[S, O, V], match: Match) -> S:
    assert isinstance(match.state, game.state_type)
    return match.state
