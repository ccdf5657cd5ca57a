"""Places: what a player touches to choose an action, and the places of the table."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.choose_colour import ChooseColour
from referee_service.games.dice_settlers.actions.explode import Explode
from referee_service.games.dice_settlers.actions.explore import Explore
from referee_service.games.dice_settlers.actions.govern import Govern
from referee_service.games.dice_settlers.actions.harvest import Harvest
from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.actions.raid import Raid
from referee_service.games.dice_settlers.actions.recruit import Recruit
from referee_service.games.dice_settlers.actions.research import Research
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.actions.spend_symbol import SpendSymbol
from referee_service.games.dice_settlers.actions.trade_die import TradeDie
from referee_service.games.dice_settlers.actions.trade_tokens import TradeTokens
from referee_service.games.dice_settlers.actions.use_factory import UseFactory
from referee_service.games.dice_settlers.decisions.cleanup import KeepDice
from referee_service.games.dice_settlers.decisions.dice import DrawTwo, Reroll, SetDie
from referee_service.games.dice_settlers.decisions.exploration import AddTent, ChooseTile
from referee_service.games.dice_settlers.decisions.main_action import SellDie
from referee_service.games.dice_settlers.decisions.printed_bot import ChooseForBot, RemoveTent
from referee_service.games.dice_settlers.decisions.setup import TakeStart
from referee_service.games.dice_settlers.questions import (
    AdjustFrame,
    BotSettleFrame,
    FollowFrame,
    PlaceTileFrame,
    ResearchingFrame,
)
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.places import held_components, touches
from tests.games.dice_settlers.positions import FOREST, GAME, HILL, PLAIN, dice_match, given, solo

FACTORY = "tile_09"
MAP = {FOREST: {0: 2, 1: 1}, PLAIN: {1: 1}, FACTORY: {0: 1}}
DICE = {"active": ["green_wood", "white_settle", "white_settle"], "spent": ["grey"]}
MAIN = given(MAP, seat_0=DICE)
PAYING = given(MAP, seat_0={"active": ["white_pioneer", "white_settle"], "tokens": {"gold": 1, "wood": 1}})


def paying(owed, purpose="settle", **seat_0):
    """Return a position in which seat 0 owes this price."""
    frame = PaymentFrame(0, owed, (), purpose)
    player = {"active": ["white_pioneer", "white_settle"], "tokens": {"gold": 1, "wood": 1}} | seat_0
    return given(MAP, seat_0=player, pending=(ResearchingFrame(0, "scouts"), frame))


@pytest.mark.parametrize(
    ("action", "groups"),
    [
        (Settle("take"), (("action.settle",), ("seat.0.tents",))),
        (Settle("place", FOREST), (("action.settle",), (f"map.{FOREST}",))),
        (Settle("recall", FOREST), (("action.settle",), (f"map.{FOREST}.tents.0",))),
        (Raid(FOREST, 1), (("action.raid",), (f"map.{FOREST}.tents.1",))),
        (Research("scouts"), (("action.research",), ("table.scouts",))),
        (Govern(FOREST), (("action.govern",), (f"map.{FOREST}",))),
        (Explore(2), (("action.explore",),)),
        (Recruit(("green", "green")), (("action.recruit",), ("supply.green",), ("supply.green",))),
        (Harvest("wood"), (("action.harvest",), ("seat.0.tokens.wood",))),
        (
            TradeTokens("any", ("food", "gold")),
            (("action.trade",), ("seat.0.tokens.food",), ("seat.0.tokens.gold",)),
        ),
        (TradeDie(), (("action.trade",),)),
        (UseFactory(FACTORY, FACTORY), (("action.use_factory",), (f"map.{FACTORY}",))),
        (
            UseFactory(FACTORY, FOREST),
            (("action.use_factory",), (f"map.{FACTORY}",), (f"map.{FOREST}", f"map.{FOREST}.tents.0")),
        ),
        (Explode("stability"), (("table.stability",),)),
        (SellDie("white_settle"), (("seat.0.active.1", "seat.0.active.2"),)),
        (SellDie("grey"), (("seat.0.spent.grey",),)),
        (KeepDice(("green_wood", "white_settle")), (("seat.0.active.0",), ("seat.0.active.1", "seat.0.active.2"))),
        (KeepDice(()), (("button.keep_dice",),)),
        (SpendSymbol("pioneer"), (("choice.pioneer",),)),
        (ChooseColour("grey"), (("supply.grey",),)),
        (ChooseForBot(PLAIN), ((f"map.{PLAIN}",),)),
    ],
)
def test_an_action_touches_its_chip_and_the_places_of_its_fields(action, groups):
    assert touches(GAME, MAIN, 0, action) == groups


def test_a_spent_symbol_touches_a_die_or_the_bag():
    state = given(seat_0={"active": ["white_settle"]}, stage="roll", pending=(AdjustFrame(0, "resource"),))
    assert touches(GAME, state, 0, SetDie("white_settle", "raid")) == (("choice.set_die",), ("seat.0.active.0",))
    assert touches(GAME, state, 0, Reroll("white_settle")) == (("seat.0.active.0",),)
    assert touches(GAME, state, 0, DrawTwo()) == (("seat.0.bag",),)


def test_exploring_touches_the_tile_in_hand_the_cell_and_the_new_tile():
    assert touches(GAME, MAIN, 0, ChooseTile(HILL)) == ((f"hand.{HILL}",),)
    laying = given(MAP, pending=(PlaceTileFrame(0, HILL, 0),))
    assert touches(GAME, laying, 0, PlaceTile(1, -1)) == (("spot.1.-1",),)
    assert held_components(GAME, laying, 0, PlaceTile(1, -1)) == {"q_holds": HILL}
    assert {f"hand.{HILL}", "spot.1.-1"} <= set(GAME.places(laying, 0))
    assert not [place for place in GAME.places(MAIN, 0) if place.startswith(("hand.", "spot."))]
    following = given(MAP, pending=(FollowFrame(1, PLAIN, 1),))
    assert touches(GAME, following, 1, AddTent()) == ((f"map.{PLAIN}",),)


def test_a_start_tile_lies_beside_the_map():
    state = dice_match().state
    assert touches(GAME, state, 0, TakeStart("tile_02")) == (("hand.tile_02",),)


@pytest.mark.parametrize(
    ("state", "source", "place"),
    [
        (paying((("settle", 1),)), "white_settle", "seat.0.active.1"),
        (paying((("settle", 1),)), "pair_white_pioneer", "seat.0.active.0"),
        (paying((("settle", 1),), technologies=["large_wagons"]), "pair_white_pioneer", "choice.pair_white_pioneer"),
        (paying((("settle", 1),), technologies=["large_wagons"]), "white_pioneer", "seat.0.active.0"),
        (paying((("settle", 1),)), "pair", "choice.pair"),
        (paying((("raid", 1),), extra_symbols={"raid": 1}), "extra_raid", "choice.extra_raid"),
        (paying((("research", 1),)), "education", "table.education"),
        (paying((("token_wood", 1),), "scouts"), "token_wood", "seat.0.tokens.wood"),
        (paying((("token_wood", 1),), "scouts"), "gold_for_wood", "seat.0.tokens.gold"),
        (paying((("token_iron", 1), ("token_wood", 1)), "scouts"), "gold_for_wood", "choice.gold_for_wood"),
    ],
)
def test_a_payment_touches_the_piece_or_the_choice_between_its_uses(state, source, place):
    assert touches(GAME, state, 0, Pay(source)) == ((place,),)


@pytest.mark.parametrize(
    ("source", "component"),
    [
        ("white_settle", "white"),
        ("pair_white_pioneer", "white"),
        ("pair", "pioneer"),
        ("extra_raid", "raid"),
        ("token_wood", "wood"),
        ("gold_for_wood", "gold"),
        ("education", "education"),
    ],
)
def test_a_payment_names_the_component_that_pays(source, component):
    assert held_components(GAME, PAYING, 0, Pay(source)) == {"source_holds": component}


def test_the_printed_bot_has_places_of_its_own():
    state = solo({FACTORY: {1: 2}}, around={"raid": ["white", "iron"]}, dice_queue=["grey"])
    assert touches(GAME, state, 0, RemoveTent(FACTORY)) == ((f"map.{FACTORY}.tents.1",),)
    places = set(GAME.places(state, 0))
    assert {"bot", "bot.centre", "bot.tents", "bot.queue.0", "bot.side.raid", "bot.side.raid.1"} <= places
    assert "bot.side.raid.2" not in places
    assert not [place for place in GAME.places(MAIN, 0) if place.startswith("bot")]
    tied = solo({FOREST: {1: 1}}, pending=(BotSettleFrame(0, 1),))
    assert touches(GAME, tied, 0, ChooseForBot(FOREST)) == ((f"map.{FOREST}",),)


def test_the_table_has_a_place_for_every_piece_in_sight():
    places = set(GAME.places(given({FOREST: {0: 2, "house": 1}}, seat_0=DICE), 0))
    assert {"deck", "first", "supply.points", "supply.green", "table.scouts", "action.settle"} <= places
    assert {f"map.{FOREST}", f"map.{FOREST}.tents.0", f"map.{FOREST}.house"} <= places
    assert {"seat.0.bag", "seat.0.spent", "seat.0.spent.grey", "seat.0.active.2", "seat.1.tokens.gold"} <= places
    assert f"map.{FOREST}.tents.1" not in places
    assert "seat.0.active.3" not in places
    assert "supply.white" not in places


def test_places_do_not_depend_on_what_a_closed_bag_holds():
    places = [
        GAME.places(given(options={"bags": "closed"}, seat_1={"bag": bag}), 0) for bag in (["white"], ["green", "grey"])
    ]
    assert places[0] == places[1]
