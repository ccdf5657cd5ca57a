"""The board of the kit in a real browser: clicks, taps and keys on places become legal actions of every game."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Error

from referee_service.services.pictures import PICTURES
from tests.browser.board_page import POINT_OF, BoardPage

pytestmark = pytest.mark.alone  # a browser has time limits, and uses several cores

DECISIONS = 12
KEYED_DECISIONS = 6
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

each_game = pytest.mark.parametrize("name", PICTURES)


@pytest.fixture
def board(browser, service):
    """Return a tab for boards. It must end without an error and without anything that the policy blocked."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = BoardPage(context.new_page(), str(service.base_url).rstrip("/"))
    yield page
    assert page.problems == []
    context.close()


def choose(board, action, pick):
    """Pick the places of an action until the board has chosen one, and return its notation.

    If no place tells the actions that fit apart, the first one is taken, as from the menu of a table.
    """
    legal = {each["notation"] for each in board.actions}
    chosen = None
    for group in [*action["touches"], action["touches"][0]]:
        place = next((each for each in group if each in board.open_places() and each not in board.picks), group[0])
        pick(place)
        kind, detail = board.take_choices()[-1]
        if kind == "choose":
            chosen = detail
            break
        assert kind == "narrow"
        if detail == "menu" or (detail == "narrowed" and set(board.picks) >= {g[0] for g in action["touches"]}):
            board.page.evaluate("(notation) => match.play({notation})", action["notation"])
            chosen = action["notation"]
            break
    assert chosen in legal
    return chosen


@each_game
def test_clicks_on_places_play_legal_actions(board, name):
    board.open(name)
    choices = random.Random(name)
    for _ in range(DECISIONS):
        if board.is_over:
            break
        action = choices.choice([each for each in board.actions if each["touches"]])
        board.take_choices()
        choose(board, action, board.click)
        board.wait()


@each_game
def test_keys_alone_play_legal_actions(board, name):
    board.open(name)
    board.page.keyboard.press("Tab")
    choices = random.Random(name)
    for _ in range(KEYED_DECISIONS):
        action = choices.choice([each for each in board.actions if each["touches"]])
        board.take_choices()
        choose(board, action, lambda place: go_to(board, place))
        board.wait()
        assert board.focused(), "the focus stays on the board"


def go_to(board, place):
    """Move the focus to a place in the order of the picture, and press Enter."""
    board.page.keyboard.press("Home")
    for _ in range(len(board.open_places()) + 1):
        if board.focused() == place:
            break
        board.page.keyboard.press("PageDown")
    assert board.focused() == place
    board.page.keyboard.press("Enter")


def test_arrows_reach_every_place_and_one_tab_stop_is_enough(board):
    board.open("burgundy")
    tab_stops = "[...board.shadowRoot.querySelectorAll('[tabindex=\"0\"]')].length"
    assert board.page.evaluate(tab_stops) == 1
    board.page.keyboard.press("Tab")
    seen, waiting = {board.focused()}, [board.focused()]
    while waiting:  # every place from which another one is reached
        start = waiting.pop()
        for key in ARROWS:
            board.page.evaluate("(place) => board.shadowRoot.querySelector(`[data-target='${place}']`).focus()", start)
            board.page.keyboard.press(key)
            if board.focused() not in seen:
                seen.add(board.focused())
                waiting.append(board.focused())
    assert seen == set(board.open_places())
    board.page.keyboard.press("Shift+ArrowDown")
    board.page.keyboard.press("Shift+ArrowRight")
    assert board.focused() in set(board.page.evaluate("board.places"))


def test_escape_takes_back_and_a_second_touch_too(board):
    board.open("burgundy")
    board.page.evaluate("window.isHeld = true")
    action = next(each for each in board.actions if each["kind"] == "sell_goods")
    die = action["touches"][0][0]
    board.click(die)
    assert board.picks == [die]
    label = board.page.locator(f'[data-target="{die}"]')
    assert label.get_attribute("aria-pressed") == "true"
    assert label.get_attribute("aria-label").endswith("(chosen)")
    board.page.keyboard.press("Escape")
    assert board.picks == []
    assert label.get_attribute("aria-pressed") == "false"
    board.click(die)
    board.click(die)
    assert board.picks == []
    assert board.take_choices() == [["narrow", "narrowed"], ["narrow", "idle"]] * 2


def test_a_page_may_keep_the_board_from_choosing(board):
    board.open("settlement")
    board.page.evaluate("board.addEventListener('referee-choose', (event) => event.preventDefault())")
    board.page.evaluate("window.isHeld = true")
    action = board.actions[0]
    board.click(action["touches"][0][0])
    assert board.take_choices() == [["choose", action["notation"]], ["narrow", "idle"]]


def test_a_place_without_a_legal_action_is_refused(board):
    board.open("burgundy")
    die = next(each for each in board.actions if each["kind"] == "sell_goods")["touches"][0][0]
    board.click(die)
    board.click("seat.1.score")
    assert board.take_choices()[-1] == ["refused", [die, "seat.1.score"]]
    assert board.picks == [die]
    status = board.page.locator("referee-board output")
    assert status.inner_text() == "No legal move uses this place now."


def test_a_disabled_board_chooses_nothing(board):
    board.open("settlement")
    board.page.evaluate("board.disabled = true")
    board.click(board.actions[0]["touches"][0][0])
    assert board.take_choices() == []


def test_a_look_at_a_place_explains_it(board):
    board.open("burgundy")
    tip = board.page.locator("referee-tip")
    place = next(each for each in board.open_places() if each.startswith("depot."))
    board.page.locator(f'[data-place="{place}"]').hover()
    tip.locator("strong").wait_for()
    assert board.take_events()[-1] == ["explain", place]
    assert tip.locator("p").inner_text()
    board.page.keyboard.press("Escape")
    assert tip.locator("strong").is_hidden()
    board.page.mouse.move(5, 5)
    board.page.keyboard.press("Tab")
    tip.locator("strong").wait_for()
    assert board.take_events()[-1] == ["explain", board.focused()]
    board.page.locator("h1").click()
    assert tip.locator("strong").is_hidden()


def test_a_narrow_board_scrolls_and_is_large_enough_to_touch(browser, service):
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    board = BoardPage(context.new_page(), str(service.base_url).rstrip("/"))
    board.open("burgundy")
    size = "[board.shadowRoot.querySelector('.picture').clientWidth, document.documentElement.scrollWidth]"
    assert board.page.evaluate(size) == [760, 360]
    board.page.evaluate("board.fit()")
    assert board.page.evaluate(size)[0] <= 360
    board.page.evaluate("board.resetZoom()")
    board.page.locator('[data-place="seat.0.die.0"]').tap()
    assert board.picks == ["seat.0.die.0"]
    assert board.problems == []
    context.close()


def test_a_board_zooms_inside_its_box_and_a_drag_moves_it_without_a_choice(board):
    board.open("burgundy")
    sizes = """["view", "sheet"].map((name) => {
      const { offsetHeight, scrollLeft } = board.shadowRoot.querySelector(`.${name}`);
      return [offsetHeight, scrollLeft];
    })"""
    (height, _), (sheet, _) = board.page.evaluate(sizes)
    board.page.mouse.move(600, 500)
    board.page.keyboard.down("Control")
    board.page.mouse.wheel(0, -300)
    board.page.keyboard.up("Control")
    (zoomed_height, left), (zoomed_sheet, _) = board.page.evaluate(sizes)
    assert zoomed_height == height
    assert zoomed_sheet > 1.9 * sheet
    board.page.mouse.down()
    board.page.mouse.move(500, 450, steps=4)
    board.page.mouse.up()
    assert board.page.evaluate(sizes)[0] == [height, left + 100]
    assert board.take_choices() == []
    board.page.evaluate("board.resetZoom()")
    assert board.page.evaluate(sizes)[1][0] == sheet


def test_a_long_press_explains_and_chooses_nothing(browser, service):
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    board = BoardPage(context.new_page(), str(service.base_url).rstrip("/"))
    board.open("settlement")
    place = board.actions[0]["touches"][0][0]
    x, y = board.page.evaluate(POINT_OF, place)
    touches = context.new_cdp_session(board.page)
    touches.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    board.page.locator("referee-tip strong").wait_for()
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    board.page.wait_for_timeout(100)
    assert board.take_events() == [["explain", place]]
    context.close()


def test_a_hostile_picture_does_nothing_even_without_a_policy(board):
    board.policy = "default-src * 'unsafe-inline'"
    board.open("burgundy")
    board.page.evaluate("(picture) => board.show({picture, actions: []})", HOSTILE)
    tags = "[...board.shadowRoot.querySelectorAll('.picture *')].map((each) => each.localName)"
    assert board.page.evaluate(tags) == ["g", "rect", "rect", "use"], "the first one is the ground of the place"
    inside = board.page.locator("referee-board .picture").inner_html()
    assert not any(word in inside for word in ("onload", "javascript", "http", "style", "<img"))
    label = board.page.locator('[data-target="a"]').get_attribute("aria-label")
    assert label == "<img src=x onerror=alert(1)>"
    board.page.wait_for_timeout(300)  # an image that loads would report its error by now
    with pytest.raises(Error, match="cannot be read"):
        board.page.evaluate("board.show({picture: '<p>no picture</p>'})")


HOSTILE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"
onload="x()"><script>problems.push("script")</script><style>* { display: none }</style>
<g data-place="a" onclick="problems.push(1)" style="color: red"><title>&lt;img src=x onerror=alert(1)&gt;</title>
<rect width="50" height="50" fill="url(http://x.example/#a)"/><use href="http://x.example/a.svg#b" x:href="#a"/></g>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="problems.push(2)"/></body>
</foreignObject>
<a href="javascript:problems.push(3)"><rect width="9" height="9"/></a><image href="http://x.example/a.png"/>
<animate attributeName="href" to="javascript:problems.push(4)"/></svg>"""
