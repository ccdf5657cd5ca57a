"""Forced answers: a question with one legal answer is answered automatically, with the event `forced`."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.questions import (
    AdjustFrame,
    BotRaidFrame,
    BotRecruitFrame,
    BotSettleFrame,
    BuildHouseFrame,
    ChooseTileFrame,
    ExtraActionFrame,
    GainDieFrame,
    KeepDiceFrame,
    PlaceTileFrame,
    RerollFrame,
    SellDieFrame,
)
from referee_service.kernel import engine
from referee_service.kernel.narration import narrate
from referee_service.kernel.notation import parse_notation
from tests.games.dice_settlers.full_positions import after_lines, full_position
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    GAME,
    HILL,
    MOUNTAIN,
    PLAIN,
    after_chance,
    dice_match,
    events_of,
    given,
    legal,
    question,
    solo,
)


def forced_answers(state) -> list[str]:
    """Return the answers that the automatic steps of this position give."""
    events = engine.run_automatic_steps(GAME, state).events
    return [event.facts["answer"] for event in events if event.kind == "forced"]


def roll_position(active, frame, **seat_0):
    """Return a position of the roll phase with this question of seat 0."""
    return given(seat_0={"active": active, **seat_0}, stage="roll", pending=(frame,))


def action_position(active, *frames, tiles=None, **wanted):
    """Return a position in the second turn of seat 0 with these questions, and a factory that keeps the turn open."""
    tiles = {"tile_09": {0: 1}} | (tiles or {FOREST: {0: 1}})
    seat_0 = {"active": active, **wanted.pop("seat_0", {})}
    return given(tiles, seat_0=seat_0, has_acted=True, turn_index=2, pending=frames, **wanted)


def bot_position(frame, tiles, **wanted):
    """Return a solo position with this question about the printed Bot."""
    return solo(tiles, active_side=1, turn_index=1, seat_0={"active": ["white_settle"]}, pending=(frame,), **wanted)


@pytest.mark.parametrize(
    ("one", "answer", "two"),
    [
        pytest.param(
            roll_position([], AdjustFrame(0, "resource")),
            "draw_two",
            roll_position(["white_settle"], AdjustFrame(0, "resource")),
            id="a resource without an active die draws",
        ),
        pytest.param(
            roll_position([], RerollFrame(0, ("white",))),
            "throw_dice",
            roll_position(["white_settle"], RerollFrame(0, ("white",))),
            id="without another active die the dice in hand are rolled",
        ),
        pytest.param(
            given(stage="cleanup", pending=(KeepDiceFrame(0),)),
            "keep_dice dice=",
            given(stage="cleanup", seat_0={"active": ["white_settle"]}, pending=(KeepDiceFrame(0),)),
            id="without an active die none is kept",
        ),
        pytest.param(
            action_position([], ChooseTileFrame(0, (HILL,)), seat_0={"actions_done": ["explore"]}),
            f"choose_tile tile={HILL}",
            action_position([], ChooseTileFrame(0, (HILL, PLAIN)), seat_0={"actions_done": ["explore"]}),
            id="one drawn tile is chosen",
        ),
        pytest.param(
            action_position([], SellDieFrame(0), seat_0={"spent": ["white"]}),
            "sell_die die=white",
            action_position([], SellDieFrame(0), seat_0={"spent": ["white", "green"]}),
            id="the only kind of die is sold",
        ),
        pytest.param(
            action_position(["green_wood"], ExtraActionFrame(0)),
            "harvest token=wood",
            action_position(["green_wood", "grey_iron"], ExtraActionFrame(0)),
            id="the only extra action is done",
        ),
        pytest.param(
            given({FOREST: {0: 1}}, pending=(GainDieFrame(0),), has_acted=True),
            "choose_colour colour=green",
            given({FOREST: {0: 1}, PLAIN: {0: 1}}, pending=(GainDieFrame(0),), has_acted=True),
            id="the only accessible colour is taken",
        ),
        pytest.param(
            action_position([], BuildHouseFrame(0), tiles={FOREST: {0: 3}}),
            f"build_house tile={FOREST}",
            action_position([], BuildHouseFrame(0), tiles={FOREST: {0: 3}, PLAIN: {0: 3}}),
            id="the only site gets the house",
        ),
    ],
)
def test_a_question_is_answered_with_one_answer_and_asked_with_two(one, answer, two):
    assert forced_answers(one)[0] == answer
    assert legal(one) == [parse_notation(GAME, answer)]
    assert forced_answers(two) == []
    assert len(legal(two)) > 1


@pytest.mark.parametrize(
    ("one", "answer", "two"),
    [
        pytest.param(
            bot_position(BotRecruitFrame(0, 1, 1), {FOREST: {1: 1}}),
            "choose_colour colour=green",
            bot_position(BotRecruitFrame(0, 1, 1), {FOREST: {1: 1}, PLAIN: {1: 1}}),
            id="a colour",
        ),
        pytest.param(
            bot_position(BotSettleFrame(0, 1), {FOREST: {1: 1}, MOUNTAIN: {}}),
            f"choose_for_bot tile={MOUNTAIN}",
            bot_position(BotSettleFrame(0, 1), {FOREST: {1: 1}, HILL: {}, PLAIN: {}}),
            id="a tile for a tent",
        ),
        pytest.param(
            bot_position(BotRaidFrame(0, 1), {FOREST: {0: 1, 1: 1}}),
            f"choose_for_bot tile={FOREST}",
            bot_position(BotRaidFrame(0, 1), {FOREST: {0: 1, 1: 1}, DESERT: {0: 1, 1: 1}}),
            id="a tile to raid",
        ),
    ],
)
def test_the_seat_decides_for_the_printed_bot_only_if_its_priorities_leave_a_tie(one, answer, two):
    assert forced_answers(one)[0] == answer
    assert forced_answers(two) == []
    assert len(legal(two)) > 1


def test_a_tile_with_one_legal_cell_is_laid_automatically():
    land = {FOREST: {0: 1}} | {f"tile_{number}": {} for number in range(27, 32)}
    state = given(land, pending=(PlaceTileFrame(0, HILL, 0),), seat_0={"actions_done": ["explore"]}, has_acted=True)
    assert forced_answers(state)[0] == "place_tile q=1 r=-1"
    del land["tile_31"]
    state = given(land, pending=(PlaceTileFrame(0, HILL, 0),), seat_0={"actions_done": ["explore"]}, has_acted=True)
    assert forced_answers(state) == []


def test_the_first_start_tile_lies_in_the_middle_and_the_second_one_has_a_choice():
    state = after_chance(dice_match().state)
    state = after_chance(engine.apply(GAME, state, legal(state)[0])[0])
    taken = legal(state)[0]
    assert [event.facts for event in events_of(state, taken) if event.kind == "forced"] == [
        {"answer": "place_tile q=0 r=0", "q_holds": state.start_tiles[0]}
    ]
    state = engine.apply(GAME, state, taken)[0]
    assert (question(state), len(legal(state)), GAME.turn(state).seat) == ("lay_start", 6, 1)
    assert PlaceTile(1, 0) in legal(state)


@pytest.mark.parametrize(
    ("active", "turn_index", "tiles", "answers"),
    [
        pytest.param(["green_wood"], 0, {FOREST: {0: 1}}, ["harvest token=wood"], id="the only main action"),
        pytest.param(["green_wood", "grey_iron"], 0, {FOREST: {0: 1}}, [], id="two tokens to harvest"),
        pytest.param(["green_wood", "white_explore"], 0, {FOREST: {0: 1}}, [], id="two main actions"),
        pytest.param(["green_wood"], 2, {FOREST: {0: 1}}, [], id="a second turn may end"),
        pytest.param(["green_wood"], 0, {"tile_25": {0: 1}}, [], id="a free action"),
    ],
)
def test_the_main_action_of_a_first_turn_is_forced_if_it_is_the_only_one(active, turn_index, tiles, answers):
    state = given({**tiles, PLAIN: {1: 1}}, seat_0={"active": active}, turn_index=turn_index)
    assert forced_answers(state)[:1] == answers


def test_a_forced_answer_does_not_depend_on_the_colours_in_a_closed_bag():
    """All seats see how many dice a bag has."""
    for bag in (["white"], ["grey"]):
        frame = AdjustFrame(0, "resource")
        state = given(options={"bags": "closed"}, seat_0={"bag": bag}, stage="roll", pending=(frame,))
        assert forced_answers(state) == ["draw_two"]


def test_a_forced_answer_is_told_in_both_languages():
    state = full_position({18: {0: 1}, 24: {1: 1}}, seat_0={"active": ["white_explore", "white_settle"], "tents": 1})
    state = after_lines(state, "explore symbols=1")
    event = next(each for each in events_of(state, legal(state)[0]) if each.kind == "forced")
    name = event.facts["answer"].removeprefix("choose_tile tile=")
    names = GAME.catalogue().names[name]
    assert narrate(GAME.catalogue(), event, "en") == f"Seat 0 has only one legal answer: Choose {names['en']}."
    french = f"La place 0 n'a qu'une réponse permise : Choisir la {names['fr']}."
    assert narrate(GAME.catalogue(), event, "fr") == french
