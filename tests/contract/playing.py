"""Games played at random, and the questions that the contract suite asks about them.

Chance acts as the seed would bring it, players choose by lot: the same name, seats and seed always give the same game.
"""

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations_with_replacement, product
from math import ceil, prod
from types import NoneType
from typing import NamedTuple, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from referee_service.games import GAMES as REAL_GAMES
from referee_service.kernel.chance import Chance, pick, seed_key
from referee_service.kernel.codec import Match, Move, Record, digest, encode, notation, record_text
from referee_service.kernel.game import AnyGame, Verb
from referee_service.kernel.play import judge, legal_actions, move, new_record, outcomes, start
from referee_service.kernel.state import CHANCE, Action, Event, Options, Seat, State, verb_of
from tests.kernel.toy import GAME as TOY

GAMES: dict[str, AnyGame] = {**REAL_GAMES, TOY.name: TOY}
GAMES_EACH = int(os.environ.get("REFEREE_GAMES", "40"))
LANGUAGES = ("en", "fr")
SHUNNED: dict[str, tuple[str, ...]] = {
    "medievalia": ("end_turn", "pay", "hand_over", "ask_ally", "dismiss", "buy_card", "clear_land"),
}
"""Verbs that players by lot mostly leave alone, the first being the last resort: who takes them at once sees little."""
WIDEST = 20_000
"""A wider product of domains is sampled."""

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
each_table = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(game, seats, id=f"{name}-{seats}") for name, game in GAMES.items() for seats in game.seats],
)


# --- playing --------------------------------------------------------------------------------------------------------


class Ply(NamedTuple):
    """One action of a game: the match before it, who did what, what happened, the match after it."""

    before: Match
    seat: Seat
    action: Action
    events: tuple[Event, ...]
    after: Match


def play_random(game: AnyGame, seats: int, seed: int, options: Options | None = None) -> Iterator[Ply]:
    """One whole game, action by action, those of chance included."""
    lot, key = random.Random(f"{game.name} {seats} {seed}"), seed_key(str(seed))
    match = start(game, seats=seats, options=options, chance=Chance("table", ""))
    while (now := game.turn(match.board)) is not None:
        assert match.ply < game.longest, f"{game.name} takes more than {game.longest} actions"
        if now.seat == CHANCE:
            action = pick(key, match.chance.count, outcomes(game, match.board))
        else:
            legal = legal_actions(game, match.board)
            assert legal, f"a dead end: nothing answers {now.question!r}\n{encode(match).decode()}"
            action = by_lot(lot, willing(lot, game, legal), verb_first=seed % 2 == 1)
        step = move(game, match, now.seat, action)
        yield Ply(match, now.seat, action, step.events, step.match)
        match = step.match


def willing(lot: random.Random, game: AnyGame, legal: Sequence[Action]) -> Sequence[Action]:
    """The legal actions, mostly without the verbs that are shunned in this game."""
    shunned = SHUNNED.get(game.name, ())
    if not shunned or lot.random() < 0.05:
        return legal
    liked = [action for action in legal if verb_of(action) not in shunned]
    resorts = ([action for action in legal if verb_of(action) == verb] for verb in shunned)
    return liked or next(filter(None, resorts))


def by_lot(lot: random.Random, legal: Sequence[Action], *, verb_first: bool) -> Action:
    """One of the legal actions; half of the games choose the verb first, so that rare verbs come up more often."""
    if verb_first:
        wanted = lot.choice(list(dict.fromkeys(map(type, legal))))
        legal = [action for action in legal if type(action) is wanted]
    return lot.choice(legal)


def some_options(game: AnyGame, seats: int, seed: int) -> Options:
    """The default options for seed 0, else some by lot that this many seats can be set up with."""
    lot, chosen = random.Random(seed), {}
    for field in msgspec.inspect.type_info(game.options).fields if seed else ():
        if choices := list(choices_of(field.type)):
            chosen[field.name] = lot.choice(choices)
    try:
        start(game, seats=seats, options=game.options(**chosen), chance=Chance("table", ""))
    except ValueError:
        return game.options()
    return game.options(**chosen)


def choices_of(kind: msgspec.inspect.Type) -> Iterator[object]:
    """The values an option may take, where they can be listed."""
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            yield from values
        case msgspec.inspect.BoolType():
            yield from (False, True)
        case msgspec.inspect.NoneType():
            yield None
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            yield from range(least, most + 1)
        case msgspec.inspect.UnionType(types=types):
            yield from chain.from_iterable(map(choices_of, types))


@dataclass(frozen=True)
class Playthrough:
    """A whole random game, with the digest of every state taken when it was made."""

    game: AnyGame
    seats: int
    seed: int
    options: Options
    plies: tuple[Ply, ...]
    digests: tuple[str, ...]

    @property
    def matches(self) -> list[Match]:
        return [self.plies[0].before, *(ply.after for ply in self.plies)]

    @property
    def record(self) -> Record:
        """The record of it, as played at a table."""
        moves = tuple(Move(ply.seat, notation(ply.action)) for ply in self.plies)
        return replace(new_record(self.game, self.matches[0], seats=self.seats, options=self.options), moves=moves)


@cache
def playthrough(name: str, seats: int, seed: int) -> Playthrough:
    """One random game of a name; played once in a test run."""
    game = GAMES[name]
    options = some_options(game, seats, seed)
    plies, digests = [], []
    for ply in play_random(game, seats, seed, options):
        plies.append(ply)
        digests += [] if len(plies) > 1 else [digest(encode(ply.before))]
        digests.append(digest(encode(ply.after)))
    return Playthrough(game, seats, seed, options, tuple(plies), tuple(digests))


def playthroughs(game: AnyGame, seats: int) -> list[Playthrough]:
    """The random games at a table of this size: its share of all."""
    return [playthrough(game.name, seats, seed) for seed in range(ceil(GAMES_EACH / len(game.seats)))]


def sampled_plies(game: AnyGame, seats: int, each: int) -> list[Ply]:
    """So many plies for each question of the game, spread evenly over all random games: rare ones are not lost."""
    asked: dict[str, list[Ply]] = {}
    for played in playthroughs(game, seats):
        for ply in played.plies:
            asked.setdefault(game.turn(ply.before.board).question, []).append(ply)
    return [ply for plies in asked.values() for ply in plies[:: max(1, len(plies) // each)][:each]]


def fingerprint(name: str, seats: int, seed: int) -> str:
    """A digest of everything a random game showed: its record, legal lists, events and views."""
    played = playthrough(name, seats, seed)
    lists = [legal_actions(played.game, match.board) for match in played.matches]
    views = [played.game.view(match.board, 0) for match in played.matches[::20]]
    shown = (record_text(played.record), played.digests, lists, [ply.events for ply in played.plies], views)
    return digest(msgspec.json.encode(shown))


# --- wide offers ----------------------------------------------------------------------------------------------------


def field_values(game: AnyGame, state: State, verb: Verb, name: str, longest: int = 3) -> list[object]:
    """Everything a field might say: its domain, None where the type allows it, short sorted tuples where it is one."""
    hint = get_type_hints(verb.action)[name]
    values = list(game.domains(state)[verb.domains[name]])
    options = (hint, *get_args(hint)) if get_origin(hint) is not tuple else (hint,)
    if any(get_origin(option) is tuple for option in options):
        values = [row for size in range(longest + 1) for row in combinations_with_replacement(sorted(values), size)]
    return [*values, None] if NoneType in options else values


def wide_offers(game: AnyGame, state: State, verb: Verb, lot: random.Random) -> list[Action]:
    """The product of the domains of a verb's fields, or a sample where that is too wide."""
    columns = [field_values(game, state, verb, name) for name in verb.action.__struct_fields__]
    if prod(map(len, columns)) <= WIDEST:
        return [verb.action(*row) for row in product(*columns)]
    return [verb.action(*map(lot.choice, columns)) for _ in range(WIDEST // 4)]


def mutations(game: AnyGame, state: State, action: Action) -> Iterator[Action]:
    """The action with one field changed to another value of its domain."""
    verb = game.verbs[verb_of(action)]
    for name in action.__struct_fields__:
        for value in field_values(game, state, verb, name):
            if value != getattr(action, name):
                yield replace(action, **{name: value})


def misjudged(game: AnyGame, state: State, offers: Sequence[Action]) -> list[str]:
    """The offers that are legal for the judge and not in the legal list, or the other way round."""
    now, legal = game.turn(state), set(legal_actions(game, state))
    return [notation(offer) for offer in offers if (offer in legal) == bool(judge(game, state, now.seat, offer))]
