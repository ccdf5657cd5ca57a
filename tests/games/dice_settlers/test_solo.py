"""Solo game: turn order, clean-up, difficulty, the Gold Rush variant, and the end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.actions.end_turn import EndTurn
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.decisions.cleanup import KeepDice
from referee_service.games.dice_settlers.decisions.printed_bot import MoveBot, RemoveTent
from referee_service.games.dice_settlers.printed_bot.hexagon import assign_dice
from referee_service.games.dice_settlers.questions import (
    BotMoveFrame,
    KeepDiceFrame,
    RollDiceFrame,
)
from referee_service.games.dice_settlers.scoring import final_score_lines, result
from referee_service.games.dice_settlers.state import BOT
from referee_service.games.dice_settlers.turns import is_end_triggered
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.state import CHANCE, ScoreLine
from tests.games.dice_settlers.full_positions import (
    after_bot_action,
    after_lines,
    bot_position,
    edge_pieces,
    full_position,
    legal_lines,
    points,
    refused_rules,
    seat_to_move,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    HILL,
    after,
    legal,
    points_by_rule,
    question,
    refusals,
    solo,
    tents,
)
from tests.games.rules import rule


def test_the_gold_rush_keeps_tokens_as_gold():
    around = {"trade": ["white", "iron"]}
    state = solo(
        around=around, active_side=BOT, turn_index=1, pending=(BotMoveFrame(CHANCE),), options={"gold_rush": True}
    )
    assert dict(after(state, MoveBot(1)).bot.centre) == {}
    assert points_by_rule(after(state, MoveBot(1)), BOT) == {"score.bot_trade": 2, "score.bot_force": 1}
    assert dict(assign_dice(state, ("green_wood",)).bot.centre) == {"gold": 1}


def test_ruling_solo_first_the_player_begins_and_the_first_player_tile_moves():
    state = solo(stage="cleanup", pending=(KeepDiceFrame(0),), seat_0={"active": ["white_settle"]}, deck={HILL: 1})
    assert state.first_side == 0
    state = after(state, KeepDice(()))
    assert (state.round, state.first_side, state.stage) == (2, BOT, "roll")


@rule("remove_tent.factory")
def test_ruling_solo_factory_removal_one_tent_of_one_tile():
    tiles = {"tile_09": {1: 2, 0: 1}, "tile_13": {1: 1}, "tile_16": {1: 2, 0: 2}, FOREST: {1: 3}}
    state = solo(tiles, stage="cleanup", pending=(KeepDiceFrame(0),), seat_0={"active": ["white_settle"]})
    state = after(state, KeepDice(()))
    assert legal(state) == [RemoveTent("tile_09"), Decline()]
    assert refusals(state, RemoveTent("tile_13")) == {"remove_tent.factory"}
    state = after(state, RemoveTent("tile_09"))
    assert (tents(state, "tile_09", BOT), state.bot.tents, state.stage) == (1, 4, "roll")


@rule("score.bot_technology", "score.bot_token")
@pytest.mark.parametrize(
    ("options", "technology", "token"),
    [({}, 2, 3), ({"bot_technology": 0, "bot_token": 0}, None, None), ({"bot_technology": 2}, 4, 3)],
)
def test_extra_score_of_the_printed_bot_by_difficulty(options, technology, token):
    bot = {"technologies": ("education", "stability")}
    state = solo(around={"raid": ["iron"]}, centre={"gold": 2}, bot=bot, options=options)
    points = {line.rule: line.points for line in final_score_lines(state, BOT)}
    assert (points.get("score.bot_technology"), points.get("score.bot_token")) == (technology, token)


@rule("ruling.bot_effects")
def test_card_effects_do_not_score_for_the_printed_bot():
    state = solo(dice_queue=["white"] * 4, bot={"technologies": ("prosperity",)})
    rules = {line.rule: line.points for line in final_score_lines(state, BOT)}
    assert rules["score.technology"] == 5
    assert "score.technology_effect" not in rules
    seat_0 = solo(seat_0={"technologies": ["prosperity"]})
    assert "score.technology_effect" in {line.rule for line in final_score_lines(seat_0, 0)}


def test_ruling_solo_scoring_dice_in_the_queue_and_around_the_hexagon_count():
    state = solo(dice_queue=["white"] * 3, around={"raid": ["white", "green", "iron"]})
    assert {line.rule: line.points for line in final_score_lines(state, BOT)}["score.dice"] == 6


def test_the_player_and_the_bot_take_turns():
    state = solo(seat_0={"active": ["white_settle", "green_wood"]}, around={"trade": ["white"]})
    state = after(state, Settle("take"))
    assert (state.active_side, question(state)) == (BOT, "bot_move")
    state = after(state, MoveBot(1))
    assert (state.active_side, state.turn_index) == (0, 2)
    assert not refusals(state, EndTurn())


@rule("ruling.beaten")
@pytest.mark.parametrize(("bot", "winners"), [(2, (0,)), (3, (0, "bot")), (4, ("bot",))])
def test_the_bot_may_win(bot, winners):
    state = solo(stage="over", bot={"points": (ScoreLine("score.dice", 1, bot),)})
    state = replace(state, score_lines=((ScoreLine("score.dice", 1, 3),),))
    assert result(state).winners == result(state).ranking[0] == winners
    assert result(state).rival_scores == {"bot": bot}


def test_the_player_rolls_first_and_the_first_turn_goes_round():
    """Ruling solo_first: in the second round the player rolls first, and the Bot acts first."""
    land = {2: {0: 1}, 24: {0: 1}, 18: {1: 1}}
    seat_0 = {"bag": ["white"] * 3, "active": ["yellow_trade", "yellow_food"]}
    state = full_position(
        land, start_tiles=(2, 3), seats=1, seat_0=seat_0, dice_queue=["green"], round=2, stage="roll", active_side=0
    )
    assert (state.first_side, seat_to_move(state), question(state)) == (1, 0, "roll")
    state = after_lines(state, "end_roll")
    assert (question(state), state.pending[-1].to) == ("roll_dice", 1)
    state = after_lines(state, "roll_die face=settle")
    assert (state.stage, state.active_side, question(state)) == ("action", 1, "bot_move")


HUMAN = {24: {0: 1}}


def solo_cleanup(land, **wanted):
    """Return a solo position at the clean-up, after the player kept no dice."""
    return full_position(
        land, seats=1, seat_0={"bag": ["green"]}, stage="cleanup", pending=(KeepDiceFrame(0),), **wanted
    )


def test_the_player_may_remove_one_tent_of_the_bot_from_a_factory():
    """Ruling solo_factory_removal: the tent returns to the Bot's supply, and the factory has no effect."""
    land = {13: {0: 1, 1: 3}, 16: {1: 2}, 25: {0: 2, 1: 2}, 11: {1: 1, "house": 1}, 24: {1: 5}}
    state = solo_cleanup(land, bot_tents=1)
    assert set(legal_lines(state, "remove_tent")) == {"remove_tent tile=tile_13", "remove_tent tile=tile_16"}
    assert refused_rules(state, "decline") == set()
    assert refused_rules(state, "remove_tent tile=tile_25") == {"remove_tent.factory"}
    assert refused_rules(state, "remove_tent tile=tile_24") == {"remove_tent.factory"}
    state = after_lines(state, "remove_tent tile=tile_13")
    assert (tents_and_house(state, 13)[0], state.bot.tents, state.bot.centre) == ((1, 2), 2, ())
    assert state.round == 2


def test_a_tent_may_be_removed_before_the_final_score():
    """The question is also open in the last round."""
    state = solo_cleanup({16: {1: 2, 0: 1}, 24: {0: 1}}, is_last_round=True, deck=[])
    assert question(state) == "remove_tent"
    state = after_lines(state, "remove_tent tile=tile_16")
    assert state.stage == "over"
    assert {line.rule: line.points for line in state.score_lines[0]}["score.tile_first"] == 12


@pytest.mark.parametrize(
    ("options", "expected_points"),
    [
        pytest.param({}, 70, id="default options"),
        pytest.param({"bot_technology": 0, "bot_token": 0}, 63, id="easy: no extra points"),
        pytest.param({"bot_technology": 2}, 72, id="hard: two for each technology"),
    ],
)
def test_the_whole_score_of_the_bot(options, expected_points):
    """Ruling solo_scoring: all dice and tokens of the Bot score, and no card effects."""
    land = {20: {"house": 1}, 14: {"house": 1}, 24: {1: 1}, 18: {0: 1}}
    state = full_position(
        land,
        seats=1,
        seat_0={"active": ["white_settle"], "tokens": ["wood"] * 4},
        dice_queue=["white"] * 3 + ["green"] * 2 + ["grey"],
        around={"raid": ["grey", "grey", "iron"], "trade": ["brown", "food"]},
        centre=["wood", "wood", "gold"],
        bot_technologies=["builder", "prosperity"],
        points={1: 17},
        options=options,
    )
    assert 17 + sum(line.points for line in final_score_lines(state, 1)) == expected_points
    assert sum(line.points for line in final_score_lines(state, 0)) == 7 + (1 + state.players[0].spent[0][1]) // 2 * 3


@pytest.mark.parametrize(
    ("wanted", "ends"),
    [
        ({}, False),
        ({"points": {0: 10, 1: 20}}, True),
        ({"points": {0: 10, 1: 19}}, False),
        ({"supply": {"green": 1, "grey": 1}, "dice_queue": ["brown"] * 5}, True),
    ],
)
def test_the_printed_bot_triggers_the_end_like_a_player(wanted, ends):
    """Points and dice of the Bot count for the triggers."""
    assert is_end_triggered(bot_position({24: {0: 1}, 18: {1: 1}}, {"raid": ["white"]}, **wanted)) is ends


def test_the_fifth_house_of_the_bot():
    built = {tile: {"house": 1} for tile in (12, 16, 22, 13)}
    assert not is_end_triggered(bot_position({24: {0: 1}, **built, 18: {1: 2}}, {"raid": ["white"]}))
    state = after_bot_action("settle", 1, {1: {1: 1}, 3: {1: 1}, **built, 18: {1: 2}}, bot_tents=1)
    assert tents_and_house(state, 18)[1] == 1
    assert is_end_triggered(state)


@pytest.mark.parametrize(
    ("action", "force", "expected_points"),
    [("explore", 3, (0, 2, 4)), ("explore", 4, (0, 3, 6)), ("recruit", 5, (0, 2, 4))],
)
def test_unused_force_by_difficulty(action, force, expected_points):
    for leftover in (0, 1, 2):
        state = after_bot_action(action, force, {1: {0: 1}, 14: {1: 1}}, options={"bot_leftover": leftover})
        assert points(state, 1) == expected_points[leftover]


def test_in_the_gold_rush_tokens_used_come_to_the_centre_as_gold_before_the_action():
    """One force trades three gold, the other scores a point."""
    around, options = {"trade": ["white", "wood"]}, {"gold_rush": True}
    state = bot_position({24: {0: 1}, 18: {1: 1}}, around, centre=["gold", "gold"], options=options)
    state = after_lines(state, "move_bot steps=1")
    assert (points(state, 1), state.bot.centre) == (7, ())
    usual = bot_position({24: {0: 1}, 18: {1: 1}}, around, centre=["gold", "gold"])
    assert points(after_lines(usual, "move_bot steps=1"), 1) == 5


def test_in_the_gold_rush_the_first_gold_opens_the_centre():
    """Later tokens go to the edges, and become gold only in the centre."""
    state = bot_position({1: {0: 1}, 3: {1: 1}}, {"explore": ["gold"]}, options={"gold_rush": True}, deck=[])
    state = after_lines(state, "move_bot steps=1")
    assert (dict(state.bot.centre), points(state, 1)) == ({"gold": 1}, 1)
    rolling = {
        "stage": "roll",
        "turn_index": 1,
        "active_side": 0,
        "pending": (RollDiceFrame(CHANCE, 1, ("green", "green")),),
    }
    seat_0 = {"active": ["white_settle"]}
    spread = full_position(HUMAN, seats=1, seat_0=seat_0, centre=["gold"], options={"gold_rush": True}, **rolling)
    spread = after_lines(spread, "roll_die face=wood", "roll_die face=wood")
    assert [edge_pieces(spread, action)[1] for action in ("explore", "research")] == ["wood", "wood"]
    empty = full_position(HUMAN, seats=1, seat_0=seat_0, options={"gold_rush": True}, **rolling)
    empty = after_lines(empty, "roll_die face=wood", "roll_die face=wood")
    assert dict(empty.bot.centre) == {"gold": 2}


@pytest.mark.parametrize(("bot_points", "winners"), [(9, (0,)), (10, (0, "bot")), (11, ("bot",))])
def test_the_winner_of_a_solo_game(bot_points, winners):
    """Ruling beaten: both win a tie. Both have four dice and share a tile."""
    queue = ["white", "white", "white", "green"]
    state = solo_cleanup({24: {0: 1, 1: 1}}, is_last_round=True, points={0: 10, 1: bot_points}, dice_queue=queue)
    assert (state.stage, points(state) - points(state, 1)) == ("over", 10 - bot_points)
    assert result(state).winners == winners
