"""Hidden places of each game, and pairs of states that look equal to a seat.

The table is written from the rulebooks. Nothing here calls `view` or `determinize` of a game: a fault in them must not
hide itself.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from msgspec.structs import replace

from referee_service.games.empires_north.effects.commitments import keeps_declared
from referee_service.games.empires_north.empire.placement import is_constructible
from referee_service.games.empires_north.questions import ConstructFrame
from referee_service.games.medievalia.content.tables import content as medievalia_content
from referee_service.kernel.bags import Bag, add_to, bag_of, count_in, remove_from, size_of
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import State

Path = tuple[str | int, ...]
"""Attributes and indexes that lead from a state to one of its bags."""


class HiddenPlace(NamedTuple):
    """A bag of pieces that lie face down. In `path`, `*` stands for every seat or row."""

    path: str
    pool: Literal["table", "seat"] = "table"
    """Whether a piece here may lie in a hidden place of any seat instead, or only in one of the same seat."""
    owner_sees: bool = True
    """Whether the seat that the place belongs to sees its pieces."""
    part_of: str = ""
    """The place of the same seat that contains all these pieces, and more. Their number is hidden too."""


class Secrets(NamedTuple):
    """What a game hides, and which pieces look equal from behind."""

    places: tuple[HiddenPlace, ...]
    back_of: Callable[[State, str], object] = lambda _state, _piece: ""
    known_by_rules: frozenset[str] = frozenset()
    """Rules of the audit that let all seats exclude some exchanges, because a public fact implies a hidden one."""
    is_possible: Callable[[State], bool] = lambda _state: True
    """Whether a state fits public facts that the audit does not check."""


def holds_declared_location(state: State) -> bool:
    """Return whether a player who has declared Construct has a location for it: the action must be carried out."""
    if state.pending and isinstance(state.pending[-1], ConstructFrame):
        hand = state.players[state.pending[-1].seat].hand
        return any(is_constructible(state, state.pending[-1].seat, card) for card, _ in hand)
    return keeps_declared(state)


SECRETS = {
    # Players trade from a secret hand; the deck lies face down. A payment opens only if the hand can complete it.
    "caravan": Secrets(
        (HiddenPlace("players.*.hand"), HiddenPlace("deck")), known_by_rules=frozenset({"audit.question"})
    ),
    # Three decks with different backs (lines 107 and 121 of the book): a player examines the cards while drawing them.
    "medievalia": Secrets(
        (HiddenPlace("players.*.hand"), HiddenPlace("decks.*.cards")),
        back_of=lambda state, card: medievalia_content(state).deck_of[card],
    ),
    # Each player has a clan deck, face down (line 284), and a hand that stays hidden (line 349). In the lookout all
    # players draw and decide at the same time which cards they keep (lines 327-333). A declared action must be carried
    # out (p. 10, Note), so a player who has declared Construct holds a location. The set-up fixes how many are kept.
    "empires_north": Secrets(
        (
            HiddenPlace("players.*.hand", pool="seat"),
            HiddenPlace("players.*.deck", pool="seat", owner_sees=False),
            HiddenPlace("players.*.looked_at", pool="seat"),
            HiddenPlace("players.*.kept", pool="seat", part_of="looked_at"),
        ),
        known_by_rules=frozenset({"audit.stage"}),
        is_possible=holds_declared_location,
    ),
    # Players may look into their own bag, but not into those of others (lines 378 and 380; option `bags: closed`).
    # In the draft all bags hold the same dice.
    "dice_settlers": Secrets((HiddenPlace("players.*.bag"),), known_by_rules=frozenset({"audit.moment"})),
}


class Pair(NamedTuple):
    """Two states that look equal to a seat, and the pieces whose places differ."""

    first: State
    second: State
    pieces: tuple[str, ...]


# --- places ---------------------------------------------------------------------------------------------------------


def bag_at(node: object, path: Path) -> Bag:
    """Return the bag at a path."""
    for step in path:
        node = node[step] if isinstance(step, int) else getattr(node, step)
    return node


def with_bag(node: object, path: Path, bag: object) -> object:
    """Return the state with another bag at a path."""
    if not path:
        return bag
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*node[:step], with_bag(node[step], rest, bag), *node[step + 1 :])
    return replace(node, **{step: with_bag(getattr(node, step), rest, bag)})


def hidden_paths(state: State, seat: int) -> Iterator[tuple[HiddenPlace, Path]]:
    """Yield the places that a seat does not see, each with its path."""
    for place in SECRETS[game_of(state)].places:
        before, _, after = place.path.partition(".*.")
        for path in [(before, row, after) for row in range(len(getattr(state, before)))] if after else [(before,)]:
            if not (place.owner_sees and path[:2] == ("players", seat)):
                yield place, path


def game_of(state: State) -> str:
    """Return the name of the game of a state: the package of its struct."""
    package = type(state).__module__.split(".")[-2]
    return "caravan" if package == "toy" else package


def known_part(state: State, seat: int) -> State:
    """Return a state in which every hidden bag is replaced by what all seats know: its number of pieces by back."""
    back_of = SECRETS[game_of(state)].back_of
    for place, path in list(hidden_paths(state, seat)):
        backs: Counter[object] = Counter()
        for piece, count in () if place.part_of else bag_at(state, path):
            backs[back_of(state, piece)] += count
        state = with_bag(state, path, tuple(sorted(backs.items())))
    return state


# --- pairs ----------------------------------------------------------------------------------------------------------


def exchanged(state: State, seat: int, rng: random.Random, swaps: int) -> State:
    """Return the state after some exchanges of pieces between places that the seat does not see."""
    back_of = SECRETS[game_of(state)].back_of
    pools: dict[object, list[Path]] = {}
    for place, path in hidden_paths(state, seat):
        if not place.part_of:
            pools.setdefault(path[1] if place.pool == "seat" else "table", []).append(path)
    for _ in range(swaps):
        choices = [
            (one, piece, other, replacement)
            for paths in pools.values()
            for one in paths
            for other in paths
            if one < other
            for piece, _ in bag_at(state, one)
            for replacement, _ in bag_at(state, other)
            if piece != replacement and back_of(state, piece) == back_of(state, replacement)
        ]
        if choices:
            one, piece, other, replacement = rng.choice(choices)
            state = _with_replaced(_with_replaced(state, one, piece, replacement), other, replacement, piece)
    return _with_other_parts(state, seat, rng)


def _with_replaced(state: State, path: Path, old: str, new: str) -> State:
    """Return the state with one piece of a bag replaced, also in the bags that are part of it."""
    bag = add_to(remove_from(bag_at(state, path), old), new)
    state = with_bag(state, path, bag)
    for place in SECRETS[game_of(state)].places:
        part = (*path[:-1], place.path.rpartition(".")[2])
        if place.part_of == path[-1] and count_in(bag_at(state, part), old) > count_in(bag, old):
            state = with_bag(state, part, add_to(remove_from(bag_at(state, part), old), new))
    return state


def _with_other_parts(state: State, seat: int, rng: random.Random) -> State:
    """Return the state with other pieces chosen wherever a hidden choice of pieces is made."""
    for place, path in hidden_paths(state, seat):
        if place.part_of and bag_at(state, path):
            whole = [piece for piece, count in bag_at(state, (*path[:-1], place.part_of)) for _ in range(count)]
            wanted = rng.choice((size_of(bag_at(state, path)), rng.randint(0, len(whole))))
            state = with_bag(state, path, bag_of(rng.sample(whole, wanted)))
    return state


def pairs(game: AnyGame, state: State, seat: int, rng: random.Random, wanted: int) -> Iterator[Pair]:
    """Yield up to this number of pairs of a state and another one. Both pass the audit.

    Raises AssertionError if only the exchange of hidden pieces lets a question be answered or lapse automatically, or
    breaks a rule that is not listed in `known_by_rules`.
    """
    assert not list(game.audit(state))
    tried = {state}
    for attempt in range(4 * wanted):
        other = exchanged(state, seat, rng, swaps=1 if attempt % 2 == 0 else 12)
        if other in tried or not SECRETS[game.name].is_possible(other):
            continue
        tried.add(other)
        assert known_part(other, seat) == known_part(state, seat)
        faults = {fault.rule for fault in game.audit(other)}
        unexpected = faults - SECRETS[game.name].known_by_rules
        assert not unexpected, (unexpected, game.turn(state), seat, differing_pieces(state, other, seat))
        if not faults:
            yield Pair(state, other, differing_pieces(state, other, seat))
            wanted -= 1
            if not wanted:
                return


def differing_pieces(state: State, other: State, seat: int) -> tuple[str, ...]:
    """Return the pieces whose hidden places differ."""
    differences: set[str] = set()
    for _, path in hidden_paths(state, seat):
        differences |= {piece for piece, _ in set(bag_at(state, path)) ^ set(bag_at(other, path))}
    return tuple(sorted(differences))
