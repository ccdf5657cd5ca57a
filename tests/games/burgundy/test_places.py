"""Places of the table, what actions touch, and what labels and prompts say about the position."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.end_turn import EndTurn
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.decisions.benefits import DiscardTile
from referee_service.games.burgundy.decisions.setup import ChooseBoard, ChooseCastle
from referee_service.games.burgundy.decisions.ships import LoadShip, StoreGoods
from referee_service.games.burgundy.questions import (
    FreeActionFrame,
    LoadMoreFrame,
    LoadShipFrame,
    MakeRoomFrame,
    PlaceBenefitFrame,
    SellBenefitFrame,
    StoreGoodsFrame,
    TakeBenefitFrame,
)
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.narration import action_label, question_prompt, turn_facts
from referee_service.kernel.places import action_facts, held_components, touches
from tests.games.burgundy.positions import CITY, LONE_CITY, MINES, given, idle, new_game, opening, question, random_game

WORDS = GAME.catalogue()
BUYS_ANYWHERE = {12: "knowledge_6"}
TWO_DICE, FREE = given(dice=[4, 4], depots={4: ["bank", "ship", "bank"]}), given(pending=(FreeActionFrame(0),))


def boards_to_choose():
    """Return a game with chosen boards when the first seat chooses."""
    return idle(new_game(2, "chosen").state, lambda state: question(state) == "choose_board")


# --- touches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "action", "groups"),
    [
        pytest.param(TWO_DICE, TakeTile(4, 4, "ship"), [["seat.0.die.0", "seat.0.die.1"], ["depot.4.1"]], id="take"),
        pytest.param(
            TWO_DICE,
            TakeTile(4, 4, "bank"),
            [["seat.0.die.0", "seat.0.die.1"], ["depot.4.0", "depot.4.2"]],
            id="take one of two equal tiles",
        ),
        pytest.param(FREE, TakeTile(None, 4, "mine"), [["depot.4.0"]], id="take without a die"),
        pytest.param(
            given(dice=[1, 4], storage=["bank", "mine"]),
            PlaceTile(4, "mine", MINES[0]),
            [["seat.0.die.1"], ["storage.0.1"], ["estate.0.24"]],
            id="place",
        ),
        pytest.param(
            given(dice=[4, 5], goods=["pink", "red", "red"]),
            SellGoods(4, "red"),
            [["seat.0.die.0"], ["seat.0.goods.red"]],
            id="sell",
        ),
        pytest.param(given(dice=[4, 5]), TakeWorkers(5), [["seat.0.die.1"], ["seat.0.workers"]], id="workers"),
        pytest.param(FREE, TakeWorkers(None), [["seat.0.workers"]], id="workers without a die"),
        pytest.param(given(silver=2, depots={0: ["ship"]}), BuyTile(0, "ship"), [["depot.0.0"]], id="buy"),
        pytest.param(
            given(silver=2, depots={3: ["ship"], 5: ["ship"]}, estate=BUYS_ANYWHERE),
            BuyTile(3, "ship"),
            [["depot.3.0"], ["seat.0.silver"]],
            id="buy from a numbered depot",
        ),
        pytest.param(given(dice=[], silver=2, depots={0: ["ship"]}), EndTurn(), [["button.end_turn"]], id="end"),
        pytest.param(given(pending=(SellBenefitFrame(0),)), Decline(), [["button.decline"]], id="decline"),
        pytest.param(
            given(storage=["bank", "mine", "mine"], pending=(MakeRoomFrame(0, "castle"),)),
            DiscardTile("mine"),
            [["storage.0.1", "storage.0.2"]],
            id="discard",
        ),
        pytest.param(given(pending=(LoadShipFrame(0),)), LoadShip(5), [["depot.5"]], id="load"),
        pytest.param(
            given(pending=(StoreGoodsFrame(0, (4, 5)),), depot_goods={4: ["red"], 5: ["pink", "red"], 6: ["red"]}),
            StoreGoods("red"),
            [["depot.4.goods.red", "depot.5.goods.red"]],
            id="store",
        ),
        pytest.param(boards_to_choose(), ChooseBoard(7), [["board.7"]], id="board"),
        pytest.param(opening(2, (1, 1)), ChooseCastle(18), [["estate.0.18"]], id="castle"),
    ],
)
def test_an_action_touches_what_it_names(state, action, groups):
    found = touches(GAME, state, 0, action)
    assert [list(group) for group in found] == groups
    assert {place for group in groups for place in group if not place.startswith("button.")} <= {*GAME.places(state, 0)}


def test_the_places_of_an_action_hold_components():
    state = given(dice=[4], storage=["mine"], goods=["red"])
    assert held_components(GAME, state, 0, TakeTile(4, 4, "mine")) == {"depot_holds": "depot_4", "tile_holds": "mine"}
    assert held_components(GAME, state, 0, PlaceTile(4, "mine", MINES[0])) == {"tile_holds": "mine"}
    assert held_components(GAME, state, 0, SellGoods(4, "red")) == {"goods_holds": "red"}
    assert held_components(GAME, boards_to_choose(), 0, ChooseBoard(7)) == {"board_holds": "board_7"}


# --- the table --------------------------------------------------------------------------------------------------------


def test_the_table_has_the_places_of_every_seat_and_depot():
    found = set(GAME.places(given(dice=[1, 2], goods=["red"], depot_goods={5: ["pink", "pink"]}), None))
    assert found >= {"phase.d", "coming.0", "white", "depot.0", "depot.0.3", "depot.5", "depot.5.1", "track.6"}
    assert found >= {"depot.5.goods.pink", "bonus.ship", "seat.0.die.1", "seat.0.goods.red", "seat.1.score"}
    assert found >= {"storage.1.2", "estate.0.0", "estate.1.36", "seat.1.silver", "seat.1.workers"}
    assert not found & {"depot.0.goods.pink", "depot.5.2", "estate.0.37", "board.1", "depot.5.goods.red", "seat.2"}


@pytest.mark.parametrize(("seats", "black"), [(2, 4), (3, 6), (4, 8)])
def test_depots_have_a_place_for_each_of_their_spaces(seats, black):
    found = set(GAME.places(opening(seats), 0))
    assert f"depot.0.{black - 1}" in found
    assert f"depot.0.{black}" not in found
    assert f"depot.3.{seats - 1}" in found
    assert f"depot.3.{seats}" not in found


def test_boards_lie_in_the_middle_while_seats_choose():
    assert {f"board.{number}" for number in range(1, 10)} <= set(GAME.places(boards_to_choose(), 0))
    assert "estate.0.0" not in GAME.places(boards_to_choose(), 0)


def test_all_viewers_see_the_same_places():
    for state in random_game()[::40]:
        assert GAME.places(state, None) == GAME.places(state, 0) == GAME.places(state, 1)


# --- labels and prompts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "action", "en", "fr"),
    [
        pytest.param(
            given(dice=[2, 5], workers=2, depots={4: ["church"]}),
            TakeTile(2, 4, "church"),
            "Take the church from depot 4 with die 2 (2 workers)",
            "Prendre l'église dans le dépôt 4 avec le dé 2 (2 ouvriers)",
            id="take with workers",
        ),
        pytest.param(
            given(dice=[6], workers=1, storage=["carpenters_workshop"], estate={17: "ship"}),
            PlaceTile(6, "carpenters_workshop", 23),
            "Place the carpenter's workshop on space 23 with die 6 (1 worker)",
            "Poser l'atelier de menuiserie sur la case 23 avec le dé 6 (1 ouvrier)",
            id="place with a worker",
        ),
        pytest.param(
            given(dice=[4], goods=["red", "red"]),
            SellGoods(4, "red"),
            "Sell all red goods with die 4: 2 goods tiles, +1 silverling, +4 points",
            "Vendre toutes les marchandises rouges avec le dé 4 : 2 tuiles marchandise, +1 pépite d'argent, +4 points",
            id="sell",
        ),
        pytest.param(
            given(dice=[4], goods=["red"], estate={12: "knowledge_3"}),
            SellGoods(4, "red"),
            "Sell all red goods with die 4: 1 goods tile, +2 silverlings, +2 points",
            "Vendre toutes les marchandises rouges avec le dé 4 : 1 tuile marchandise, +2 pépites d'argent, +2 points",
            id="sell for more silver",
        ),
        pytest.param(
            given(dice=[4], estate={12: "knowledge_14"}),
            TakeWorkers(4),
            "Take workers with die 4: +4 workers",
            "Prendre des ouvriers avec le dé 4 : +4 ouvriers",
            id="workers",
        ),
        pytest.param(
            given(silver=2, depots={0: ["cattle_3"]}),
            BuyTile(0, "cattle_3"),
            "Buy the tile with 3 cattle from the black depot for 2 silverlings",
            "Acheter la tuile de 3 vaches dans le dépôt noir pour 2 pépites d'argent",
            id="buy",
        ),
        pytest.param(
            given(pending=(LoadShipFrame(0),), depot_goods={4: ["red", "pink", "red"]}),
            LoadShip(4),
            "Choose depot 4: take 1 pink goods tile and 2 red goods tiles",
            "Choisir le dépôt 4 : prendre 1 marchandise rose et 2 marchandises rouges",
            id="load",
        ),
        pytest.param(
            given(
                pending=(LoadShipFrame(0),),
                goods=["brown", "purple", "red"],
                depot_goods={4: ["orange", "pink", "red"]},
            ),
            LoadShip(4),
            "Choose depot 4: take 1 red goods tile (1 orange goods tile and 1 pink goods tile stay)",
            "Choisir le dépôt 4 : prendre 1 marchandise rouge (1 marchandise orange et 1 marchandise rose restent)",
            id="load what fits",
        ),
        pytest.param(
            given(pending=(LoadShipFrame(0),), goods=["brown", "purple", "red"], depot_goods={4: ["orange", "red"]}),
            LoadShip(4),
            "Choose depot 4: take 1 red goods tile (1 orange goods tile stays)",
            "Choisir le dépôt 4 : prendre 1 marchandise rouge (1 marchandise orange reste)",
            id="load, and one stays",
        ),
        pytest.param(
            given(pending=(LoadShipFrame(0),), goods=["brown", "purple", "red"], depot_goods={4: ["orange"]}),
            LoadShip(4),
            "Choose depot 4 (you can store none of its goods)",
            "Choisir le dépôt 4 (vous ne pouvez stocker aucune de ses marchandises)",
            id="load goods that do not fit",
        ),
        pytest.param(
            given(pending=(LoadShipFrame(0),), goods=["brown", "red"], depot_goods={4: ["orange", "pink"]}),
            LoadShip(4),
            "Choose depot 4: take 1 orange goods tile and 1 pink goods tile (not all goods fit: you then choose the"
            " kinds)",
            "Choisir le dépôt 4 : prendre 1 marchandise orange et 1 marchandise rose (toutes ne tiennent pas :"
            " vous choisirez ensuite les types)",
            id="load, then choose a kind",
        ),
        pytest.param(
            given(
                pending=(StoreGoodsFrame(0, (3,)), LoadMoreFrame(0, 3)),
                goods=["brown", "red"],
                depot_goods={3: ["orange"], 4: ["pink"]},
            ),
            LoadShip(4),
            "Choose depot 4: take 1 pink goods tile (not all goods fit: you then choose the kinds)",
            "Choisir le dépôt 4 : prendre 1 marchandise rose (toutes ne tiennent pas : vous choisirez ensuite les"
            " types)",
            id="load a second depot, then choose a kind",
        ),
        pytest.param(
            given(pending=(LoadShipFrame(0),)),
            LoadShip(4),
            "Choose depot 4 (no goods)",
            "Choisir le dépôt 4 (aucune marchandise)",
            id="load nothing",
        ),
    ],
)
def test_a_label_states_price_and_gain(state, action, en, fr):
    facts = action_facts(GAME, state, 0, action)
    assert (action_label(WORDS, action, "en", facts), action_label(WORDS, action, "fr", facts)) == (en, fr)


@pytest.mark.parametrize(
    ("state", "en", "fr"),
    [
        pytest.param(
            given(dice=[2, 5]), "Your turn: use dice 2 and 5.", "À vous : utilisez les dés 2 et 5.", id="two dice"
        ),
        pytest.param(
            given(dice=[5], silver=3, depots={0: ["ship"]}),
            "Your turn: use die 5; you may also buy a tile for 2 silverlings.",
            "À vous : utilisez le dé 5 ; vous pouvez aussi acheter une tuile pour 2 pépites d'argent.",
            id="a die and a purchase",
        ),
        pytest.param(
            given(dice=[], silver=3, depots={0: ["ship"]}),
            "Your turn: buy a tile for 2 silverlings, or end the turn.",
            "À vous : achetez une tuile pour 2 pépites d'argent, ou finissez le tour.",
            id="a purchase",
        ),
        pytest.param(
            given(pending=(TakeBenefitFrame(0, ("mine", "knowledge", "castle")),), estate={LONE_CITY: "church"}),
            "The church: you may take one mine, knowledge or castle tile from a numbered depot, or decline.",
            "L'église : vous pouvez prendre une tuile mine, connaissance ou château dans un dépôt numéroté, ou"
            " refuser.",
            id="church",
        ),
        pytest.param(
            given(pending=(PlaceBenefitFrame(0),), estate={CITY[0]: "city_hall"}, storage=["mine"]),
            "The city hall: you may place one more stored tile, whatever the die value of its space, or decline.",
            "L'hôtel de ville : vous pouvez poser une autre tuile de vos cases de stockage, quelle que soit la valeur"
            " de dé de sa case, ou refuser.",
            id="city hall",
        ),
        pytest.param(
            given(storage=["bank", "mine", "ship"], pending=(MakeRoomFrame(0, "market"),)),
            "Your storage is full: discard a tile to make room for the market.",
            "Vos cases de stockage sont pleines : défaussez une tuile pour faire place au marché.",
            id="full storage",
        ),
        pytest.param(
            given(pending=(StoreGoodsFrame(0, (6,)), LoadMoreFrame(0, 6)), depot_goods={1: ["red"], 6: ["red"]}),
            "You may also take the goods of a neighbouring depot (depot 5 or 1), or decline.",
            "Vous pouvez aussi prendre les marchandises d'un dépôt voisin (dépôt 5 ou 1), ou refuser.",
            id="second depot",
        ),
        pytest.param(
            given(pending=(StoreGoodsFrame(0, (4,)),), goods=["red", "orange"], depot_goods={4: ["brown", "pink"]}),
            "Depot 4: not all goods fit; choose a kind to store: brown or pink (room for 1 more kind).",
            "Dépôt 4 : toutes les marchandises ne tiennent pas ; choisissez lesquelles stocker : brunes ou roses"
            " (place pour 1 type de plus).",
            id="kinds to store",
        ),
    ],
)
def test_a_prompt_states_the_facts_of_its_question(state, en, fr):
    turn = GAME.turn(state)
    facts = turn_facts(GAME, state, turn)
    assert (question_prompt(WORDS, turn, "en", facts), question_prompt(WORDS, turn, "fr", facts)) == (en, fr)
