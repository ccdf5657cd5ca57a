"""Lists of moves and the moves that models write, without a service."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest

from referee_sdk.agents import AgentError
from referee_sdk.agents.moves import WrittenMove, fits_move, listed_number, numbered, price_note, read_move
from referee_sdk.agents.news import news_lines
from referee_sdk.agents.setup import plan_seats
from referee_sdk.agents.texts import SENTENCES, Texts
from referee_sdk.models import Event
from tests.mcp.agents import moves_in, name_in


def test_moves_that_differ_in_their_last_field_share_a_line():
    lines = [
        "take die=1",
        "end_turn",
        "put die=1 at=3",
        "put die=1 at=4",
        "put die=1 at=5",
        "put die=2 at=5",
        "go",
        "go_on",
    ]
    text = numbered(lines)
    assert text.splitlines() == [
        "1 take die=1",
        "2 end_turn",
        "put die=1: 3 at=3; 4 at=4; 5 at=5",
        "6 put die=2 at=5",
        "7 go",
        "8 go_on",
    ]
    assert moves_in(text) == dict(enumerate(lines, 1))


def test_moves_with_the_same_beginning_share_a_line_too():
    lines = [f"put die={die} at={place} as={form}" for die in (1, 2) for place in (3, 4) for form in "ab"]
    lines = ["put die=0", *lines, "put die=3 as=a", "put die=3 as=b", "put die=3 as=c"]
    text = numbered(lines)
    assert text.splitlines()[1] == "put die=1: 2 at=3 as=a; 3 at=3 as=b; 4 at=4 as=a; 5 at=4 as=b"
    assert text.splitlines()[-1] == "put die=3: 10 as=a; 11 as=b; 12 as=c"
    assert moves_in(text) == dict(enumerate(lines, 1))


def test_a_list_has_prices_that_the_fields_lack():
    lines = ["put at=1", "put at=2", "put at=3", "go"]
    notes = [price_note(label) for label in ("Put", "Put (3 workers)", "Put (1 wood → 2 gold) there", "Go (no goods)")]
    text = numbered(lines, notes)
    assert text == "put: 1 at=1; 2 at=2 (3 workers); 3 at=3 (1 wood → 2 gold)\n4 go"
    assert moves_in(text) == dict(enumerate(lines, 1))
    assert numbered(lines[:3], [" (1 wood)"] * 3) == "put (1 wood): 1 at=1; 2 at=2; 3 at=3"
    assert price_note("Lay tile 21 (mountain) at (-1, 1)") == ""
    assert price_note("Take tile 10 (free ±1 to place ships) with die 1 (2 workers)") == " (2 workers)"
    assert price_note("Sail to “Rock” (pillage: 1 wood)") == " (pillage: 1 wood)"
    assert price_note("Prendre le château (2\u00a0ouvriers)") == " (2\u00a0ouvriers)"


@pytest.mark.parametrize(
    ("texts", "lines"),
    [
        (["Seat 1 acts.", "Seat 1 rolls a 3.", "", "It rains."], ["Seat 1: acts; rolls a 3", "It rains."]),
        (["Seat 1 acts.", "Seat 10 acts.", "Seat 1 acts."], ["Seat 1 acts.", "Seat 10 acts.", "Seat 1 acts."]),
        (["Seat 1 draws.", "Seat 1 draws.", "Seat 1 ends."], ["Seat 1: draws (×2); ends"]),
        (["It rains.", "It rains."], ["It rains. (×2)"]),
        (["Seat 1 takes a, b.", "Seat 1 takes c.", "Seat 1 takes a, b."], ["Seat 1: takes a, b (×2); takes c"]),
        (["Seat 1 turns a.", "Seat 1 turns b.", "Seat 1 turns b.", "Seat 1 ends."], ["Seat 1: turns a, b (×2); ends"]),
    ],
)
def test_events_about_one_seat_share_a_line(texts, lines):
    assert news_lines([Event("x", 0, {}, text) for text in texts], Texts("en")) == lines


def test_events_share_a_line_in_french_too():
    events = [Event("x", 1, {}, text) for text in ("La place 1 agit.", "La place 1 finit.")]
    assert news_lines(events, Texts("fr")) == ["La place 1 : agit; finit"]


def test_an_explanation_is_there_once():
    events = [Event("scored", 1, {}, f"Seat 1 scores {points} points (Animals score again).") for points in (1, 2)]
    explained: set[str] = set()
    assert news_lines(events, Texts("en"), explained) == ["Seat 1: scores 1 points (Animals score again), 2 points"]
    assert news_lines(events[:1], Texts("en"), explained) == ["Seat 1 scores 1 points."]


def test_sentences_that_the_next_one_repeats_are_left_out():
    began, next_began = (Event("turn_began", seat, {}, f"It is the turn of seat {seat}.") for seat in (1, 0))
    forced = Event("forced", 1, {}, "Seat 1 has only one legal answer: Decline.")
    events = [began, forced, Event("declined", 1, {}, "Seat 1 declines."), Event("x", 1, {}, "Seat 1 ends.")]
    assert news_lines([*events, next_began], Texts("en")) == ["Seat 1: declines (forced); ends"]
    assert news_lines([began, next_began], Texts("en")) == ["It is the turn of seat 1."]
    assert news_lines([forced], Texts("en")) == ["Seat 1 has only one legal answer: Decline."]


def test_every_line_of_a_list_is_a_move():
    lines = [f"{verb} at={place}" for verb in ("put", "take") for place in range(5)] + ["end_turn"]
    for line in numbered(lines).splitlines():
        head, _, entries = line.partition(": ")
        for entry in (f"{head}: {each}" for each in entries.split("; ")) if entries else [line]:
            written = read_move(entry)
            assert written.number is not None
            assert lines[written.number - 1] == written.notation


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("", WrittenMove()),
        ("``", WrittenMove()),
        ("3", WrittenMove(3)),
        (3, WrittenMove(3)),
        ("-3", WrittenMove(notation="-3")),
        ("Nº 3", WrittenMove(3)),
        ("end_turn", WrittenMove(notation="end_turn")),
        ("3) end_turn", WrittenMove(3, "end_turn")),
        ("keep cards=a,b", WrittenMove(notation="keep cards=a,b")),
        ("keep cards=", WrittenMove(notation="keep cards=")),
        ("put die=1: 3 at=3", WrittenMove(3, "put die=1 at=3")),
        ("3 put at=2 (3 workers)", WrittenMove(3, "put at=2")),
        ("`put at=2 (1 wood → 2 gold)`", WrittenMove(notation="put at=2")),
        ("put: 2 at=2 (3 workers)", WrittenMove(2, "put at=2")),
        ("put (1 wood): 2 at=2", WrittenMove(2, "put at=2")),
        ("99999", WrittenMove(99999)),
        ("9" * 5000, WrittenMove(notation="9" * 5000)),
    ],
)
def test_written_moves(text, move):
    assert read_move(text) == move


def test_a_part_of_a_line_fits():
    assert fits_move("at=3", "put die=1 at=3")
    assert not fits_move("at=3", "put die=1 at=30")
    assert listed_number("put at=3 die=1", ["go", "put die=1 at=3"]) == 2
    assert listed_number("", ["go"]) is None


def test_both_languages_have_the_same_sentences():
    english, french = SENTENCES["en"], SENTENCES["fr"]
    assert list(english) == list(french)
    for key in english:
        facts = dict.fromkeys(_facts(english[key]), "x")
        assert _facts(english[key]) == _facts(french[key]), key
        assert Texts("fr").get(key, **facts)


def _facts(sentence: str) -> set[str]:
    return {part.partition("}")[0] for part in sentence.split("{")[1:]}


@pytest.mark.parametrize(
    ("seats", "opponents", "guarded", "bots", "groups"),
    [
        (None, None, False, {1: "greedy"}, ((0,),)),
        (3, "random", False, {1: "random", 2: "random"}, ((0,),)),
        (None, "greedy, random", False, {1: "greedy", 2: "random"}, ((0,),)),
        (None, "none", False, {}, ((0, 1),)),
        (None, None, True, {}, ((0,), (1,))),
        (4, "Greedy", True, {3: "greedy"}, ((0,), (1,), (2,))),
        (1, None, False, {}, ((0,),)),
        (1, "none", True, {}, ((0,),)),
    ],
)
def test_seats(client, seats, opponents, guarded, bots, groups):
    plan = plan_seats(Texts("en"), client.game("settlement"), seats, opponents, guarded=guarded)
    assert (plan.bots, plan.groups) == (bots, groups)


def test_two_calls_at_once_play_one_move(tools):
    name = name_in(tools.new_match("burgundy", seed="hello"))
    notation, both, results = moves_in(tools.look(name))[1], Barrier(2), []

    def play() -> None:
        both.wait()
        try:
            results.append(tools.play(name, 1, notation))
        except AgentError as error:
            results.append(f"error: {error}")

    threads = [Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(text.startswith("error: Number 1 is ") for text in results) == [False, True]
    assert tools.registry.seat(name).hosted.match.decision_count == 1
