"""Small positions of Empires of the North by keywords, real games to look into, and short ways to ask the referee.

Slots 0, 1 and 2 of an empire are the base fields of its clan; alone, slot 3 is the scenario's location, if it has one.
"""

from __future__ import annotations

import random
from functools import cache

from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.actions.choose_clan import ChooseClan
from referee_service.games.empires_north.content.tables import TILES, content
from referee_service.games.empires_north.empire.cards import add_card
from referee_service.games.empires_north.state import EmpiresOptions, IslandPiles, Pawn, Ship, State, amount_of, site_at
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of, merge_bags
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match
from referee_service.kernel.score import total_points
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_item, with_player
from tests.games.harness import GameHarness

harness = GameHarness(GAME)
after, refusals, faults = harness.after, harness.refusals, harness.faults
events_of, legal, question = harness.events_of, harness.legal, harness.question
after_chance, possible = harness.after_chance, harness.possible

RING = TILES
"""explore, populate, construct, harvest, sail: each is beside the next, and sail beside explore."""
NEAR, DISTANT = ("herring_bank", "driftwood_isle"), ("golden_reef", "ruined_city")
"""The islands that lie open."""


# --- positions ------------------------------------------------------------------------------------------------------


def begun(seats: int = 2, seed: str = "opening", **options) -> Match:
    """A match just set up, before chance has acted."""
    options = EmpiresOptions(**{"clans": "chosen", "first_player": 0, **options})
    return new_match(GAME, seats=seats, options=options, chance=Chance("seeded", seed))


@cache
def opening(
    clan: str = "ulaf", other: str = "glenn", seats: int = 2, scenario: str = "winter", slots: tuple = ()
) -> State:
    """A real game at its first turn, seat 0 to play: everybody kept the first cards, and none in the lookout."""
    state = after_chance(begun(seats, scenario=scenario, slots=slots).state)
    names = [clan, other, *(name for name in content(state).clans if name not in (clan, other))]
    for name in names[:seats]:
        state = after_chance(after(state, ChooseClan(name)))
    while question(state) != "main":
        state = after_chance(after(state, legal(state)[0]))
    return state


def given(
    clan: str = "ulaf", *, other: str = "glenn", seats: int = 2, scenario: str = "winter", slots: tuple = (), **wanted
):
    """A position with seat 0 in turn: hands, goods and boards are empty but for what is named.

    hand, discard: cards. empire, theirs: cards laid beside the base fields of seat 0, or seat 1. goods: by name. pawns:
    tiles, with a minus before an exhausted one. queue: ships as (seat, what is on board). near, distant: open islands.
    hand_of_1: cards. Anything else is a field of the player or of the state.
    """
    state = bare(opening(clan, other, seats, scenario, slots))
    near, distant = wanted.pop("near", NEAR), wanted.pop("distant", DISTANT)
    state = replace(state, near=isles(state, "near", near), distant=isles(state, "distant", distant))
    ships = [Ship(seat, "fish" in load, "raze" in load) for seat, load in wanted.pop("queue", ())]
    state = replace(state, ring=RING, queue=tuple(ships))
    for card in wanted.pop("empire", ()):
        state, _ = take(state, 0, card)
    for card in wanted.pop("theirs", ()):
        state, _ = take(state, 1, card)
    for seat, cards in ((0, wanted.pop("hand", ())), (1, wanted.pop("hand_of_1", ()))):
        if cards:
            state = with_player(state, seat, hand=bag_of(cards), deck=without(state.players[seat].deck, cards))
    if discard := wanted.pop("discard", ()):
        state = with_player(state, 0, discard=bag_of(discard), deck=without(state.active_player.deck, discard))
    mine = {
        "goods": tuple(sorted(wanted.pop("goods", {}).items())),
        "pawns": tuple(sorted(Pawn(tile.lstrip("-"), tile[0] == "-") for tile in wanted.pop("pawns", ()))),
    }
    mine |= {name: wanted.pop(name) for name in list(wanted) if name in state.active_player.__struct_fields__}
    return replace(with_player(state, 0, **mine), **wanted)


def bare(state: State) -> State:
    """Everybody with nothing but the base fields (and a scenario's location), five workers and two ships."""
    tables = content(state)
    for seat, player in enumerate(state.players):
        base = tuple(site for site in player.empire if site.slot < 3 or site.card not in tables.cards)
        base = tuple(replace(site, exhausted=False, slot=at) for at, site in enumerate(base))
        moved = [site.card for site in player.empire if site.slot >= 3 and site.card in tables.cards]
        clan = [card for card in moved if tables.cards[card].clan]
        deck = merge_bags(player.hand, player.deck, player.discard, bag_of(clan))
        deck = tuple(pair for pair in deck if tables.cards[pair[0]].clan)
        fields = {"goods": (), "workers": 5, "spent_workers": 0, "ships": 2, "hand": (), "discard": (), "deck": deck}
        state = with_player(state, seat, empire=base, **fields)
    solo = replace(state.solo, event=f"{state.options.scenario}_event_1", temporary=()) if state.solo else None
    return replace(state, score_lines=((),) * len(state.players), solo=solo, pending=(), has_acted=False)


def isles(state: State, pile: str, lying: tuple[str, ...]) -> IslandPiles:
    """The islands of a pile with these lying open."""
    return IslandPiles(without(content(state).islands[pile], lying), (), tuple(lying))


def without(bag, cards):
    return merge_bags(bag, tuple((card, -count) for card, count in bag_of(cards)))


def take(state: State, seat: int, card: str, host: int | None = None) -> tuple[State, int]:
    """A card from the deck, or an island from its pile, in an empire."""
    found = content(state).cards[card]
    if found.pile:
        lying = state.islands(found.pile)
        face_up = tuple(island for island in lying.face_up if island != card)
        had = [
            each.card
            for player in state.players
            for each in player.empire
            if each.card in dict(content(state).islands[found.pile])
        ]
        rest = without(content(state).islands[found.pile], (*face_up, *had, card))
        state = replace(state, **{found.pile: IslandPiles(rest, (), face_up)})
    else:
        state = with_player(state, seat, deck=without(state.players[seat].deck, (card,)))
    return add_card(state, seat, card, host)


def having(state: State, points: int, seat: int = 0) -> State:
    """The position with so many points of a seat on the track."""
    from referee_service.kernel.state import ScoreLine

    return replace(state, score_lines=with_item(state.score_lines, seat, (ScoreLine("score.action", 1, points),)))


@cache
def game_by_lot(seats: int = 2, seed: int = 0, scenario: str = "winter") -> tuple[State, ...]:
    """Every position of a real game whose players choose by lot."""
    lot = random.Random(seed)
    state = begun(seats, clans="random", first_player=None, scenario=scenario, seed=str(seed)).state
    positions = [state]
    while GAME.turn(state) is not None:
        actions = legal(state)
        kind = lot.choice(list(dict.fromkeys(map(type, actions))))
        state, _ = engine.apply(GAME, state, lot.choice([action for action in actions if type(action) is kind]))
        positions.append(state)
    return tuple(positions)


# --- moves ----------------------------------------------------------------------------------------------------------


def played(state: State, *lines: str) -> State:
    """The position after these lines of notation; chance acts by itself where no line of its own comes next."""
    from referee_service.kernel.notation import parse_notation

    for line in lines:
        action = parse_notation(GAME, line)
        if GAME.turn(state).seat == CHANCE and type(action).__name__[:4] not in ("Draw", "LayO"):
            state = after_chance(state)
        state = after(state, action)
    return state


# --- questions ------------------------------------------------------------------------------------------------------


def has(state: State, good: str, seat: int = 0) -> int:
    """How many of a good a seat has in supply."""
    return amount_of(state.players[seat], good)


def points(state: State, seat: int = 0) -> int:
    """The points of a seat."""
    return total_points(state, seat)


def cited(state: State, seat: int = 0) -> dict[str, int]:
    """The points of a seat by rule."""
    return {line.rule: line.points for line in state.score_lines[seat]}


def slot_of(state: State, card: str, seat: int = 0) -> int:
    """Where a card lies in an empire."""
    return next(site.slot for site in state.players[seat].empire if site.card == card)


def site(state: State, card: str, seat: int = 0):
    """A card in an empire."""
    return site_at(state.players[seat], slot_of(state, card, seat))
