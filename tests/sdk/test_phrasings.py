"""Texts as people write them: moves, questions and reasons in both languages, in all games."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from referee_sdk import Client
from referee_sdk.chat import BotSeat, Table
from referee_sdk.chat.phrases import absent_user, command_in, move_in_question, number_in
from tests.sdk.matches import joined_text, recorded_notations
from tests.sdk.service import shared_app

CLIENT = Client(app=shared_app())

STARTS = {"burgundy": 0, "settlement": 24, "medievalia": 40, "dice_settlers": 0, "empires_north": 0}
"""Decisions of greedy bots before the texts, per game."""


@cache
def saved_table(game: str, language: str, count: int) -> tuple[str, str]:
    """Return a table after some decisions of bots, and the user to move."""
    table = Table.open(CLIENT, game, ["Ann", "Bob"], language=language, seed="hello", pictures=False)
    for _ in range(count):
        table.match.play_bot("greedy")
    return table.save(), str(table.current_player)


def answer(game: str, language: str, text: str) -> tuple[str, str]:
    """Return what a text of the user to move plays (or an empty string), and the answer."""
    saved, user = saved_table(game, language, STARTS[game])
    table = Table.resume(CLIENT, saved)
    count = table.match.decision_count
    messages = joined_text(table.say(user, text))
    played = recorded_notations(table.match)[count:] if table.match.decision_count > count else []
    return (played[0] if played else ""), messages


@pytest.mark.parametrize(
    ("game", "language", "text", "verb"),
    [
        ("burgundy", "en", "take church", "take_tile die=1 depot=6 tile=church"),
        ("burgundy", "en", "I want to take the church please", "take_tile die=1 depot=6 tile=church"),
        ("burgundy", "en", "church", "take_tile die=1 depot=6 tile=church"),
        ("burgundy", "en", "take the 4 sheep", "take_tile die=1 depot=6 tile=sheep_4"),
        ("burgundy", "en", "2.", "take_tile die=1 depot=1 tile=ship"),
        ("burgundy", "en", "option 2", "take_tile die=1 depot=1 tile=ship"),
        ("burgundy", "en", "#2", "take_tile die=1 depot=1 tile=ship"),
        ("burgundy", "fr", "je prends l'église", "take_tile die=1 depot=6 tile=church"),
        ("burgundy", "fr", "eglise", "take_tile die=1 depot=6 tile=church"),
        ("burgundy", "fr", "prends le navire", "take_tile die=1 depot=1 tile=ship"),
        ("burgundy", "fr", "je vends les oranges", "sell_goods die=1 goods=orange"),
        ("burgundy", "fr", "le 2", "take_tile die=1 depot=1 tile=ship"),
        ("burgundy", "fr", "n°2", "take_tile die=1 depot=1 tile=ship"),
        ("settlement", "en", "I pass", "pass_round"),
        ("settlement", "fr", "je passe", "pass_round"),
        ("medievalia", "en", "done", "end_turn"),
        ("medievalia", "fr", "fin du tour", "end_turn"),
        ("dice_settlers", "en", "start on tile 2", "take_start tile=tile_02"),
        ("dice_settlers", "fr", "je commence sur la forêt", "take_start tile=tile_03"),
    ],
)
def test_a_move_is_played_as_people_write_it(game, language, text, verb):
    assert answer(game, language, text)[0] == verb


def tent_table(language: str) -> Table:
    """Return a table of Dice Settlers that asks whether a player follows another one onto a tile."""
    table = Table.open(CLIENT, "dice_settlers", ["Ann", "Bob"], language=language, seed="hello", pictures=False)
    while table.match.turn.question != "follow":
        table.match.play_bot("greedy")
    return table


@pytest.mark.parametrize(("language", "text"), [("en", "yes"), ("en", "ok"), ("fr", "oui")])
def test_yes_plays_the_only_move_that_does_not_decline(language, text):
    table = tent_table(language)
    count = table.match.decision_count
    table.say(str(table.current_player), text)
    assert recorded_notations(table.match)[count] == "add_tent"


@pytest.mark.parametrize(
    ("language", "words", "yes"), [("en", "grab the church", "yes"), ("fr", "prendr léglisse", "oui")]
)
def test_yes_plays_the_move_that_the_table_asks_about(language, words, yes):
    saved, user = saved_table("burgundy", language, 0)
    table = Table.resume(CLIENT, saved)
    (question,) = table.say(user, words)
    assert len(question.choices) == 1
    table.say(user, yes)
    assert recorded_notations(table.match) == [question.choices[0].notation]


@pytest.mark.parametrize(("language", "text"), [("en", "take workers"), ("fr", "prendre des ouvriers")])
def test_a_component_in_plural_is_that_of_the_listed_moves(language, text):
    """Both dice can be used for it, and `worker` is also a component, in singular."""
    table = Table.open(CLIENT, "burgundy", ["Ann", "Bob"], language=language, seed="a", pictures=False)
    (menu,) = table.say(str(table.current_player), text)
    assert [choice.notation.split()[0] for choice in menu.choices] == ["take_workers"] * 2


@pytest.mark.parametrize("text", ["build a fortification on space 5", "i build a fortifciation on space 5, please"])
def test_words_of_a_listed_move_are_no_attempt_at_another_verb(text):
    """The verb `build` is for buildings, and none can be built here."""
    match, random = CLIENT.new_match("settlement", seats=2, seed="4"), Random(4)
    while match.decision_count < 18:
        match.play(random.choice(match.legal_actions()))
    table = Table(match, ["Ann", "Bob"], pictures=False)
    messages = joined_text(table.say(str(table.current_player), text))
    assert messages.startswith("Which one?\n`")
    assert "Build a fortification on space 5, a diamond terrain (1 bonus villager)" in messages


@pytest.mark.parametrize(
    ("game", "language", "text", "expected"),
    [
        ("burgundy", "en", "why not warehouse", "The black depot only sells"),
        ("burgundy", "en", "why not the black depot", "The black depot only sells"),
        ("burgundy", "en", "can I buy the warehouse?", "A tile costs 2 silverlings; you have 1."),
        ("burgundy", "en", "buy ship", "A tile costs 2 silverlings; you have 1."),
        ("burgundy", "en", "why can't I buy a tile", "A tile costs 2 silverlings; you have 1."),
        ("burgundy", "en", "why can't I take the castle?", "That is allowed"),
        ("burgundy", "en", "why not place castle on space 5", "You have no castle in storage."),
        ("burgundy", "en", "pass", "You still have dice 1 and 1"),
        ("burgundy", "en", "why is end turn not allowed?", "You still have dice 1 and 1"),
        ("burgundy", "fr", "pourquoi je ne peux pas finir ?", "Il vous reste les dés 1 et 1"),
        ("burgundy", "fr", "pourquoi ne puis-je pas acheter l'entrepôt ?", "Une tuile coûte 2 pépites d'argent"),
        ("burgundy", "fr", "pourquoi pas l'entrepôt", "Le dépôt noir"),
        ("burgundy", "fr", "je peux acheter un navire ?", "Une tuile coûte 2 pépites d'argent"),
        ("burgundy", "fr", "pourquoi pas dépôt noir", "Le dépôt noir"),
        ("settlement", "en", "why not bazaar", "You cannot pay 1 diamond for the bazaar"),
        ("settlement", "en", "invite builder 3", "You cannot pay 1 clay and 2 diamonds for Builder 3"),
        ("settlement", "en", "why not hunt", "That is allowed:\n`13` Hunt the forest gnoll"),
        ("settlement", "fr", "pourquoi pas le bazar", "Vous ne pouvez pas payer 1 diamant"),
        ("settlement", "fr", "pourquoi pas inviter l'artisan 12", "Vous ne pouvez pas payer"),
        ("medievalia", "en", "why can't I build the school", "That is allowed"),
        ("medievalia", "fr", "pourquoi pas l'école", "C'est permis"),
        ("dice_settlers", "en", "why not raid bob", "“Raid” does not answer the open question"),
        ("dice_settlers", "en", "why not research scouts", "“Research” does not answer the open question"),
        ("dice_settlers", "fr", "pourquoi pas les éclaireurs", "ne répond pas à la question posée"),
        ("empires_north", "en", "why can't I build the long table", "does not answer the open question"),
        ("empires_north", "fr", "pourquoi pas lancer un raid", "ne répond pas à la question posée"),
    ],
)
def test_why_not_is_answered_by_name(game, language, text, expected):
    played, messages = answer(game, language, text)
    assert played == ""
    assert expected in messages


@pytest.mark.parametrize(
    ("game", "language", "text", "name"),
    [
        ("burgundy", "en", "church?", "Church"),
        ("burgundy", "en", "what's the city hall do", "City hall"),
        ("burgundy", "en", "what are workers for?", "Worker"),
        ("burgundy", "en", "what is tile 22", "Knowledge tile 22 \\(banks)"),
        ("burgundy", "en", "tell me about l'hotel de ville", "City hall"),
        ("burgundy", "fr", "à quoi servent les ouvriers ?", "Ouvrier"),
        ("burgundy", "fr", "hôtel de ville ?", "Hôtel de ville"),
        ("burgundy", "fr", "combien vaut la banque", "Banque"),
        ("settlement", "en", "what is a gnoll", "Forest gnoll"),
        ("settlement", "fr", "c'est quoi l'hydre", "Hydre des lacs"),
        ("settlement", "en", "what are bonus villagers", "Bonus villager"),
        ("medievalia", "fr", "qu'est-ce qu'un fantassin", "Fantassin"),
        ("medievalia", "en", "what is infantry", "Infantryman"),
        ("dice_settlers", "fr", "c'est quoi la ruée vers l'or", "Ruée vers l'Or"),
        ("dice_settlers", "en", "what is the white die", "White die"),
        ("empires_north", "en", "what is a raze token", "Raze token"),
        ("empires_north", "fr", "c'est quoi la maison d'hôtes", "Maison d'hôtes"),
    ],
)
def test_a_component_is_explained_by_name(game, language, text, name):
    played, messages = answer(game, language, text)
    assert played == ""
    assert messages.replace("\\", "").startswith(f"**{name}**".replace("\\", ""))


@pytest.mark.parametrize(
    ("game", "language", "text"),
    [
        ("burgundy", "en", "thanks"),
        ("burgundy", "en", "take the church?"),
        ("burgundy", "en", "lol"),
        ("burgundy", "en", "yes"),
        ("burgundy", "fr", "les points"),
        ("burgundy", "fr", "merci"),
        ("settlement", "en", "can I pass?"),
        ("medievalia", "en", "end turn?"),
        ("dice_settlers", "en", "explore"),
    ],
)
def test_small_talk_and_questions_play_nothing(game, language, text):
    assert answer(game, language, text)[0] == ""


@pytest.mark.parametrize(
    ("language", "text", "start"),
    [
        ("en", "end turn", "End the turn – `end_turn`\nThat is not allowed:"),
        ("fr", "pourquoi pas finir le tour", "Finir le tour – `end_turn`\nCe n'est pas permis :"),
        ("en", "take_tile resource=wood", "That notation cannot be read: 'resource=wood' is no"),
        ("fr", "take_tile resource=wood", "Cette notation est illisible : 'resource=wood' n'est pas"),
    ],
)
def test_a_refusal_begins_with_words(language, text, start):
    assert answer("burgundy", language, text)[1].startswith(start)


def test_a_number_is_explained():
    _, messages = answer("burgundy", "en", "what is 2?")
    assert messages == "`2` Take the ship from depot 1 with die 1"


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "Round 2 of phase A begins; turn order: "), ("fr", "Le tour 2 de la phase A commence ; ordre du tour : ")],
)
def test_the_turn_order_of_a_round_has_the_names_of_the_players(language, line):
    saved, _ = saved_table("burgundy", language, 0)
    table, text = Table.resume(CLIENT, saved), ""
    for _ in range(40):
        text += joined_text(table.say(str(table.current_player), "1")) + "\n"
    (order,) = [each.partition(line)[2] for each in text.splitlines() if line in each]
    assert order in ("Ann and Bob.", "Bob and Ann.", "Ann et Bob.", "Bob et Ann.")


@pytest.mark.parametrize("text", ["why can't I use the penguin school?", "use penguin school"])
def test_a_question_about_the_use_of_a_location_is_about_that_location(text):
    table = Table.open(CLIENT, "empires_north", ["Ann", "Bob"], seed="hello", pictures=False)
    while not any("Use “Penguin School”" in action.label for action in table.match.legal_actions()):
        table.match.play_bot("greedy")
    seat = table.match.seat
    table.match.play(next(each for each in table.match.legal_actions() if each.kind == "use_location"))
    while table.match.seat != seat or "use_location" not in table.match.turn.verbs:
        table.match.play_bot("greedy")
    assert "“Penguin School” is exhausted." in joined_text(table.say(str(table.current_player), text))


def moved_table(language: str, *others: str) -> Table:
    """Return a table of Dice Settlers at which Ann and a bot have moved."""
    seats = ["Ann", BotSeat("greedy"), *others]
    table = Table.open(CLIENT, "dice_settlers", seats, language=language, seed="term2", pictures=False)
    table.begin()
    table.say("Ann", "3")
    return table


@pytest.mark.parametrize(
    ("language", "reasons"),
    [
        ("en", "but chance has acted since and another player has moved since. Bob: "),
        ("fr", "mais le hasard a agi depuis et quelqu'un d'autre a joué depuis. Bob : "),
    ],
)
def test_a_request_to_undo_has_its_reasons_in_one_sentence(language, reasons):
    assert reasons in joined_text(moved_table(language, "Bob").say("Ann", "undo"))


def test_a_person_without_human_opponents_takes_a_move_back_at_once():
    table = moved_table("en")
    assert joined_text(table.say("Ann", "undo")).startswith("↩️ Ann took a move back.")
    assert table.match.decision_count == 0
    assert table.agreement.pending is None


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Score?", "score"),
        ("show the board", "table"),
        ("whose turn is it?", "moves"),
        ("à qui le tour ?", "moves"),
        ("que puis-je faire ?", "moves"),
        ("sorry, undo", "undo"),
        ("Undo, please!", "undo"),
        ("annule stp", "undo"),
        ("les règles", "help"),
        ("REGLES", "help"),
        ("je reviens", "come_back"),
        ("je quitte la table", "leave"),
        ("take the church", None),
        ("turn the die", None),
    ],
)
def test_commands_are_recognised_in_other_words(text, command):
    assert command_in(text) == command


@pytest.mark.parametrize(
    ("text", "number"), [("2", 2), (" 12. ", 12), ("No. 3", 3), ("numéro 4", 4), ("2 svp", 2), ("2 sheep", None)]
)
def test_numbers_are_recognised_in_other_words(text, number):
    assert number_in(text) == number


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("why not end turn?", "end turn"),
        ("Why can't I buy the ship", "buy the ship"),
        ("am I allowed to pass?", "pass"),
        ("pourquoi pas l'école", "l'ecole"),
        ("pourquoi je peux pas poser le château ?", "poser le chateau"),
        ("est-ce que je peux passer ?", "passer"),
        ("take the ship", None),
    ],
)
def test_questions_about_moves_are_recognised(text, move):
    assert move_in_question(text) == move


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("bot for Ann", "Ann"), ("a bot plays for Ann", "Ann"), ("robot pour Zoé", "Zoé"), ("bot", None)),
        ("Robot pour Jean Noël, s'il te plaît !", "Jean Noël"),
    ],
)
def test_requests_for_bots_are_recognised(text, name):
    assert absent_user(text) == name
