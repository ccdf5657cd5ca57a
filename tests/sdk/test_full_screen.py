"""Full screen of `referee-play`: whole matches by keys, completion, hidden hands, sizes, languages and failures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from threading import Event
from types import SimpleNamespace

import pytest

from referee_sdk import Client, Unreachable
from referee_sdk.chat import BotSeat, Table
from referee_sdk.chat.phrases import command_in
from referee_sdk.chat.texts import TEXTS as CHAT_TEXTS
from referee_sdk.commands.play import is_full_screen_possible
from referee_sdk.terminal.candidates import common_start
from referee_sdk.terminal.full_screen import FullScreen, hand_over
from referee_sdk.terminal.full_screen.hand_over import HandOver
from referee_sdk.terminal.full_screen.match_end import end_candidates
from referee_sdk.terminal.full_screen.room_watch import RoomWatch
from referee_sdk.terminal.keyboard import Keyboard
from referee_sdk.terminal.texts import COMMAND_WORDS, TEXTS
from tests.kernel.toy import GAME as TOY
from tests.sdk.full_screens import LARGE, SMALL, Player, at_screen
from tests.sdk.matches import every_game, fewest_seats
from tests.sdk.typists import plain

every_size = pytest.mark.parametrize("size", [SMALL, LARGE])


@pytest.fixture(autouse=True)
def state_folder(monkeypatch, tmp_path):
    """Save matches that are left to a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(hand_over, "MIN_SECONDS", 0)


def burgundy(client: Client, *, seats=("Ann", "Bob"), language="en") -> Table:
    return Table.open(client, "burgundy", seats, language=language, seed="hello")


def toy(client: Client) -> Table:
    return Table.open(client, TOY.name, ["Ann", "Bob"], seed="1")


# --- play -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "game"), [(SMALL, "settlement"), (LARGE, TOY.name)])
def test_a_whole_match_is_played_by_keys(toy_client, size, game, tmp_path):
    table = Table.open(toy_client, game, ["Ann", BotSeat("random")], seed="2")
    record = tmp_path / "whole.game"

    async def script(player: Player) -> None:
        ways = 0
        while not table.match.is_over:
            count, ways = table.match.decision_count, ways + 1
            await (player.press("tab", "down", "enter") if ways % 3 else player.send("1"))
            assert table.match.decision_count > count, player.shown
        assert "The match is over." in player.shown
        assert "Quit" in player.shown
        assert "Ann: " in player.shown
        await player.send(f"save {record}")

    app = at_screen(table, script, size)
    assert record.read_text().startswith(f"game: {game}\n")
    assert re.search(r"^Ann: \d+$", "\n".join(app.goodbye), re.MULTILINE)
    assert "--resume" not in "\n".join(app.goodbye)


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
@every_size
def test_every_game_fits_the_screen(client, game, language, size):
    users = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table = Table.open(client, game, users, language=language, seed="1")

    async def script(player: Player) -> None:
        if isinstance(player.app.screen, HandOver):
            await player.press("enter")
        shown = await player.see(TEXTS[language]["board"])
        texts = TEXTS[language]
        assert {texts[name] for name in ("board", "log", "prompt")} <= {
            each for each in texts.values() if each in shown
        }
        assert shown.count("▸") == 1
        assert not player.app.board.scroll.show_horizontal_scrollbar
        assert player.app.choice_pane.choices.size.height >= min(3, len(table.match.legal_actions()))
        for each in await menu_lines(player):
            assert len(each) <= player.app.choice_pane.choices.size.width

    at_screen(table, script, size)


async def menu_lines(player: Player) -> list[str]:
    choices = player.app.choice_pane.choices
    return [line for option in choices.options for line in str(option.prompt).splitlines()]


def test_numbers_words_and_the_list_play(client):
    table = burgundy(client)

    async def script(player: Player) -> None:
        assert "• Ann takes " in await player.send("take the church")
        assert "took a move back" in await player.send("undo")
        label = table.match.legal_actions()[0].label
        shown = await player.send("1")
        assert f"› 1  {label}" in re.sub(r" *\n *", " ", shown)
        assert table.match.decision_count == 1
        await player.press("tab", "enter")
        assert table.match.decision_count == 2

    at_screen(table, script)


def test_a_question_plays_nothing_and_its_long_answer_gets_the_room_of_the_board(client):
    table = burgundy(client)

    async def script(player: Player) -> None:
        shown = await player.send("why not end turn")
        assert "✗ You still have " in shown
        assert "Similar legal moves:" in shown
        assert "Board ──" not in shown
        assert "Board ──" in await player.press("escape")
        assert "Your turn" in player.shown
        assert "Ann: 0" in await player.send("score")
        assert table.match.decision_count == 0

    at_screen(table, script)


def test_ambiguous_words_narrow_the_list_until_escape(client):
    async def script(player: Player) -> None:
        assert "Esc shows all moves again" in await player.send("take 1 from depot 2")
        assert "Which one?" in player.shown
        assert player.app.choice_pane.choices.option_count == 2
        await player.press("escape")
        assert player.app.choice_pane.choices.option_count == len(player.app.table.match.legal_actions())

    at_screen(burgundy(client), script)


def test_a_heading_of_all_moves_gives_way_to_the_question_of_the_match(client):
    table = Table.open(client, "medievalia", ["Ann", "Bob"], seed="9")

    async def script(player: Player) -> None:
        assert "Similar legal moves:" in await player.send("end the turn")
        assert player.app.choice_pane.choices.option_count == len(table.match.legal_actions())
        assert "Esc or Enter goes back" in player.shown
        await player.press("escape")
        assert "Draw a card: choose a deck" in player.shown
        assert "Similar legal moves:" not in player.shown

    at_screen(table, script)


def test_the_log_names_a_move_that_a_part_of_the_list_does_not_show(client):
    table = burgundy(client)

    async def script(player: Player) -> None:
        label = table.match.legal_actions()[0].label
        assert label not in await player.send("take 1 from depot 2")
        assert f"› 1  {label}" in re.sub(r" *\n *", " ", await player.send("1"))

    at_screen(table, script)


@pytest.mark.parametrize(("language", "questions"), [("en", ("what is 2", "? 2")), ("fr", ("c'est quoi 2", "? 2"))])
def test_a_question_about_a_line_repeats_it(client, language, questions):
    table = burgundy(client, language=language)

    async def script(player: Player) -> None:
        label = table.match.legal_actions()[1].label
        for question in questions:
            await player.press("escape")
            assert f"▸ {label}" in await player.type(question)
            shown = await player.press("enter")
            assert f"› {question}\n   2  {label}" in re.sub(r" +\n", "\n", shown)

    at_screen(table, script)


@every_size
def test_new_entries_are_in_view_when_their_rows_come_late(client, monkeypatch, size):
    """Scrolling at once is what happens on a busy machine, where the layout is later than the call."""
    monkeypatch.setattr(FullScreen, "call_after_refresh", lambda self, run, *arguments: run(*arguments))

    async def script(player: Player) -> None:
        for line in ("? ship", "why not end turn", "? granary", "1", "score", "zzz", "help", "2"):
            await player.send(line)
            last = str(player.app.log_pane.scroll.children[-1].visual).splitlines()
            own = [row for row in player.shown.splitlines() if f"› {line}" in row]
            assert own or last[-1].strip()[:40] in player.shown, (line, player.shown)
            assert player.app.log_pane.scroll.children[-1].region.y < size[1], (line, player.shown)
            await player.press("escape")
            assert last[-1].strip()[:40] in player.shown, (line, player.shown)

    at_screen(burgundy(client), script, size)


def test_moves_of_bots_do_not_take_the_room_of_the_board(client, monkeypatch):
    table, say = burgundy(client, seats=("Ann", BotSeat("greedy"))), Table.say

    async def script(player: Player) -> None:
        def say_slowly(self, user, line):
            messages = say(self, user, line)
            player.app.call_from_thread(player.app._draw_board)  # what a change of the size does
            return messages

        monkeypatch.setattr(Table, "say", say_slowly)
        while table.match.decision_count < 12:
            labels = [action.label for action in table.match.legal_actions()]
            await player.send(next(str(number) for number, label in enumerate(labels, 1) if "workers with" in label))
            assert "Board ──" in player.shown
            assert player.app.log_pane.scroll.is_vertical_scroll_end

    at_screen(table, script)


def test_the_end_is_not_shown_before_its_events(toy_client, monkeypatch):
    table, say, questions = Table.open(toy_client, TOY.name, ["Ann", BotSeat("random")], seed="2"), Table.say, []

    async def script(player: Player) -> None:
        def say_slowly(self, user, line):
            messages = say(self, user, line)
            player.app.call_from_thread(player.app.show_menu)  # what an empty input line does
            questions.append(player.app.menu.question)
            return messages

        monkeypatch.setattr(Table, "say", say_slowly)
        while not table.match.is_over:
            await player.send("1")
        assert "The match is over." in player.shown

    at_screen(table, script)
    assert questions
    assert TEXTS["en"]["over"] not in questions


# --- completion -------------------------------------------------------------------------------------------------------


def test_tab_completes_a_move(client):
    table = burgundy(client)

    async def script(player: Player) -> None:
        shown = await player.type("take the chu")
        assert "Fits “take the chu”: 1" in shown
        await player.press("tab")
        assert player.app.line.value.startswith("Take the church from depot ")
        await player.press("enter")
        assert "• Ann takes the church" in player.shown
        assert player.app.line.value == ""

    at_screen(table, script)


def test_a_tab_that_is_faster_than_the_candidates_completes_too(client):
    async def script(player: Player) -> None:
        await player.press(*"sco", "tab")
        assert player.app.line.value == "score"

    at_screen(burgundy(client), script)


def test_tab_goes_through_several_candidates(client):
    async def script(player: Player) -> None:
        await player.type("depot 2")
        await player.press("tab")
        first = player.app.line.value
        await player.press("tab")
        assert player.app.line.value != first
        await player.press("tab")
        assert player.app.line.value == first

    at_screen(burgundy(client), script)


@pytest.mark.parametrize(("language", "question"), [("en", "? wareh"), ("fr", "c'est quoi l'entr")])
def test_tab_completes_a_component_and_enter_explains_it(client, language, question):
    name = {"en": "Warehouse", "fr": "Entrepôt"}[language]

    async def script(player: Player) -> None:
        assert f"▸ {name}" in await player.type(question)
        await player.press("tab")
        assert player.app.line.value.endswith(name)
        shown = await player.press("enter")
        assert f"{name}: " in shown or f"{name} : " in shown
        assert await player.send(question)
        assert f"› {question[:2]}" in player.shown  # Enter without Tab asks for the first name

    at_screen(burgundy(client, language=language), script)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_tab_completes_commands(client, language):
    words = COMMAND_WORDS[language]

    async def script(player: Player) -> None:
        for word in words:
            if len(word) > 4:
                player.app.line.value = word[:-2]
                await player.pilot.pause()
                assert word in await player.wait()

    at_screen(burgundy(client, language=language), script)


def test_the_common_start_of_candidates_is_completed():
    assert common_start("take", ["Take the ship", "Take the sheep"]) == "Take the sh"
    assert common_start("ship", ["Take the ship"]) == "ship"
    assert common_start("x", []) == "x"


def test_a_typed_text_is_not_lost_in_the_history(client):
    async def script(player: Player) -> None:
        await player.send("score")
        await player.type("depot 2")
        await player.press("up")
        assert player.app.line.value == "score"
        await player.press("down")
        assert player.app.line.value == "depot 2"
        await player.press("down", "down", "enter")  # in the list
        assert player.app.table.match.decision_count == 1

    at_screen(burgundy(client), script)


def test_up_and_down_show_earlier_lines(client):
    async def script(player: Player) -> None:
        await player.send("score")
        await player.send("? ship")
        await player.press("up", "up")
        assert player.app.line.value == "score"
        await player.press("down")
        assert player.app.line.value == "? ship"
        await player.press("down")
        assert player.app.line.value == ""

    at_screen(burgundy(client), script)


# --- hidden hands -----------------------------------------------------------------------------------------------------


@every_size
def test_nothing_of_a_hand_is_left_when_the_keyboard_changes_hands(toy_client, size):
    table = toy(toy_client)

    async def script(player: Player) -> None:
        assert isinstance(player.app.screen, HandOver)
        assert "▸" not in player.shown
        seen = 0
        for _ in range(6):
            await player.press("enter")
            user = player.app.keyboard.user
            board = player.app.board._text.visual.plain
            secret = player.app.keyboard.board(80)[0]
            assert secret.to in (None, user)
            assert board.split() == secret.text.strip("`").split()
            if player.app.keyboard.has_secrets:
                await player.send("? secret of the hand")
                seen += 1
            while not isinstance(player.app.screen, HandOver):
                await player.send("1")
            base = player.app.screen_stack[0]
            left = "\n".join(str(widget.visual) for widget in base.query("Static") if hasattr(widget, "visual"))
            assert "secret" not in left
            assert board.strip() not in left
            assert player.app.choice_pane.choices.option_count == 0
            assert (player.app.line.value, player.app.line._history) == ("", [])
            assert "Pass the keyboard to " in player.shown
        assert seen > 2

    at_screen(table, script, size)


def test_the_next_user_has_moves_after_a_public_prompt(client):
    """Bob sees no more than a spectator before he has cards, but Ann's cards must not stay on the screen."""
    table = Table.open(client, "medievalia", ["Ann", "Bob"], seed="9")

    async def script(player: Player) -> None:
        first = player.app.keyboard.user
        while player.app.keyboard.user == first:
            await player.send("1")
        assert "Pass the keyboard to " in player.shown
        await player.press("enter")
        assert "▸   1" in player.shown
        assert "Hand: 0 cards" in player.app.board._text.visual.plain

    at_screen(table, script)


def test_an_enter_that_the_former_user_pressed_twice_shows_no_hand(toy_client, monkeypatch):
    monkeypatch.setattr(hand_over, "MIN_SECONDS", 60)

    async def script(player: Player) -> None:
        assert "Pass the keyboard to " in await player.press("enter", "enter")

    at_screen(toy(toy_client), script)


# --- languages, colours, sizes ----------------------------------------------------------------------------------------


def test_a_french_table_has_no_english(client):
    english = {text for name, text in TEXTS["en"].items() if "{" not in text and text not in TEXTS["fr"].values()}
    english |= {"Ann took", "private", "Enter ", "Your turn", "allowed"}

    async def script(player: Player) -> None:
        for line in ("aide", "pourquoi pas finir le tour", "1", "annuler", "score", "coups", "zzz", "? xyz", "plateau"):
            shown = await player.send(line)
            assert not [text for text in english if text in shown], shown
        for key in ("f2", "f3", "f4", "f1"):
            shown = await player.press(key)
            assert not [text for text in english if text in shown], shown
            await player.press("escape")

    at_screen(burgundy(client, language="fr"), script)


def test_words_that_end_a_turn_do_not_leave_the_game(client):
    async def script(player: Player) -> None:
        assert "Ce n'est pas permis" in await player.send("fin")
        assert player.app.is_running
        await player.send("fermer")
        assert not player.app.is_running

    at_screen(burgundy(client, language="fr"), script)


def test_the_list_at_the_end_sends_words_of_the_language(client):
    keyboard = Keyboard(burgundy(client, language="fr"))
    words = [candidate.text.split(" ")[0] for candidate in end_candidates(keyboard)]
    assert words == ["score", "enregistrer", "image", "annuler", "quitter"]


def test_a_french_mark_stays_with_its_word_on_the_screen(client):
    table = Table.open(client, "dice_settlers", ["Léa", BotSeat("greedy")], language="fr", seed="term2")

    async def script(player: Player) -> None:
        for line in ("3", "2", "1", "1", "pourquoi pas piller", "coups", "aide", "1"):
            lines = [shown.strip("▸ ▁▂▃▄▅▆▇█") for shown in (await player.send(line)).split("\n")]
            assert not [each for each in lines if each[:1] in tuple("»:;?!") or each.endswith("«")], player.shown

    at_screen(table, script)


def test_both_languages_have_the_same_texts():
    assert TEXTS["en"].keys() == TEXTS["fr"].keys()
    assert len(COMMAND_WORDS["en"]) == len(COMMAND_WORDS["fr"])
    for name, text in TEXTS["en"].items():
        assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", TEXTS["fr"][name])), name


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_help_of_the_table_names_no_command_that_does_something_else_here(language):
    commands = re.findall(r"`(.+?)`", CHAT_TEXTS[language]["help"])
    assert [each for each in commands if command_in(each) and Keyboard.is_quit(each)] == []
    assert [each for each in commands if each in ("close", "fermer") and not Keyboard.is_quit(each)] == []


def test_a_larger_terminal_gets_panes_side_by_side_and_a_wider_board(client):
    async def script(player: Player) -> None:
        small = player.app.board.columns
        assert small == 79
        await player.pilot.resize_terminal(*LARGE)
        await player.pilot.pause()
        await player.wait()
        first = player.shown.splitlines()[0]
        assert "Board ─" in first
        assert "Log ─" in first
        assert player.app.table.width == player.app.board.columns > small
        await player.pilot.resize_terminal(50, 16)
        await player.pilot.pause()
        await player.wait()
        assert player.app.table.width == player.app.board.columns == 49
        assert "▸" in player.shown

    at_screen(burgundy(client), script)


@pytest.mark.parametrize(("key", "title"), [("f2", "Board"), ("f3", "Log"), ("f4", "Your turn")])
def test_a_pane_can_have_the_whole_screen(client, key, title):
    titles = {"Board ──", "Log ──", "Your turn"}

    async def script(player: Player) -> None:
        shown = await player.press(key)
        (other,) = [each for each in titles if each in shown]
        assert other.startswith(title)
        shown = await player.press(key)
        assert all(each in shown for each in titles)

    at_screen(burgundy(client), script)


def test_the_board_scrolls_by_keys_to_its_end(client):
    async def script(player: Player) -> None:
        end = player.app.table.match.view(0, width=79).text.splitlines()[-1]
        assert end not in player.shown
        await player.press(*["pagedown"] * 9)
        assert end in player.shown
        await player.press(*["pageup"] * 9)
        assert "The Castles of Burgundy\n" in re.sub(" +\n", "\n", player.shown.split("Log ─")[0])

    at_screen(burgundy(client), script)


@every_size
def test_a_list_with_the_whole_screen_fills_it(client, size):
    async def script(player: Player) -> None:
        await player.press("f4")
        choices = player.app.choice_pane.choices
        assert choices.region.bottom == size[1] - 2

    at_screen(burgundy(client), script, size)


# --- bots, failures, the end ------------------------------------------------------------------------------------------


def test_the_screen_responds_while_a_bot_searches_and_can_be_left(client, monkeypatch):
    table, release = burgundy(client, seats=("Ann", BotSeat("greedy"))), Event()

    def search(bot, match, **options):
        release.wait(20)
        raise Unreachable("the bot was stopped")

    async def script(player: Player) -> None:
        monkeypatch.setattr(BotSeat, "play", search)
        while not player.app.calls.is_busy:
            player.app.line.value = "take workers"
            await player.pilot.press("enter")
            for _ in range(30):
                await player.pilot.pause(0.01)
                if player.app.calls.is_idle:
                    break
        assert "▸" not in await player.see("Others play …")  # the moves of before are over
        await player.pilot.press("z", "z", "enter")
        assert player.app.line.value == "zz"
        assert "Enter works as soon as it responds" in await player.see("Enter works as soon as it responds")
        await player.pilot.press("f2", "pagedown", "ctrl+q")

    app = at_screen(table, script)
    release.set()
    (line,) = app.goodbye
    file = line.removeprefix("To play on: referee-play --resume ")
    assert os.stat(file).st_mode & 0o077 == 0
    with open(file) as saved:
        assert Table.resume(client, saved.read()).match.decision_count == table.match.decision_count > 0


def test_a_failure_of_the_service_becomes_a_message(client, monkeypatch):
    table = burgundy(client)

    def fail(*arguments, **options):
        raise Unreachable("no service at http://127.0.0.1:1")

    async def script(player: Player) -> None:
        monkeypatch.setattr(table.match, "play", fail)
        assert "The referee cannot respond" in await player.send("1")
        monkeypatch.setattr(table.answers, "table", fail)
        await player.press("f2", "f2")
        monkeypatch.setattr(table, "say", fail)
        assert "The referee cannot respond" in await player.send("score")
        await player.send(f"save {os.devnull}/no/where")
        assert "Cannot save: " in player.shown
        monkeypatch.undo()
        assert "Ann: 0" in await player.send("score")

    at_screen(table, script)


def test_a_picture_is_written_to_a_file(client, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)

    async def script(player: Player) -> None:
        assert "Picture: " in await player.send("picture")

    at_screen(burgundy(client), script, LARGE)
    assert list(tmp_path.glob("referee-*/burgundy-0-table.png"))


def test_others_of_a_room_play_while_the_keyboard_works(live):
    new = live.new_room("medievalia", names=["", "Bob"])
    table, bob = Table.join(live, {"Ann": new.links.seats[0]}, pictures=False), live.join(new.links.seats[1])

    async def script(player: Player) -> None:
        for _ in range(40):
            bob.refresh()
            if bob.is_own_turn:
                break
            await player.send("1")
        await player.see("Waiting for Bob")
        assert "Bob" in await player.send("score")
        while bob.is_own_turn:
            bob.play(0)
        await player.see("▸   1")
        assert "private" not in player.shown

    assert "The link joins the room again" in at_screen(table, script).goodbye[0]


def test_a_room_that_has_changed_is_looked_at_once_for_each_change(live):
    new = live.new_room("medievalia", names=["", "Bob"])
    table, bob = Table.join(live, {"Ann": new.links.seats[0]}, pictures=False), live.join(new.links.seats[1])
    looks: list[object] = []
    watch = RoomWatch(table, SimpleNamespace(post_message=looks.append))
    bob.rename("Robert")
    watch.start()
    time.sleep(2)  # the table itself does not look at its room, as while others play several moves
    assert 1 <= len(looks) <= 2
    live.room(new.id, new.credentials.creator).remove()
    watch.join(timeout=10)
    assert not watch.is_alive()


def test_the_name_of_a_player_who_joins_later_is_shown(live):
    new = live.new_room("burgundy", seats=2)
    table = Table.join(live, {"1": new.links.seats[0]}, names={"1": "Ann"}, pictures=False)

    async def script(player: Player) -> None:
        await player.see("Ann")
        assert "Zoé" not in player.shown
        live.join(new.links.seats[1]).rename("Zoé")
        await player.see("Zoé")

    at_screen(table, script)


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("no_color", "settings"),
    [
        (False, {"TERM": "xterm-256color"}),
        (True, {"TERM": "xterm-256color", "NO_COLOR": "1"}),
        (True, {"TERM": "vt100"}),
    ],
)
def test_the_command_shows_the_full_screen_at_a_terminal(start_typist, tmp_path, no_color, settings):
    environment = {"XDG_STATE_HOME": str(tmp_path), **settings}
    typist = start_typist("burgundy", "--seed", "hello", "--names", "Ann,Bob", **environment)
    shown = typist.read("Your turn")
    shown += typist.read("F2 board")
    assert "\x1b[?1049h" in shown  # the other screen of the terminal, which leaves no trace
    colours = set(re.findall(r"\x1b\[(?:[\d;]*;)?((?:3|9)[0-8])(?:;[\d;]*)?m", shown))
    assert bool(colours) is not no_color
    os.write(typist.keyboard, b"take the chu\t")
    typist.read("from depot")
    os.write(typist.keyboard, b"\r")
    assert "takes" in plain(typist.read("takes"))
    os.write(typist.keyboard, b"\x11")  # Ctrl-Q
    line = typist.read(".table")
    assert "\x1b[?1049l" in line
    assert "To play on: referee-play --resume " in plain(line)
    assert typist.wait() == 0


def test_without_its_package_the_command_says_how_to_get_the_full_screen(start_typist, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['textual'] = None\n")
    path = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    typist = start_typist("burgundy", "--seed", "hello", "--lang", "fr", extra_path=path)
    assert "pip install 'referee-sdk[terminal]'" in plain(typist.read("Joueur 1> "))


def test_a_simple_terminal_gets_lines(monkeypatch):
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, stream, type("Terminal", (), {"isatty": lambda self: True, "write": len})())
    for term, is_possible in (("xterm", True), ("dumb", False), ("", False)):
        monkeypatch.setenv("TERM", term)
        assert is_full_screen_possible() is is_possible


def test_the_sdk_does_not_import_the_package_of_the_full_screen():
    code = "import sys, referee_sdk.commands.play; print(sorted({'textual', 'rich'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
