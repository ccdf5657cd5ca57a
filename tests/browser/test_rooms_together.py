"""Rooms in several browsers: two people, a bot and a watcher play one match, although connections drop."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.line import Line
from tests.browser.screens import SetUpScreen, TableScreen

BODY = {"game": "empires_north", "seats": 3, "names": ["Ann", "Ben", "Cid"], "bots": {"2": {"bot": "random"}}}
STALE = r"status 409: POST .*/moves"


@pytest.fixture
def room(table_server):
    """Return a new room of two people and a bot."""
    return httpx.post(f"{table_server.address}/v1/rooms", json=BODY, timeout=30).raise_for_status().json()


def enter(tab, link):
    """Open the link of a room, and wait for its table."""
    tab.page.goto(link)
    return TableScreen(tab).wait_until(lambda state: state["isDrawn"])


def is_due(table):
    return table.look().get("canPlay", False)


def play_round(tables, until):
    """Let the people play what is due, one after the other, until a condition holds."""
    for _ in range(200):
        for table in tables:
            if is_due(table):
                short = [each for each in table.state["legal"] if each["kind"] == "pass_round"]
                table.play([*short, *table.state["legal"]][0])
        if until():
            return
        tables[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is to move")


def test_two_people_a_bot_and_a_watcher_play_from_set_up_to_rematch(open_page, table_server):
    ann = open_page()
    setup = SetUpScreen(ann, f"{table_server.address}/").open()
    setup.choose_game("settlement")
    setup.choose_seats(3)
    for seat, (kind, name) in enumerate((("you", "Ann"), ("friend", ""), ("random", "Cid"))):
        setup.choose_player(seat, kind, name)
    setup.start_button.click()
    expect(ann.page.get_by_role("heading", name="Invite your friends")).to_be_visible()
    links = [field.input_value() for field in ann.page.locator("input.link").all()]
    assert len(links) == 2
    ben, watcher = open_page(), open_page()
    ben.page.goto(links[0])
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.page.get_by_role("button", name="Save").click()
    ann.page.get_by_role("button", name="Take my seat").click()
    tables = [TableScreen(ann).wait_until(lambda state: state["isDrawn"]), TableScreen(ben), enter(watcher, links[1])]
    for tab in (ann, ben, watcher):
        secret = re.escape(links[0].rpartition("/")[2])
        expect(tab.page).to_have_url(re.compile(r"#/room/[^/]+$"))
        assert not re.search(secret, tab.page.url)
        expect(tab.page.get_by_role("region", name="Room")).to_contain_text("Ben")
    expect(watcher.page.get_by_text("You are watching. Hands stay hidden.")).to_be_visible()
    play_round(tables[:2], lambda: tables[2].look()["log"] > 25)
    for table in tables[:2]:
        table.page.get_by_role("button", name="Room", exact=True).click()
        table.page.get_by_role("button", name="Give up").click()
        table.page.get_by_role("dialog", name="Give up this match?").get_by_role("button", name="Give up").click()
    for table in tables:
        table.wait_until(lambda state: state["isOver"])
        expect(table.result_title).to_be_visible()
    ann.page.get_by_role("button", name="Rematch").click()
    ben.page.get_by_role("button", name="Go to the rematch").first.click()
    old = tables[2].page.url
    for table in tables[:2]:
        table.wait_until(lambda state: not state["isOver"] and state["isDrawn"])
        assert table.page.url != old
    assert tables[0].page.url == tables[1].page.url


def test_a_dropped_connection_comes_back_to_the_new_position(open_page, table_server, room):
    with Line(table_server.address) as line:
        ann, ben_tab = enter(open_page(), room["links"]["seats"][0]), open_page()
        ben = enter(ben_tab, line.address + room["links"]["seats"][1].removeprefix(table_server.address))
        line.cut()
        play_round([ann], lambda: not is_due(ann))
        expect(ben.page.get_by_text("Connection lost. Trying again…")).to_be_visible()
        behind = ben.look()["ply"]
        line.mend()
        ben.wait_until(lambda state: state["ply"] == ann.look()["ply"] > behind)
        expect(ben.page.get_by_text("Connection lost. Trying again…")).to_be_hidden()
        ben_tab.expect_problems("failed: .*/v1/rooms/")
        play_round([ben, ann], lambda: ann.look()["ply"] > behind + 3)
        ben.page.goto("about:blank")


def test_a_stale_move_shows_the_new_position(open_page, room):
    ann, late_tab = enter(open_page(), room["links"]["seats"][0]), open_page()
    late = enter(late_tab, room["links"]["seats"][0])
    late.wait()
    late.page.evaluate("document.querySelector('referee-table').match.stop()")  # it hears nothing of the room any more
    first, second = late.state["legal"][:2]
    ann.wait().play(first)
    late.press_move(second["label"])
    late.wait_until(lambda state: state["ply"] >= ann.look()["ply"] - 1 and state["digest"])
    expect(late.table.get_by_role("alert")).to_contain_text(re.compile("position", re.I))
    late_tab.expect_problems(STALE)


def test_nobody_else_sees_a_hand(open_page, room):
    ann = enter(open_page(), room["links"]["seats"][0]).wait()
    others = [enter(open_page(), link) for link in (room["links"]["seats"][1], room["links"]["watcher"])]
    holds = "places => places.map(place => document.querySelector('referee-table').stage.board.shadowRoot"
    holds += '.querySelector(`[data-place="${place}"]`)?.dataset.holds)'
    places = sorted({place for action in ann.state["legal"] for group in action["touches"] for place in group})
    hand = ann.page.evaluate(holds, places)
    assert len(hand) >= 4
    assert all(hand)
    for other in others:
        assert not other.look()["legal"]
        shown = other.page.evaluate("document.querySelector('referee-table').stage.picture")
        assert not [card for card in hand if card in shown]


def test_the_title_says_whose_turn_it_is(open_page, room):
    tabs = [open_page(), open_page()]
    ann, ben = (enter(tab, link) for tab, link in zip(tabs, room["links"]["seats"], strict=False))
    expect(ann.page).to_have_title(re.compile("^● Your turn – "))
    expect(ben.page).to_have_title(re.compile("^(?!● Your turn)"))
    play_round([ann], lambda: not is_due(ann))
    expect(ben.page).to_have_title(re.compile("^● Your turn – "))


@pytest.mark.parametrize(
    ("link", "said", "problem"),
    [
        ("{room}/wrong", "This seat is not yours", "status 403"),
        ("no-such-room/wrong", "This room does not exist any more", "status 404"),
        ("{room}", "This link has no seat", ""),
    ],
)
def test_a_link_that_does_not_work_says_why(open_page, table_server, room, link, said, problem):
    tab = open_page()
    tab.page.goto(f"{table_server.address}/#/room/{link.format(room=room['id'])}")
    expect(tab.page.get_by_role("heading", name=said)).to_be_visible()
    tab.expect_problems(*[problem] if problem else [])


def test_a_deleted_room_says_so(open_page, table_server, room):
    ann = enter(open_page(), room["links"]["seats"][0])
    headers = {"Authorization": f"Bearer {room['credentials']['creator']}"}
    httpx.delete(f"{table_server.address}/v1/rooms/{room['id']}", headers=headers, timeout=30).raise_for_status()
    expect(ann.page.get_by_role("heading", name="This room does not exist any more")).to_be_visible()
    ann.tab.expect_problems("status 404")
