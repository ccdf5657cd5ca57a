"""Interpretation of free text: unique matches, several matches, typos, and guessed notation."""

from __future__ import annotations

from collections import Counter

import pytest

from referee_sdk import Action
from referee_sdk.catalogue import Verb, VerbField
from referee_sdk.chat.guesses import NamedComponent, guess_notation, interpret_verbs
from referee_sdk.chat.interpretation import Interpretation, interpret_text
from referee_sdk.chat.words import has_same_stem, significant_words, word_similarity
from tests.sdk.matches import every_game, new_match


def take_tile(die, depot, tile):
    """Return an action with the label that the service writes."""
    name = tile.replace("_", " ")
    return Action(
        "take_tile",
        {"die": die, "depot": depot, "tile": tile},
        f"take_tile die={die} depot={depot} tile={tile}",
        f"Take “{name}” from depot {depot} with die {die}",
    )


BANK_1, SHIP_1, BANK_2, SHEEP_2 = (
    take_tile(3, 1, "bank"),
    take_tile(3, 1, "ship"),
    take_tile(3, 2, "bank"),
    take_tile(3, 2, "sheep_4"),
)
SWAPPED = take_tile(2, 3, "bank")
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
def test_a_text_that_fits_one_action_is_unique(text, action):
    assert (interpret_text(text, LEGAL).actions, interpret_text(text, LEGAL).is_unique) == ((action,), True)


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("take 3 from depot 2", {BANK_2, SHEEP_2}),
        ("take bank", {BANK_1, BANK_2, SWAPPED}),
        ("depot 1", {BANK_1, SHIP_1}),
    ],
)
def test_a_text_that_fits_several_actions_is_not_unique(text, actions):
    interpretation = interpret_text(text, LEGAL)
    assert set(interpretation.actions) == actions
    assert not interpretation.is_unique


@pytest.mark.parametrize("text", ["take shpi", "tkae ship", "take ship from depot 9", "take shipp now"])
def test_a_text_with_typos_is_never_unique(text):
    interpretation = interpret_text(text, LEGAL)
    assert interpretation.actions[0] == SHIP_1
    assert not interpretation.is_unique


@pytest.mark.parametrize("text", ["", "the of with", "hello there", "7", "%%%"])
def test_a_text_that_fits_no_action_has_no_interpretation(text):
    assert interpret_text(text, LEGAL).actions == ()


def test_accents_case_and_stop_words_do_not_matter():
    assert significant_words("Prendre « Église » au dépôt 2") == significant_words("prendre eglise depot 2")
    assert significant_words("3 bœufs et une mine d’or") == ("3", "boeufs", "mine", "or")


def test_different_numbers_are_never_similar():
    assert word_similarity("12", "1") == word_similarity("1", "12") == word_similarity("3", "three") == 0


def test_a_whole_label_is_unique_even_if_another_has_the_same_words():
    legal = [Action("use", {"way": way}, f"use way={way}", f"Use the Granary: {way}") for way in ("1 → 2", "2 → 1")]
    for action in legal:
        assert interpret_text(action.label.upper(), legal) == Interpretation((action,), is_unique=True, is_exact=True)


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_labels_and_notations_are_interpreted_as_their_action(client, game, language):
    match = new_match(client.with_language(language), game)
    for _ in range(12):
        legal = match.legal_actions()
        labels = Counter(action.label for action in legal)
        for action in legal:
            assert interpret_text(action.notation, legal).actions == (action,)
            assert action in interpret_text(action.label, legal).actions
            assert action in interpret_text(action.label.partition(" (")[0], legal).actions
            if labels[action.label] == 1:
                assert interpret_text(action.label, legal).is_unique
        match.play(len(legal) // 2)


# --- moves that may be illegal ----------------------------------------------------------------------------------------

VERBS = {
    "place_tile": Verb("Place a tile", False, {name: VerbField(name) for name in ("die", "tile", "space")}),
    "end_turn": Verb("End the turn", False, {}),
}
PLACE = Action(
    "place_tile", {"die": 5, "tile": "ship", "space": 4}, "place_tile die=5 tile=ship space=4", "Place “ship”"
)


def named_in(text):
    """Return the longest of some ids that a text contains."""
    ids = [NamedComponent(name, tuple(name.split("_"))) for name in ("bank", "city_hall", "ship", "granary", "die")]
    words = significant_words(text)
    return max((each for each in ids if set(each.words) <= set(words)), key=lambda each: len(each.words), default=None)


@pytest.mark.parametrize(
    ("text", "legal", "line"),
    [
        ("place ship on space 9", [PLACE], "place_tile die=5 tile=ship space=9"),
        ("place the city hall on space 9", [PLACE], "place_tile die=5 tile=city_hall space=9"),
        ("place die=2 tile=bank space=1", [], "place_tile die=2 tile=bank space=1"),
        ("place bank", [], None),
        ("place with die 2", [PLACE], "place_tile die=2 tile=ship space=4"),
        ("place the ship", [PLACE], "place_tile die=5 tile=ship space=4"),
        ("end turn", [PLACE], "end_turn"),
    ],
)
def test_notation_is_guessed_from_the_text_and_the_most_similar_action(text, legal, line):
    (kind,) = interpret_verbs(text, VERBS)
    assert guess_notation(text, kind, VERBS[kind], legal, named_in(text)) == line


def test_a_component_that_has_no_field_is_not_replaced_by_another_one():
    """A field may be a position, so that only the label names what lies there."""
    verb = Verb("Build", False, {"slot": VerbField("slot")})
    sawmill = Action("build", {"slot": 2}, "build slot=2", "Build the Granary (2 wood)")
    assert guess_notation("build the granary", "build", verb, [sawmill], named_in("granary")) == "build slot=2"
    assert guess_notation("build the ship", "build", verb, [sawmill], named_in("ship")) is None


def test_a_text_without_a_verb_has_no_guess():
    assert interpret_verbs("hello", VERBS) == []


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("takes", "take"),
        ("hunting", "hunt"),
        ("prends", "prendre"),
        ("vends", "vendre"),
        ("achete", "acheter"),
        ("construis", "construire"),
        ("finis", "finir"),
        ("workers", "worker"),
        ("bateaux", "bateau"),
    ],
)
def test_words_that_differ_by_their_endings_have_the_same_stem(word, other):
    assert has_same_stem(word, other)
    assert has_same_stem(other, word)


@pytest.mark.parametrize(("word", "other"), [("mine", "mint"), ("marche", "marchandise"), ("house", "horse")])
def test_other_words_have_other_stems(word, other):
    assert not has_same_stem(word, other)


def test_what_an_action_brings_does_not_name_it():
    sell = Action("sell", {"goods": "red"}, "sell goods=red", "Sell the red goods: +2 points")
    wait = Action("wait", {}, "wait", "Wait: +1 worker")
    assert not interpret_text("points", [sell, wait]).is_unique
    assert interpret_text("red", [sell, wait]).is_unique


@pytest.mark.parametrize(("word", "other"), [("island", "land"), ("land", "island"), ("worker", "wroker")])
def test_a_typo_hardly_changes_the_length_of_a_word(word, other):
    is_typo = len(word) == len(other)
    assert (word_similarity(word, other) > 0) is is_typo


def place_tile(q, r):
    """Return an action with the label that the service writes for a place of a map."""
    return Action(
        "place_tile", {"q": q, "r": r}, f"place_tile q={q} r={r}", f"Place tile 24 at ({q}, {r}), next to tile 4"
    )


PLACES = (place_tile(-2, 1), place_tile(-1, 1), place_tile(0, -2), place_tile(1, -1))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("place at (-2, 1)", PLACES[0]),
        ("place the tile at (1, -1)", PLACES[3]),
        ("place_tile q=0 r=-2", PLACES[2]),
        ("place tile 24 at ( \N{MINUS SIGN} 2, 1)", PLACES[0]),
        ("place tile 24 at 0, \N{EN DASH}2", PLACES[2]),
    ],
)
def test_a_place_with_signs_is_unique(text, place):
    assert interpret_text(text, PLACES) == Interpretation((place,), is_unique=True, is_exact=True)


@pytest.mark.parametrize(
    "text",
    [
        *("place at (2, 1)", "place the tile at (0, 2)", "place at (1, 1)", "place at - 24", "place at (1, -2)"),
        *("place at (-2, 4)", "place at (1, 4)", "(-2, 1)", "place_tile q=2 r=1"),
    ],
)
def test_a_place_with_other_signs_is_never_played(text):
    assert not interpret_text(text, PLACES).is_unique
    assert not interpret_text(text, PLACES[:1]).is_unique
