"""Clean-up between two rounds.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

from referee_service.games.empires_north.empire.cards import update_site
from referee_service.kernel.bags import size_of
from tests.games.empires_north.positions import after_chance, given, play, position, site, supply_of, with_site


def test_the_clean_up_brings_back_workers_cards_and_pawns_but_no_goods_are_lost():
    state = given(empire=("axe_yard",), pawns=("sail",), workers=3, spent_workers=2, goods={"wood": 2})
    state = update_site(state, 0, 3, exhausted=True)
    state = play(state, "pass_round", "pass_round")
    player = state.players[0]
    assert (player.workers, player.spent_workers, player.pawns, supply_of(state, "wood")) == (5, 0, (), 2)
    assert not site(state, "axe_yard").exhausted
    assert state.first_seat == 1


def test_ruling_16_assigned_goods_and_workers_stay_through_the_clean_up():
    state = update_site(given(seats=1, scenario="outpost"), 0, 3, goods=(("worker", 2),))
    state = play(state, "pass_round")
    assert dict(site(state, "outpost_location").goods) == {"worker": 2}


def test_assigned_goods_stay_through_the_clean_up():
    """Ruling 16."""
    state = with_site(
        position("mackinnon", empire=("granary",), passed=True), "granary", goods=(("food", 1),), exhausted=True
    )
    state = play(state, "pass_round")
    assert (site(state, "granary").goods, site(state, "granary").exhausted) == ((("food", 1),), False)


def test_the_clean_up():
    """Workers, cards and pawns come back, islands are discarded and new ones shown, the marker moves."""
    state = position(
        empire=("axe_yard", "watchtower"),
        workers=2,
        spent_workers=3,
        goods={"food": 1, "wood": 4},
        pawns=("-sail", "explore"),
        passed=True,
    )
    state = with_site(with_site(state, "axe_yard", exhausted=True), "watchtower", triggered=(0,))
    state = after_chance(play(state, "pass_round"))
    player = state.players[0]
    assert (player.workers, player.spent_workers, player.pawns, player.passed, supply_of(state, "wood")) == (
        5,
        0,
        (),
        False,
        4,
    )
    assert not any(each.exhausted or each.triggered for each in player.empire)
    assert (state.first_seat, state.active_seat, state.round) == (1, 1, 2)
    assert (len(state.near.face_up), size_of(state.near.discard)) == (2, 2)
    assert set(state.near.face_up).isdisjoint({"herring_bank", "driftwood_isle"})
