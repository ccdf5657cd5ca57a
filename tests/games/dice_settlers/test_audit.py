"""Audit: impossible positions, and the paths of their faults."""

from __future__ import annotations

import random
from functools import cache

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.printed_bot.hexagon import with_bot
from referee_service.games.dice_settlers.questions import (
    ActingFrame,
    BotMoveFrame,
    BotRaidFrame,
    BotRecruitFrame,
    BotSettleFrame,
    ChooseTileFrame,
    DefendFrame,
    DrawTilesFrame,
    ExtraActionFrame,
    GainDieFrame,
    GainTokensFrame,
    KeepDiceFrame,
    PlaceTileFrame,
    RecruitingFrame,
    RerollFrame,
    ResearchingFrame,
    SellDieFrame,
)
from referee_service.games.dice_settlers.state import BOT
from referee_service.kernel.bags import bag_of, merge_bags
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import CHANCE, ScoreLine
from referee_service.kernel.tuples import with_item, with_player
from tests.games.dice_settlers.positions import (
    GAME,
    TABLES,
    after_chance,
    dice_match,
    faults,
    opening,
    question,
    random_game,
)
from tests.games.forgeries import forge
from tests.games.rules import allows, refuses, rule

FIRST = opening()
"""Position at the first action of a two-player game, seat 0 to play."""


SOLO = opening(1)


TILE = FIRST.map[0].tile


def with_tile(state, index=0, **fields):
    """Return the position with fields of one map tile changed."""
    return replace(state, map=with_item(state.map, index, replace(state.map[index], **fields)))


@cache
def random_position(seats, wanted, seed=0):
    """Return a position of a random game in which this question is open."""
    for other in range(seed, seed + 12):
        for state in random_game(seats, other):
            if question(state) == wanted:
                return state
    raise LookupError(wanted)


def with_frames(state, *frames):
    """Return the position with exactly these frames on the stack."""
    return replace(state, pending=frames)


def without_tiles(state, *tiles):
    """Return the position without these tiles in the deck."""
    return replace(state, deck=tuple(each for each in state.deck if each[0] not in tiles))


@allows("audit.pieces", "audit.map", "audit.moment", "audit.owned", "audit.points")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1])
def test_every_position_of_a_real_game_is_possible(seats, seed):
    for state in random_game(seats, seed):
        assert not faults(state)


@refuses("audit.shape")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, players=()), "players"),
        (replace(FIRST, players=FIRST.players * 3), "players"),
        (replace(FIRST, bot=SOLO.bot), "bot"),
        (replace(SOLO, bot=None), "bot"),
    ],
)
def test_one_to_four_players_and_the_printed_bot_only_in_a_solo_game(forged, path):
    assert faults(forged) == {(path, "audit.shape")}


@pytest.mark.parametrize(
    ("forged", "path", "rule"),
    [
        (replace(FIRST, options=replace(FIRST.options, first_player=7)), "options.first_player", "audit.range"),
        (with_player(FIRST, 1, extra_symbols=(("silver", 1),)), "players[1].extra_symbols[0]", "audit.known"),
        (with_frames(FIRST, ActingFrame(0, "raid", 1, 0, TILE, (0, -2))), "pending[0].shields[1]", "audit.range"),
        (with_frames(FIRST, ResearchingFrame(0, "fire")), "pending[0].technology", "audit.known"),
        (with_frames(FIRST, RecruitingFrame(0, ("white", "grey"))), "pending[0].dice", "audit.sorted"),
        (with_frames(FIRST, GainTokensFrame(2, 1)), "pending[0].seat", "audit.range"),
        (
            with_frames(FIRST, PaymentFrame(0, (("raid", 1),), (("silver", 1),), "raid")),
            "pending[0].pool[0]",
            "audit.known",
        ),
        (with_frames(FIRST, PaymentFrame(0, (("raid", 1),), (), "dance")), "pending[0].purpose", "audit.known"),
    ],
)
def test_marks_hold_in_states_that_random_games_rarely_show(forged, path, rule):
    assert faults(forged) == {(path, rule)}


@refuses("audit.pieces")
@pytest.mark.parametrize(
    "forged",
    [
        replace(FIRST, supply=FIRST.supply[1:]),
        with_player(FIRST, 0, spent=(("grey", 3),)),
        replace(FIRST, sold=(("white", 1),)),
        with_frames(FIRST, RerollFrame(0, ("white",))),
        with_bot(SOLO, dice_queue=(*SOLO.bot.dice_queue, "white")),
        with_bot(SOLO, tents=20),
        replace(FIRST, deck=tuple((tile, 2) for tile, _ in FIRST.deck)),
        replace(FIRST, map=(*FIRST.map, replace(FIRST.map[0], q=0, r=1))),
        replace(FIRST, start_tiles=(FIRST.start_tiles[0],) * 2),
    ],
)
def test_no_piece_is_lost_or_duplicated(forged):
    assert "audit.pieces" in {rule for _, rule in faults(forged)}


def test_no_side_has_six_houses():
    state = random_game(4, 0)[-1]
    assert len(state.map) > 6
    for index in range(6):
        state = with_tile(state, index, house=0)
    assert ("map", "audit.pieces") in faults(state)


@refuses("audit.map")
@pytest.mark.parametrize(
    "forged",
    [
        with_tile(FIRST, 0, q=1, r=5),
        with_tile(FIRST, 1, q=5),
        with_tile(FIRST, 1, q=0, r=0),
        replace(FIRST, map=FIRST.map[::-1]),
        replace(FIRST, start_tiles=FIRST.start_tiles[::-1]),
    ],
)
def test_the_map_grew_tile_by_tile(forged):
    assert "audit.map" in {rule for _, rule in faults(forged)}


@refuses("audit.known")
def test_tiles_of_larger_tables_stay_in_the_box():
    deck = tuple(sorted((*FIRST.deck, ("tile_40", 1))))
    assert faults(replace(FIRST, deck=deck)) == {("deck", "audit.known")}


@refuses("audit.moment")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(replace(FIRST, stage="roll", turn_index=1), id="another's roll"),
        pytest.param(replace(FIRST, stage="over"), id="over too early"),
        pytest.param(replace(FIRST, stage="draft"), id="a draft with a map"),
        pytest.param(replace(FIRST, active_side=1), id="another's turn"),
        pytest.param(replace(FIRST, options=replace(FIRST.options, first_player=1)), id="another first player"),
        pytest.param(replace(FIRST, has_acted=True), id="acted without an action"),
        pytest.param(replace(FIRST, technologies=FIRST.technologies[1:]), id="a technology gone"),
        pytest.param(replace(FIRST, map=FIRST.map[:1]), id="a start tile gone"),
        pytest.param(with_player(FIRST, 1, actions_done=("settle",)), id="done before the turn"),
        pytest.param(with_player(FIRST, 1, extra_symbols=(("raid", 1),)), id="symbols out of turn"),
        pytest.param(replace(dice_match(2).state, round=1), id="a round in the draft"),
        pytest.param(replace(dice_match(2).state, pending=dice_match(2).state.pending[:-1]), id="nothing dealt"),
        pytest.param(with_player(dice_match(2).state, 0, tents=7), id="more tents than at the start"),
        pytest.param(with_bot(dice_match(1).state, marker=2), id="a marker in the draft"),
    ],
)
def test_pieces_and_questions_fit_the_stage(forged):
    assert "audit.moment" in {rule for _, rule in faults(forged)}


@refuses("audit.owned")
@pytest.mark.parametrize(
    "forged",
    [
        with_player(FIRST, 0, technologies=("walls",)),
        with_player(FIRST, 0, technologies=("stability",), used_technologies=("stability",)),
        with_player(FIRST, 0, used_technologies=("education",)),
        with_player(FIRST, 0, used_factories=("tile_09",)),
        with_bot(SOLO, technologies=("walls",)),
    ],
)
def test_only_what_can_be_owned(forged):
    assert "audit.owned" in {rule for _, rule in faults(forged)}


@refuses("audit.question")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(with_frames(FIRST, KeepDiceFrame(0)), id="a clean-up in an action"),
        pytest.param(with_frames(FIRST, BotMoveFrame(CHANCE)), id="no Bot here"),
        pytest.param(with_frames(FIRST, ExtraActionFrame(1)), id="another's action"),
        pytest.param(
            with_frames(without_tiles(FIRST, "tile_14"), DefendFrame(0, TILE, 0), PlaceTileFrame(0, "tile_14", 0)),
            id="two explorations",
        ),
        pytest.param(with_frames(FIRST, ActingFrame(0, "settle", 1, 0)), id="not begun"),
        pytest.param(
            with_frames(without_tiles(FIRST, "tile_09", "tile_14"), ChooseTileFrame(0, ("tile_09", "tile_14"))),
            id="not exploring",
        ),
        pytest.param(
            with_frames(without_tiles(FIRST, "tile_14"), PlaceTileFrame(0, "tile_14", 0)), id="nothing explored"
        ),
        pytest.param(with_frames(FIRST, GainTokensFrame(0, 9)), id="too many tokens"),
        pytest.param(
            with_frames(FIRST, RecruitingFrame(0, ("grey",)), PaymentFrame(0, (("recruit", 1),), (), "recruit")),
            id="not recruiting",
        ),
        pytest.param(
            with_frames(with_player(FIRST, 0, actions_done=("settle",)), ActingFrame(0, "settle", 1, 3)),
            id="more bonus than tiles give",
        ),
        pytest.param(
            with_frames(
                with_player(FIRST, 0, actions_done=("settle",)), ActingFrame(0, "settle", 1, 0, recalling=True)
            ),
            id="no such option",
        ),
        pytest.param(
            with_frames(with_player(FIRST, 0, actions_done=("raid",)), ActingFrame(0, "raid", 1, 0, "tile_14", (0, 0))),
            id="a raid nowhere",
        ),
        pytest.param(
            with_frames(
                with_player(FIRST, 0, actions_done=("explore",)), ChooseTileFrame(0, ()), DrawTilesFrame(CHANCE, 0)
            ),
            id="nothing drawn",
        ),
        pytest.param(
            with_frames(
                with_player(FIRST, 0, actions_done=("explore",)),
                ChooseTileFrame(0, ()),
                PaymentFrame(0, (("explore", 1),), (), "explore"),
            ),
            id="paid without a draw of tiles",
        ),
    ],
)
def test_a_question_has_its_reason(forged):
    assert "audit.question" in {rule for _, rule in faults(forged)}


@refuses("audit.question")
def test_a_payment_is_for_what_waits_beneath_and_can_be_completed():
    state = random_position(3, "payment")
    index = len(state.pending) - 1
    frame = state.pending[index]
    for forged in (
        replace(frame, purpose="elsewhere"),
        replace(frame, owed=(("gold", 5),)),
        replace(frame, owed=()),
        replace(frame, pool=frame.owed),
        replace(frame, pool=(("half", 3),)),
    ):
        assert faults(replace(state, pending=with_item(state.pending, index, forged)))


@refuses("audit.question")
def test_followers_are_asked_in_order_about_the_new_tile():
    state = random_position(3, "follow")
    index = len(state.pending) - 1
    other = state.map[0].tile
    for forged in (replace(state.pending[index], tile=other), replace(state.pending[index], side=state.active_side)):
        wrong = replace(state, pending=with_item(state.pending, index, forged))
        assert (f"pending[{index}]", "audit.question") in faults(wrong)


@refuses("audit.question")
def test_only_followers_lie_over_the_explorer_who_may_defend():
    state = random_position(3, "follow")
    defend, seat = state.pending[0], state.active_side
    for frame in (ExtraActionFrame(seat), GainDieFrame(seat)):
        assert faults(with_frames(state, defend, frame)) == {("pending[1]", "audit.question")}


@refuses("audit.question")
def test_a_die_is_sold_only_in_a_trade():
    settling = with_player(FIRST, 0, actions_done=("settle",))
    sold = with_frames(settling, ActingFrame(0, "settle", 1, 0), SellDieFrame(0))
    assert faults(sold) == {("pending[1]", "audit.question")}


@refuses("audit.question")
def test_dice_of_the_bot_join_its_queue_in_their_places():
    drafting = random_position(1, "queue_dice")
    assert drafting.stage == "draft"
    one_tile_laid = replace(drafting, pending=drafting.pending[1:])
    assert ("pending[0]", "audit.question") in faults(one_tile_laid)
    acting = next(state for state in random_game(1, 0) if state.stage == "action" and question(state) == "queue_dice")
    assert faults(with_frames(acting, acting.pending[-1])) == {("pending[0]", "audit.question")}


@refuses("audit.question")
def test_the_bot_pays_nothing():
    explores = [state for state in random_game(1, 0) if question(state) == "draw_tiles"]
    state = next(state for state in explores if state.active_side == BOT)
    price = PaymentFrame(0, (("explore", 1),), (), "explore")
    assert faults(replace(state, pending=(*state.pending, price))) == {("pending[2]", "audit.question")}


@refuses("audit.question")
def test_the_bot_does_not_act_without_force():
    state = random_position(1, "bot_settle")
    assert ("pending[0]", "audit.question") in faults(with_frames(state, BotSettleFrame(0, 0)))
    assert faults(with_frames(state, BotRaidFrame(0, 0))) == {("pending", "referee.rest")}
    assert ("pending[0]", "audit.question") in faults(with_frames(state, BotRecruitFrame(0, 2, 1)))


@rule("audit.points")
@pytest.mark.parametrize(
    ("lines", "fits"),
    [
        ((ScoreLine("score.trade_any", 2, 4),), True),
        ((ScoreLine("score.trade_any", 2, 5),), False),
        ((ScoreLine("score.trade_any", 0, 0),), False),
        ((ScoreLine("score.factory", 1, 2),), True),
        ((ScoreLine("score.factory", 1, 3),), False),
        ((ScoreLine("score.trade_die", 1, 3),), False),
        ((ScoreLine("score.houses", 1, 1),), False),
        ((ScoreLine("score.trade_identical", 1, 6), ScoreLine("score.trade_any", 2, 4)), False),
    ],
)
def test_points_of_play_are_what_can_be_gained(lines, fits):
    assert (not faults(replace(FIRST, score_lines=(lines, ())))) is fits


@refuses("audit.points")
def test_points_of_the_end_are_recounted():
    for seats in (1, 2):
        end = random_game(seats, 0)[-1]
        assert ("score_lines[0]", "audit.points") in faults(
            replace(end, score_lines=with_item(end.score_lines, 0, end.score_lines[0][1:]))
        )
    end = random_game(1, 0)[-1]
    assert faults(with_bot(end, points=())) == {("bot.points", "audit.points")}
    assert faults(with_bot(SOLO, points=(ScoreLine("score.bot_force", 2, 3),))) == {("bot.points", "audit.points")}


@refuses("referee.rest")
def test_no_automatic_step_is_pending():
    nothing_to_raid = with_frames(replace(SOLO, turn_index=1, active_side=1), BotRaidFrame(0, 2))
    assert faults(nothing_to_raid) == {("pending", "referee.rest")}
    exploring = with_player(FIRST, 0, actions_done=("explore",))
    assert faults(with_frames(exploring, ChooseTileFrame(0, ()))) == {("pending", "referee.rest")}
    player = FIRST.players[0]
    dice = bag_of(TABLES.faces[die][0] for die, count in player.active for _ in range(count))
    no_dice = with_player(FIRST, 0, active=(), bag=merge_bags(player.bag, dice), actions_done=("trade",))
    no_die_to_sell = with_frames(no_dice, ActingFrame(0, "trade", 1, 0), SellDieFrame(0))
    assert faults(no_die_to_sell) == {("pending", "referee.rest")}
    no_player_cleans_up = replace(FIRST, stage="cleanup")
    assert faults(no_player_cleans_up) == {("pending", "referee.rest")}
    state = random_position(3, "follow")
    nobody_followed = replace(state, pending=state.pending[:1])
    assert faults(nobody_followed) == {("pending", "referee.rest")}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_an_edited_position_is_impossible_or_can_be_played_on_to_possible_ones(seats):
    positions = [state for seed in range(3) for state in random_game(seats, seed)]
    forge(GAME, positions, edits=900, rng=random.Random(seats))


def test_every_set_up_is_possible():
    for seats in (1, 2, 3, 4):
        assert not faults(dice_match(seats).state)
        assert not faults(after_chance(dice_match(seats).state))
