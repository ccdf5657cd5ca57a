"""Messages of a table: splitting, texts in both languages, and the line of a lost game."""

from __future__ import annotations

import re

import pytest

from referee_sdk import Event, Result, Score
from referee_sdk.chat import Message
from referee_sdk.chat.formatter import MAX_EVENTS, ChatFormatter
from referee_sdk.chat.messages import code_block, escape_markdown, split_messages
from referee_sdk.chat.texts import TEXTS


def test_messages_are_split_at_line_breaks():
    assert split_messages(["aa", "bb", "c" * 9], 5) == [Message("aa\nbb"), Message("cccc…")]
    assert [message.text for message in code_block("one\ntwo```", 13)] == ["```\none\n```", "```\ntwo'…\n```"]
    sections = "title\n\n" + "a\n" * 5 + "\n" + "b\n" * 6
    assert [message.text.count("\n") for message in code_block(sections, 30)] == [8, 7]
    assert escape_markdown("a_b") == r"a\_b"


def test_both_languages_have_the_same_texts_and_placeholders():
    assert TEXTS["en"].keys() == TEXTS["fr"].keys()
    for key in TEXTS["en"]:
        placeholders = [set(re.findall(r"\{(\w+)\}", TEXTS[language][key])) for language in ("en", "fr")]
        assert placeholders[0] == placeholders[1], key


@pytest.mark.parametrize(("language", "text"), [("en", "🏁 The game is lost."), ("fr", "🏁 La partie est perdue.")])
def test_a_lost_game_without_a_winner_has_its_own_line(language, text):
    lost = Result(winners=(), scores=(3,), ranking=((), (0,)), lines=((),))
    score = Score(scores=(3,), lines=((),), result=lost)
    formatter = ChatFormatter(language, {})
    formatter.names = ["Ann"]
    assert list(formatter.scores(score))[-1] == text


@pytest.mark.parametrize(("extra", "first"), [(0, "• 0"), (1, "• 0"), (2, "… 2 earlier events.")])
def test_one_event_more_than_the_limit_is_shown(extra, first):
    events = [Event("moved", 0, {}, str(number)) for number in range(MAX_EVENTS + extra)]
    assert ChatFormatter("en", {}).events(events)[0] == first
