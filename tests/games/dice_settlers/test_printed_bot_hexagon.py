"""Hexagon of the printed Bot: its dice, tokens and marker."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.decisions.printed_bot import MoveBot, QueueDie
from referee_service.games.dice_settlers.printed_bot.hexagon import assign_dice, dice_to_take, marker_stop
from referee_service.games.dice_settlers.questions import (
    BotMoveFrame,
    RollDiceFrame,
)
from referee_service.games.dice_settlers.state import BOT
from referee_service.kernel.bags import size_of
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.full_positions import (
    SETTLE_DIE,
    after_lines,
    bot_position,
    edge_pieces,
    full_position,
    legal_lines,
    seat_to_move,
)
from tests.games.dice_settlers.positions import (
    TABLES,
    after,
    edge,
    legal,
    question,
    quiescent,
    solo,
)
from tests.games.rules import rule


@pytest.mark.parametrize(
    ("queue", "quota", "cap", "taken"),
    [
        (1, 9, 1, 1),
        (4, 9, 1, 4),
        (5, 9, 1, 4),
        (8, 9, 1, 4),
        (9, 9, 1, 5),
        (10, 9, 1, 5),
        (11, 9, 1, 6),
        (14, 9, 1, 6),
        (14, 3, 1, 4),
        (14, 3, 0, 3),
        (14, 3, 2, 5),
        (0, 3, 1, 0),
    ],
)
def test_how_many_dice_the_bot_takes_and_the_easy_and_hard_caps(queue, quota, cap, taken):
    state = solo(dice_queue=["white"] * queue, seat_0={"quota": quota}, options={"bot_cap": cap})
    assert dice_to_take(state) == taken


def test_the_bots_six_dice():
    """Worked example: pioneer, wood, research, settle and two gold, with an iron token in the centre."""
    state = solo(around={"recruit": ["white"]}, centre={"iron": 1})
    rolled = ("white_pioneer", "green_wood", "white_research", "white_settle", "brown_gold", "brown_gold")
    state = assign_dice(state, rolled)
    assert [dict(edge(state, action).dice) for action in ("settle", "research", "explore")] == [{"white": 1}] * 3
    assert [edge(state, action).token for action in ("raid", "trade", "explore")] == ["wood", "gold", "gold"]
    assert not edge(state, "research").token
    assert state.pending[-1].dice == (("brown", 2), ("green", 1))


def test_ruling_solo_centre_empty_takes_all_tokens():
    state = assign_dice(solo(), ("green_wood", "brown_gold"))
    assert dict(state.bot.centre) == {"wood": 1, "gold": 1}
    full = {action: ["white", "iron"] for action in TABLES.hexagon}
    state = assign_dice(solo(around=full, centre={"iron": 1}), ("green_wood",))
    assert dict(state.bot.centre) == {"iron": 1, "wood": 1}


def test_ruling_solo_next_side_the_markers_own_side_comes_last():
    state = assign_dice(solo(bot={"marker": 2}), ("white_pioneer",))
    assert size_of(edge(state, "raid").dice) == 1
    lonely = {action: ["white"] for action in TABLES.hexagon if action != "research"}
    state = assign_dice(solo(around=lonely, bot={"marker": 2}), ("white_pioneer",))
    assert size_of(edge(state, "research").dice) == 1


@rule("ruling.bot_order")
def test_dice_of_resources_queue_again_in_random_order():
    state = quiescent(assign_dice(solo(dice_queue=["white"]), ("green_wood", "grey_iron", "grey_iron")))
    assert question(state) == "queue_dice"
    assert {action.colour for action in legal(state)} == {"green", "grey"}
    state = after(state, QueueDie("grey"), QueueDie("green"))
    assert state.bot.dice_queue == ("white", "grey", "green", "grey")
    assert assign_dice(solo(centre={"food": 1}), ("green_wood", "grey_iron")).bot.edges[1].token == "wood"


@pytest.mark.parametrize(
    ("steps", "action"), [(1, "explore"), (2, "explore"), (3, "research"), (4, "trade"), (5, "recruit")]
)
def test_the_markers_steps(steps, action):
    """Worked example: one or two steps to explore, three to research, four to trade. The own edge comes last."""
    around = {"explore": ["white", "gold"], "research": ["white"], "trade": ["white"], "recruit": ["green"]}
    assert TABLES.hexagon[marker_stop(solo(around=around).bot, steps)] == action


def test_the_pieces_at_the_marker_give_the_force_and_are_cleared():
    state = solo(
        around={"trade": ["white", "green", "gold"]}, active_side=BOT, turn_index=1, pending=(BotMoveFrame(CHANCE),)
    )
    state = after(state, MoveBot(1))
    assert (state.pending[0].action, state.pending[0].force) == ("trade", 3)
    assert state.pending[-1].dice == (("green", 1), ("white", 1))
    assert edge(state, "trade") == replace(edge(state, "trade"), dice=(), token="")
    assert state.bot.centre == ()


def test_a_printed_bot_without_pieces_around_passes():
    state = solo(active_side=BOT, turn_index=1, seat_0={"active": ["white_settle"]}, pending=(BotMoveFrame(CHANCE),))
    assert quiescent(state).active_side == 0


LAND = {24: {0: 1}, 18: {1: 1}}


def after_bot_roll(dice: str, *, around=None, **wanted):
    """Return the position after the Bot rolled these dice, named like `white_pioneer green_wood`."""
    looks = [die.split("_") for die in dice.split()]
    colours = tuple(colour for colour, _ in looks)
    state = full_position(
        LAND,
        seats=1,
        seat_0=SETTLE_DIE,
        around=around or {},
        stage="roll",
        turn_index=1,
        active_side=0,
        pending=(RollDiceFrame(CHANCE, 1, colours),),
        **wanted,
    )
    return after_lines(state, *[f"roll_die face={face}" for _, face in looks])


def pieces_by_edge(state) -> dict[str, str]:
    """Return the pieces at each edge of the hexagon as text, without empty edges."""
    return {
        action: " ".join(
            [*(f"{n}{colour}" for colour, n in edge_pieces(state, action)[0].items()), edge_pieces(state, action)[1]]
        ).strip()
        for action in content(state).hexagon
        if edge_pieces(state, action) != ({}, "")
    }


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
    """By the length of the queue, limited by the player's quota and the option."""
    dice = ["white"] * min(5, queue) + ["yellow"] * max(0, queue - 5)
    around = {"raid": ["green", "green", "green"]}
    state = bot_position(LAND, around, seat_0={**SETTLE_DIE, "quota": quota}, dice_queue=dice, options={"bot_cap": cap})
    assert dice_to_take(state) == taken


def test_actions_first_then_pioneers_where_least_lies_then_tokens():
    """The gold at explore counts as a piece. The empty centre takes the wood, and the wood die is queued."""
    state = after_bot_roll(
        "white_recruit white_pioneer white_recruit green_wood", around={"explore": ["gold"]}, dice_queue=["yellow"]
    )
    assert pieces_by_edge(state) == {"recruit": "2white", "explore": "gold", "research": "1white"}
    assert (dict(state.bot.centre), state.bot.dice_queue) == ({"wood": 1}, ("yellow", "green"))


def test_pioneers_are_laid_one_at_a_time():
    state = after_bot_roll("white_pioneer orange_pioneer white_recruit white_recruit", around={"explore": ["gold"]})
    assert pieces_by_edge(state) == {"recruit": "2white", "explore": "gold", "research": "1white", "raid": "1orange"}


@pytest.mark.parametrize(
    ("at_trade", "lands"),
    [
        pytest.param(["brown"], "settle", id="a tie: the next edge clockwise"),
        pytest.param([], "trade", id="fewest pieces at the marker's own edge"),
    ],
)
def test_where_a_pioneer_is_laid_among_equals(at_trade, lands):
    """Ruling solo_next_side."""
    around = {action: ["yellow"] for action in ("recruit", "explore", "research", "raid", "settle")}
    state = after_bot_roll("white_pioneer", around={**around, "trade": at_trade}, marker="trade")
    assert edge_pieces(state, lands)[0].get("white") == 1


def test_tokens_go_where_fewest_dice_lie_and_no_token():
    """The marker's own edge comes last in a tie."""
    around = {
        "explore": ["yellow", "wood"],
        "research": ["yellow", "yellow"],
        "settle": ["yellow"],
    }
    state = after_bot_roll(
        "green_wood grey_iron brown_gold yellow_food",
        around=around,
        marker="trade",
        centre=["iron"],
        dice_queue=["white"],
    )
    assert [
        edge_pieces(state, action)[1] for action in ("recruit", "raid", "trade", "settle", "explore", "research")
    ] == [
        "wood",
        "iron",
        "gold",
        "food",
        "wood",
        "",
    ]
    assert dict(state.bot.centre) == {"iron": 1}


def test_the_worked_example_of_the_roll():
    """The pioneer goes to explore; tokens go to raid, trade, then explore."""
    state = after_bot_roll(
        "white_pioneer green_wood white_research white_settle brown_gold brown_gold",
        around={"recruit": ["yellow"]},
        centre=["iron"],
    )
    assert pieces_by_edge(state) == {
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
        pytest.param((), 0, {"iron": 1, "wood": 2}, id="every edge has a token"),
        pytest.param(("raid",), 1, {"iron": 1, "wood": 1}, id="one edge has no token"),
    ],
)
def test_tokens_without_a_free_side_go_to_the_centre(free, sides, centre):
    hexagon = ("recruit", "explore", "research", "raid", "trade", "settle")
    around = {action: ["food"] for action in hexagon if action not in free}
    state = after_bot_roll("green_wood green_wood", around=around, centre=["iron"])
    assert sum(edge_pieces(state, action)[1] == "wood" for action in hexagon) == sides
    assert dict(state.bot.centre) == centre


def test_with_an_empty_centre_all_tokens_go_there():
    """Ruling solo_centre."""
    state = after_bot_roll("green_wood grey_iron brown_gold", around={"explore": ["gold"]})
    assert dict(state.bot.centre) == {"gold": 1, "iron": 1, "wood": 1}
    assert pieces_by_edge(state) == {"explore": "gold"}


def test_resource_dice_queue_again_in_any_order():
    """In random order, behind the dice in the queue."""
    state = after_bot_roll("green_wood brown_gold", dice_queue=["yellow"])
    assert (seat_to_move(state), question(state)) == (CHANCE, "queue_dice")
    state = after_lines(state, "queue_die colour=green")
    assert state.bot.dice_queue == ("yellow", "green", "brown")


def test_the_marker_moves_one_to_four_steps():
    """Faces 1, 2, 2, 3, 3, 4."""
    state = bot_position(LAND, {"trade": ["brown"]})
    assert [action.steps for action in legal(state)] == [1, 2, 3, 4]
    assert [row.weight for row in content(state).pack.steps] == [1, 2, 2, 1]


@pytest.mark.parametrize(
    ("around", "marker", "stops"),
    [
        pytest.param(
            {"explore": ["white", "gold"], "research": ["white"], "trade": ["white"]},
            "recruit",
            ["explore", "explore", "research", "trade"],
            id="the worked example",
        ),
        pytest.param(
            {"recruit": ["white", "white"], "explore": ["gold"], "settle": ["white"]},
            "recruit",
            ["explore", "settle", "recruit", "recruit"],
            id="the marker's own edge comes last",
        ),
        pytest.param({"explore": ["gold"]}, "explore", ["explore"] * 4, id="several times around the hexagon"),
    ],
)
def test_where_the_marker_stops(around, marker, stops):
    state = bot_position(LAND, around, marker=marker, deck=[])
    ends = [content(state).hexagon[after_lines(state, line).bot.marker] for line in legal_lines(state, "move_bot")]
    assert ends == stops


def test_a_printed_bot_with_an_empty_hexagon_passes():
    """The Bot gains nothing, and the player's turn follows."""
    state = bot_position(LAND, {})
    assert (seat_to_move(state), state.bot.points) == (0, ())


def test_the_pieces_at_the_marker_are_cleared_before_the_action():
    """Dice go to the queue, the token to the supply and not to the centre. The force is three."""
    state = bot_position(LAND, {"trade": ["white", "white", "wood"]}, centre=["food"], dice_queue=["green"])
    state = after_lines(state, "move_bot steps=1")
    assert state.bot.dice_queue == ("green", "white", "white")
    assert (edge_pieces(state, "trade"), state.bot.centre) == (({}, ""), ())
    assert {line.rule: line.points for line in state.bot.points} == {"score.bot_trade": 2, "score.bot_force": 2}


def test_both_actions_of_the_bot_differ():
    """The edge of the first action is empty, so the marker stops at another edge."""
    state = bot_position(LAND, {"trade": ["white"], "settle": ["white"]}, bot_tents=2)
    state = after_lines(state, "move_bot steps=1", "settle option=take")
    assert question(state) == "bot_move"
    ends = {content(state).hexagon[after_lines(state, line).bot.marker] for line in legal_lines(state, "move_bot")}
    assert ends == {"settle"}
