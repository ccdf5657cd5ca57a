"""Places and prompts: what an action touches, verdicts on pointed places, facts of a turn, and the text of a view."""

from __future__ import annotations

import pytest

from referee_sdk import Action, BadRequest, Match
from referee_sdk.chat import Table
from referee_sdk.chat.formatter import MAX_NAME_CHARS, ChatFormatter
from referee_sdk.chat.interpretation import Interpretation, interpret_text
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import every_game, joined_text, new_match, play_number


@pytest.fixture
def match(toy_client) -> Match:
    return toy_client.new_match(TOY.name, seats=2, seed="1")


def formatter(language) -> ChatFormatter:
    """Return a formatter of a table of Ann and Bob."""
    made = ChatFormatter(language, {})
    made.names = ["Ann", "Bob"]
    return made


def action_with(match: Match, kind: str):
    """Return the first legal action of a verb, after as many first actions as it takes until there is one."""
    while not match.legal_actions(kind):
        match.play(0)
    return match.legal_actions(kind)[0]


def pointed(action) -> list[str]:
    """Return one place of each group that an action touches."""
    return [group[0] for group in action.touches]


# --- touches and verdicts ---------------------------------------------------------------------------------------------


def test_a_listed_action_has_the_places_that_a_player_points_at(match):
    ask, rest = action_with(match, "ask"), action_with(match, "rest")
    assert ask.touches == ((f"seat.{ask['seat']}",), (f"choice.{ask['good']}",))
    assert rest.touches == (("button.rest",),)
    assert "touches" not in ask.to_json()


def test_touches_do_not_make_two_actions_different(match):
    action = match.legal_actions()[0]
    match.play(action)
    assert match.client.replay(match.record()).valid
    assert action.touches
    assert type(action)(action.kind, action.fields, action.notation, action.label) == action


def test_pointed_places_that_mean_a_legal_action_are_legal(match):
    ask = action_with(match, "ask")
    verdict = match.judge_places(pointed(ask))
    assert verdict
    assert verdict.candidates[0]
    assert verdict.candidates[0].action == ask
    assert verdict.candidates[0].refusals == ()
    before = match.decision_count
    match.play(verdict.candidates[0].action)
    assert match.decision_count == before + 1


def test_pointed_places_that_mean_an_illegal_action_say_why(match):
    ask = action_with(match, "ask")
    own = f"seat.{match.seat}"
    verdict = match.judge_places([own, *pointed(ask)[1:]])
    assert (verdict.legal, verdict.refusals) == (False, ())
    assert 1 <= len(verdict.candidates) <= 3
    assert verdict.candidates[0].action["seat"] == match.seat
    assert verdict.candidates[0].refusals[0].message
    assert verdict.suggestions


def test_a_seat_that_is_not_to_move_gets_that_refusal(match):
    ask = action_with(match, "ask")
    verdict = match.client.judge_places(match.state, pointed(ask), seat=1 - match.seat)
    assert not verdict
    assert verdict.refusals[0].rule == "referee.seat"


def test_an_unknown_place_is_a_bad_request(match):
    with pytest.raises(BadRequest) as caught:
        match.judge_places(["nowhere.7"])
    assert caught.value.code == "unknown-place"


def test_a_guarded_match_is_pointed_at_with_its_credential(live):
    match = live.new_match("burgundy", seats=2, guarded=True)
    action = match.legal_actions()[0]
    assert match.judge_places(pointed(action)).suggestions is not None


@every_game
def test_every_listed_action_touches_something(client, game):
    match = new_match(client, game)
    for _ in range(6):
        assert all(action.touches and all(action.touches) for action in match.legal_actions())
        match.play(0)


# --- prompts ----------------------------------------------------------------------------------------------------------


def test_a_turn_has_the_facts_of_its_prompt(match):
    requester = None
    while match.turn.question != "request":
        ask, requester = action_with(match, "ask"), match.seat
        match.play(ask)
    assert match.turn.facts["by"] == requester
    assert match.turn.facts["good"] in match.turn.prompt


# --- text of a view ---------------------------------------------------------------------------------------------------


def test_the_text_of_a_view_has_names_width_and_parts(match):
    text = match.view(0, names=["Ann", "Bob"], width=60).text
    assert "Ann" in text
    assert "Seat 0" not in text
    assert max(map(len, text.splitlines())) <= 60
    assert match.view(0, part="market").text in text
    assert "Ann" not in match.view(0, names=["Ann", "Bob"], part="market").text
    assert match.view(0, names=["Ann", "Bob"], plain=True).text != text


@pytest.mark.parametrize("options", [{"names": ["x" * 41]}, {"names": ["\x1b[1m"]}, {"width": 3}, {"part": "cellar"}])
def test_a_view_that_cannot_be_written_is_a_bad_request(match, options):
    with pytest.raises(BadRequest):
        match.view(0, **options)


def test_a_table_shows_boards_with_the_names_of_its_users(toy_client):
    users = {"17": "Ann" * 20, "18": "B\x1bo\nb"}
    table = Table.open(toy_client, TOY.name, list(users), names=users, seed="1", width=70)
    board = joined_text(table.say("Zoe", "table"))
    assert "Ann" * (MAX_NAME_CHARS // 3) in board
    assert "Bob" in board
    assert "Seat" not in board
    assert max(map(len, board.splitlines())) <= 70
    assert Table.resume(toy_client, table.save()).width == 70


def test_a_name_in_a_code_block_is_not_escaped(toy_client):
    table = Table.open(toy_client, TOY.name, ["*Ann*", "B```b"], seed="1")
    board = joined_text(table.say("Zoe", "table"))
    assert "*Ann*" in board
    assert board.count("```") == 2


# --- names in sentences -----------------------------------------------------------------------------------------------


def test_a_prompt_has_the_names_of_other_users(toy_client):
    table = Table.open(toy_client, TOY.name, ["Ann", "Bob"], seed="1")
    messages = table.begin()
    while table.match.turn.question != "request":
        user = table.current_player
        messages = table.say(user, action_with(table.match, "ask").notation)
    assert f"**{table.current_player}**: {user} asks you for " in joined_text(messages)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("La place 0 joue.", "Ann joue."),
        ("Prendre une carte de la place 0", "Prendre une carte d'Ann"),
        ("Prendre une carte de la place 1", "Prendre une carte de Bob"),
        ("Demander de l'or à la place 1", "Demander de l'or à Bob"),
        ("Plus que la place 0 et que la place 1", "Plus qu'Ann et que Bob"),
        ("Une carte de la place 7", "Une carte de la place 7"),
    ],
)
def test_a_french_name_shortens_the_word_before_it(text, shown):
    assert formatter("fr").with_names(text) == shown


def test_a_user_may_write_the_label_with_the_name_that_the_menu_shows(toy_client):
    table = Table.open(toy_client, TOY.name, ["Ann", "Bob"], seed="1")
    table.begin()
    while not table.match.legal_actions("ask"):
        play_number(table)
    user = table.current_player
    other = "Bob" if user == "Ann" else "Ann"
    good = table.match.legal_actions("ask")[0]["good"]
    (menu,) = [message for message in table.say(user, f"ask {other}") if message.choices]
    assert f"Ask {other} for {good}" in [choice.label for choice in menu.choices]
    before = table.match.decision_count
    table.say(user, f"ask {other} for {good}")
    assert table.match.decision_count == before + 1


@pytest.mark.parametrize("text", ["Take it from Bob", "take it from seat 1", "take seat=1"])
def test_a_label_is_read_with_the_seat_and_with_the_name(text):
    legal = [Action("take", {"seat": seat}, f"take seat={seat}", f"Take it from seat {seat}") for seat in (0, 1)]
    display = formatter("en").with_plain_names
    assert interpret_text(text, legal, display) == Interpretation((legal[1],), is_unique=True, is_exact=True)


def test_the_note_about_private_choices_is_sent_once_and_without_the_choices(toy_client):
    table = Table.open(toy_client, TOY.name, ["Ann", "Bob"], seed="1")
    messages = table.begin()
    for _ in range(12):
        public = joined_text([message for message in messages if message.to is None])
        private_menus = [message for message in messages if message.to is not None and message.choices]
        assert public.count("in private") == len(private_menus) <= 1
        assert sum(bool(message.choices) for message in messages) == 1
        messages = table.say(table.current_player, "1")
        if table.match.is_over:
            return
