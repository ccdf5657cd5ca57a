"""Random playthroughs of every game, and samples of their plies and actions for the contract suite.

Chance follows the seed, and seats choose at random. Equal games, numbers of seats and seeds give equal playthroughs.
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
from referee_service.kernel.chance import Chance, seed_key, weighted_choice
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.engine import judge, legal_actions, outcomes
from referee_service.kernel.game import AnyGame, Verb
from referee_service.kernel.match import Match, new_match, play_move
from referee_service.kernel.notation import notation
from referee_service.kernel.records import Record, RecordedMove, record_text
from referee_service.kernel.replay import new_record
from referee_service.kernel.state import CHANCE, Action, Event, Options, Seat, State, verb_of
from tests.kernel.toy import GAME as TOY

GAMES: dict[str, AnyGame] = {**REAL_GAMES, TOY.name: TOY}
PLAYTHROUGHS_PER_GAME = int(os.environ.get("REFEREE_GAMES", "40"))
LANGUAGES = ("en", "fr")
RARE_VERBS: dict[str, tuple[str, ...]] = {
    "medievalia": ("end_turn", "pay", "hand_over", "ask_ally", "dismiss", "buy_card", "clear_land"),
}
"""Verbs that random seats avoid. If only these are legal, the first listed one is played.

Random play with these verbs would end turns early and reach few situations.
"""
RARE_VERB_PROB = 0.05
"""Probability that a random seat ignores RARE_VERBS in a decision."""
MAX_OFFERS = 20_000
"""Largest product of domains that `wide_offers` returns completely. It samples a larger one."""

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
each_table = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(game, seats, id=f"{name}-{seats}") for name, game in GAMES.items() for seats in game.seats],
)


# --- random games ---------------------------------------------------------------------------------------------------


class Ply(NamedTuple):
    """One action of a game: the match before it, the seat, the action, its events, and the match after it."""

    before: Match
    seat: Seat
    action: Action
    events: tuple[Event, ...]
    after: Match


def play_random(game: AnyGame, seats: int, seed: int, options: Options | None = None) -> Iterator[Ply]:
    """Play one game at random, and yield every ply, those of chance included."""
    rng, key = random.Random(f"{game.name} {seats} {seed}"), seed_key(str(seed))
    match = new_match(game, seats=seats, options=options, chance=Chance("table", ""))
    while (turn := game.turn(match.state)) is not None:
        assert match.ply < game.max_actions, f"{game.name} takes more than {game.max_actions} actions"
        if turn.seat == CHANCE:
            action = weighted_choice(key, match.chance.count, outcomes(game, match.state))
        else:
            legal = legal_actions(game, match.state)
            assert legal, f"a dead end: nothing answers {turn.question!r}\n{encode(match).decode()}"
            action = random_action(rng, preferred_actions(rng, game, legal), verb_first=seed % 2 == 1)
        step = play_move(game, match, turn.seat, action)
        yield Ply(match, turn.seat, action, step.events, step.match)
        match = step.match


def preferred_actions(rng: random.Random, game: AnyGame, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the legal actions without those of RARE_VERBS, unless there are no others."""
    rare = RARE_VERBS.get(game.name, ())
    if not rare or rng.random() < RARE_VERB_PROB:
        return legal
    others = [action for action in legal if verb_of(action) not in rare]
    of_rare_verb = ([action for action in legal if verb_of(action) == verb] for verb in rare)
    return others or next(filter(None, of_rare_verb))


def random_action(rng: random.Random, legal: Sequence[Action], *, verb_first: bool) -> Action:
    """Return one of the legal actions. With `verb_first`, the verb is drawn first, so that rare verbs occur more."""
    if verb_first:
        wanted = rng.choice(list(dict.fromkeys(map(type, legal))))
        legal = [action for action in legal if type(action) is wanted]
    return rng.choice(legal)


def random_options(game: AnyGame, seats: int, seed: int) -> Options:
    """Return the default options for seed 0, else random ones. Options that do not fit the seats become the default."""
    rng, chosen = random.Random(seed), {}
    for field in msgspec.inspect.type_info(game.options_type).fields if seed else ():
        if values := list(option_values(field.type)):
            chosen[field.name] = rng.choice(values)
    try:
        new_match(game, seats=seats, options=game.options_type(**chosen), chance=Chance("table", ""))
    except ValueError:
        return game.options_type()
    return game.options_type(**chosen)


def option_values(kind: msgspec.inspect.Type) -> Iterator[object]:
    """Yield the values that an option may take, as far as its type lists them."""
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
            yield from chain.from_iterable(map(option_values, types))


@dataclass(frozen=True)
class Playthrough:
    """A whole random game. Each digest was computed when its state was new."""

    game: AnyGame
    seats: int
    seed: int
    options: Options
    plies: tuple[Ply, ...]
    digests: tuple[str, ...]

    @property
    def matches(self) -> list[Match]:
        """The match at its start and after every ply."""
        return [self.plies[0].before, *(ply.after for ply in self.plies)]

    @property
    def record(self) -> Record:
        """The game as the record of a table match."""
        moves = tuple(RecordedMove(ply.seat, notation(ply.action)) for ply in self.plies)
        return replace(new_record(self.game, self.matches[0], seats=self.seats, options=self.options), moves=moves)


@cache
def playthrough(name: str, seats: int, seed: int) -> Playthrough:
    """Return one random game. Results are cached for the whole test run."""
    game = GAMES[name]
    options = random_options(game, seats, seed)
    plies, digests = [], []
    for ply in play_random(game, seats, seed, options):
        plies.append(ply)
        digests += [] if len(plies) > 1 else [digest(encode(ply.before))]
        digests.append(digest(encode(ply.after)))
    return Playthrough(game, seats, seed, options, tuple(plies), tuple(digests))


def playthroughs(game: AnyGame, seats: int) -> list[Playthrough]:
    """Return the random games with this number of seats. Each number of seats has an equal share of all games."""
    return [playthrough(game.name, seats, seed) for seed in range(ceil(PLAYTHROUGHS_PER_GAME / len(game.seats)))]


def sampled_plies(game: AnyGame, seats: int, each: int) -> list[Ply]:
    """Return up to `each` plies per question, spread evenly over all playthroughs, so that rare questions occur."""
    by_question: dict[str, list[Ply]] = {}
    for played in playthroughs(game, seats):
        for ply in played.plies:
            by_question.setdefault(game.turn(ply.before.state).question, []).append(ply)
    return [ply for plies in by_question.values() for ply in plies[:: max(1, len(plies) // each)][:each]]


def fingerprint(name: str, seats: int, seed: int) -> str:
    """Return a digest of a random game: its record, states, legal actions, events and some views."""
    played = playthrough(name, seats, seed)
    lists = [legal_actions(played.game, match.state) for match in played.matches]
    views = [played.game.view(match.state, 0) for match in played.matches[::20]]
    shown = (record_text(played.record), played.digests, lists, [ply.events for ply in played.plies], views)
    return digest(msgspec.json.encode(shown))


# --- offered actions, legal or not ----------------------------------------------------------------------------------


def field_values(game: AnyGame, state: State, verb: Verb, name: str, longest: int = 3) -> list[object]:
    """Return the values of a field: its domain, None if the type allows it, and short sorted tuples for a tuple."""
    hint = get_type_hints(verb.action)[name]
    values = list(game.domains(state)[verb.domains[name]])
    options = (hint, *get_args(hint)) if get_origin(hint) is not tuple else (hint,)
    if any(get_origin(option) is tuple for option in options):
        values = [row for size in range(longest + 1) for row in combinations_with_replacement(sorted(values), size)]
    return [*values, None] if NoneType in options else values


def wide_offers(game: AnyGame, state: State, verb: Verb, rng: random.Random) -> list[Action]:
    """Return the actions of a verb with all combinations of field values, or a sample if there are too many."""
    columns = [field_values(game, state, verb, name) for name in verb.action.__struct_fields__]
    if prod(map(len, columns)) <= MAX_OFFERS:
        return [verb.action(*row) for row in product(*columns)]
    return [verb.action(*map(rng.choice, columns)) for _ in range(MAX_OFFERS // 4)]


def mutations(game: AnyGame, state: State, action: Action) -> Iterator[Action]:
    """Yield the action with one field changed to another value of its domain."""
    verb = game.verbs[verb_of(action)]
    for name in action.__struct_fields__:
        for value in field_values(game, state, verb, name):
            if value != getattr(action, name):
                yield replace(action, **{name: value})


def misjudged(game: AnyGame, state: State, offers: Sequence[Action]) -> list[str]:
    """Return the offers for which `judge` and `legal_actions` disagree."""
    seat, legal = game.turn(state).seat, set(legal_actions(game, state))
    return [notation(offer) for offer in offers if (offer in legal) == bool(judge(game, state, seat, offer))]
