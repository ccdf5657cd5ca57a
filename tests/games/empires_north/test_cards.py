"""Cards of the pack: each is played at least once, and attested cards do what the sources say."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.content.tables import PACKS
from referee_service.kernel.state import CHANCE
from tests.games.empires_north.positions import (
    GAME,
    after,
    after_chance,
    faults,
    given,
    legal,
    play,
    points,
    points_by_rule,
    question,
    refusals,
    site,
    slot_of,
    supply_of,
    take,
)
from tests.games.rules import rule

TABLES = PACKS.get(PACKS.resolve_id(None))
PLENTY = dict.fromkeys(("food", "wood", "stone", "sheep", "fish", "gold", "raze"), 9)
CLAN_CARDS = [card for card in TABLES.cards.values() if card.clan]
SUPPORT = {
    "heidel": ("cooper",),
    "nanurjuk": ("summer_camp", "grazing_land"),
    "mackinnon": ("granary",),
    "panuk": ("snow_igloo",),
}
"""Cards in the empire that other cards need for their effects."""


def finished(state, seat=0):
    """Return the position after a seat's turn, with the last legal action at every question."""
    while (
        (turn := GAME.turn(state)) is not None
        and (state.pending or state.active_seat == seat)
        and turn.question != "main"
    ):
        state = after_chance(state) if turn.seat == CHANCE else after(state, legal(state)[-1])
        assert not faults(state)
    return state


def laid_out(clan, card, **wanted):
    """Return a rich position of a clan: a card in hand, support cards in the empire, and a loaded ship in the queue."""
    empire = [name for name in (*SUPPORT.get(clan, ()), "driftwood_isle") if name != card]
    near = ("basalt_cliffs", "sheep_skerry")
    others = {"goods": PLENTY, "queue": ((0, "fish raze"),), "near": near, "discard": (), "pawns": ("-explore",)}
    return given(clan, other="glenn" if clan != "glenn" else "ulaf", empire=empire, **{**others, **wanted})


@pytest.mark.parametrize("name", [card.id for card in CLAN_CARDS if card.is_location])
def test_every_location_can_be_placed_and_used(name):
    card = TABLES.cards[name]
    state = laid_out(
        card.clan, name, hand=(name, next(n for n, copies in TABLES.decks[card.clan] if copies > 1 and n != name))
    )
    state = finished(play(state, f"build card={name}"))
    assert site(state, name)
    if card.action is not None:
        state = finished(play(state, "pass_round", f"use_location slot={slot_of(state, name)}"))
        assert site(state, name).exhausted


@pytest.mark.parametrize("name", [card.id for card in CLAN_CARDS if card.corner_action and card.is_boost])
def test_every_boost_can_be_played_before_its_action(name):
    card = TABLES.cards[name]
    location = next(each.id for each in CLAN_CARDS if each.clan == card.clan and each.is_location and each.copies > 1)
    state = laid_out(card.clan, name, hand=(name, location))
    state = finished(play(state, f"place_pawn tile={card.corner_action}", f"play_boost card={name}"))
    assert name in dict(state.players[0].discard) or name in dict(state.players[0].deck)


@pytest.mark.parametrize("name", [card.id for card in CLAN_CARDS if card.corner_action and card.goods])
def test_every_field_and_upgrade_yields_its_goods_when_placed(name):
    card = TABLES.cards[name]
    location = next(each.id for each in CLAN_CARDS if each.clan == card.clan and each.is_location and each.copies > 1)
    state = play(
        given(card.clan, other="panuk" if card.clan != "panuk" else "ulaf", hand=(name, location)),
        f"place_pawn tile={card.corner_action}",
    )
    for option in legal(state, "build_field"):
        placed = after(state, option)
        assert all(supply_of(placed, good) == count for good, count in card.goods)
        assert site(placed, name).host == option.host


@pytest.mark.parametrize("name", [card.id for card in TABLES.cards.values() if card.kinds == ("base_field",)])
def test_every_base_field_can_be_harvested(name):
    card = TABLES.cards[name]
    state = given(card.clan, other="panuk" if card.clan != "panuk" else "ulaf")
    state = play(state, "place_pawn tile=harvest", f"harvest slot={slot_of(state, name)}")
    assert tuple((good, supply_of(state, good)) for good, _ in card.goods) == card.goods


@pytest.mark.parametrize("name", [card.id for card in TABLES.cards.values() if card.is_island])
@pytest.mark.parametrize("conquer", [True, False])
def test_every_island_can_be_pillaged_or_conquered_and_used(name, conquer):
    card = TABLES.cards[name]
    state = given(queue=((0, "fish raze"),), workers=5, hand=("axe_yard",), **{card.pile: (name,)})
    answer = "true" if conquer else "false"
    state = play(
        state, "pass_round", "pass_round", f"land pile={card.pile} island={name}", f"take_island conquer={answer}"
    )
    if conquer:
        assert site(state, name)
        rich = (
            take(laid_out("ulaf", name, hand=("axe_yard",)), 0, name)[0]
            if name != "driftwood_isle"
            else laid_out("ulaf", "")
        )
        slot = slot_of(rich, name)
        assert (card.action is None) == bool(refusals(rich, f"use_location slot={slot}"))
        if card.action is not None:
            assert site(finished(play(rich, f"use_location slot={slot}")), name).exhausted
    else:
        assert all(supply_of(state, good) == count for good, count in card.pillage if good in PLENTY)
        assert points_by_rule(state).get("score.pillage", 0) == dict(card.pillage).get("vp", 0)


# --- cards that the sources attest ----------------------------------------------------------------------------------


@rule("score.special", "score.pillage")
def test_twin_ships_react_to_every_pillage():
    state = given(empire=("twin_ships", "twin_ships"), queue=((0, ""),), near=("stone_circle",))
    state = play(state, "pass_round", "pass_round", "land pile=near island=stone_circle")
    assert points_by_rule(state) == {"score.pillage": 1, "score.special": 2}
    other = given(empire=("twin_ships",), queue=((1, ""),), near=("driftwood_isle",))
    assert not points_by_rule(play(other, "pass_round", "pass_round", "land pile=near island=driftwood_isle"))


def test_flokis_workshop_brings_the_third_ship():
    state = play(given(hand=("floki_workshop",), goods={"wood": 3}), "build card=floki_workshop")
    assert state.players[0].ships == 3


@pytest.mark.parametrize(("card", "gained"), [("treasury", 1), ("watchtower", 1), ("white_keep", 2)])
def test_keeps_score_when_an_island_is_conquered(card, gained):
    state = given(empire=(card,), queue=((0, "raze"),))
    state = play(state, "pass_round", "pass_round", "land pile=near island=driftwood_isle", "take_island conquer=true")
    assert points(state) == gained


def test_ruling_23_a_bonus_per_type_counts_the_current_empire():
    """Great halls count their type; a card that shows the icon counts itself."""
    state = given("panuk", empire=("penguin_colony", "penguin_school"), hand=("frozen_shipyard",), goods={"wood": 2})
    assert points_by_rule(play(state, "build card=frozen_shipyard")) == {"score.bonus": 2}
    own = given(hand=("hall_of_heroes",), empire=("axe_yard",), goods={"wood": 1, "stone": 1})
    assert points_by_rule(play(own, "build card=hall_of_heroes")) == {"score.bonus": 2}


@rule("score.bonus")
def test_a_bonus_is_gained_once_when_placed():
    state = given("nanurjuk", hand=("summer_camp",), goods={"wood": 1})
    assert points_by_rule(state) == {}
    assert points_by_rule(play(state, "build card=summer_camp")) == {"score.bonus": 1}


def test_the_party_on_board_refreshes_all_conquered_islands():
    state = given("heidel", empire=("stone_circle", "golden_reef", "cooper"), hand=("party_on_board",), distant=())
    for slot in (3, 4, 5):
        state = (
            play(state, f"use_location slot={slot}", "pass_round")
            if slot == 3
            else play(state, f"use_location slot={slot}")
        )
        state = play(state, "choose option=wood") if question(state) == "choose" else state
    state = play(state, "place_pawn tile=sail", "play_boost card=party_on_board")
    assert [each.exhausted for each in state.players[0].empire if each.slot > 2] == [False, False, True]


def test_new_outpost_takes_a_field_or_an_upgrade_back():
    state = given("nanurjuk", empire=("new_outpost", "grazing_land"))
    state, upgrade = take(state, 0, "driftwood_pile", 2)
    state = play(state, "use_location slot=3", f"pick_card slot={upgrade}")
    assert (dict(state.players[0].hand), points(state)) == ({"driftwood_pile": 1}, 2)


def test_outpost_counts_a_type_of_its_own_deck():
    state = given("glenn", other="ulaf", empire=("outpost_096", "wool_shed", "wool_shed", "wool_shed"))
    state = play(state, "use_location slot=3")
    assert (supply_of(state, "raze"), points(state)) == (1, 2)


@pytest.mark.parametrize("host", ["", " host=2"])
def test_the_ice_cream_parlour_is_a_field_or_an_upgrade(host):
    state = play(given("glenn", other="ulaf", hand=("neighbourhood_ice_cream",)), "place_pawn tile=explore")
    state = play(state, f"build_field card=neighbourhood_ice_cream{host}")
    assert supply_of(state, "food") == 1
    assert site(state, "neighbourhood_ice_cream").host == (2 if host else None)
