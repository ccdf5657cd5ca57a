"""Texts in English and French: names of pieces, prompts, labels, refusals, events."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.end_turn import EndTurn
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.content.tables import KINDS, content
from referee_service.games.burgundy.decisions.benefits import DiscardTile
from referee_service.games.burgundy.decisions.setup import ChooseBoard, ChooseCastle
from referee_service.games.burgundy.decisions.ships import LoadShip, StoreGoods
from referee_service.games.burgundy.flow import FLOW
from referee_service.games.burgundy.questions import (
    FreeActionFrame,
    LoadMoreFrame,
    MakeRoomFrame,
    StoreGoodsFrame,
    TakeBenefitFrame,
)
from referee_service.kernel import engine
from referee_service.kernel.narration import action_label, narrate, question_prompt
from referee_service.kernel.state import CHANCE, ScoreLine, Turn
from referee_service.kernel.tuples import with_player
from tests.games.burgundy.positions import (
    CITY,
    LONE_CITY,
    MINES,
    PASTURE,
    events_of,
    given,
    idle,
    new_game,
    opening,
    question,
)

WORDS = GAME.catalogue()
TABLES = content(opening())
PIECES = [
    *KINDS,
    *TABLES.tiles,
    *TABLES.goods,
    *sorted({tile.species for tile in TABLES.tiles.values() if tile.species}),
]

each_language = pytest.mark.parametrize("language", ["en", "fr"])


# --- names and prompts ----------------------------------------------------------------------------------------------


@each_language
@pytest.mark.parametrize("piece", PIECES)
def test_every_tile_goods_kind_and_species_has_a_name(piece, language):
    assert WORDS.names[piece][language]
    assert "_" not in WORDS.piece_name(piece, language)


@each_language
def test_no_two_pieces_of_a_sort_share_a_name(language):
    for pieces in (TABLES.tiles, TABLES.goods):
        assert len({WORDS.piece_name(piece, language) for piece in pieces}) == len(pieces)


@pytest.mark.parametrize(
    ("piece", "en", "fr"),
    [
        ("carpenters_workshop", "carpenter's workshop", "atelier de menuiserie"),
        ("boarding_house", "boarding house", "pension de famille"),
        ("city_hall", "city hall", "hôtel de ville"),
        ("cattle_3", "tile with 3 cattle", "tuile de 3 vaches"),
        ("purple", "purple goods tile", "marchandise violette"),
        ("mine", "mine", "mine"),
    ],
)
def test_pieces_are_called_as_on_the_box(piece, en, fr):
    assert (WORDS.piece_name(piece, "en"), WORDS.piece_name(piece, "fr")) == (en, fr)


@each_language
@pytest.mark.parametrize("name", FLOW.verbs)
def test_every_question_has_a_prompt_that_is_a_sentence(name, language):
    refusal_texts = question_prompt(WORDS, Turn(0, name, FLOW.verbs[name]), language)
    assert refusal_texts[0].isupper()
    assert refusal_texts[-1] in ".?"


# --- labels ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "en", "fr"),
    [
        (
            TakeTile(3, 4, "bank"),
            "Take the bank from depot 4 with die 3",
            "Prendre la banque dans le dépôt 4 avec le dé 3",
        ),
        (TakeTile(None, 4, "ship"), "Take the ship from depot 4", "Prendre le navire dans le dépôt 4"),
        (
            PlaceTile(3, "pig_2", 5),
            "Place the tile with 2 pigs on space 5 with die 3",
            "Poser la tuile de 2 cochons sur la case 5 avec le dé 3",
        ),
        (PlaceTile(None, "castle", 6), "Place the castle on space 6", "Poser le château sur la case 6"),
        (
            SellGoods(2, "purple"),
            "Sell all purple goods with die 2",
            "Vendre toutes les marchandises violettes avec le dé 2",
        ),
        (TakeWorkers(6), "Take workers with die 6", "Prendre des ouvriers avec le dé 6"),
        (TakeWorkers(None), "Take workers", "Prendre des ouvriers"),
        (BuyTile(0, "ship"), "Buy the ship from the black depot", "Acheter le navire dans le dépôt noir"),
        (BuyTile(3, "ship"), "Buy the ship from depot 3", "Acheter le navire dans le dépôt 3"),
        (EndTurn(), "End the turn", "Finir le tour"),
        (DiscardTile("church"), "Discard the church", "Défausser l'église"),
        (LoadShip(2), "Choose depot 2", "Choisir le dépôt 2"),
        (StoreGoods("brown"), "Store all brown goods", "Stocker toutes les marchandises brunes"),
        (ChooseBoard(7), "Choose player board 7", "Choisir le plateau joueur 7"),
        (
            ChooseCastle(18),
            "Place the starting castle on space 18",
            "Placer le château de départ sur la case 18",
        ),
    ],
)
def test_an_action_reads_as_what_it_does(action, en, fr):
    assert (action_label(WORDS, action, "en"), action_label(WORDS, action, "fr")) == (en, fr)


# --- refusals -------------------------------------------------------------------------------------------------------


def refusal_texts(state, action, language, seat=0):
    """Return the sentences that refuse an action."""
    return [WORDS.ruling(refusal, language).message for refusal in engine.judge(GAME, state, seat, action)]


def chosen_boards_at(name):
    """Return a game with chosen boards when this question is open for the first time."""
    return idle(new_game(2, "chosen").state, lambda state: question(state) == name)


@pytest.mark.parametrize(
    ("state", "action", "en", "fr"),
    [
        pytest.param(
            given(dice=[6, 6], workers=1, storage=["mine"]),
            PlaceTile(6, "mine", MINES[0]),
            "Die 6 needs 2 workers to become 4; you have 1.",
            "Le dé 6 demande 2 ouvriers pour valoir 4 ; vous en avez 1.",
            id="die.workers",
        ),
        pytest.param(
            given(dice=[6, 6], storage=["mine"]),
            PlaceTile(6, "mine", MINES[0]),
            "Die 6 needs 2 workers to become 4; you have none.",
            "Le dé 6 demande 2 ouvriers pour valoir 4 ; vous n'en avez aucun.",
            id="die.workers, none held",
        ),
        pytest.param(
            given(dice=[2, 5]),
            TakeWorkers(3),
            "You have no die 3 left; you have 2 and 5.",
            "Vous n'avez plus de dé 3 ; il vous reste 2 et 5.",
            id="die.held",
        ),
        pytest.param(
            given(dice=[], silver=2, depots={0: ["ship"]}),
            TakeWorkers(3),
            "You have no die 3 left.",
            "Vous n'avez plus de dé 3.",
            id="die.held, none left",
        ),
        pytest.param(
            given(dice=[2, 5]),
            TakeWorkers(None),
            "Name the die that you use; you have 2 and 5.",
            "Nommez le dé que vous utilisez ; vous avez 2 et 5.",
            id="die.named",
        ),
        pytest.param(
            given(dice=[2, 5], pending=(FreeActionFrame(0),)),
            TakeWorkers(2),
            "This action needs no die; leave die 2 out.",
            "Cette action ne demande pas de dé ; n'indiquez pas le dé 2.",
            id="die.unused",
        ),
        pytest.param(
            given(dice=[3], depots={4: ["bank"]}),
            TakeTile(3, 3, "bank"),
            "There is no bank in depot 3.",
            "Il n'y a pas de banque dans le dépôt 3.",
            id="take_tile.there",
        ),
        pytest.param(
            given(dice=[3]),
            TakeTile(3, 3, "knowledge_5"),
            "There is no knowledge tile 5 (goods of two depots) in depot 3.",
            "Il n'y a pas de tuile connaissance 5 (marchandises de deux dépôts) dans le dépôt 3.",
            id="take_tile.there, a numbered tile",
        ),
        pytest.param(
            given(dice=[3], depots={0: ["bank"]}),
            TakeTile(3, 0, "bank"),
            "The black depot only sells, for silverlings; tiles are taken from depots 1 to 6.",
            "Le dépôt noir ne fait que vendre, contre des pépites d'argent ; on prend les tuiles dans les dépôts 1 à"
            " 6.",
            id="take_tile.black",
        ),
        pytest.param(
            given(
                pending=(TakeBenefitFrame(0, ("ship", "animal")),),
                estate={LONE_CITY: "market"},
                depots={3: ["bank", "ship"]},
            ),
            TakeTile(None, 3, "bank"),
            "With the market you may take only one ship or animal tile, not the bank.",
            "Avec le marché, vous ne pouvez prendre qu'une tuile navire ou animal, pas la banque.",
            id="take_tile.kind",
        ),
        pytest.param(
            given(dice=[3]),
            PlaceTile(3, "city_hall", LONE_CITY),
            "You have no city hall in storage.",
            "Vous n'avez pas d'hôtel de ville dans vos cases de stockage.",
            id="place_tile.stored",
        ),
        pytest.param(
            given(dice=[4], estate={LONE_CITY: "bank"}),
            PlaceTile(4, "cattle_3", PASTURE[0]),
            "You have no tile with 3 cattle in storage.",
            "Vous n'avez pas de tuile de 3 vaches dans vos cases de stockage.",
            id="place_tile.stored, a number of animals",
        ),
        pytest.param(
            given(dice=[3], storage=["bank"], estate={LONE_CITY: "church"}),
            PlaceTile(3, "bank", LONE_CITY),
            "Space 11 is not empty: the church lies there.",
            "La case 11 n'est pas vide : l'église s'y trouve.",
            id="place_tile.empty",
        ),
        pytest.param(
            given(dice=[3], storage=["mine"]),
            PlaceTile(3, "mine", LONE_CITY),
            "Space 11 is for a building, not for the mine.",
            "La case 11 est prévue pour un bâtiment, pas pour la mine.",
            id="place_tile.colour",
        ),
        pytest.param(
            given(dice=[1], storage=["mine"]),
            PlaceTile(1, "mine", MINES[1]),
            "No tile of yours lies beside space 29.",
            "Aucune de vos tuiles ne touche la case 29.",
            id="place_tile.touching",
        ),
        pytest.param(
            given(dice=[1], storage=["bank"], estate={CITY[0]: "bank"}),
            PlaceTile(1, "bank", CITY[1]),
            "This city already has a bank.",
            "Cette ville a déjà une banque.",
            id="place_tile.twin",
        ),
        pytest.param(
            given(dice=[2]),
            SellGoods(2, "purple"),
            "You have no purple goods tile to sell.",
            "Vous n'avez pas de marchandise violette à vendre.",
            id="sell_goods.held",
        ),
        pytest.param(
            given(dice=[2]),
            SellGoods(2, "city_hall"),
            "The city hall cannot be sold; only goods tiles can.",
            "L'hôtel de ville ne se vend pas ; on ne vend que des marchandises.",
            id="sell_goods.kind",
        ),
        pytest.param(
            given(dice=[2]),
            TakeTile(2, 2, "orange"),
            "The orange goods tile is not a hexagonal tile; this action needs one.",
            "La marchandise orange n'est pas une tuile hexagonale ; cette action en demande une.",
            id="tile.kind",
        ),
        pytest.param(
            given(silver=2, depots={0: ["ship"]}, pending=(FreeActionFrame(0),)),
            BuyTile(0, "ship"),
            "A tile is bought before, between or after the dice, never while a castle, ship or building waits for an"
            " answer.",
            "On achète avant, entre ou après les dés, jamais tant qu'un château, un navire ou un bâtiment attend une"
            " réponse.",
            id="ruling.purchase_between",
        ),
        pytest.param(
            given(silver=9, may_buy=False, depots={0: ["ship"]}),
            BuyTile(0, "ship"),
            "You have already bought a tile this turn.",
            "Vous avez déjà acheté une tuile ce tour-ci.",
            id="buy_tile.once",
        ),
        pytest.param(
            given(silver=1, depots={0: ["ship"]}),
            BuyTile(0, "ship"),
            "A tile costs 2 silverlings; you have 1.",
            "Une tuile coûte 2 pépites d'argent ; vous en avez 1.",
            id="buy_tile.silver",
        ),
        pytest.param(
            given(depots={0: ["ship"]}),
            BuyTile(0, "ship"),
            "A tile costs 2 silverlings; you have none.",
            "Une tuile coûte 2 pépites d'argent ; vous n'en avez aucune.",
            id="buy_tile.silver, none held",
        ),
        pytest.param(
            given(silver=2, depots={3: ["ship"]}),
            BuyTile(3, "ship"),
            "Only the black depot sells to you, not depot 3.",
            "Seul le dépôt noir vous vend une tuile, pas le dépôt 3.",
            id="buy_tile.depot",
        ),
        pytest.param(
            given(silver=2),
            BuyTile(0, "ship"),
            "There is no ship in the black depot.",
            "Il n'y a pas de navire dans le dépôt noir.",
            id="buy_tile.there",
        ),
        pytest.param(
            given(storage=["bank", "mine", "ship"], pending=(MakeRoomFrame(0, "castle"),)),
            DiscardTile("castle"),
            "You have no castle in storage; choose one of these: bank, mine, ship.",
            "Vous n'avez pas de château dans vos cases de stockage ; choisissez parmi : banque, mine, navire.",
            id="discard_tile.stored",
        ),
        pytest.param(
            given(pending=(StoreGoodsFrame(0, (6,)), LoadMoreFrame(0, 6)), depot_goods={1: ["red"], 6: ["red"]}),
            LoadShip(3),
            "Depot 3 is not next to depot 6; choose depot 5 or 1.",
            "Le dépôt 3 n'est pas voisin du dépôt 6 ; choisissez le dépôt 5 ou 1.",
            id="load_ship.neighbour",
        ),
        pytest.param(
            given(pending=(StoreGoodsFrame(0, (6,)), LoadMoreFrame(0, 6)), depot_goods={1: ["red"], 6: ["red"]}),
            LoadShip(6),
            "Depot 6 is already chosen; choose depot 5 or 1.",
            "Le dépôt 6 est déjà choisi ; choisissez le dépôt 5 ou 1.",
            id="load_ship.neighbour, the first depot",
        ),
        pytest.param(
            given(pending=(StoreGoodsFrame(0, (4,)),), goods=["red", "orange"], depot_goods={4: ["brown", "pink"]}),
            StoreGoods("purple"),
            "No purple goods tile waits to be stored; choose brown or pink.",
            "Aucune marchandise violette n'attend d'être stockée ; choisissez parmi : brune, rose.",
            id="store_goods.waiting",
        ),
        pytest.param(
            given(dice=[2, 5]),
            EndTurn(),
            "You still have dice 2 and 5; a die can always take workers.",
            "Il vous reste les dés 2 et 5 ; un dé permet toujours de prendre des ouvriers.",
            id="end_turn.dice",
        ),
        pytest.param(
            with_player(chosen_boards_at("choose_board"), 1, board=5),
            ChooseBoard(5),
            "No copy of player board 5 remains; choose player board 1, 2, 3, 4, 6, 7, 8 or 9.",
            "Il ne reste aucun exemplaire du plateau joueur 5 ; choisissez le plateau joueur 1, 2, 3, 4, 6, 7, 8 ou 9.",
            id="choose_board.left",
        ),
        pytest.param(
            opening(2, (1, 1)),
            ChooseCastle(0),
            "Space 0 is not for a castle; choose space 1, 2, 6 or 18.",
            "La case 0 n'est pas une case château ; choisissez la case 1, 2, 6 ou 18.",
            id="choose_castle.colour",
        ),
    ],
)
def test_a_refusal_reads_well(state, action, en, fr):
    assert (refusal_texts(state, action, "en"), refusal_texts(state, action, "fr")) == ([en], [fr])


def test_a_refusal_names_its_rule_its_title_and_the_place_in_the_book():
    (refusal,) = engine.judge(GAME, given(dice=[2, 5]), 0, EndTurn())
    ruling = WORDS.ruling(refusal, "en")
    assert (ruling.rule, ruling.title, ruling.source) == ("end_turn.dice", "Both dice are used", "§ Un tour de joueur")
    assert ruling.facts == {"dice": (2, 5)}


# --- narration ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "action", "en", "fr"),
    [
        pytest.param(
            given(dice=[3, 5], depots={3: ["ship"]}),
            TakeTile(3, 3, "ship"),
            "Seat 0 takes the ship from depot 3.",
            "La place 0 prend le navire dans le dépôt 3.",
            id="taken",
        ),
        pytest.param(
            given(dice=[4, 5], storage=["mine"]),
            PlaceTile(4, "mine", MINES[0]),
            "Seat 0 places the mine on space 24.",
            "La place 0 pose la mine sur la case 24.",
            id="placed",
        ),
        pytest.param(
            given(dice=[4, 5]),
            TakeWorkers(4),
            "Seat 0 takes 2 workers.",
            "La place 0 prend 2 ouvriers.",
            id="workers",
        ),
    ],
)
def test_an_event_reads_well(state, action, en, fr):
    happened = events_of(state, action)[-1]
    assert (narrate(WORDS, happened, "en"), narrate(WORDS, happened, "fr")) == (en, fr)


def test_chance_has_a_name():
    assert (WORDS.piece_name(CHANCE, "en"), WORDS.piece_name(CHANCE, "fr")) == ("chance", "le hasard")


# --- faults ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forged", "en", "fr"),
    [
        pytest.param(
            with_player(opening(), 0, silver=-1),
            "-1 is not between 0 and 1000000.",
            "-1 n'est pas entre 0 et 1000000.",
            id="audit.range",
        ),
        pytest.param(
            with_player(opening(), 0, storage=("mine",)),
            "There are 13 mines here; the game has 12.",
            "Il y a ici 13 mines ; le jeu en a 12.",
            id="audit.tiles",
        ),
        pytest.param(
            replace(opening(), score_lines=((ScoreLine("score.sale", 2, 5),), ())),
            "This line of the rule “Every goods tile sold scores” cannot have 5 points with a count of 2.",
            "Cette ligne de la règle « Chaque marchandise vendue marque » ne peut avoir 5 points pour un nombre de 2.",
            id="audit.points",
        ),
        pytest.param(
            replace(opening(), score_lines=((ScoreLine("score.luck", 1, 5),), ())),
            "This line cannot have 5 points with a count of 1.",
            "Cette ligne ne peut avoir 5 points pour un nombre de 1.",
            id="audit.points, a rule that does not exist",
        ),
        pytest.param(
            with_player(opening(), 1, dice=()),
            "Seat 1 has 0 dice; it must have 2.",
            "La place 1 a 0 dé ; elle doit en avoir 2.",
            id="audit.dice",
        ),
        pytest.param(
            with_player(opening(), 1, storage=("tavern",)),
            "The game has nothing of this name here.",
            "Le jeu n'a rien de ce nom ici.",
            id="audit.known",
        ),
        pytest.param(
            replace(opening(), stage="over"),
            "This position is impossible at this stage: the end of the game.",
            "Cette position est impossible à cette étape : la fin de la partie.",
            id="audit.stage",
        ),
    ],
)
def test_a_fault_reads_well(forged, en, fr):
    (fault,) = GAME.audit(forged)
    assert (WORDS.ruling(fault, "en").message, WORDS.ruling(fault, "fr").message) == (en, fr)
