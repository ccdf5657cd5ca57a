"""Whole games with seeded chance, played at random, with varied verbs, or by the greedy bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from referee_service.bots import greedy_bot
from referee_service.bots.simulation import verb_prior
from referee_service.kernel.chance import Chance, seed_key, weighted_choice
from referee_service.kernel.engine import legal_actions, outcomes
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, new_match, play_move
from referee_service.kernel.notation import notation, parse_notation
from referee_service.kernel.records import ClaimedResult, Record, RecordedMove
from referee_service.kernel.replay import new_record
from referee_service.kernel.score import Result
from referee_service.kernel.setup import SetupError
from referee_service.kernel.state import CHANCE, Action, Options, Seat, verb_of
from referee_service.services.conformance.draws import Draws
from referee_service.services.conformance.size import KitSize

Policy = Literal["random", "likely", "varied", "rare", "greedy"]
"""How seats choose.

random: any legal action. likely: one of a verb that is drawn by the square of its prior for bots. varied, rare: one of
the verbs played least in this game, in all games. greedy: the choice of the greedy bot.
In a greedy game the first `KitSize.greedy_seats` seats follow the bot, and the others choose any legal action.
"""

RANDOM_POLICIES: tuple[Policy, ...] = ("random", "likely", "varied", "likely", "rare", "likely")
TABLE_CHANCE = Chance("table", "")
PRIOR_SCALE = 1000
"""Weight of a verb whose prior is 1."""
MINOR_SHARE = 16
"""A varied game plays minor verbs in one of this many decisions, or if no other verb is legal."""


class Table(NamedTuple):
    """How one game is played: its number of seats, their policy, the seed of chance, and how many seats are greedy."""

    seats: int
    policy: Policy
    seed: str
    greedy_seats: int


class Ply(NamedTuple):
    """One move of a game and the match before it, in which the table reports what chance brings."""

    before: Match
    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A whole game with its plies and the match at its end. `seed` is the seed of its chance."""

    game: AnyGame
    seats: int
    options: Options
    policy: Policy
    seed: str
    plies: list[Ply]
    end: Match

    def seeded(self, match: Match) -> Match:
        """Return a match of this game in which chance follows the seed."""
        return replace(match, chance=Chance("seeded", self.seed, match.chance.count))

    @property
    def result(self) -> Result:
        """The result of the game."""
        result: Result | None = self.game.result(self.end.state)
        assert result is not None, "a sample game is played to its end"
        return result

    @property
    def record(self) -> Record:
        """The record of the game, with every move of chance and the result."""
        empty = new_record(self.game, self.seeded(self.end), seats=self.seats, options=self.options)
        moves = tuple(RecordedMove(ply.seat, notation(ply.action)) for ply in self.plies)
        result = self.result
        return replace(empty, moves=moves, result=ClaimedResult(result.winners, result.scores, result.rival_scores))


def play_sample_games(
    game: AnyGame, size: KitSize, seed: str, on_game: Callable[[int], None] = lambda count: None
) -> list[SampleGame]:
    """Play greedy and random games with every number of seats, then more while a question or verb is missing.

    Of the latter only those that bring something new are returned, and the search ends after `size.patience` others.
    `on_game` gets the number of games so far.
    """
    played, times_played = list[SampleGame](), Counter[str]()
    missing = {name for name, verbs in game.flow.verbs.items() if verbs} | set(game.verbs)
    planned = (size.records + size.games) * len(game.seats)
    last_gain = planned
    for number, (seats, policy) in enumerate(_plans(game, size)):
        if number >= planned and (not missing or number - last_gain >= size.patience):
            break
        sample = _play(game, Table(seats, policy, f"{seed} {number}", size.greedy_seats), times_played)
        shown = {name for ply in sample.plies for name in (verb_of(ply.action), due_question(game, ply.before))}
        if number < planned or missing & shown:
            played.append(sample)
            last_gain = max(last_gain, number)
        missing -= shown
        on_game(number + 1)
    return played


def _plans(game: AnyGame, size: KitSize) -> Iterator[tuple[int, Policy]]:
    """Yield seats and policy of every game without end: those to record first, then the random ones."""
    for number in range(size.records):
        for seats in game.seats:
            yield seats, "random" if number % 2 else "greedy"
    for policy in cycle(RANDOM_POLICIES):
        for seats in game.seats:
            yield seats, policy


def due_question(game: AnyGame, match: Match) -> str:
    """Return the question that is due in a match, or the empty text if the game is over."""
    turn = game.turn(match.state)
    return turn.question if turn is not None else ""


def _play(game: AnyGame, table: Table, times_played: Counter[str]) -> SampleGame:
    """Play one game to its end, and add its verbs to `times_played`. Equal arguments give equal games."""
    seats, policy, seed, greedy_seats = table
    draws, key = Draws(game.name, seats, policy, seed), seed_key(seed)
    counted = {"varied": Counter[str](), "rare": times_played}
    options = _options(game, seats, draws)
    match, plies = new_match(game, seats=seats, options=options, chance=TABLE_CHANCE), list[Ply]()
    while (turn := game.turn(match.state)) is not None:
        if turn.seat == CHANCE:
            action = weighted_choice(key, match.chance.count, outcomes(game, match.state))
        elif policy == "greedy" and turn.seat < greedy_seats:
            choice = greedy_bot.choose(game, game.view(match.state, turn.seat), f"{seed}/{match.ply}")
            action = parse_notation(game, choice.notation)
        else:
            legal = legal_actions(game, match.state)
            if policy == "likely":
                legal = _likely(game, legal, draws)
            elif policy in counted:
                legal = _rarest(game, legal, draws, counted[policy])
            action = draws.pick(legal)
        for counter in counted.values():
            counter[verb_of(action)] += 1
        plies.append(Ply(match, turn.seat, action))
        match = play_move(game, match, turn.seat, action).match
    return SampleGame(game, seats, options, policy, seed, plies, match)


def _likely(game: AnyGame, legal: list[Action], draws: Draws) -> list[Action]:
    """Return the legal actions of one verb. Verbs that are seldom right are seldom drawn."""
    verbs = {type(action): action for action in legal}
    weights = [(kind, 1 + int(PRIOR_SCALE * verb_prior(game, action) ** 2)) for kind, action in verbs.items()]
    drawn = draws.weighted(weights)
    return [action for action in legal if type(action) is drawn]


def _rarest(game: AnyGame, legal: list[Action], draws: Draws, times_played: Counter[str]) -> list[Action]:
    """Return the legal actions of the verbs that were played least."""
    major = [action for action in legal if not game.verb_by_type[type(action)].is_minor]
    if major and draws.below(MINOR_SHARE):
        legal = major
    fewest = min(times_played[verb_of(action)] for action in legal)
    return [action for action in legal if times_played[verb_of(action)] == fewest]


# --- options ----------------------------------------------------------------------------------------------------------


def _options(game: AnyGame, seats: int, draws: Draws) -> Options:
    """Return random options, or the default ones if these do not fit the seats."""
    info = msgspec.inspect.type_info(game.options_type)
    assert isinstance(info, msgspec.inspect.StructType)
    values = {field.name: list(_values(field.type)) for field in info.fields}
    drawn = {name: draws.pick(listed) for name, listed in values.items() if listed}
    options: Options = game.options_type(**drawn)
    try:
        new_match(game, seats=seats, options=options, chance=TABLE_CHANCE)
    except SetupError:
        default: Options = game.options_type()
        return default
    return options


def _values(kind: msgspec.inspect.Type) -> Iterator[object]:
    """Yield the values that the type of an option lists."""
    if isinstance(kind, msgspec.inspect.LiteralType):
        yield from kind.values
    elif isinstance(kind, msgspec.inspect.BoolType):
        yield from (False, True)
    elif isinstance(kind, msgspec.inspect.NoneType):
        yield None
    elif isinstance(kind, msgspec.inspect.UnionType):
        for each in kind.types:
            yield from _values(each)
