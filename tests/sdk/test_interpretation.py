"""Free words against a legal list: what is unambiguous is meant, near misses are offered, numbers are exact."""

from __future__ import annotations

import pytest

from referee_sdk import Action
from referee_sdk.chat.interpretation import guess_notation, interpret_text, interpret_verb, tokens, word_similarity
from referee_sdk.models import Verb, VerbField
from tests.sdk.matches import every_game, new_match


def take(die, depot, tile, *, called=None):
    called = called or tile.replace("_", " ")
    return Action(
        "take_tile",
        {"die": die, "depot": depot, "tile": tile},
        f"take_tile die={die} depot={depot} tile={tile}",
        f"Take “{called}” from depot {depot} with die {die}",
    )


BANK_1, SHIP_1, BANK_2, SHEEP_2 = take(3, 1, "bank"), take(3, 1, "ship"), take(3, 2, "bank"), take(3, 2, "sheep_4")
SWAPPED = take(2, 3, "bank")
END = Action("end_turn", {}, "end_turn", "End the turn")
LEGAL = (BANK_1, SHIP_1, BANK_2, SHEEP_2, SWAPPED, END)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("take ship", SHIP_1),
        ("TAKE THE SHIP, please!", SHIP_1),
        ("take bank from depot 1", BANK_1),
        ("bank depot 2", BANK_2),
        ("take sheep", SHEEP_2),
        ("take the bank with die 2", SWAPPED),
        ("end", END),
        ("end turn", END),
        ("take_tile die=2 depot=3", SWAPPED),
        ("Take “bank” from depot 2 with die 3", BANK_2),
    ],
)
def test_what_can_be_one_action_only_is_meant(text, action):
    assert (interpret_text(text, LEGAL).actions, interpret_text(text, LEGAL).is_unique) == ((action,), True)


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("take 3 from depot 2", {BANK_2, SHEEP_2}),
        ("take bank", {BANK_1, BANK_2, SWAPPED}),
        ("depot 1", {BANK_1, SHIP_1}),
    ],
)
def test_what_can_be_several_is_offered(text, actions):
    understood = interpret_text(text, LEGAL)
    assert set(understood.actions) == actions
    assert not understood.is_unique


@pytest.mark.parametrize("text", ["take shpi", "tkae ship", "take ship from depot 9", "take shipp now"])
def test_a_near_miss_is_offered_and_never_played(text):
    understood = interpret_text(text, LEGAL)
    assert understood.actions[0] == SHIP_1
    assert not understood.is_unique


@pytest.mark.parametrize("text", ["", "the of with", "hello there", "7", "%%%"])
def test_what_fits_nothing_means_nothing(text):
    assert interpret_text(text, LEGAL).actions == ()


def test_accents_case_and_small_words_do_not_matter():
    assert tokens("Prendre « Église » au dépôt 2") == tokens("prendre eglise depot 2")


def test_numbers_agree_only_when_equal():
    assert word_similarity("12", "1") == word_similarity("1", "12") == word_similarity("3", "three") == 0


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_labels_and_notations_mean_themselves(client, game, language):
    legal = new_match(client.with_language(language), game).legal_actions()
    for action in legal:
        assert interpret_text(action.notation, legal).actions == (action,)
        assert action in interpret_text(action.label, legal).actions


# --- moves that may be illegal --------------------------------------------------------------------------------------

VERBS = {
    "place_tile": Verb("Place a tile", False, {name: VerbField(name) for name in ("die", "tile", "space")}),
    "end_turn": Verb("End the turn", False, {}),
}
PLACE = Action(
    "place_tile", {"die": 5, "tile": "ship", "space": 4}, "place_tile die=5 tile=ship space=4", "Place “ship”"
)


@pytest.mark.parametrize(
    ("text", "legal", "line"),
    [
        ("place ship on space 9", [PLACE], "place_tile die=5 tile=ship space=9"),
        ("place the city hall on space 9", [PLACE], "place_tile die=5 tile=city_hall space=9"),
        ("place die=2 tile=bank space=1", [], "place_tile die=2 tile=bank space=1"),
        ("place bank", [], None),
        ("end turn", [PLACE], "end_turn"),
    ],
)
def test_a_move_is_guessed_from_what_is_named_and_the_nearest_one(text, legal, line):
    kind = interpret_verb(text, VERBS)
    assert guess_notation(text, kind, VERBS[kind], legal, ["a", "bank", "city_hall", "ship"]) == line


def test_no_verb_no_guess():
    assert interpret_verb("hello", VERBS) is None
