"""Pictures of a chat table: what the channel and each player get, numbers, alt texts, commands, and failures."""

from __future__ import annotations

import random
import re

import pytest

from referee_sdk import Chance, Client, Match, ServerError
from referee_sdk.chat import Attachment, Message, Table, pictures
from referee_sdk.chat.texts import TEXTS
from referee_service.app import create_app
from referee_service.pictures.pool import PngPool, PoolBusy
from tests.kernel.toy import GAME as TOY
from tests.sdk.conftest import NO_WAIT
from tests.sdk.matches import every_game, fewest_seats, joined_text, recorded_notations
from tests.sdk.test_pictures import png_size

USERS = ["Ann", "Bob"]


def open_table(client: Client, game: str, **settings) -> tuple[Table, list[Message]]:
    """Open a table for Ann and Bob, and return it with its first messages."""
    table = Table.open(client, game, USERS, **{"seed": "hello", **settings})
    return table, table.begin()


def attachments(messages: list[Message], to: str | None) -> list[Attachment]:
    """Return the attachments of the messages for a user, or for all."""
    return [attachment for message in messages if message.to == to for attachment in message.attachments]


def drawn(table: Table, seat: int | None, part: str) -> bytes:
    """Return the picture of a part: with the legal actions for the seat to move, else with the last move."""
    highlight = "legal" if seat == table.match.seat else "last"
    return table.match.picture(seat, part=part, names=USERS, highlight=highlight)


def play_until_private(table: Table) -> list[Message]:
    """Play first actions until a menu is private, and return the messages of the last one."""
    messages = table.say(str(table.current_player), "moves")
    while not any(message.to for message in messages):
        messages = table.say(str(table.current_player), "1")
    return messages


# --- what is sent -----------------------------------------------------------------------------------------------------


def test_a_public_menu_has_the_picture_of_the_seat_to_move(client):
    table, messages = open_table(client, "burgundy")
    (picture,) = attachments(messages, None)
    assert messages[-1].attachments == (picture,)
    assert messages[-1].choices
    assert picture.content == drawn(table, 0, "table")
    assert picture.content != drawn(table, None, "table")  # it has rings
    assert png_size(picture.content)[0] == 1200
    assert picture.name == "burgundy-0-table.png"


def test_every_move_sends_a_new_picture(client):
    table, _ = open_table(client, "burgundy")
    messages = table.say("Ann", "1")
    assert messages[-1].attachments[0].content == drawn(table, 0, "table")
    assert messages[-1].attachments[0].name == "burgundy-1-table.png"


def test_a_menu_of_some_actions_sends_no_second_picture(client):
    table, _ = open_table(client, "burgundy")
    (menu,) = table.say("Ann", "take 1 from depot 2")
    assert menu.choices
    assert not menu.attachments


def test_an_open_card_game_has_two_parts(client):
    table, messages = open_table(client, "settlement")
    seat = table.match.seat
    parts = [each.content for each in attachments(messages, None)]
    assert parts == [drawn(table, seat, "table"), drawn(table, seat, "mine")]


@pytest.mark.parametrize("game", ["medievalia", "empires_north"])
def test_a_hidden_hand_is_drawn_only_for_its_owner(client, game):
    table, _ = open_table(client, game)
    messages = play_until_private(table)
    seat, user = table.match.seat, str(table.current_player)
    (public,) = attachments(messages, None)
    assert public.content == drawn(table, None, "table")
    own = attachments(messages, user)
    assert own[-1].content == drawn(table, seat, "mine")
    assert attachments(messages, USERS[1 - seat]) == []
    hidden = {drawn(table, seat, "table"), drawn(table, seat, "mine")}
    assert public.content not in hidden


def test_a_private_menu_has_the_table_only_if_it_can_be_touched_there(client):
    table, messages = open_table(client, "empires_north")
    while table.match.turn.question == "keep":  # this touches only the hand
        (own,) = attachments(messages, str(table.current_player))
        assert own.content == drawn(table, table.match.seat, "mine")
        messages = table.say(str(table.current_player), "1")
    assert table.match.turn.question == "main"
    seat, own = table.match.seat, attachments(messages, str(table.current_player))
    assert [each.content for each in own] == [drawn(table, seat, "table"), drawn(table, seat, "mine")]


def test_real_dice_are_reported_beside_the_picture_of_a_spectator(client):
    table, messages = open_table(client, "burgundy", seed=None, chance=Chance("table"))
    (picture,) = attachments(messages, None)
    assert picture.content == drawn(table, None, "table")


def test_the_alt_text_of_the_end_names_no_seat_to_play(client):
    table = Table.open(client, "dice_settlers", ["Ann", "Bob"], seed="1")
    while not table.match.is_over:
        table.match.play_bot("random")
    (picture,) = attachments(table.say("Ann", "picture"), None)
    assert "The game is over." in picture.alt
    assert "to play" not in picture.alt


def test_the_last_messages_have_the_final_position(client):
    match = client.new_match("settlement", seats=1, seed="1")
    while not match.is_over:
        match.play(-1)
    table = Table.open(client, "settlement", ["Ann"], seed="1", pictures=False)
    for _ in range(match.decision_count):
        table.pictures = table.match.decision_count == match.decision_count - 1
        messages = table.say("Ann", str(len(table.match.legal_actions())))
    (picture,) = attachments(messages, None)
    assert picture.content == table.match.picture(part="table", names=["Ann"], highlight="last")
    assert "The game is over." in picture.alt


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_an_action_has_the_number_of_the_legal_list_in_every_menu(client):
    table = Table.open(client, "burgundy", USERS, seed="hello", pictures=False)
    legal = table.match.legal_actions()
    (which,) = table.say("Ann", "take 1 from depot 2")
    *_, suggestions = table.say("Ann", "why not place_tile die=1 tile=castle space=3")
    for menu in (which, suggestions):
        assert menu.choices
        assert [choice.label for choice in menu.choices] == [legal[choice.number - 1].label for choice in menu.choices]
    unlisted = next(number for number in range(1, 9) if number not in [each.number for each in suggestions.choices])
    table.say("Ann", str(unlisted))
    assert recorded_notations(table.match)[-1] == legal[unlisted - 1].notation


KEY = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*/><text[^>]*>([^<]+)</text>')


def numbered_boxes(svg: str) -> list[tuple[int, tuple[float, ...]]]:
    """Return each number that a picture shows, with the box of its key. Ranges such as `1–4` count as all of them."""
    keys = svg.partition('<g class="keys">')[2].partition("</g>")[0]
    found = []
    for *box, text in KEY.findall(keys):
        for part in text.split():
            if not part.startswith("+"):
                first, _, last = part.partition("–")
                numbers = range(int(first), int(last or first) + 1)
                found += [(number, tuple(map(float, box))) for number in numbers]
    return found


def overlaps(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether two boxes (x, y, width, height) overlap."""
    return all(one[at] < other[at] + other[at + 2] and other[at] < one[at] + one[at + 2] for at in (0, 1))


@every_game
def test_a_typed_number_plays_the_action_at_the_place_that_shows_it(client, game):
    users = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table, rng = Table.open(client, game, users, seed="numbers", page=4, pictures=False), random.Random(1)
    seen = 0
    for _ in range(25):
        match = table.match
        legal, boxes = match.legal_actions(), {each.name: each.box for each in match.picture_places(match.seat).places}
        shown = numbered_boxes(match.picture(match.seat, format="svg").decode())
        seen += bool(shown)
        for number, key in shown:
            places = [boxes[place] for group in legal[number - 1].touches for place in group]
            assert any(overlaps(key, box) for box in places), (number, legal[number - 1])
        number = rng.choice([number for number, _ in shown] or range(1, len(legal) + 1))
        table.say(str(table.current_player), str(number))
        assert recorded_notations(match)[-1] == legal[number - 1].notation
    assert seen >= 15, "only a choice of several pieces has no number"


# --- alt texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "alt"),
    [
        ("en", "The Castles of Burgundy. Phase A, round 1. Turn order: Ann, Bob. White die:"),
        ("fr", "Les Châteaux de Bourgogne. Phase A, tour 1. Ordre du tour : Ann, Bob. Dé blanc :"),
    ],
)
def test_the_alt_text_says_game_round_turn_and_score(client, language, alt):
    _, messages = open_table(client, "burgundy", language=language)
    (picture,) = attachments(messages, None)
    assert picture.alt.startswith(alt)
    turn, score = TEXTS[language]["not your turn"].format(user="Ann"), TEXTS[language]["alt score"]
    assert picture.alt.endswith(f"{turn} {score.format(scores='Ann 0, Bob 0')}")
    assert len(picture.alt) <= pictures.MAX_ALT_CHARS


@pytest.mark.parametrize(("language", "own"), [("en", "What Ann has."), ("fr", "Le jeu d'Ann.")])
def test_the_alt_text_of_a_hand_names_no_card(client, language, own):
    table = Table.open(client, "medievalia", ["Ann", "Ann"], seed="hello", language=language)
    messages = play_until_private(table)
    (public,) = attachments(messages, None)
    assert attachments(messages, "Ann")[-1].alt == f"{own} {public.alt}"


# --- commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["picture", "image"])
def test_players_and_spectators_may_ask_for_a_picture(client, word):
    table, _ = open_table(client, "medievalia", pictures=False)
    play_until_private(table)
    seat, user = table.match.seat, str(table.current_player)
    (own,) = table.say(user, word)
    assert own.to == user
    assert [each.content for each in own.attachments] == [drawn(table, seat, "table"), drawn(table, seat, "mine")]
    (public,) = table.say("Zoe", word)
    assert public.to is None
    assert [each.content for each in public.attachments] == [drawn(table, None, "table")]
    assert public.text.startswith("Medievalia. ")


def test_the_board_in_words_has_a_picture_too(client):
    table, _ = open_table(client, "burgundy")
    *_, last = table.say("Bob", "table")
    assert [each.content for each in last.attachments] == [drawn(table, 1, "table")]


@pytest.mark.parametrize(
    ("language", "off", "on"), [("en", "pictures off", "pictures on"), ("fr", "images non", "images oui")]
)
def test_players_switch_pictures(client, language, off, on):
    table, _ = open_table(client, "burgundy", language=language)
    assert table.say("Zoe", off)[0].to == "Zoe"
    assert table.pictures
    assert f"`{on}`" in joined_text(table.say("Bob", off))
    messages = table.say("Ann", "1") + table.say("Ann", "table")
    assert not any(message.attachments for message in messages)
    assert not Table.resume(client, table.save()).pictures
    assert f"`{off}`" in joined_text(table.say("Ann", on))
    assert table.say("Ann", "moves")[-1].attachments
    help_text = joined_text(table.say("Ann", "help"))
    assert f"`{off}`" in help_text
    assert f"`{on}`" in help_text


# --- limits and failures ----------------------------------------------------------------------------------------------


def test_a_picture_that_is_too_large_is_narrower(client, monkeypatch):
    table, messages = open_table(client, "burgundy")
    (wide,) = attachments(messages, None)
    monkeypatch.setattr(pictures, "MAX_BYTES", len(wide.content) - 1)
    (narrow,) = attachments(table.say("Ann", "moves"), None)
    assert len(narrow.content) < len(wide.content)
    assert png_size(narrow.content)[0] < 1200


@pytest.fixture
def refused() -> list[int]:
    """Return the widths of all pictures that the busy service refused."""
    return []


@pytest.fixture
def busy_client(monkeypatch, refused) -> Client:
    """Return a client of a service whose rendering pool is full."""

    def refuse(pool, svg, width):
        refused.append(width)
        raise PoolBusy

    monkeypatch.setattr(PngPool, "render", refuse)
    return Client(app=create_app(), retries=NO_WAIT)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_busy_service_sends_the_text_and_a_line(busy_client, language):
    table, messages = open_table(busy_client, "burgundy", language=language)
    busy = TEXTS[language]["pictures busy"]
    assert messages[-1].text.endswith(f"\n{busy}")
    assert not messages[-1].attachments
    number = messages[-1].choices[0].number
    table.say("Ann", str(number))
    assert table.match.decision_count == 1
    assert joined_text(table.say("Ann", "picture")) == busy


def test_a_table_does_not_wait_long_for_a_busy_service(busy_client, refused):
    open_table(busy_client, "burgundy")
    assert refused == [1200] * pictures.MAX_ATTEMPTS


def test_the_line_is_a_message_of_its_own_if_it_does_not_fit(busy_client):
    (whole,) = (message for message in open_table(busy_client, "burgundy")[1] if message.choices)
    limit = len(whole.text) - 1
    _, messages = open_table(busy_client, "burgundy", limit=limit)
    assert max(len(message.text) for message in messages) <= limit
    assert TEXTS["en"]["pictures busy"] in [message.text for message in messages]
    assert messages[-1].choices


def test_a_service_that_fails_to_draw_plays_on(client, monkeypatch):
    table, _ = open_table(client, "burgundy")

    def fail(*_, **__):
        raise ServerError("The *service* is down.")

    monkeypatch.setattr(Match, "picture", fail)
    messages = table.say("Ann", "1")
    assert table.match.decision_count == 1
    assert messages[-1].text.endswith(r"No picture: The \*service\* is down. Write `picture` to try again.")


def test_a_game_without_pictures_says_so_once(toy_client):
    table, messages = open_table(toy_client, TOY.name)
    assert joined_text(messages).count(TEXTS["en"]["no pictures"]) == 1
    user = str(table.current_player)
    assert TEXTS["en"]["no pictures"] not in joined_text(table.say(user, "moves") + table.say(user, "1"))
    assert joined_text(table.say(user, "picture")) == TEXTS["en"]["no pictures"]
    assert joined_text(table.say(user, "pictures on")) == TEXTS["en"]["no pictures"]
    assert not table.pictures
