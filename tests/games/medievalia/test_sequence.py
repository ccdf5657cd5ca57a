"""The sequence of a turn and of a battle: what is tried too early or too late is refused by a rule of the book."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.decisions.battle import Engage, Enlist, Ready, Strike, TakeDamage
from referee_service.games.medievalia.decisions.cards import Starve
from referee_service.games.medievalia.decisions.support import Heal, Shoot
from referee_service.kernel import engine
from referee_service.kernel.notation import parse_notation
from tests.games.medievalia.positions import (
    AWAY,
    HOME,
    NEUTRAL,
    after,
    attack,
    attack_and_strike,
    begin_battle,
    draw,
    fresh_match,
    given,
    harness,
    holdings,
    invasion,
    legal,
    question,
    refusals,
    seat_and_question,
    until_turn_of,
)
from tests.games.rules import rule

ACTIONS = given(
    holdings(lands="farm forest", units="peasant soldier archer@neutral_0", hand="field peasant mine mine"),
    holdings(lands="farm", units="knight@neutral_0"),
)
MARCH = after(ACTIONS, March("soldier", HOME, NEUTRAL))
WAR = begin_battle(
    given(
        holdings(lands="farm farm", units="knight@home_1 soldier archer", hand="field"),
        holdings(lands="farm mine", units="peasant peasant@neutral_0"),
    ),
    AWAY,
    "knight",
    against={1: "peasant"},
)
MUSTER = after(invasion("soldier knight", "peasant"), DeclareWar(AWAY, 1))
ENGAGE = after(MUSTER, Enlist("soldier", 1), Enlist("knight", 1))
STRIKE = attack(holdings(lands="farm+tower"), "soldier")
DAMAGE = attack_and_strike(holdings(lands="farm+tower", units="peasant#1"), "soldier", at="host_1")
SHOT = begin_battle(invasion("soldier archer", "priest priest peasant"), AWAY, "soldier", against={1: "peasant"})
HEAL = after(SHOT, Shoot("archer", AWAY, None, "priest", "free"))
PAYMENT = after(ACTIONS, Recruit("peasant"))
HUNGER = after(given(holdings(lands="field", units="peasant#1 peasant soldier")), Station("peasant", 1, 0))
HELP = after(given(holdings(), holdings(), holdings(lands="farm"), holdings()), AskAlly())
DRAW = until_turn_of(ACTIONS, 1)


def ordered(state, action, seat):
    """Return the rules of a refusal in order."""
    return [refusal.rule for refusal in engine.judge(GAME, state, seat, action)]


@pytest.mark.parametrize(
    ("state", "turn"),
    [
        (MARCH, (0, "march")),
        (WAR, (0, "war")),
        (MUSTER, (0, "muster")),
        (ENGAGE, (1, "engage")),
        (STRIKE, (0, "strike")),
        (DAMAGE, (1, "take_damage")),
        (SHOT, (0, "shoot")),
        (HEAL, (1, "heal")),
        (PAYMENT, (0, "payment")),
        (HUNGER, (0, "starve")),
        (HELP, (2, "ally_help")),
        (DRAW, (1, "choose_deck")),
    ],
)
def test_the_positions_ask_their_questions(state, turn):
    assert seat_and_question(state) == turn


# --- too early or too late in a turn --------------------------------------------------------------------------------


@rule("turn.actions")
@pytest.mark.parametrize(
    "line",
    [
        "play_territory card=field",
        "recruit card=peasant",
        "buy_building pile=0 host=1",
        "buy_card deck=military",
        "clear_land host=1",
        "station card=peasant host=1",
        "ask_ally",
    ],
)
def test_the_first_march_or_battle_ends_the_actions(line):
    assert refusals(MARCH, line) == refusals(WAR, line) == {"turn.actions"}
    assert "turn.actions" not in refusals(ACTIONS, line)


@rule("turn.march")
def test_no_card_marches_once_war_is_declared():
    line = "march card=soldier origin=home_0 to=neutral_0"
    assert refusals(WAR, line) == {"turn.march"}
    assert not refusals(ACTIONS, line)


@rule("battle.declared")
@pytest.mark.parametrize(
    "line",
    [
        "enlist card=soldier army=1",
        "ready",
        "engage card=soldier army=1",
        "strike target=host_0",
        "take_damage card=soldier bonus=0",
        "shoot card=archer fief=neutral_0 target=knight place=free",
        "heal card=priest fief=home_0 target=soldier place=free",
    ],
)
def test_a_battle_needs_a_declaration_of_war(line):
    assert refusals(ACTIONS, line) == refusals(MARCH, line) == {"battle.declared"}
    assert "battle.declared" in refusals(WAR, line)
    assert not refusals(MUSTER, "enlist card=soldier army=1")


@rule("choose_deck.first")
def test_a_card_is_drawn_before_anything_else():
    assert refusals(DRAW, "recruit card=peasant") == refusals(DRAW, "pay_cheapest") == {"choose_deck.first"}
    assert refusals(DRAW, EndTurn()) == {"choose_deck.first"}
    assert not refusals(DRAW, "choose_deck deck=military")


@rule("choose_deck.once")
def test_a_second_card_is_bought_and_not_drawn():
    state = draw(DRAW)
    assert refusals(state, "choose_deck deck=military", seat=1) == {"choose_deck.once"}
    assert not refusals(DRAW, "choose_deck deck=military", seat=1)


@rule("payment.first")
@pytest.mark.parametrize("line", ["end_turn", "station card=peasant host=1", "decline", "recruit card=peasant"])
def test_a_purchase_is_paid_before_anything_else(line):
    assert refusals(PAYMENT, line) == {"payment.first"}
    assert not refusals(PAYMENT, "pay source=host_1")


@rule("payment.purchase")
@pytest.mark.parametrize("line", ["pay source=host_1", "pay_cheapest", "contribute source=host_1"])
def test_nothing_is_produced_without_a_purchase(line):
    assert refusals(ACTIONS, line) == refusals(MARCH, line) == {"payment.purchase"}
    assert "payment.purchase" not in refusals(PAYMENT, line)


@rule("starve.first")
@pytest.mark.parametrize("line", ["end_turn", "dismiss card=soldier fief=home_0", "choose_deck deck=military"])
def test_hunger_comes_before_anything_else(line):
    assert refusals(HUNGER, line) == {"starve.first"}
    assert not refusals(HUNGER, Starve("soldier", HOME, None, False))


@rule("contribute.only")
@pytest.mark.parametrize("line", ["pay source=host_1", "decline", "march card=soldier origin=home_2 to=neutral_2"])
def test_an_ally_only_produces(line):
    assert refusals(HELP, line) == {"contribute.only"}
    assert not refusals(HELP, "contribute source=host_1")


# --- the order of a battle ------------------------------------------------------------------------------------------


@rule("battle.order")
@pytest.mark.parametrize(
    ("state", "line"),
    [
        (MUSTER, "strike target=host_0"),
        (ENGAGE, "strike target=host_0"),
        (STRIKE, "enlist card=soldier army=1"),
        (STRIKE, "ready"),
        (DAMAGE, "heal card=priest fief=home_1 target=peasant place=host_1"),
        (SHOT, "strike target=host_0"),
        (HEAL, "shoot card=archer fief=home_1 target=soldier place=army_1"),
    ],
)
def test_the_steps_of_a_battle_come_in_order(state, line):
    assert "battle.order" in refusals(state, line)
    assert "battle.order" not in refusals(STRIKE, "strike target=host_0")


@rule("battle.end")
@pytest.mark.parametrize("state", [MUSTER, ENGAGE, STRIKE, DAMAGE, SHOT, HEAL])
@pytest.mark.parametrize(
    "line", ["end_turn", "march card=soldier origin=home_1 to=neutral_0", "buy_card deck=military"]
)
def test_a_battle_is_finished_before_anything_else(state, line):
    assert refusals(state, line) == {"battle.end"}
    assert not refusals(WAR, EndTurn())


# --- what closed a question -----------------------------------------------------------------------------------------


@rule("strike.once")
def test_an_army_strikes_once():
    state = after(STRIKE, Strike("host_0"))
    assert question(state) == "choose_deck"
    state = attack(holdings(lands="farm+tower", units="peasant#1"), "soldier")
    assert refusals(after(state, Strike("host_1")), Strike("host_0"), seat=0) == {"strike.once", "referee.seat"}
    assert not refusals(state, Strike("host_0"))


@rule("take_damage.all")
def test_damage_is_not_taken_twice():
    state = after(DAMAGE, TakeDamage("tower", 0))
    assert ordered(state, TakeDamage("peasant", 0), 1)[0] == "take_damage.all"
    assert not refusals(DAMAGE, TakeDamage("peasant", 0))


@rule("shoot.possible")
def test_archers_that_have_shot_shoot_no_more():
    again = Shoot("archer", AWAY, None, "priest", "free")
    assert ordered(HEAL, again, 0) == ["shoot.possible", "referee.seat"]
    assert not refusals(SHOT, again)


@rule("heal.possible")
def test_priests_that_have_healed_heal_no_more():
    state = HEAL
    while question(state) == "heal":
        state = after(state, legal(state, "heal")[0])
    assert ordered(state, Heal("priest", AWAY, None, "priest", "free"), 1) == ["heal.possible", "referee.seat"]
    assert not refusals(HEAL, Heal("priest", AWAY, None, "priest", "free"))


@rule("choose_deck.hand")
def test_a_first_hand_has_no_ninth_card():
    state = harness.after_chance(fresh_match().state)
    ninth = parse_notation(GAME, "choose_deck deck=military")
    for _ in range(8):
        assert not refusals(state, ninth, seat=0)
        state = draw(state, "military")
    assert ordered(state, ninth, 0) == ["choose_deck.hand", "referee.seat"]


@rule("choose_deck.siege")
def test_a_player_eliminated_by_a_siege_draws_no_card():
    besieged = holdings(lands="farm", siege=2)
    state = given(holdings(lands="farm", units="soldier@home_1"), besieged, holdings(lands="farm", units="peasant"))
    line = parse_notation(GAME, "choose_deck deck=military")
    state = after(state, EndTurn())
    assert not state.players[1].alive
    assert refusals(state, line, seat=1) == {"choose_deck.siege", "referee.seat"}
    assert not refusals(state, line, seat=2)


@rule("starve.enough")
def test_no_card_starves_once_all_are_fed():
    state = after(HUNGER, Starve("soldier", HOME, None, False))
    assert question(state) == "actions"
    assert ordered(state, Starve("peasant", HOME, None, False), 0) == ["starve.enough"]
    assert refusals(MARCH, Starve("peasant", HOME, None, False)) == {"starve.enough"}
    assert not refusals(HUNGER, Starve("peasant", HOME, None, False))


def test_the_cards_of_a_defender_who_is_ready_come_too_late():
    state = after(ENGAGE, Ready())
    assert seat_and_question(state) == (0, "strike")
    assert ordered(state, Engage("peasant", 1), 1) == ["referee.seat"], "the defender has answered"
