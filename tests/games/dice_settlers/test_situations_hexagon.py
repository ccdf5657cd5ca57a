"""Situations of the Bot's roll and of its marker (121-133, 158, 162). L is a line of the rulebook."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.printed_bot.hexagon import dice_to_take
from referee_service.games.dice_settlers.questions import RollDiceFrame
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.positions import legal, question
from tests.games.dice_settlers.scenes import at, bot_scene, may, next_seat, played, scene

LAND = {24: {0: 1}, 18: {1: 1}}
MINE = {"active": ["white_settle"]}


def rolled(dice: str, *, around=None, **wanted):
    """The Bot has rolled these dice, `white_pioneer green_wood`, and laid them around its hexagon."""
    looks = [die.split("_") for die in dice.split()]
    colours = tuple(colour for colour, _ in looks)
    state = scene(
        LAND,
        seats=1,
        mine=MINE,
        around=around or {},
        stage="roll",
        turn_index=1,
        active_side=0,
        pending=(RollDiceFrame(CHANCE, 1, colours),),
        **wanted,
    )
    return played(state, *[f"roll_die face={face}" for _, face in looks])


def pieces(state) -> dict[str, str]:
    """What lies around the hexagon, side by side."""
    return {
        action: " ".join(
            [*(f"{n}{colour}" for colour, n in at(state, action)[0].items()), at(state, action)[1]]
        ).strip()
        for action in content(state).hexagon
        if at(state, action) != ({}, "")
    }


# --- how many dice --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("queue", "quota", "cap", "taken"),
    [
        (5, 3, 1, 4),
        (9, 3, 1, 4),
        (9, 4, 1, 5),
        (12, 4, 1, 5),
        (12, 5, 1, 6),
        (3, 3, 1, 3),
        (0, 3, 1, 0),
        (8, 9, 1, 4),
        (10, 9, 1, 5),
        (11, 9, 1, 6),
        (5, 3, 0, 3),
        (12, 4, 2, 6),
        (5, 3, 2, 4),
    ],
)
def test_how_many_dice_the_bot_takes(queue, quota, cap, taken):
    """122 and 162, L662-668 and L826-834: by the queue alone, and not many more than the player's quota."""
    dice = ["white"] * min(5, queue) + ["yellow"] * max(0, queue - 5)
    around = {"raid": ["green", "green", "green"]}
    state = bot_scene(LAND, around, mine={**MINE, "quota": quota}, dice_queue=dice, options={"bot_cap": cap})
    assert dice_to_take(state) == taken


# --- where they are laid --------------------------------------------------------------------------------------------


def test_actions_first_then_pioneers_where_least_lies_then_tokens():
    """123, L672-675: gold at explore counts as a piece there, but the centre is empty; the wood die queues again."""
    state = rolled(
        "white_recruit white_pioneer white_recruit green_wood", around={"explore": ["gold"]}, dice_queue=["yellow"]
    )
    assert pieces(state) == {"recruit": "2white", "explore": "gold", "research": "1white"}
    assert (dict(state.bot.centre), state.bot.dice_queue) == ({"wood": 1}, ("yellow", "green"))


def test_pioneers_are_laid_one_at_a_time():
    """124, L673."""
    state = rolled("white_pioneer orange_pioneer white_recruit white_recruit", around={"explore": ["gold"]})
    assert pieces(state) == {"recruit": "2white", "explore": "gold", "research": "1white", "raid": "1orange"}


@pytest.mark.parametrize(
    ("at_trade", "lands"),
    [
        pytest.param(["brown"], "settle", id="all alike: the next side clockwise"),
        pytest.param([], "trade", id="least at the marker's own side"),
    ],
)
def test_where_a_pioneer_is_laid_among_equals(at_trade, lands):
    """125, L673; ruling solo_next_side."""
    around = {action: ["yellow"] for action in ("recruit", "explore", "research", "raid", "settle")}
    state = rolled("white_pioneer", around={**around, "trade": at_trade}, marker="trade")
    assert at(state, lands)[0].get("white") == 1


def test_tokens_go_where_fewest_dice_lie_and_no_token():
    """126, L679-684: the marker's own side comes last among equals."""
    around = {
        "explore": ["yellow", "wood"],
        "research": ["yellow", "yellow"],
        "settle": ["yellow"],
    }
    state = rolled(
        "green_wood grey_iron brown_gold yellow_food", around=around, marker="trade", centre=["iron"], dice_queue=["white"]
    )
    assert [at(state, action)[1] for action in ("recruit", "raid", "trade", "settle", "explore", "research")] == [
        "wood",
        "iron",
        "gold",
        "food",
        "wood",
        "",
    ]
    assert dict(state.bot.centre) == {"iron": 1}


def test_the_worked_example_of_the_roll():
    """L686: a pioneer beside explore; tokens to raid, trade, then explore."""
    state = rolled(
        "white_pioneer green_wood white_research white_settle brown_gold brown_gold",
        around={"recruit": ["yellow"]},
        centre=["iron"],
    )
    assert pieces(state) == {
        "recruit": "1yellow",
        "explore": "1white gold",
        "research": "1white",
        "raid": "wood",
        "trade": "gold",
        "settle": "1white",
    }


@pytest.mark.parametrize(
    ("free", "sides", "centre"),
    [
        pytest.param((), 0, {"iron": 1, "wood": 2}, id="all sides have one"),
        pytest.param(("raid",), 1, {"iron": 1, "wood": 1}, id="one side has none"),
    ],
)
def test_tokens_without_a_free_side_go_to_the_centre(free, sides, centre):
    """127, L684."""
    hexagon = ("recruit", "explore", "research", "raid", "trade", "settle")
    around = {action: ["food"] for action in hexagon if action not in free}
    state = rolled("green_wood green_wood", around=around, centre=["iron"])
    assert sum(at(state, action)[1] == "wood" for action in hexagon) == sides
    assert dict(state.bot.centre) == centre


def test_with_an_empty_centre_all_tokens_go_there():
    """128; ruling solo_centre."""
    state = rolled("green_wood grey_iron brown_gold", around={"explore": ["gold"]})
    assert dict(state.bot.centre) == {"gold": 1, "iron": 1, "wood": 1}
    assert pieces(state) == {"explore": "gold"}


def test_resource_dice_queue_again_in_any_order():
    """133, L674: by lot, behind those that wait."""
    state = rolled("green_wood brown_gold", dice_queue=["yellow"])
    assert (next_seat(state), question(state)) == (CHANCE, "queue_dice")
    state = played(state, "queue_die colour=green")
    assert state.bot.dice_queue == ("yellow", "green", "brown")


# --- the marker -----------------------------------------------------------------------------------------------------


def test_the_marker_moves_one_to_four_steps():
    """129, L642: faces 1, 2, 2, 3, 3, 4."""
    state = bot_scene(LAND, {"trade": ["brown"]})
    assert [action.steps for action in legal(state)] == [1, 2, 3, 4]
    assert [row.weight for row in content(state).pack.steps] == [1, 2, 2, 1]


@pytest.mark.parametrize(
    ("around", "marker", "stops"),
    [
        pytest.param(
            {"explore": ["white", "gold"], "research": ["white"], "trade": ["white"]},
            "recruit",
            ["explore", "explore", "research", "trade"],
            id="130 the worked example (L698)",
        ),
        pytest.param(
            {"recruit": ["white", "white"], "explore": ["gold"], "settle": ["white"]},
            "recruit",
            ["explore", "settle", "recruit", "recruit"],
            id="131 the marker's own side comes last",
        ),
        pytest.param({"explore": ["gold"]}, "explore", ["explore"] * 4, id="132 round and round"),
    ],
)
def test_where_the_marker_stops(around, marker, stops):
    """L696-698."""
    state = bot_scene(LAND, around, marker=marker, deck=[])
    ends = [content(state).hexagon[played(state, line).bot.marker] for line in may(state, "move_bot")]
    assert ends == stops


def test_with_nothing_around_the_hexagon_the_bot_does_nothing():
    """132, L692: it gains nothing, and the player has the turn."""
    state = bot_scene(LAND, {})
    assert (next_seat(state), state.bot.points) == (0, ())


def test_what_lies_where_the_marker_stops_is_cleared_before_the_bot_acts():
    """133, L704-708: dice to the queue, the token to the supply, not to the centre; force three."""
    state = bot_scene(LAND, {"trade": ["white", "white", "wood"]}, centre=["food"], dice_queue=["green"])
    state = played(state, "move_bot steps=1")
    assert state.bot.dice_queue == ("green", "white", "white")
    assert (at(state, "trade"), state.bot.centre) == (({}, ""), ())
    assert {line.rule: line.points for line in state.bot.points} == {"score.bot_trade": 2, "score.bot_force": 2}


def test_both_actions_of_the_bot_differ():
    """158, L692: the side of the first one is empty, so the second one stops elsewhere or nowhere."""
    state = bot_scene(LAND, {"trade": ["white"], "settle": ["white"]}, bot_tents=2)
    state = played(state, "move_bot steps=1", "settle option=take")
    assert question(state) == "bot_move"
    ends = {content(state).hexagon[played(state, line).bot.marker] for line in may(state, "move_bot")}
    assert ends == {"settle"}


def test_the_player_rolls_first_and_the_first_turn_goes_round():
    """121, L591 and L692; ruling solo_first: in the second round the Bot acts first, once the player has rolled."""
    land = {2: {0: 1}, 24: {0: 1}, 18: {1: 1}}
    mine = {"bag": ["white"] * 3, "active": ["yellow_trade", "yellow_food"]}
    state = scene(land, start_tiles=(2, 3), seats=1, mine=mine, dice_queue=["green"], round=2, stage="roll", active_side=0)
    assert (state.first_side, next_seat(state), question(state)) == (1, 0, "roll")
    state = played(state, "end_roll")
    assert (question(state), state.pending[-1].to) == ("roll_dice", 1)
    state = played(state, "roll_die face=settle")
    assert (state.stage, state.active_side, question(state)) == ("action", 1, "bot_move")
