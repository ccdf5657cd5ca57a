"""Positions of Empires of the North: a builder by keywords, random games, and short calls to play and inspect them.

Slots 0, 1 and 2 of an empire are the base fields of its clan. In a solo game, slot 3 may be the scenario's location.
"""

from __future__ import annotations

import random
from functools import cache
from importlib.resources import files

from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.content.tables import PACKS, TILES, content
from referee_service.games.empires_north.decisions.setup import ChooseClan
from referee_service.games.empires_north.empire.cards import add_card, update_site
from referee_service.games.empires_north.state import EmpiresOptions, IslandPiles, Pawn, Ship, State, amount_of, site_at
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of, merge_bags
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.score import total_points
from referee_service.kernel.state import CHANCE, ScoreLine
from referee_service.kernel.tuples import with_item, with_player
from tests.games.harness import GameHarness

harness = GameHarness(GAME)
after, refusals, faults = harness.after, harness.refusals, harness.faults
events_of, legal, question = harness.events_of, harness.legal, harness.question
after_chance, possible = harness.after_chance, harness.possible

RING = TILES
"""The ring of these positions: each tile is beside the next, and sail is beside explore."""
NEAR, DISTANT = ("herring_bank", "driftwood_isle"), ("golden_reef", "ruined_city")
"""The islands that lie face up."""


# --- positions ------------------------------------------------------------------------------------------------------


def new_game(seats: int = 2, seed: str = "opening", **options) -> Match:
    """Return a match just set up, before chance has acted."""
    options = EmpiresOptions(**{"clans": "chosen", "first_player": 0, **options})
    return new_match(GAME, seats=seats, options=options, chance=Chance("seeded", seed))


@cache
def opening(
    clan: str = "ulaf", other: str = "glenn", seats: int = 2, scenario: str = "winter", slots: tuple = ()
) -> State:
    """Return the first turn of a real game, seat 0 to play. Every player kept the first legal selection of cards."""
    state = after_chance(new_game(seats, scenario=scenario, slots=slots).state)
    names = [clan, other, *(name for name in content(state).clans if name not in (clan, other))]
    for name in names[:seats]:
        state = after_chance(after(state, ChooseClan(name)))
    while question(state) != "main":
        state = after_chance(after(state, legal(state)[0]))
    return state


def given(
    clan: str = "ulaf", *, other: str = "glenn", seats: int = 2, scenario: str = "winter", slots: tuple = (), **wanted
):
    """Return a position with seat 0 in turn. Hands, goods and boards are empty, except for what is named.

    hand, discard: cards. empire, opponent_empire: cards beside the base fields of seat 0 and of seat 1. goods: counts.
    pawns: tiles, with a minus before an exhausted pawn. queue: ships as (seat, load). near, distant: face-up islands.
    hand_of_1: cards of seat 1. Any other keyword is a field of the player or of the state.
    """
    state = bare(opening(clan, other, seats, scenario, slots))
    near, distant = wanted.pop("near", NEAR), wanted.pop("distant", DISTANT)
    state = replace(state, near=island_piles(state, "near", near), distant=island_piles(state, "distant", distant))
    ships = [Ship(seat, "fish" in load, "raze" in load) for seat, load in wanted.pop("queue", ())]
    state = replace(state, ring=RING, queue=tuple(ships))
    for card in wanted.pop("empire", ()):
        state, _ = take(state, 0, card)
    for card in wanted.pop("opponent_empire", ()):
        state, _ = take(state, 1, card)
    for seat, cards in ((0, wanted.pop("hand", ())), (1, wanted.pop("hand_of_1", ()))):
        if cards:
            state = with_player(state, seat, hand=bag_of(cards), deck=without(state.players[seat].deck, cards))
    if discard := wanted.pop("discard", ()):
        state = with_player(state, 0, discard=bag_of(discard), deck=without(state.active_player.deck, discard))
    fields = {
        "goods": tuple(sorted(wanted.pop("goods", {}).items())),
        "pawns": tuple(sorted(Pawn(tile.lstrip("-"), tile[0] == "-") for tile in wanted.pop("pawns", ()))),
    }
    fields |= {name: wanted.pop(name) for name in list(wanted) if name in state.active_player.__struct_fields__}
    return replace(with_player(state, 0, **fields), **wanted)


def position(clan: str = "ulaf", *, passed: bool = False, **wanted) -> State:
    """Return a possible position as `given` builds it. If `passed`, seat 1 has passed and seat 0 keeps its turn."""
    if clan == "glenn":
        wanted.setdefault("other", "ulaf")
    state = given(clan, **wanted)
    return possible(with_player(state, 1, passed=True) if passed else state)


def solo_position(scenario: str, clan: str = "ulaf", **wanted) -> State:
    """Return a possible position of a solo game."""
    return possible(given(clan, seats=1, scenario=scenario, **wanted))


def bare(state: State) -> State:
    """Return the state with base fields, a scenario's location, five workers and two ships for every player only."""
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


def island_piles(state: State, pile: str, face_up: tuple[str, ...]) -> IslandPiles:
    """Return a pile with these islands face up, all others face down."""
    return IslandPiles(without(content(state).islands[pile], face_up), (), tuple(face_up))


def without(bag, cards):
    """Return the bag without these cards."""
    return merge_bags(bag, tuple((card, -count) for card, count in bag_of(cards)))


def take(state: State, seat: int, card: str, host: int | None = None) -> tuple[State, int]:
    """Move a card from the deck, or an island from its pile, to an empire. Return the state and the slot."""
    definition = content(state).cards[card]
    if definition.pile:
        face_up = tuple(island for island in state.islands(definition.pile).face_up if island != card)
        conquered = [
            each.card
            for player in state.players
            for each in player.empire
            if each.card in dict(content(state).islands[definition.pile])
        ]
        rest = without(content(state).islands[definition.pile], (*face_up, *conquered, card))
        state = replace(state, **{definition.pile: IslandPiles(rest, (), face_up)})
    else:
        state = with_player(state, seat, deck=without(state.players[seat].deck, (card,)))
    return add_card(state, seat, card, host)


def with_points(state: State, points: int, seat: int = 0) -> State:
    """Return the state with this score of a seat."""
    return replace(state, score_lines=with_item(state.score_lines, seat, (ScoreLine("score.action", 1, points),)))


def with_piles(state: State, deck: tuple[str, ...] = (), discard: tuple[str, ...] = ()) -> State:
    """Return the state with only these cards in deck and discard pile of seat 0. All others are in its hand."""
    player = state.players[0]
    rest = merge_bags(player.hand, without(player.deck, (*deck, *discard)))
    return possible(with_player(state, 0, hand=rest, deck=bag_of(deck), discard=bag_of(discard)))


def with_pack(state: State, *changes: tuple[str, str]) -> State:
    """Return the state with another pack: the default one with each old text replaced by the new one."""
    text = (files("referee_service.games.empires_north") / "content" / "house-2019.yaml").read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    text = text.replace("name: house-2019", "name: changed")
    return possible(replace(state, pack=PACKS.add(text.encode(), where="changed")))


def with_site(state: State, card: str, seat: int = 0, **fields) -> State:
    """Return the state with fields of one card of an empire changed."""
    return possible(update_site(state, seat, slot_of(state, card, seat), **fields))


@cache
def random_game(seats: int = 2, seed: int = 0, scenario: str = "winter") -> tuple[State, ...]:
    """Return every position of a random game."""
    state = new_game(seats, clans="random", first_player=None, scenario=scenario, seed=str(seed)).state
    return harness.random_positions(state, random.Random(seed))


# --- play -----------------------------------------------------------------------------------------------------------


def play(state: State, *lines: str) -> State:
    """Return the position after these lines of notation. Chance acts automatically if the next line is not its own."""
    for line in lines:
        action = parse_notation(GAME, line)
        if GAME.turn(state).seat == CHANCE and type(action).__name__[:4] not in ("Draw", "LayO"):
            state = after_chance(state)
        state = after(state, action)
    return state


def use(state: State, card: str) -> str:
    """Return the notation for using a card of seat 0."""
    return f"use_location slot={slot_of(state, card)}"


def after_specials(state: State) -> State:
    """Return the position after specials that wait together have reacted one by one."""
    while question(state) == "simultaneous":
        state = after(state, legal(state)[0])
    return state


def next_lookout(state: State) -> State:
    """Pass in a solo game, keep no cards, and stop before the event of the next lookout."""
    return before_event(play(state, "pass_round"))


def before_event(state: State) -> State:
    """Play the first legal action until an event is to be drawn."""
    while question(state) != "draw_event":
        is_chance = GAME.turn(state).seat == CHANCE
        state = after(state, engine.outcomes(GAME, state)[0][0] if is_chance else legal(state)[0])
    return state


def after_event(state: State, number: int) -> State:
    """Pass in a solo game, and draw this event of the scenario in the next lookout."""
    return play(next_lookout(state), f"draw_event event={state.options.scenario}_event_{number}")


def event_position(scenario: str, number: int, **wanted) -> State:
    """Return a solo position after this event of the scenario has been drawn. Keywords as in `given`."""
    return after_event(solo_position(scenario, **wanted), number)


def after_last_round(state: State) -> State:
    """Return the end of a solo game in whose last round the player passes at once."""
    return play(possible(replace(state, round=4)), "pass_round")


# --- look -----------------------------------------------------------------------------------------------------------


def supply_of(state: State, good: str, seat: int = 0) -> int:
    """Return the count of a good in a seat's supply."""
    return amount_of(state.players[seat], good)


def points(state: State, seat: int = 0) -> int:
    """Return the points of a seat."""
    return total_points(state, seat)


def points_by_rule(state: State, seat: int = 0) -> dict[str, int]:
    """Return the points of a seat by rule."""
    return {line.rule: line.points for line in state.score_lines[seat]}


def slot_of(state: State, card: str, seat: int = 0) -> int:
    """Return the first slot with this card in an empire."""
    return next(site.slot for site in state.players[seat].empire if site.card == card)


def slots_of(state: State, card: str, seat: int = 0) -> list[int]:
    """Return the slots of all copies of a card."""
    return [site.slot for site in state.players[seat].empire if site.card == card]


def site(state: State, card: str, seat: int = 0):
    """Return the first site with this card in an empire."""
    return site_at(state.players[seat], slot_of(state, card, seat))


def picks(state: State) -> set[str]:
    """Return the names of the cards that may be picked now."""
    cards = {site.slot: site.card for site in state.active_player.empire}
    return {cards[action.slot] for action in legal(state, "pick_card")}
