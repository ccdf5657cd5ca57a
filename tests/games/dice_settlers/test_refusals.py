"""Refusals of names and numbers that exist in the game but do not fit: other kinds of pieces, tiles off the map."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.questions import GainDieFrame, GainTokensFrame, KeepDiceFrame
from referee_service.kernel import engine
from referee_service.kernel.notation import parse_notation
from tests.games.dice_settlers.full_positions import after_lines, full_position
from tests.games.dice_settlers.positions import GAME, given, refusals
from tests.games.rules import rule

ACTIVE = ["white_settle", "white_recruit", "green_explore", "grey_raid", "yellow_trade", "green_wood", "white_research"]
MAIN = full_position(
    {24: {0: 3, 1: 1}, 25: {0: 1}},
    seat_0={"active": [*ACTIVE, "white_research"], "tokens": ["food", "wood"], "tents": 1},
)
"""Seat 0 can do every main action, and use a factory."""
GOVERN = full_position({24: {0: 3}}, seat_0={"active": ["white_settle"]})
ROLL = full_position(
    {24: {0: 1}}, seat_0={"active": ["white_pioneer", "white_settle", "green_wood"], "bag": ["white"]}, stage="roll"
)
ADJUST = after_lines(ROLL, "spend_symbol price=pioneer")
CLEANUP = full_position(
    {24: {0: 1}}, seat_0={"active": ["white_settle", "green_wood"]}, stage="cleanup", pending=(KeepDiceFrame(0),)
)
GAIN_DIE = given({"tile_24": {0: 1}, "tile_18": {0: 1}}, pending=(GainDieFrame(0),), has_acted=True)
GAIN_TOKENS = given(pending=(GainTokensFrame(0, 1),), has_acted=True)


@rule("recruit.kind", "colour.kind", "settle.kind", "tile.kind", "tent.kind", "token.kind", "trade_tokens.kind")
@rule("set.kind", "research.kind", "spend_symbol.kind", "die.kind", "face.kind", "keep_dice.kind")
@pytest.mark.parametrize(
    ("state", "wrong", "right", "broken"),
    [
        (MAIN, "recruit dice=forest", "recruit dice=yellow", "recruit.kind"),
        (GAIN_DIE, "choose_colour colour=green_wood", "choose_colour colour=green", "colour.kind"),
        (MAIN, "settle option=explore", "settle option=take", "settle.kind"),
        (MAIN, "settle option=place tile=plain", "settle option=place tile=tile_24", "tile.kind"),
        (MAIN, "raid tile=education side=1", "raid tile=tile_24 side=1", "tile.kind"),
        (GOVERN, "govern tile=yellow", "govern tile=tile_24", "tile.kind"),
        (MAIN, "use_factory tile=food tent=tile_25", "use_factory tile=tile_25 tent=tile_25", "tile.kind"),
        (MAIN, "use_factory tile=tile_25 tent=food", "use_factory tile=tile_25 tent=tile_25", "tent.kind"),
        (MAIN, "harvest token=green_wood", "harvest token=wood", "token.kind"),
        (GAIN_TOKENS, "choose_token token=token_wood", "choose_token token=wood", "token.kind"),
        (MAIN, "trade_tokens set=wood tokens=food,wood", "trade_tokens set=any tokens=food,wood", "set.kind"),
        (MAIN, "trade_tokens set=any tokens=food,green", "trade_tokens set=any tokens=food,wood", "trade_tokens.kind"),
        (MAIN, "research technology=research", "research technology=stability", "research.kind"),
        (ROLL, "spend_symbol price=wood", "spend_symbol price=resource", "spend_symbol.kind"),
        (ADJUST, "set_die die=green face=explore", "set_die die=green_wood face=explore", "die.kind"),
        (ADJUST, "reroll die=green", "reroll die=green_wood", "die.kind"),
        (ADJUST, "set_die die=green_wood face=grey", "set_die die=green_wood face=explore", "face.kind"),
        (CLEANUP, "keep_dice dice=green", "keep_dice dice=green_wood", "keep_dice.kind"),
    ],
)
def test_a_piece_of_another_kind_is_refused_by_a_rule_that_says_what_it_is(state, wrong, right, broken):
    assert refusals(state, wrong) == {broken}
    assert refusals(state, right) == set()


@pytest.mark.parametrize(
    ("line", "language", "message"),
    [
        ("recruit dice=forest", "en", "“Forest” is a terrain; name the kinds of dice to recruit."),
        ("recruit dice=forest", "fr", "« Forêt » est un terrain ; nommez les sortes de dés à recruter."),
        ("raid tile=education side=1", "en", "“Education” is a technology; this action needs a tile."),
        ("raid tile=education side=1", "fr", "« Éducation » est une technologie ; cette action demande une tuile."),
        ("research technology=harvest", "en", "“Harvest” is a main action; only technologies are researched."),
        (
            "research technology=resource",
            "en",
            "“Resource” is a price of the roll phase; only technologies are researched.",
        ),
        (
            "research technology=pair",
            "fr",
            "« Paire de pionniers » est un moyen de payer ; on ne recherche que des technologies.",
        ),
        ("settle option=place", "en", "Name a tile to place or recall a tent, and none to take one."),
    ],
)
def test_the_message_names_the_piece_and_its_kind(line, language, message):
    (refusal,) = engine.judge(GAME, MAIN, 0, parse_notation(GAME, line))
    assert GAME.catalogue().ruling(refusal, language).message == message


def test_only_a_name_that_the_game_lacks_is_unknown():
    assert refusals(MAIN, "recruit dice=purple") == {"referee.field"}
    assert refusals(MAIN, "govern tile=tile_99") == {"referee.field"}


@rule("tile.map")
@pytest.mark.parametrize(
    "line",
    [
        "settle option=place tile={}",
        "settle option=recall tile={}",
        "raid tile={} side=1",
        "use_factory tile={} tent=tile_25",
    ],
)
def test_a_tile_that_is_not_on_the_map_is_no_place_for_an_action(line):
    assert refusals(MAIN, line.format("tile_16")) == {"tile.map"}
    assert "tile.map" not in refusals(MAIN, line.format("tile_24"))


def test_a_tile_that_is_not_on_the_map_is_not_governed():
    assert refusals(GOVERN, "govern tile=tile_16") == {"tile.map"}


@rule("place_tile.taken")
def test_a_cell_has_one_tile():
    state = full_position({24: {0: 1, "at": (-1, 0)}}, seat_0={"active": ["white_explore", "white_settle"]})
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_14")
    assert refusals(state, "place_tile q=0 r=0") == {"place_tile.taken"}
    assert refusals(state, "place_tile q=5 r=5") == {"place_tile.spot"}
    assert refusals(state, "place_tile q=-1 r=1") == set()


@rule("raid.own")
def test_own_tents_are_not_raided():
    assert refusals(MAIN, "raid tile=tile_24 side=0") == {"raid.own"}
    assert refusals(MAIN, "raid tile=tile_24 side=3") == {"raid.victim"}
    assert refusals(MAIN, "raid tile=tile_24 side=1") == set()


@rule("recruit.white")
def test_white_dice_have_no_terrain():
    assert refusals(MAIN, "recruit dice=white") == {"recruit.white", "recruit.supply"}
    assert refusals(GAIN_DIE, "choose_colour colour=white") == {"recruit.white", "recruit.supply"}
    assert refusals(GAIN_DIE, "choose_colour colour=grey") == {"recruit.access"}
    assert refusals(GAIN_DIE, "choose_colour colour=green") == set()


def test_a_colour_that_is_out_is_refused_for_the_supply_and_not_for_the_terrain():
    state = given(
        {"tile_24": {0: 1}, "tile_18": {0: 1}, "tile_20": {0: 1}},
        supply={"yellow": 2, "grey": 1},
        pending=(GainDieFrame(0),),
        has_acted=True,
    )
    assert refusals(state, "choose_colour colour=green") == {"recruit.supply"}


def test_an_exploration_takes_at_least_one_symbol():
    assert refusals(MAIN, "explore symbols=0") == {"explore.symbols"}
    assert refusals(MAIN, "explore symbols=1") == set()
