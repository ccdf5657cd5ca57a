"""Views with open and closed bags, and the states that are sampled from them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.decisions.dice import DrawTwo
from referee_service.games.dice_settlers.questions import AdjustFrame, RerollFrame, RollDiceFrame
from referee_service.games.dice_settlers.view import missing_start_dice
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of
from referee_service.kernel.chance import seed_key
from referee_service.kernel.state import CHANCE
from referee_service.kernel.text_table import view_text
from referee_service.kernel.tuples import with_player
from tests.contract.playthroughs import playthroughs
from tests.games.dice_settlers.full_positions import full_position
from tests.games.dice_settlers.positions import (
    GAME,
    after,
    after_chance,
    dice_match,
    faults,
    legal,
    opening,
    question,
    refusals,
)
from tests.games.rules import rule

KEYS = [seed_key(str(number)) for number in range(20)]


def closed(seats: int = 3):
    """Return the position at the first action of seat 0, in a game with closed bags."""
    players = {
        "seat_0": {"active": ["white_settle", "yellow_food"], "spent": ["white"], "bag": ["green", "white"]},
        "seat_1": {"active": ["yellow_food"], "spent": ["white"], "bag": ["green", "grey", "white", "white"]},
        "seat_2": {"active": ["white_settle"], "spent": ["green"], "bag": ["brown", "orange", "white", "yellow"]},
    }
    named = {name: players[name] for name in sorted(players)[:seats]}
    return full_position({24: {0: 1, 1: 1}}, seats=seats, options={"bags": "closed"}, **named)


def with_swapped_bags(state, one: int, other: int):
    """Return the position with the bags of two seats exchanged."""
    bags = state.players[one].bag, state.players[other].bag
    return with_player(with_player(state, one, bag=bags[1]), other, bag=bags[0])


@rule("ruling.open_bags")
def test_every_seat_sees_into_open_bags():
    state = opening(3)
    assert state.options.bags == "open"
    assert [GAME.view(state, seat) for seat in (0, 1, 2, None)] == [state] * 4
    assert GAME.determinize(state, KEYS[0]) == state


@rule("ruling.closed_bags")
def test_other_seats_see_only_the_number_of_dice_in_a_closed_bag():
    """Line 380 of the rulebook: no player may look into the bag of another one."""
    state = closed()
    for viewer in (0, 1, 2, None):
        seen = GAME.view(state, viewer)
        for seat, player in enumerate(state.players):
            count = (("hidden", (2, 4, 4)[seat]),)
            assert seen.players[seat].bag == (player.bag if seat == viewer else count)
            assert replace(seen.players[seat], bag=player.bag) == player
        assert replace(seen, players=state.players) == state


def test_an_empty_bag_is_seen_to_be_empty():
    state = with_player(closed(), 1, bag=())
    assert GAME.view(state, 0).players[1].bag == ()


@rule("ruling.closed_bags")
def test_a_drawn_die_and_a_refilled_bag_are_public():
    state = after_chance(dice_match(3, bags="closed").state)
    while question(state) != "draw_dice":
        state = after(state, legal(state)[0])
    drawn = legal(state)[0]
    seat = state.pending[-1].to
    viewer = (seat + 1) % 3
    after_draw, events = engine.apply(GAME, state, drawn)
    die = f"{drawn.colour}_{drawn.face}"
    assert engine.visible_action(GAME, state, drawn, viewer) == drawn
    assert [(event.kind, event.facts, event.secrets) for event in events[:1]] == [("die_drawn", {"die": die}, {})]
    assert GAME.view(after_draw, viewer).players[seat].active == ((die, 1),)
    assert GAME.view(after_draw, viewer).players[seat].bag == (("hidden", 4),)
    emptied = with_player(state, seat, bag=(), spent=bag_of(["green", "white"]))
    refilled = engine.run_automatic_steps(GAME, emptied)
    assert refilled.events[-1].kind == "bag_refilled"
    assert GAME.view(refilled, viewer).players[seat].bag == (("hidden", 2),)
    assert GAME.view(refilled, seat).players[seat].bag == (("green", 1), ("white", 1))


@rule("ruling.closed_bags")
def test_positions_that_differ_in_closed_bags_look_equal_to_the_third_seat():
    state = closed()
    other = with_swapped_bags(state, 1, 2)
    assert state != other
    assert GAME.view(state, 0) == GAME.view(other, 0)
    assert GAME.view(state, None) == GAME.view(other, None)
    assert GAME.view(state, 1) != GAME.view(other, 1)
    assert legal(state) == legal(other)


def test_a_refusal_depends_only_on_whether_the_bag_is_empty():
    state = replace(closed(), stage="roll", pending=(AdjustFrame(0, "resource"),))
    for bag, expected in (((("white", 2),), set()), ((("grey", 1),), set()), ((), {"draw_two.bag"})):
        assert refusals(with_player(state, 0, bag=bag), DrawTwo()) == expected


def test_sampled_states_are_possible_match_the_view_and_differ():
    state = closed()
    for viewer in (0, None):
        seen = GAME.view(state, viewer)
        sampled = [GAME.determinize(seen, key) for key in KEYS]
        assert all(GAME.view(each, viewer) == seen and not faults(each) for each in sampled)
        assert len(set(sampled)) > 2
        assert GAME.determinize(seen, KEYS[0]) == sampled[0]


def test_a_sampled_bag_has_the_start_dice_that_the_seat_does_not_show():
    """Every seat begins with three white dice, a green and a yellow one, and none of them was sold."""
    state = closed()
    for key in KEYS:
        bags = [dict(player.bag) for player in GAME.determinize(GAME.view(state, None), key).players]
        assert bags[0] == {"green": 1, "white": 1}
        assert (bags[1]["green"], bags[1]["white"], bags[2]["yellow"]) == (1, 2, 1)


@pytest.mark.parametrize("stage", ["reroll", "roll_dice"])
def test_a_die_in_hand_is_not_missing(stage):
    """Seat 0 rerolls its only active white die: it is not dealt to its bag once more."""
    rolling = {"reroll": RerollFrame(0, ("white",)), "roll_dice": RollDiceFrame(CHANCE, 0, ("white",))}
    seat_0 = {"active": ["yellow_food"], "spent": ["green"], "bag": ["grey", "white", "white"]}
    state = replace(closed(), stage="roll", pending=(rolling[stage],))
    seen = GAME.view(with_player(state, 0, **{name: bag_of(dice) for name, dice in seat_0.items()}), 1)
    assert missing_start_dice(seen, 0) == {"white": 2}
    assert missing_start_dice(seen, 2) == {"white": 1, "yellow": 1}


def test_the_only_closed_bag_follows_from_the_dice_in_the_open():
    """The supply and the dice of all players lie open, so a player of two can count the bag of the other one."""
    state = closed(2)
    assert GAME.view(state, 0) != state
    assert GAME.determinize(GAME.view(state, 0), KEYS[0]) == state


@pytest.mark.parametrize(
    ("language", "line"), [("en", "Dice in the bag: 4 hidden dice."), ("fr", "Dés dans le sac : 4 dés cachés.")]
)
def test_the_text_view_shows_how_many_dice_a_closed_bag_has(language, line):
    text = view_text(GAME, GAME.view(closed(), 0), GAME.catalogue(), language)
    assert text.count(line) == 2
    assert view_text(GAME, GAME.view(closed(), None), GAME.catalogue(), language).count(line) == 2
    assert view_text(GAME, GAME.view(closed(), 1), GAME.catalogue(), language).count(line) == 1
    assert line not in view_text(GAME, GAME.view(opening(3), 0), GAME.catalogue(), language)


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_of_the_contract_suite_have_closed_bags(seats):
    assert {played.options.bags for played in playthroughs(GAME, seats)} == {"open", "closed"}
