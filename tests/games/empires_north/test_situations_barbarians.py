"""Situations of the Barbarians as a reader of the rulebook answers them. L = line, R = ruling."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.taking import gains
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    cited,
    has,
    having,
    played,
    points,
    question,
    refusals,
    site,
)
from tests.games.empires_north.situations import (
    alone,
    altered,
    ended,
    looked_out,
    picks,
    sound,
    struck,
    use,
)

# --- barbarians -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clan", "good", "found"),
    [
        ("ulaf", "raze", {"axe_yard", "iron_hill"}),
        ("ulaf", "worker", {"war_hall"}),
        ("panuk", "worker", {"penguin_school"}),
        ("heidel", "raze", {"tired_guards", "brawlers"}),
        ("heidel", "worker", {"guest_house"}),
    ],
)
def test_which_cards_the_watch_may_look_for(clan, good, found):
    """L896: by field or Action, a choice counts; no boost, no bonus, no Special, no recovering."""
    tables = content(alone("barbarians", clan))
    assert {card for card, _ in tables.decks[clan] if gains(tables.cards[card], good)} == found


def invaded(*cards: str, clan: str = "ulaf", **wanted):
    """A table of one with invaders on the first of these cards."""
    return altered(alone("barbarians", clan, empire=cards, **wanted), cards[0], invaded=True)


def test_invaders_come_to_what_is_free_of_them():
    """R32: each location one token, chosen by the player; none is left for others."""
    state = struck(invaded("axe_yard", "fishing_boats"), 5)
    assert site(state, "fishing_boats").invaded
    assert (question(state), has(state, "raze")) == ("main", 2)
    state = struck(alone("barbarians", empire=("axe_yard", "fishing_boats", "watchtower")), 5)
    assert picks(state) == {"axe_yard", "fishing_boats"}
    state = struck(invaded("axe_yard", "watchtower"), 5)
    assert has(state, "raze") == 2


@pytest.mark.parametrize(
    ("goods", "refused"),
    [
        ({"sheep": 1}, True),
        ({"sheep": 1, "food": 1}, False),
        ({"sheep": 2}, False),
        ({"sheep": 1, "gold": 1}, False),
        ({"sheep": 1, "raze": 1}, False),
        ({"sheep": 1, "wood": 1}, True),
    ],
)
def test_tribute_comes_on_top_of_the_price(goods, refused):
    """L901, L909."""
    state = invaded("kinfolk", clan="nanurjuk", goods=goods)
    assert refusals(state, use(state, "kinfolk")) == ({"use_location.tribute"} if refused else set())


def test_an_attack_takes_a_raze_token_besides_the_price_and_leaves_the_invaders():
    """L909."""
    state = invaded("pirate_den", goods={"raze": 1})
    assert refusals(state, use(state, "pirate_den")) == {"use_location.tribute"}
    state = invaded("pirate_den", goods={"raze": 2})
    state = played(state, use(state, "pirate_den"))
    assert (points(state), has(state, "raze"), site(state, "pirate_den").invaded) == (5, 0, True)


def test_tribute_is_due_for_using_not_for_exhausting():
    """L901: Tired Guards exhaust an invaded cellar for nothing; a cellar that is woken pays again."""
    state = invaded("mead_cellar", "tired_guards", clan="heidel")
    state = played(state, use(state, "tired_guards"), "choose option=raze")
    assert (site(state, "mead_cellar").exhausted, has(state, "raze")) == (True, 1)


def test_invaders_are_no_deposit():
    """No interest for them, and nothing that a cashier could release."""
    state = invaded("merchant_bank", "cashier", clan="mackinnon")
    assert points(looked_out(state)) == 0
    state = played(state, use(state, "cashier"))
    assert question(state) == "main"


@pytest.mark.parametrize(("workers", "spent"), [(3, 5), (8, 0), (1, 7), (0, 8)])
def test_mercenaries_leave_after_the_round(workers, spent):
    """R33: from the clan tile too; they came after the lookout."""
    state = struck(alone("barbarians", workers=6), 1)
    assert state.active_player.workers == 8
    state = sound(with_player(state, 0, workers=workers, spent_workers=spent))
    assert looked_out(state).active_player.workers == 6


@pytest.mark.parametrize(
    ("number", "wanted", "left", "lost"),
    [
        (2, {"goods": {"wood": 1}}, {"wood": 1}, 2),
        (2, {"goods": {"wood": 1, "gold": 1}}, {}, 0),
        (2, {"goods": {"raze": 3}}, {"raze": 3}, 2),
        (4, {"workers": 1}, {}, 2),
        (4, {"workers": 2}, {}, 0),
    ],
)
def test_events_are_paid_whole_or_cost_two_points(number, wanted, left, lost):
    """R26: gold may stand for a resource; workers for nothing else."""
    state = struck(having(alone("barbarians", **wanted), 5), number)
    assert (points(state), dict(state.active_player.goods)) == (5 - lost, left)
    assert state.active_player.spent_workers == (2 if number == 4 and not lost else 0)


@pytest.mark.parametrize(("raze", "made"), [(4, 8), (6, 12), (9, 14)])
def test_pairs_count_all_workers_and_only_tokens_of_the_supply(raze, made):
    """L905: seven workers, two of them spent; invaders count for nothing."""
    state = invaded("axe_yard", "fishing_boats", goods={"raze": raze}, workers=5, spent_workers=2)
    state = altered(state, "fishing_boats", invaded=True)
    assert cited(ended(state))["score.pairs"] == made
