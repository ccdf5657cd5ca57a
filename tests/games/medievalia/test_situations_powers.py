"""Situations of archers and priests."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.enlist import Enlist
from referee_service.games.medievalia.actions.heal import Heal
from referee_service.games.medievalia.actions.ready import Ready
from referee_service.games.medievalia.actions.shoot import Shoot
from referee_service.games.medievalia.actions.strike import Strike
from referee_service.games.medievalia.actions.take_damage import TakeDamage
from referee_service.kernel.actions.decline import Decline
from tests.games.medievalia.positions import after, asked, lands, legal, question, refusals, side, turned, units, war
from tests.games.medievalia.situations import AWAY, HOME, NEUTRAL, position, sound, standing_at

FED = "farm farm farm"


def battle(ours: str, theirs: dict, *armies: str, against: dict[int, str] | None = None, at: str | None = None):
    """A war in the fief of seat 1; `ours` are cards of seat 0 wherever they are."""
    state = war(position(side(lands=FED, units=ours), theirs), AWAY, *armies, against=against)
    return sound(after(state, Strike(at)) if at else state)


def declined(state):
    """The position when nobody shoots or heals any more."""
    while question(state) in ("shoot", "heal"):
        state = after(state, Decline())
    return sound(state)


# --- priests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("priests", "lives"), [(1, False), (2, True)])
def test_excess_points_must_be_healed_too(priests, lives):
    """L327: infantry at minus one needs two priests."""
    defender = side(lands="farm farm", units="infantry " + "priest#1 " * priests)
    state = battle(f"soldier@{AWAY} peasant@{AWAY}", defender, "soldier peasant", against={1: "infantry"})
    state = after(state, TakeDamage("soldier", 0)) if asked(state) == (0, "take_damage") else state
    heal = Heal("priest", AWAY, 1, "infantry", "army_1")
    state = after(state, heal)
    assert turned(state, 1) == ["1:farm", *["priest"] * priests]  # on one land all are turned by the first
    assert units(declined(state), 1).count("infantry") == 0
    free = side(lands="farm farm", units="infantry " + "priest " * priests)
    state = position(side(lands=FED, units=f"soldier@{AWAY} peasant@{AWAY}"), free)
    state = war(state, AWAY, "soldier peasant", against={1: "infantry"})
    state = after(state, TakeDamage("soldier", 0)) if asked(state) == (0, "take_damage") else state
    for _ in range(priests):
        state = after(state, Heal("priest", AWAY, None, "infantry", "army_1"))
    assert ("infantry" in units(declined(state), 1)) is lives


@pytest.mark.parametrize(("first", "saved"), [("peasant", "peasant"), ("soldier", "soldier")])
def test_a_priest_saves_whoever_fell_to_the_point(first, saved):
    """L325-327: six points on soldier and peasant; the first one to take them can be saved by one priest."""
    defender = side(lands="farm", units="soldier peasant priest")
    state = battle(f"knight@{AWAY} soldier@{AWAY}", defender, "knight soldier", against={1: "soldier peasant"})
    state = after(after(state, TakeDamage("soldier", 0)), TakeDamage(first, 0))
    state = after(state, Heal("priest", AWAY, None, saved, "army_1"))
    assert sorted(units(declined(state), 1)) == sorted(["priest", saved])


def test_a_priest_heals_others_only_and_only_the_hurt():
    """L561: neither itself, nor city or tower, nor in advance."""
    ours = f"soldier@{AWAY} archer@{AWAY}"
    state = battle(ours, side(lands="city+tower farm", units="priest soldier"), "soldier", at="host_1")
    state = after(state, Shoot("archer", AWAY, None, "priest", "free"))
    assert question(state) == "war"  # the only one hurt is the only priest, so nobody is asked
    state = battle(ours, side(lands="city+tower farm", units="priest priest soldier"), "soldier", at="host_1")
    state = after(state, Shoot("archer", AWAY, None, "priest", "free"))
    assert refusals(state, Heal("priest", AWAY, None, "soldier", "free")) == {"heal.target"}
    assert "referee.field" in refusals(state, Heal("priest", AWAY, None, "tower", "host_0"))
    assert not refusals(state, Heal("priest", AWAY, None, "priest", "free"))


def test_a_priest_turned_for_work_heals_nobody():
    """L591, L595."""
    state = battle(f"soldier@{AWAY}", side(lands="farm", units="peasant priest!"), "soldier", against={1: "peasant"})
    assert question(state) == "war"
    assert units(state, 1) == ["priest"]


@pytest.mark.parametrize(("heals", "left"), [(True, ["farm"]), (False, [])])
def test_a_guard_who_is_healed_keeps_his_land(heals, left):
    """L331: the guard must be eliminated first; who was saved was not."""
    state = battle(f"soldier@{AWAY}", side(lands="farm", units="peasant#1 priest"), "soldier", at="host_1")
    state = after(state, Heal("priest", AWAY, None, "peasant", "host_1") if heals else Decline())
    assert lands(sound(state), 1) == left
    assert ("peasant" in units(state, 1)) is heals


# --- archers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fief", "shoots"), [(NEUTRAL, True), (AWAY, True), (HOME, False)])
def test_an_archer_shoots_into_its_own_fief_and_the_next(fief, shoots):
    """L565."""
    state = battle(f"soldier@{AWAY} archer@{fief}", side(lands="farm mine", units="peasant!"), "soldier", at="host_2")
    assert (question(state) == "shoot") is shoots


def test_an_archer_fights_or_shoots():
    """L593, M-15, M-16: in an army its attack counts and it does not shoot."""
    ours, theirs = f"soldier@{AWAY} archer@{AWAY}", side(lands="farm", units="soldier peasant!")
    state = battle(ours, theirs, "soldier archer", against={1: "soldier"})
    state = after(state, TakeDamage("soldier", 0))
    assert question(state) == "war"
    assert state.players[1].units == position(side(), side(lands="farm", units="peasant!")).players[1].units
    state = battle(ours, theirs, "soldier", against={1: "soldier"})
    state = after(state, Shoot("archer", AWAY, None, "peasant", "free"))
    assert units(sound(state), 1) == []
    assert standing_at(state) == {f"archer@{AWAY}!"}


@pytest.mark.parametrize(
    ("fief", "guard", "rule"),
    [
        ("city farm mine", "peasant#0", {"shoot.sheltered"}),
        ("farm+fortress mine", "peasant#1", {"shoot.sheltered"}),
        ("farm mine", "peasant#1", set()),
        ("farm+church mine", "peasant#1", set()),
    ],
)
def test_city_and_military_buildings_shelter_from_arrows(fief, guard, rule):
    """L565: a church does not."""
    state = battle(f"soldier@{AWAY} archer@{AWAY}", side(lands=fief, units=f"{guard} peasant!"), "soldier", at="host_2")
    assert refusals(state, Shoot("archer", AWAY, None, "peasant", f"host_{guard[-1]}")) == rule


@pytest.mark.parametrize(
    ("land", "archers", "lives"),
    [("farm", 1, False), ("farm+church", 1, True), ("farm+church", 2, False), ("farm+bank+church", 2, True)],
)
def test_a_civil_building_wards_off_an_arrow(land, archers, lives):
    """L267-269: it gives a point of defence once in a conflict, also to a guard whose land is not struck."""
    ours = f"soldier@{AWAY} " + f"archer@{AWAY} " * archers
    state = battle(ours, side(lands=f"{land} mine", units="peasant#1"), "soldier", at="host_2")
    for _ in range(archers):
        state = sound(after(state, Shoot("archer", AWAY, None, "peasant", "host_1")))
    assert (units(state, 1) == ["peasant"]) is lives


def test_a_civil_building_helps_once_in_a_conflict():
    """L267: what it gave against the blow it does not give against the arrow."""
    ours = f"peasant@{AWAY} archer@{AWAY}"
    state = battle(ours, side(lands="farm+church mine", units="peasant#1"), "peasant", at="host_1")
    assert sound(after(state, Shoot("archer", AWAY, None, "peasant", "host_1"))).players[1].units == ()
    alone = battle(ours, side(lands="farm+church mine", units="peasant#1"), "peasant", at="guard_1_peasant")
    assert sound(after(alone, Shoot("archer", AWAY, None, "peasant", "host_1"))).players[1].units == ()
    assert units(declined(alone), 1) == ["peasant"]


def test_infantry_shields_from_arrows_too():
    """L569: another card of its army has a point more, whatever hits it."""
    ours = f"infantry@{AWAY} peasant@{AWAY}"
    state = battle(ours, side(lands="farm mine", units="archer"), "infantry peasant", at="host_2")
    state = after(state, Shoot("archer", AWAY, None, "peasant", "army_1"))
    assert sorted(units(sound(state))) == ["infantry", "peasant"]
    state = battle(ours, side(lands="farm mine", units="archer archer"), "infantry peasant", at="host_2")
    state = after(state, *[Shoot("archer", AWAY, None, "peasant", "army_1")] * 2)
    assert units(sound(state)) == ["infantry"]


def test_arrows_fall_in_the_fief_of_the_conflict_only():
    """L565 lets an archer aim into its own fief too; `ruling.powers` ties it to the conflict."""
    ours = f"soldier@{NEUTRAL} archer@{AWAY}"
    state = position(side(lands=FED, units=ours), side(lands="farm", units=f"soldier@{NEUTRAL} peasant"))
    state = after(state, DeclareWar(NEUTRAL, 1))
    assert {(each.target, each.place) for each in legal(state, "shoot")} == {("soldier", "army_1")}
    assert refusals(state, Shoot("archer", AWAY, None, "peasant", "free")) == {"shoot.target"}


def test_arrows_hit_cards_not_buildings():
    """L565: one card inside an army, or one that does not fight."""
    state = battle(
        f"soldier@{AWAY} archer@{AWAY}",
        side(lands="city+tower farm", units="soldier peasant!"),
        "soldier",
        against={1: "soldier"},
    )
    assert {(action.target, action.place) for action in legal(state, "shoot")} == {
        ("soldier", "army_1"),
        ("peasant", "free"),
    }
    assert refusals(state, Shoot("archer", AWAY, None, "tower", "host_0")) == {"referee.field"}


def test_archers_come_before_priests_the_attackers_first():
    """Sequence 5: A shoots, B shoots, A heals, B heals; after the heal nobody shoots."""
    ours = f"soldier@{AWAY} archer@{NEUTRAL} priest@{NEUTRAL}"
    theirs = side(lands="farm farm", units="soldier archer priest")
    state = battle(ours, theirs, "soldier", against={1: "soldier"})
    order = []
    while question(state) in ("shoot", "heal"):
        order.append(asked(state))
        state = after(state, Decline())
    assert order == [(0, "shoot"), (1, "shoot"), (0, "heal"), (1, "heal")]


def test_an_archer_who_is_hit_still_shoots():
    """L329: the dead leave at the end; a priest may still save it."""
    state = battle(
        f"soldier@{AWAY} archer@{AWAY}", side(lands="farm mine", units="archer priest"), "soldier", at="host_2"
    )
    state = after(state, Shoot("archer", AWAY, None, "archer", "free"))
    assert asked(state) == (1, "shoot")
    state = after(state, Shoot("archer", AWAY, None, "archer", "free"))
    assert asked(state) == (1, "heal")
    state = sound(after(state, Heal("priest", AWAY, None, "archer", "free")))
    assert units(state) == ["soldier"]
    assert sorted(units(state, 1)) == ["archer", "priest"]


@pytest.mark.parametrize(("target", "shoots"), [("host_1", False), ("host_2", True)])
def test_an_archer_on_guard_shoots_unless_its_own_land_is_struck(target, shoots):
    """L592-593, M-13, M-15: shooting turns its land."""
    state = battle(
        f"soldier@{AWAY}", side(lands="farm mine", units="archer#1 peasant#1 peasant#1"), "soldier", at=target
    )
    while question(state) == "take_damage":
        state = after(state, TakeDamage("peasant", 0))
    assert (question(state) == "shoot") is shoots
    if shoots:
        state = after(state, Shoot("archer", AWAY, 1, "soldier", "army_1"))
        assert turned(state, 1) == ["1:farm", "archer", "peasant", "peasant"]


def test_an_archer_that_is_struck_hits_back_and_does_not_shoot():
    """L593, M-15."""
    state = battle(f"soldier@{AWAY}", side(lands="farm", units="archer"), "soldier", at="archer")
    assert question(state) == "war"
    assert units(state, 1) == []
    assert state.players[0].units[0].wounds == 1


def test_there_is_no_shooting_without_a_battle():
    """M-15."""
    state = position(side(lands=FED, units="archer"), side(lands="farm", units=f"soldier@{HOME}"))
    assert refusals(state, Shoot("archer", HOME, None, "soldier", "free")) == {"referee.verb"}


def test_an_attack_at_home_may_be_answered_with_arrows_from_the_intruder():
    """L319, M-16: an archer away from home may stay out as support and shoot a guard at home."""
    state = position(
        side(lands="field farm", units="soldier peasant#1"), side(lands="farm", units=f"peasant@{HOME} archer@{HOME}")
    )
    state = after(state, DeclareWar(HOME, 1), Enlist("soldier", 1), Ready())
    state = after(state, *[action for action in legal(state, "engage") if action.card == "peasant"])
    state = after(state, Ready()) if question(state) == "engage" else state
    assert asked(state) == (1, "shoot")
    assert not refusals(state, Shoot("archer", HOME, None, "peasant", "host_1"))


def test_a_worker_shot_in_his_owners_turn_starves_others_at_once():
    """L604: hunger counts in every moment of one's own turn, after a battle too."""
    state = position(
        side(lands="field", units="soldier soldier soldier peasant#1"),
        side(lands="farm", units=f"peasant@{HOME} archer@{HOME}"),
    )
    state = war(state, HOME, "soldier", against={1: "peasant"})
    state = after(state, Shoot("archer", HOME, None, "peasant", "host_1"))
    assert asked(sound(state)) == (0, "starve")


def test_a_heal_answers_the_last_arrow():
    """Sequence 5: a soldier at one left is shot and healed to one; nobody shoots after that."""
    state = battle(
        f"peasant@{AWAY} archer@{AWAY}", side(lands="farm", units="soldier priest"), "peasant", against={1: "soldier"}
    )
    state = after(state, Shoot("archer", AWAY, None, "soldier", "army_1"))
    assert asked(state) == (1, "heal")
    state = after(state, Heal("priest", AWAY, None, "soldier", "army_1"))
    assert asked(state) == (0, "war")
    assert sorted(units(sound(state), 1)) == ["priest", "soldier"]
