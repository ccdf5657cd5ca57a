"""Support in battles: archers and priests."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.decisions.battle import Engage, Enlist, Ready, Strike, TakeDamage
from referee_service.games.medievalia.decisions.support import Heal, Shoot
from referee_service.kernel.actions.decline import Decline
from tests.games.medievalia.positions import (
    AWAY,
    HOME,
    NEUTRAL,
    TWELVE_FED,
    after,
    begin_battle,
    checked_position,
    given,
    holdings,
    invasion,
    lands,
    legal,
    possible,
    question,
    refusals,
    seat_and_question,
    turned_cards,
    unit_words,
    units,
    wounds,
)
from tests.games.rules import rule


def supported_battle(
    attackers: str, defender: dict, *armies: str, against: dict[int, str] | None = None, at: str | None = None
):
    """Return a battle in the fief of seat 1. `ours` are the units of seat 0, also those outside the armies."""
    state = begin_battle(
        checked_position(holdings(lands=TWELVE_FED, units=attackers), defender), AWAY, *armies, against=against
    )
    return possible(after(state, Strike(at)) if at else state)


def decline_all(state):
    """Return the position after all archers and priests have declined."""
    while question(state) in ("shoot", "heal"):
        state = after(state, Decline())
    return possible(state)


# --- archers ---------------------------------------------------------------------------------------------------------


@rule("shoot.archer", "ruling.powers")
def test_m15_archers_shoot_unturned_near_and_outside_the_fight():
    state = given(
        holdings(lands="farm farm", units="soldier@home_1 archer@neutral_0 archer"),
        holdings(lands="farm", units="peasant infantry"),
    )
    state = begin_battle(state, AWAY, "soldier", against={1: "infantry"})
    assert seat_and_question(state) == (0, "shoot")
    assert refusals(state, Shoot("archer", "home_0", None, "peasant", "free")) == {"shoot.archer"}
    state = after(state, Shoot("archer", "neutral_0", None, "peasant", "free"))
    assert (units(state), units(state, 1)) == (["archer", "archer"], [])
    assert [unit.turned for unit in state.active_player.units] == [False, True]


def test_m15_an_archer_in_the_army_cannot_shoot():
    state = begin_battle(invasion("archer soldier", "peasant!"), AWAY, "soldier archer")
    assert question(after(state, Strike("turned_peasant"))) in ("take_damage", "war")


@rule("shoot.target")
def test_only_enemies_in_the_fief_of_the_battle_are_shot():
    state = given(
        holdings(lands="farm farm", units="soldier@home_1 archer@neutral_0"),
        holdings(lands="farm", units="peasant infantry soldier@neutral_0"),
    )
    state = begin_battle(state, AWAY, "soldier", against={1: "infantry"})
    assert refusals(state, Shoot("archer", "neutral_0", None, "soldier", "free")) == {"shoot.target"}
    assert not refusals(state, Shoot("archer", "neutral_0", None, "infantry", "army_1"))


@rule("shoot.sheltered")
def test_city_and_military_buildings_shelter_from_arrows():
    state = invasion("soldier archer", "peasant#0 peasant#1 peasant#2 infantry", places="farm+tower farm")
    state = begin_battle(state, AWAY, "soldier", against={1: "infantry"})
    assert refusals(state, Shoot("archer", AWAY, None, "peasant", "host_0")) == {"shoot.sheltered"}
    assert refusals(state, Shoot("archer", AWAY, None, "peasant", "host_1")) == {"shoot.sheltered"}
    assert not refusals(state, Shoot("archer", AWAY, None, "peasant", "host_2"))


def test_m13_an_archer_who_shoots_from_a_land_turns_it():
    state = begin_battle(invasion("soldier", "archer#1 peasant#1 infantry"), AWAY, "soldier", against={1: "infantry"})
    assert seat_and_question(state) == (1, "shoot")
    state = after(state, Shoot("archer", AWAY, 1, "soldier", "army_1"))
    assert turned_cards(state, 1) == ["1:farm", "archer", "peasant"]


@pytest.mark.parametrize(("fief", "shoots"), [(NEUTRAL, True), (AWAY, True), (HOME, False)])
def test_an_archer_shoots_into_its_own_fief_and_the_next(fief, shoots):
    state = supported_battle(
        f"soldier@{AWAY} archer@{fief}", holdings(lands="farm mine", units="peasant!"), "soldier", at="host_2"
    )
    assert (question(state) == "shoot") is shoots


def test_an_archer_fights_or_shoots():
    """Rulings M-15 and M-16: in an army its attack counts, and it does not shoot."""
    attackers, defender = f"soldier@{AWAY} archer@{AWAY}", holdings(lands="farm", units="soldier peasant!")
    state = supported_battle(attackers, defender, "soldier archer", against={1: "soldier"})
    state = after(state, TakeDamage("soldier", 0))
    assert question(state) == "war"
    assert (
        state.players[1].units
        == checked_position(holdings(hand="field"), holdings(lands="farm", units="peasant!")).players[1].units
    )
    state = supported_battle(attackers, defender, "soldier", against={1: "soldier"})
    state = after(state, Shoot("archer", AWAY, None, "peasant", "free"))
    assert units(possible(state), 1) == []
    assert unit_words(state) == {f"archer@{AWAY}!"}


@pytest.mark.parametrize(
    ("fief", "guard", "rule"),
    [
        ("city farm mine", "peasant#0", {"shoot.sheltered"}),
        ("farm+fortress mine", "peasant#1", {"shoot.sheltered"}),
        ("farm mine", "peasant#1", set()),
        ("farm+church mine", "peasant#1", set()),
    ],
)
def test_only_city_and_military_buildings_shelter_from_arrows(fief, guard, rule):
    """A church does not shelter."""
    state = supported_battle(
        f"soldier@{AWAY} archer@{AWAY}", holdings(lands=fief, units=f"{guard} peasant!"), "soldier", at="host_2"
    )
    assert refusals(state, Shoot("archer", AWAY, None, "peasant", f"host_{guard[-1]}")) == rule


@pytest.mark.parametrize(
    ("land", "archers", "lives"),
    [("farm", 1, False), ("farm+church", 1, True), ("farm+church", 2, False), ("farm+bank+church", 2, True)],
)
def test_unused_defence_of_a_civil_building_prevents_a_death_by_an_arrow(land, archers, lives):
    """It gives one point of defence per battle, also to a guard whose land is not struck."""
    attackers = f"soldier@{AWAY} " + f"archer@{AWAY} " * archers
    state = supported_battle(attackers, holdings(lands=f"{land} mine", units="peasant#1"), "soldier", at="host_2")
    for _ in range(archers):
        state = possible(after(state, Shoot("archer", AWAY, None, "peasant", "host_1")))
    assert (units(state, 1) == ["peasant"]) is lives


def test_a_civil_building_gives_its_defence_once_in_a_battle():
    """A point given against the army's damage is not given against the arrow."""
    attackers = f"peasant@{AWAY} archer@{AWAY}"
    state = supported_battle(attackers, holdings(lands="farm+church mine", units="peasant#1"), "peasant", at="host_1")
    assert possible(after(state, Shoot("archer", AWAY, None, "peasant", "host_1"))).players[1].units == ()
    alone = supported_battle(
        attackers, holdings(lands="farm+church mine", units="peasant#1"), "peasant", at="guard_1_peasant"
    )
    assert possible(after(alone, Shoot("archer", AWAY, None, "peasant", "host_1"))).players[1].units == ()
    assert units(decline_all(alone), 1) == ["peasant"]


def test_infantry_shields_from_arrows_too():
    """Another unit of its army has one more point of defence against any damage."""
    attackers = f"infantry@{AWAY} peasant@{AWAY}"
    state = supported_battle(attackers, holdings(lands="farm mine", units="archer"), "infantry peasant", at="host_2")
    state = after(state, Shoot("archer", AWAY, None, "peasant", "army_1"))
    assert sorted(units(possible(state))) == ["infantry", "peasant"]
    state = supported_battle(
        attackers, holdings(lands="farm mine", units="archer archer"), "infantry peasant", at="host_2"
    )
    state = after(state, *[Shoot("archer", AWAY, None, "peasant", "army_1")] * 2)
    assert units(possible(state)) == ["infantry"]


def test_archers_shoot_only_into_the_fief_of_the_battle():
    """The rulebook lets an archer aim into its own fief too. `ruling.powers` restricts it to the fief of the battle."""
    attackers = f"soldier@{NEUTRAL} archer@{AWAY}"
    state = checked_position(
        holdings(lands=TWELVE_FED, units=attackers), holdings(lands="farm", units=f"soldier@{NEUTRAL} peasant")
    )
    state = after(state, DeclareWar(NEUTRAL, 1))
    assert {(each.target, each.place) for each in legal(state, "shoot")} == {("soldier", "army_1")}
    assert refusals(state, Shoot("archer", AWAY, None, "peasant", "free")) == {"shoot.target"}


def test_archers_shoot_units_but_not_buildings():
    """One unit inside an army, or one that does not fight."""
    state = supported_battle(
        f"soldier@{AWAY} archer@{AWAY}",
        holdings(lands="city+tower farm", units="soldier peasant!"),
        "soldier",
        against={1: "soldier"},
    )
    assert {(action.target, action.place) for action in legal(state, "shoot")} == {
        ("soldier", "army_1"),
        ("peasant", "free"),
    }
    assert refusals(state, Shoot("archer", AWAY, None, "tower", "host_0")) == {"shoot.character"}


def test_a_dying_archer_still_shoots():
    """Dead units leave at the end of the battle. A priest may still save the archer."""
    state = supported_battle(
        f"soldier@{AWAY} archer@{AWAY}", holdings(lands="farm mine", units="archer priest"), "soldier", at="host_2"
    )
    state = after(state, Shoot("archer", AWAY, None, "archer", "free"))
    assert seat_and_question(state) == (1, "shoot")
    state = after(state, Shoot("archer", AWAY, None, "archer", "free"))
    assert seat_and_question(state) == (1, "heal")
    state = possible(after(state, Heal("priest", AWAY, None, "archer", "free")))
    assert units(state) == ["soldier"]
    assert sorted(units(state, 1)) == ["archer", "priest"]


@pytest.mark.parametrize(("target", "shoots"), [("host_1", False), ("host_2", True)])
def test_an_archer_on_guard_shoots_unless_its_own_land_is_struck(target, shoots):
    """Rulings M-13 and M-15: a shot turns its land."""
    state = supported_battle(
        f"soldier@{AWAY}", holdings(lands="farm mine", units="archer#1 peasant#1 peasant#1"), "soldier", at=target
    )
    while question(state) == "take_damage":
        state = after(state, TakeDamage("peasant", 0))
    assert (question(state) == "shoot") is shoots
    if shoots:
        state = after(state, Shoot("archer", AWAY, 1, "soldier", "army_1"))
        assert turned_cards(state, 1) == ["1:farm", "archer", "peasant", "peasant"]


def test_an_archer_that_is_struck_strikes_back_but_does_not_shoot():
    """Ruling M-15."""
    state = supported_battle(f"soldier@{AWAY}", holdings(lands="farm", units="archer"), "soldier", at="archer")
    assert question(state) == "war"
    assert units(state, 1) == []
    assert state.players[0].units[0].wounds == 1


def test_an_intruding_archer_may_shoot_a_guard_at_home():
    """Ruling M-16: an archer away from home may stay out as support and shoot a guard at home."""
    state = checked_position(
        holdings(lands="field farm", units="soldier peasant#1"),
        holdings(lands="farm", units=f"peasant@{HOME} archer@{HOME}"),
    )
    state = after(state, DeclareWar(HOME, 1), Enlist("soldier", 1), Ready())
    state = after(state, *[action for action in legal(state, "engage") if action.card == "peasant"])
    state = after(state, Ready()) if question(state) == "engage" else state
    assert seat_and_question(state) == (1, "shoot")
    assert not refusals(state, Shoot("archer", HOME, None, "peasant", "host_1"))


# --- later fronts ----------------------------------------------------------------------------------------------------


def two_fronts(power: str):
    """Return a position with two fronts: a neutral fief with the card of this power, and the fief of seat 1."""
    return checked_position(
        holdings(lands=TWELVE_FED, units=f"{power}@{NEUTRAL} soldier@{AWAY} soldier@{NEUTRAL}"),
        holdings(lands="farm", units=f"peasant@{NEUTRAL} infantry"),
    )


@pytest.mark.parametrize(("power", "verb"), [("archer", "shoot"), ("priest", "heal")])
@rule("ruling.powers")
def test_m15_a_card_that_fought_and_survived_uses_its_power_on_a_later_front(power, verb):
    """L593 forbids the power only while the army of the card is in the battle."""
    state = possible(after(two_fronts(power), DeclareWar(NEUTRAL, 1), TakeDamage("soldier", 0)))
    assert sorted(units(state)) == sorted([power, "soldier", "soldier"])
    state = possible(begin_battle(state, AWAY, "soldier", against={1: "infantry"}))
    assert seat_and_question(state) == (0, verb)
    assert {(action.card, action.fief) for action in legal(state, verb)} == {(power, NEUTRAL)}
    state = possible(after(state, legal(state, verb)[0]))
    assert (seat_and_question(state), turned_cards(state)) == ((0, "war"), [power])


@pytest.mark.parametrize(("power", "verb"), [("archer", "shoot"), ("priest", "heal")])
def test_m15_a_card_that_used_its_power_is_turned_and_does_not_use_it_again(power, verb):
    """L589: the power turns the card. In a neutral fief it still fights afterwards (L336)."""
    state = begin_battle(two_fronts(power), AWAY, "soldier", against={1: "infantry"})
    assert seat_and_question(state) == (0, verb)
    state = possible(after(state, legal(state, verb)[0]))
    state = possible(after(state, DeclareWar(NEUTRAL, 1), TakeDamage("soldier", 0)))
    assert seat_and_question(state) == (0, "war")


@pytest.mark.parametrize("power", ["archer", "priest"])
def test_m15_a_card_that_fights_now_does_not_use_its_power(power):
    state = after(two_fronts(power), DeclareWar(NEUTRAL, 1))
    assert seat_and_question(state) == (0, "take_damage")
    assert seat_and_question(after(state, TakeDamage("soldier", 0))) == (0, "war")


def test_m15_a_card_that_fought_is_not_sent_into_a_second_battle():
    """L329: other fronts need other troops. The power is all that remains to it."""
    state = checked_position(
        holdings(lands=TWELVE_FED, units=f"archer@{AWAY} soldier@{AWAY}"),
        holdings(lands="farm", units="peasant"),
        holdings(lands="farm", units=f"soldier@{AWAY}"),
    )
    state = after(state, DeclareWar(AWAY, 2), Enlist("archer", 1), Enlist("soldier", 1), Ready(), Engage("soldier", 1))
    state = after(state, TakeDamage("soldier", 0)) if question(state) == "take_damage" else state
    assert refusals(possible(state), DeclareWar(AWAY, 1)) == {"declare_war.troops"}


# --- priests ---------------------------------------------------------------------------------------------------------


@rule("heal.priest")
def test_priests_heal_unturned_near_and_outside_the_fight():
    state = given(
        holdings(lands="farm farm", units="soldier@home_1 priest@neutral_0 priest"),
        holdings(lands="farm", units="infantry"),
    )
    state = begin_battle(state, AWAY, "soldier", against={1: "infantry"})
    assert seat_and_question(state) == (0, "heal")
    assert refusals(state, Heal("priest", "home_0", None, "soldier", "army_1")) == {"heal.priest"}
    state = after(state, Heal("priest", "neutral_0", None, "soldier", "army_1"))
    assert [(unit.card, unit.wounds) for unit in state.active_player.units][-1] == ("soldier", 1)


@rule("heal.target")
def test_only_the_wounded_are_healed():
    state = begin_battle(invasion("soldier priest", "infantry"), AWAY, "soldier", against={1: "infantry"})
    assert refusals(state, Heal("priest", AWAY, None, "priest", "free")) == {"heal.target"}
    assert not refusals(state, Heal("priest", AWAY, None, "soldier", "army_1"))


@rule("heal.itself")
def test_a_priest_does_not_heal_itself():
    state = invasion("soldier priest", "infantry archer")
    state = begin_battle(state, AWAY, "soldier", against={1: "infantry"})
    state = after(state, Shoot("archer", AWAY, None, "priest", "free"))
    assert refusals(state, Heal("priest", AWAY, None, "priest", "free")) == {"heal.itself"}
    assert not refusals(state, Heal("priest", AWAY, None, "soldier", "army_1"))


def test_another_priest_heals_a_priest():
    state = begin_battle(invasion("soldier priest priest", "infantry archer"), AWAY, "soldier", against={1: "infantry"})
    state = after(state, Shoot("archer", AWAY, None, "priest", "free"))
    state = after(state, Heal("priest", AWAY, None, "priest", "free"))
    assert sorted((u.card, u.wounds) for u in state.active_player.units if u.card == "priest") == [
        ("priest", 0),
        ("priest", 0),
    ]


@pytest.mark.parametrize(("priests", "lives"), [(1, False), (2, True)])
def test_excess_damage_must_be_healed_too(priests, lives):
    """Infantry at minus one needs two priests."""
    defender = holdings(lands="farm farm", units="infantry " + "priest#1 " * priests)
    state = supported_battle(f"soldier@{AWAY} peasant@{AWAY}", defender, "soldier peasant", against={1: "infantry"})
    state = after(state, TakeDamage("soldier", 0)) if seat_and_question(state) == (0, "take_damage") else state
    heal = Heal("priest", AWAY, 1, "infantry", "army_1")
    state = after(state, heal)
    assert turned_cards(state, 1) == ["1:farm", *["priest"] * priests]  # the first heal turns all units of the land
    assert units(decline_all(state), 1).count("infantry") == 0
    free = holdings(lands="farm farm", units="infantry " + "priest " * priests)
    state = checked_position(holdings(lands=TWELVE_FED, units=f"soldier@{AWAY} peasant@{AWAY}"), free)
    state = begin_battle(state, AWAY, "soldier peasant", against={1: "infantry"})
    state = after(state, TakeDamage("soldier", 0)) if seat_and_question(state) == (0, "take_damage") else state
    for _ in range(priests):
        state = after(state, Heal("priest", AWAY, None, "infantry", "army_1"))
    assert ("infantry" in units(decline_all(state), 1)) is lives


@pytest.mark.parametrize(("first", "saved"), [("peasant", "peasant"), ("soldier", "soldier")])
def test_a_priest_saves_a_unit_without_excess_damage(first, saved):
    """Six damage on soldier and peasant. One priest can save the unit that takes it first."""
    defender = holdings(lands="farm", units="soldier peasant priest")
    state = supported_battle(
        f"knight@{AWAY} soldier@{AWAY}", defender, "knight soldier", against={1: "soldier peasant"}
    )
    state = after(after(state, TakeDamage("soldier", 0)), TakeDamage(first, 0))
    state = after(state, Heal("priest", AWAY, None, saved, "army_1"))
    assert sorted(units(decline_all(state), 1)) == sorted(["priest", saved])


def test_a_priest_heals_only_other_wounded_units():
    """Neither itself, nor a city or tower, nor a unit without wounds."""
    attackers = f"soldier@{AWAY} archer@{AWAY}"
    state = supported_battle(
        attackers, holdings(lands="city+tower farm", units="priest soldier"), "soldier", at="host_1"
    )
    state = after(state, Shoot("archer", AWAY, None, "priest", "free"))
    assert question(state) == "war"  # the only wounded unit is the only priest, so no seat is asked
    state = supported_battle(
        attackers, holdings(lands="city+tower farm", units="priest priest soldier"), "soldier", at="host_1"
    )
    state = after(state, Shoot("archer", AWAY, None, "priest", "free"))
    assert refusals(state, Heal("priest", AWAY, None, "soldier", "free")) == {"heal.target"}
    assert refusals(state, Heal("priest", AWAY, None, "tower", "host_0")) == {"heal.character"}
    assert not refusals(state, Heal("priest", AWAY, None, "priest", "free"))


def test_a_turned_priest_does_not_heal():
    state = supported_battle(
        f"soldier@{AWAY}", holdings(lands="farm", units="peasant priest!"), "soldier", against={1: "peasant"}
    )
    assert question(state) == "war"
    assert units(state, 1) == ["priest"]


@pytest.mark.parametrize(("heals", "remaining"), [(True, ["farm"]), (False, [])])
def test_the_land_of_a_healed_guard_stands(heals, remaining):
    """The guard must be eliminated first."""
    state = supported_battle(
        f"soldier@{AWAY}", holdings(lands="farm", units="peasant#1 priest"), "soldier", at="host_1"
    )
    state = after(state, Heal("priest", AWAY, None, "peasant", "host_1") if heals else Decline())
    assert lands(possible(state), 1) == remaining
    assert ("peasant" in units(state, 1)) is heals


@pytest.mark.parametrize(("heals", "stands"), [(True, True), (False, False)])
@rule("ruling.one_heal")
def test_m36_one_heal_that_saves_a_guard_saves_the_city_however_great_the_damage(heals, stands):
    """L331: the guard must be eliminated first. Twelve points against a guard of one and a city of six."""
    defender = holdings(lands="farm", units="peasant#0 priest")
    state = supported_battle(f"{f'knight@{AWAY} ' * 3}", defender, "knight knight knight", at="host_0")
    state = after(state, TakeDamage("knight", 0)) if question(state) == "take_damage" else state
    assert seat_and_question(state) == (1, "heal")
    state = possible(after(state, Heal("priest", AWAY, None, "peasant", "host_0") if heals else Decline()))
    assert state.players[1].alive is stands


@pytest.mark.parametrize(("heals", "lives"), [(2, False), (3, True)])
@rule("ruling.one_heal")
def test_m36_one_heal_takes_one_point_from_one_card(heals, lives):
    """L327 and L561: the excess lies on the card that is struck alone, and is healed first, point by point."""
    defender = holdings(lands="farm", units="infantry#1 priest priest priest")
    state = supported_battle(f"knight@{AWAY}", defender, "knight", at="guard_1_infantry")
    assert wounds(state, 1)["infantry"] == 4
    for _ in range(heals):
        state = after(state, Heal("priest", AWAY, None, "infantry", "host_1"))
    assert ("infantry" in units(decline_all(state), 1)) is lives
    assert lands(decline_all(state), 1) == ["farm"]


# --- order -----------------------------------------------------------------------------------------------------------


def test_m15_the_attacker_s_archers_come_first_then_the_defender_s_then_priests():
    state = invasion("soldier archer priest", "infantry archer priest")
    state = begin_battle(state, AWAY, "soldier", against={1: "infantry"})
    order = []
    while question(state) in ("shoot", "heal"):
        order.append(seat_and_question(state))
        state = after(state, Decline())
    assert order == [(0, "shoot"), (1, "shoot"), (0, "heal"), (1, "heal")]


def test_archers_and_priests_use_their_powers_only_in_battles():
    assert not {"shoot", "heal"} & {
        type(action).__struct_config__.tag for action in legal(invasion("archer", "peasant"))
    }


def test_archers_come_before_priests_the_attackers_first():
    """Sequence 5: the attacker shoots, the defender shoots, the attacker heals, the defender heals."""
    attackers = f"soldier@{AWAY} archer@{NEUTRAL} priest@{NEUTRAL}"
    defender = holdings(lands="farm farm", units="soldier archer priest")
    state = supported_battle(attackers, defender, "soldier", against={1: "soldier"})
    order = []
    while question(state) in ("shoot", "heal"):
        order.append(seat_and_question(state))
        state = after(state, Decline())
    assert order == [(0, "shoot"), (1, "shoot"), (0, "heal"), (1, "heal")]


def test_there_is_no_shooting_without_a_battle():
    """Ruling M-15."""
    state = checked_position(
        holdings(lands=TWELVE_FED, units="archer"), holdings(lands="farm", units=f"soldier@{HOME}")
    )
    assert refusals(state, Shoot("archer", HOME, None, "soldier", "free")) == {"battle.declared"}


def test_no_archer_shoots_after_the_priests():
    """Sequence 5: a wounded soldier is shot and then healed, and no archer shoots after that."""
    state = supported_battle(
        f"peasant@{AWAY} archer@{AWAY} knight",
        holdings(lands="farm", units="soldier priest"),
        "peasant",
        against={1: "soldier"},
    )
    state = after(state, Shoot("archer", AWAY, None, "soldier", "army_1"))
    assert seat_and_question(state) == (1, "heal")
    state = after(state, Heal("priest", AWAY, None, "soldier", "army_1"))
    assert seat_and_question(state) == (0, "war")
    assert sorted(units(possible(state), 1)) == ["priest", "soldier"]
