"""The picture of a table: its parts, hidden hands, battles, payments, crowded tables, and the looks of all cards."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.picture import MAX_HEIGHT, MAX_PART
from referee_service.games.medievalia.picture.cards import Cards
from referee_service.games.medievalia.picture.looks import looks
from referee_service.games.medievalia.state import GameEnd
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.text_table import TextContext, UnknownPart
from referee_service.kernel.tuples import with_player
from referee_service.pictures.cards import card_height
from referee_service.pictures.palette import THEMES
from referee_service.pictures.scene import Scene
from referee_service.pictures.svg import icon_shapes
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from tests.games.medievalia.positions import (
    AWAY,
    NEUTRAL,
    TABLES,
    after,
    attack,
    begin_battle,
    given,
    holdings,
    invasion,
)
from tests.games.medievalia.random_games import random_war

DRAW = PICTURES["medievalia"]
TURN = given(
    holdings(
        lands="city+bank farm+church! forest", units="peasant#1 peasant peasant soldier@neutral_0", hand="mine priest"
    ),
    holdings(lands="field", units="peasant@neutral_0", hand="mine soldier soldier"),
)
CROWD = given(
    holdings(
        lands="city+bank+church farm+stable+tower! farm+carpenter mine+workshop forest",
        units="peasant#0 merchant#0 peasant#1 priest#1 infantry#2 peasant#2 artist! knight soldier peasant"
        " peasant@neutral_0 soldier@neutral_0 archer@home_1 bureaucrat#3",
        hand="field farm forest mine soldier priest archer knight infantry peasant merchant artist bureaucrat",
    ),
    holdings(
        lands="city+school+blacksmith farm+church+fortress field+stable forest mine",
        units="peasant#0 soldier#0 peasant#1 knight#1 infantry#1 archer#2 peasant#2 soldier! soldier@home_0"
        " peasant@neutral_0 peasant@neutral_1",
        hand="field farm mine",
        siege=1,
    ),
    holdings(
        lands="city+carpenter farm+castle farm mine! field",
        units="peasant#0 peasant#1 soldier#1 merchant#2 peasant@home_0 peasant@home_3",
        siege=2,
    ),
    holdings(
        lands="city+blacksmith farm farm forest field",
        units="peasant#0 peasant#1 artist#2 peasant@home_0 peasant@neutral_3",
    ),
)
"""Four players with many different cards on the table, and a hand with one of each kind."""


def scene_of(state, viewer=0, language="en", **options):
    """Return the scene of a position, with names."""
    names = ("Ann", "Bob", "Cleo", "Dan")[: len(state.players)]
    return draw_position(GAME, DRAW, state, viewer, language, PictureOptions(names=names, **options))


def words_of(scene):
    """Return all lines of a scene."""
    return [text.text for text in scene.texts]


def assert_readable(scene, highest):
    """Assert that no text overlaps another and that the picture is not too high."""
    assert scene.height <= highest
    for first, second in combinations(scene.texts, 2):
        assert not first.box.overlaps(second.box, slack=2.0), (first, second)


# --- parts ----------------------------------------------------------------------------------------------------------


def test_the_own_part_has_the_fief_and_the_hand_of_the_viewer():
    drawn = scene_of(TURN, part="mine").places
    assert {"hand.0.mine", "hand.0.priest", "fief.home_0.land.1", "fief.home_0.free.0.peasant"} <= set(drawn)
    assert not any(place.startswith(("pile", "deck", "fief.home_1", "fief.neutral")) for place in drawn)


def test_the_common_part_has_all_other_fiefs_and_no_hand_card():
    drawn = scene_of(TURN, part="table").places
    assert {"pile.0", "deck.military", "fief.home_1.land.1", "fief.neutral_0", "fief.home_0.free.0.peasant"} <= set(
        drawn
    )
    assert not any(place.startswith(("hand.0.", "fief.home_0.land")) for place in drawn)


def test_the_part_of_another_seat_shows_the_backs_of_its_hand():
    drawn = scene_of(TURN, part="seat.1").places
    hand = {place for place in drawn if place.startswith("hand.")}
    assert hand == {"hand.1", "hand.1.back.territory", "hand.1.back.military"}


def test_an_unknown_part_is_refused():
    with pytest.raises(UnknownPart) as raised:
        scene_of(TURN, part="seat.2")
    assert raised.value.parts == ("table", "mine", "seat.0", "seat.1")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_parts_of_wars_are_readable_in_both_languages(seats):
    for at, state in enumerate(random_war(seats, seed=seats, max_positions=240)[::12]):
        language, turn = ("en", "fr")[at % 2], GAME.turn(state)
        viewer = turn.seat if turn is not None and isinstance(turn.seat, int) else None
        for part in ("table", "mine", f"seat.{at % seats}"):
            assert_readable(scene_of(state, viewer, language, part=part), MAX_PART)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("part", [None, "table", "mine", "seat.1"])
def test_a_crowded_table_leaves_out_words_but_no_place(language, part):
    scene = scene_of(CROWD, language=language, part=part)
    assert_readable(scene, MAX_PART if part else MAX_HEIGHT)
    if part is None:
        hand = {f"hand.0.{card}" for card, _ in CROWD.players[0].hand}
        units = {f"fief.home_0.land.{host}.0.peasant" for host in (0, 2)}
        assert hand | units | {"fief.home_0.land.1.0.peasant.turned", "fief.home_1.front.1"} <= set(scene.places)


# --- what is in progress --------------------------------------------------------------------------------------------


def test_equal_units_are_one_piece_with_their_number():
    scene = scene_of(TURN)
    assert "×2" in words_of(scene)
    assert scene.places["fief.home_0.free.0.peasant"].alt.startswith("Ann: 2 peasants.")


def test_fronts_are_drawn_where_war_can_be_declared():
    assert {place for place in scene_of(TURN).places if ".front." in place} == {f"fief.{NEUTRAL}.front.1"}
    at_war = after(TURN, parse_notation(GAME, f"declare_war fief={NEUTRAL} seat=1"))
    assert not any(".front." in place for place in scene_of(at_war).places)


def test_an_open_payment_shows_what_is_bought_and_paid():
    state = after(TURN, parse_notation(GAME, "play_territory card=mine"), parse_notation(GAME, "pay source=peasant"))
    assert {"Mine", "TO PAY", "PAID"} <= set(words_of(scene_of(state)))


def test_a_pile_whose_open_building_is_bought_is_not_sold_out():
    piles = tuple(replace(pile, top="", hidden_count=count) for pile, count in zip(TURN.piles, (2, 0, 0), strict=True))
    words = words_of(scene_of(replace(TURN, piles=piles)))
    assert words.count("the next one comes") == 1
    assert words.count("sold out") == 2


def test_a_battle_shows_armies_opponents_targets_and_damage():
    two_armies = begin_battle(invasion("soldier knight", "peasant"), AWAY, "soldier", "knight", against={1: "peasant"})
    scene = scene_of(two_armies, viewer=1)
    assert {"battle", "battle.army.1.0.soldier", "battle.army.1.1.peasant", "battle.army.2.0.knight"} <= set(
        scene.places
    )
    assert "no opponent" in words_of(scene)
    struck = after(
        attack(holdings(lands="farm+tower", units="peasant#1"), "soldier"), parse_notation(GAME, "strike target=host_1")
    )
    words = words_of(scene_of(struck, viewer=1))
    assert "the farm (place 1)" in words
    assert "2 points of damage to take" in words


def test_a_battle_shows_the_strength_of_each_side():
    army = begin_battle(invasion("soldier knight", "peasant"), AWAY, "soldier knight", against={1: "peasant"})
    assert scene_of(army, viewer=1).places["battle.army.1"].alt == (
        "Army 1: attack 6, defence 4; against attack 1, defence 1"
    )
    strike = parse_notation(GAME, "strike target=host_1")
    guarded = after(attack(holdings(lands="farm+church", units="peasant#1"), "soldier"), strike)
    assert {"1", "+1"} <= set(words_of(scene_of(guarded, viewer=1)))
    assert "unguarded" not in words_of(scene_of(guarded, viewer=1))


def test_a_wounded_card_shows_its_wounds():
    unit = TURN.players[0].units[0]
    wounded = with_player(TURN, 0, units=(replace(unit, wounds=1), *TURN.players[0].units[1:]))
    assert "−1" in words_of(scene_of(wounded))
    assert "−1" not in words_of(scene_of(TURN))


def test_the_fief_of_an_eliminated_player_has_no_lands():
    gone = with_player(TURN, 1, alive=False, units=(), hand=())
    scene = scene_of(gone)
    assert "Out of the game." in words_of(scene)
    assert not any(place.startswith("fief.home_1.land") for place in scene.places)


def test_the_end_names_the_winners():
    ended = replace(TURN, phase="over", game_end=GameEnd("prestige", (1,)))
    assert {"The game is over.", "Bob wins by prestige."} <= set(words_of(scene_of(ended)))


# --- looks ----------------------------------------------------------------------------------------------------------


def test_every_card_of_the_pack_has_a_look_of_its_own():
    found = looks()
    assert set(TABLES.lands) <= set(found.lands)
    assert set(TABLES.troops) <= set(found.troops)
    assert set(TABLES.buildings) <= set(found.buildings)


def test_every_icon_of_the_looks_is_drawn():
    found = looks()
    glyphs = {look.glyph for look in (*found.lands.values(), *found.decks.values())}
    glyphs |= {look.foot for look in found.lands.values()}
    glyphs |= {*found.troops.values(), *found.buildings.values(), *found.powers.values()}
    icons = {f"glyph_{glyph}" for glyph in glyphs} | {f"piece_{icon}" for icon in found.resources.values()}
    assert icons <= set(icon_shapes())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_words_of_every_hand_card_have_few_lines(language):
    hand = " ".join((*TABLES.territories, *TABLES.troops))
    state = given(holdings(hand=hand), holdings())
    scene = Scene(THEMES["light"], width=1200)
    drawing = Cards(scene, GAME.view(state, 0), TextContext(GAME.texts(state.pack), language))
    for card in drawing.hand_rows(0)[0]:
        assert card.words
        assert card_height(card, drawing.hand_width()) <= 190, card.words
