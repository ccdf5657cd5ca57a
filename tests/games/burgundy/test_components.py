"""Component texts: what each tile costs, does and is worth, derived from its row, as the rulebook has it."""

from __future__ import annotations

import json
from functools import cache

import msgspec
import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.content.tables import KINDS, effect
from referee_service.kernel.components import Component

PACK = GAME.packs.resolve_id(None)


@cache
def components(language: str) -> dict[str, Component]:
    """Return the components of the printed pack by id."""
    return {each.id: each for each in GAME.components(GAME.packs.get(PACK), GAME.texts(PACK), language)}


@pytest.mark.parametrize(
    ("name", "en", "fr"),
    [
        (
            "church",
            "When placed: you may take one mine, knowledge or castle tile from any numbered depot (not the black one)"
            " into your storage, without a die. It goes on a beige space; each type of building only once per city,"
            " unless you have placed knowledge tile 1 (identical buildings). 7 tiles in the game, 2 of them with a"
            " black back.",
            "À la pose : vous pouvez prendre une tuile mine, connaissance ou château dans un dépôt numéroté au choix"
            " (pas le dépôt noir) et la mettre sur une case de stockage, sans dé. Se pose sur une case beige ; chaque"
            " type de bâtiment une seule fois par ville, sauf si vous avez posé la tuile connaissance 1 (bâtiments"
            " identiques). 7 tuiles dans le jeu, dont 2 à dos noir.",
        ),
        (
            "mine",
            "At the end of each phase: take 1 silverling. It goes on a grey space. 12 tiles in the game, 2 of them"
            " with a black back.",
            "À la fin de chaque phase : prenez 1 pépite d'argent. Se pose sur une case grise. 12 tuiles dans le jeu,"
            " dont 2 à dos noir.",
        ),
        (
            "pig_4",
            "When placed: score 4 points. Each other pig tile in the same pasture then scores its points again. It"
            " goes on a light green space. 2 tiles in the game, 1 of them with a black back.",
            "À la pose : marquez 4 points. Chaque autre tuile cochon du même pâturage marque alors de nouveau ses"
            " points. Se pose sur une case vert clair. 2 tuiles dans le jeu, dont 1 à dos noir.",
        ),
        (
            "ship",
            "When placed: take all goods of one numbered depot of your choice that you can store (at most 3 kinds;"
            " the rest stays there) and move your piece one space to the right on the turn order track, on top of any"
            " other pieces (the new order counts from the next round). It goes on a blue space. 26 tiles in the game,"
            " 6 of them with a black back.",
            "À la pose : prenez toutes les marchandises d'un dépôt numéroté au choix que vous pouvez stocker (au plus"
            " 3 types ; le reste y demeure) et avancez votre pion d'une case vers la droite sur la piste d'ordre du"
            " tour, au-dessus des autres pions (le nouvel ordre vaut dès le tour de jeu suivant). Se pose sur une case"
            " bleue. 26 tuiles dans le jeu, dont 6 à dos noir.",
        ),
        (
            "knowledge_11",
            "When you place any castle, mine or knowledge tile with a die, you may change that die by 1, up or down,"
            " without a worker. It goes on a yellow space. 1 tile in the game.",
            "Quand vous posez une tuile château, mine ou connaissance avec un dé, vous pouvez modifier ce dé de 1,"
            " vers le haut ou le bas, sans ouvrier. Se pose sur une case jaune. 1 tuile dans le jeu.",
        ),
        (
            "knowledge_15",
            "At the end of the game: score 3 points for each kind of goods that you have sold. It goes on a yellow"
            " space. 1 tile in the game, with a black back.",
            "À la fin de la partie : marquez 3 points pour chaque type de marchandises que vous avez vendu. Se pose"
            " sur une case jaune. 1 tuile dans le jeu, à dos noir.",
        ),
        (
            "red",
            "Sell all your tiles of this kind with a die showing 4: take 1 silverling, and score 2, 3 or 4 points per"
            " tile with 2, 3 or 4 players. At the end of the game: 1 point for each unsold tile. 7 tiles in the game.",
            "Vendez toutes vos tuiles de ce type avec un dé de valeur 4 : prenez 1 pépite d'argent, et marquez 2, 3"
            " ou 4 points par tuile à 2, 3 ou 4 joueurs. À la fin de la partie : 1 point par tuile invendue. 7 tuiles"
            " dans le jeu.",
        ),
        (
            "depot_6",
            "With a die showing 6, take a tile from here into your storage. When the white die shows 6, the next"
            " goods tile comes here; ships take goods from here. Spaces for tiles: castle (with 3 or more players;"
            " with 3 players a mine in phases B and D), building, ship (with 4 players) and animal.",
            "Avec un dé de valeur 6, prenez une tuile ici et mettez-la sur une case de stockage. Quand le dé blanc"
            " indique 6, la tuile marchandise suivante arrive ici ; les navires viennent y prendre des marchandises."
            " Cases pour les tuiles : château (à 3 joueurs ou plus ; à 3 joueurs une mine aux phases B et D),"
            " bâtiment, navire (à 4 joueurs) et animal.",
        ),
        (
            "worker",
            "Pay workers to change a die, each by 1 up or down; 1 and 6 are adjacent. At the end of the game: 1 point"
            " for every 2 workers. The players begin with 1, 2, 3 and 4 workers, in turn order. The supply is"
            " unlimited.",
            "Payez des ouvriers pour modifier un dé, chacun de 1 vers le haut ou le bas ; 1 et 6 se suivent. À la fin"
            " de la partie : 1 point par lot de 2 ouvriers. Dans l'ordre du tour, les joueurs commencent avec 1, 2, 3"
            " et 4 ouvriers. La réserve n'est pas limitée.",
        ),
    ],
)
def test_a_text_says_when_a_component_works_and_what_it_does(name, en, fr):
    assert (components("en")[name].text, components("fr")[name].text) == (en, fr)


@pytest.mark.parametrize(
    ("name", "kind", "en", "fr", "rule"),
    [
        ("bank", "building", "Bank", "Banque", "building.bank"),
        ("cattle_3", "animal", "Tile with 3 cattle", "Tuile de 3 vaches", "score.animals"),
        (
            "knowledge_6",
            "knowledge",
            "Knowledge tile 6 (purchases anywhere)",
            "Tuile connaissance 6 (achats partout)",
            "knowledge.6",
        ),
        ("board_2", "player_board", "Player board 2", "Plateau joueur 2", "score.district_size"),
        ("depot_0", "depots", "Black depot", "Dépôt noir", "buy_tile.once"),
        ("large_bonus", "bonus", "Large bonus tile", "Grande tuile bonus", "score.large_bonus"),
        ("silver", "token", "Silverling", "Pépite d'argent", "score.silver"),
        ("white_die", "dice", "White die", "Dé blanc", "ruling.goods_order"),
    ],
)
def test_a_component_has_a_kind_a_name_and_its_rules(name, kind, en, fr, rule):
    found = components("en")[name]
    assert (found.kind, found.name, components("fr")[name].name) == (kind, en, fr)
    assert rule in found.rules


def test_every_effect_permit_trigger_and_number_has_a_phrase():
    phrases = GAME.catalogue().phrases
    assert set(effect.named) <= set(phrases)
    for name in ("trigger_goods_sold", "trigger_workers_taken", "trigger_phase_ended", "trigger_game_ended"):
        assert name in phrases
    tiles = GAME.packs.get(PACK).pack.tiles
    assert {f"permit_{permit}" for row in tiles for permit in row.permits} <= set(phrases)
    placing = {f"free_step_{kind}" for kind in KINDS}
    assert {f"number_{number}" for row in tiles for number in row.numbers if number not in placing} <= set(phrases)


def test_the_facts_of_a_component_are_the_data_that_the_rules_execute():
    assert components("en")["bank"].facts["on_place"] == ({"gain_silver": 2},)
    assert components("en")["silver"].facts == {"purchase_price": 2, "points_silver": 1, "start_silver": 1}
    assert components("en")["large_bonus"].facts == {"large_bonus": {2: 5, 3: 6, 4: 7}}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_texts_fit_into_one_answer(language):
    listed = [{"id": c.id, "kind": c.kind, "name": c.name, "text": c.text} for c in components(language).values()]
    assert len(json.dumps(listed, ensure_ascii=False).encode()) <= 60_000
    assert max(len(msgspec.json.encode(each)) for each in components(language).values()) <= 2_000
