"""Posts on Discord: limits of labels and messages, links to commands, notifications, and buttons for commands."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

import discord
import pytest

from referee_sdk.chat import Attachment, MenuOption, Message, TableManager
from referee_sdk.discord.commands import commands
from referee_sdk.discord.components import menu_view
from referee_sdk.discord.posts import MAX_CHARS, Post, Writer, merged, slash_command, too_large
from referee_sdk.discord.texts import TEXTS
from referee_sdk.discord.translator import FRENCH
from tests.sdk.discord_limits import BUTTON, SELECT, message_faults
from tests.sdk.matches import ROOT

LONG = "Build the Sawmill " + "(2 wood, 1 stone) " * 20


def writer(language="en", **names: str) -> Writer:
    return Writer(language, lambda command: f"</{command}:1>", names)


def options(count: int, label: str = "take the church") -> tuple[MenuOption, ...]:
    return tuple(MenuOption(number, label, f"notation {number}") for number in range(1, count + 1))


def payload_of(post: Post) -> dict:
    view = post.view("en")
    return {
        "content": post.text,
        "components": [] if view is None else view.to_components(),
        "allowed_mentions": {"parse": []},
    }


@pytest.mark.parametrize("label", ["x", "x" * 300, LONG, "é" * 90])
@pytest.mark.parametrize("count", [1, 2, 7, 19, 20, 21, 24, 25, 26, 50, 51, 333])
def test_menus_of_any_size_keep_the_limits_of_discord(count, label):
    message = Message("**Ann**: your turn", None, options(count, label), menu_id="12-0-0a1b2c3d")
    (post,) = writer().public_posts([message])
    payload = payload_of(post)
    assert list(message_faults(payload, {})) == []
    items = [item for row in payload["components"] for item in row["components"]]
    moves = [item for item in items if item["type"] == SELECT or ":move:" in item["custom_id"]]
    assert len(moves) == (count if count <= 25 else 1)
    assert all(
        item["label"].split()[0] == str(number) for number, item in enumerate(moves, 1) if item["type"] == BUTTON
    )


def test_all_options_are_on_the_pages_of_a_list():
    values: list[str] = []
    for page in range(3):
        rows = menu_view(options(60), "id", "fr", page=page).to_components()
        values += [option["value"] for option in rows[0]["components"][0]["options"]]
        assert rows[0]["components"][0]["placeholder"].startswith(f"Choisissez un coup : {25 * page + 1} à ")
    assert values == [str(number) for number in range(1, 61)]


def test_labels_that_are_too_long_for_a_button_are_whole_in_the_message():
    (post,) = writer().public_posts([Message("menu", None, options(2, LONG.strip()), menu_id="id")])
    assert post.content.split("\n")[1] == f"`1` {LONG.strip()}"
    assert post.text == "menu"
    labels = [item["label"] for row in payload_of(post)["components"] for item in row["components"]]
    assert labels[0].endswith("…")


def test_a_label_of_a_list_continues_in_its_description():
    rows = menu_view(options(26, LONG), "id", "en").to_components()
    option = rows[0]["components"][0]["options"][0]
    words = f"{option['label'].rstrip('…')} {option['description'].strip('…')}"
    assert re.sub(r"\W+", " ", f"1 {LONG}").startswith(re.sub(r"\W+", " ", words).strip())


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        *(("join", ("join", "")), ("d'accord", ("agree", "")), ("pictures off", ("pictures", ""))),
        *(("what is …", ("what", "")), ("c'est quoi Église", ("what", "Église")), ("je reviens", ("back", ""))),
        *(("more", ("moves", "")), ("fermer", ("close", "")), ("take_tile die=1", ("", "")), ("12", ("", ""))),
    ],
)
def test_words_of_a_table_have_slash_commands(phrase, expected):
    assert slash_command(phrase) == expected


def test_messages_link_the_commands_and_have_buttons_for_some():
    (post,) = writer().public_posts([Message("Ann: `agree`? Else `help`, or `take_tile die=1`.")])
    assert post.text == "Ann: </agree:1>? Else </help:1>, or `take_tile die=1`."
    assert post.offers == ("agree",)
    board = Message("```\n`join`\n```")
    assert writer().public_posts([board])[0].text == board.text


def test_the_player_to_move_is_notified_by_name_in_the_question():
    messages = [Message("• **Ann** takes the church.\n• Ann is done."), Message("**Ann\\_1**: your turn")]
    (post,) = writer(**{"17": "Ann_1"}).public_posts(messages, ping="17")
    assert post.text.split("\n")[-1] == "<@17>: your turn"
    assert post.arguments("en")["allowed_mentions"].to_dict()["users"] == [17]
    (other,) = writer().public_posts([Message("Round 2")], ping="17")
    assert other.text == "<@17> Round 2"
    (silent,) = writer().public_posts([Message("<@99> and @everyone")])
    assert silent.arguments("en")["allowed_mentions"].to_dict() == {"parse": [], "users": []}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_note_about_private_choices_becomes_a_button(language):
    note = {"en": "I sent Ann the choices in private.", "fr": "J'ai envoyé les choix à Ann en privé."}[language]
    posts = writer(language, **{"17": "Ann"}).public_posts([Message(f"**Ann**\n{note}")], has_private_choices=True)
    assert [(post.text, post.offers) for post in posts] == [("**Ann**", ("moves", "undo", "help"))]


def test_a_private_menu_needs_no_public_message_before_it():
    public, private = Message("**Ann**: your turn"), Message("**Ann**: your turn", "17", options(2), menu_id="id")
    (post,) = writer().private_posts([public, private])
    assert post.choices == private.choices
    assert len(writer().private_posts([public])) == 1


def test_merged_posts_keep_the_order_and_the_limit():
    rng = random.Random(1)
    posts = [Post(f"{number} " + "x" * rng.randint(0, 1900)) for number in range(50)]
    result = merged(posts)
    assert len(result) < len(posts)
    assert all(len(post.text) <= MAX_CHARS for post in result)
    assert "\n".join(post.text for post in result) == "\n".join(post.text for post in posts)
    menu = Post("menu", options(2), "id")
    assert merged([menu, Post("after")]) == [menu, Post("after")]


def test_a_picture_above_the_limit_is_left_out_with_a_note():
    post = Post("menu", attachments=(Attachment(b"x" * 100, "a.png", "a table"),))
    assert too_large(post, 100, "en") is post
    assert too_large(post, 99, "fr").attachments == ()
    assert Post("y" * MAX_CHARS).without_pictures("reason").text == "y" * MAX_CHARS


def test_the_guide_invites_the_bot_with_its_permissions_and_lists_every_command(client):
    guide = (ROOT / "docs" / "chat.md").read_text().partition("## On Discord")[2]
    (value,) = re.findall(r"permissions=(\d+)", guide)
    named = ("view_channel", "send_messages", "create_public_threads", "send_messages_in_threads")
    named += ("embed_links", "attach_files")
    assert discord.Permissions(int(value)) == discord.Permissions(**dict.fromkeys(named, True))
    names = {command.name for command in commands(SimpleNamespace(manager=TableManager(client)))}
    rows = [row for row in guide.splitlines() if row.startswith("| `/")]
    english, french = (
        set(re.findall(r"`/(\w+)`", "".join(row.split("|")[column] for row in rows))) for column in (1, 2)
    )
    assert (english, french) == (names, {FRENCH[name] for name in names})


def test_both_languages_have_the_same_texts_and_facts():
    assert TEXTS["en"].keys() == TEXTS["fr"].keys()
    for key, english in TEXTS["en"].items():
        assert set(re.findall(r"{\w+}", english)) == set(re.findall(r"{\w+}", TEXTS["fr"][key])), key
    assert all(french and french != english for english, french in FRENCH.items() if english != "score")
