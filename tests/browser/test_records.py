"""Records and shared positions on the page: open, step, slide, verified dice, the first illegal move, links."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from referee_service.games import GAMES
from referee_service.kernel.chance import Chance, commitment, match_key
from referee_service.kernel.match import new_match, play_chance
from referee_service.kernel.records import record_text
from referee_service.kernel.replay import new_record
from tests.browser.accessibility import violations
from tests.browser.tab import Tab

CORPUS = Path(__file__).parents[2] / "examples/corpus"
HOSTILE = "<img src=x onerror=document.title=1>"
LONG_LINK = f"burgundy/{'A' * 40_000}"
SECRET_KEY = match_key(b"a secret of this test", "match")


@dataclass
class RecordsScreen:
    """The screen of records."""

    tab: Tab
    address: str

    @property
    def page(self) -> Page:
        return self.tab.page

    def open(self) -> RecordsScreen:
        """Open the screen without a record."""
        self.page.goto(f"{self.address}/#/record")
        expect(self.page.get_by_label("Or paste a record")).to_be_visible()
        return self

    def paste(self, text: str) -> None:
        """Open a record from its text."""
        self.page.get_by_label("Or paste a record").fill(text)
        self.page.get_by_role("button", name="Open", exact=True).click()

    def load(self, name: str) -> RecordsScreen:
        """Open a file of the corpus, and wait for the first picture."""
        self.open().page.locator("#record-file").set_input_files(CORPUS / name)
        expect(self.picture("Seat 0")).to_be_visible()
        return self

    def picture(self, text: str) -> Locator:
        """Return a text inside the picture of the position."""
        return self.page.locator("referee-board svg.picture").get_by_text(text).first

    @property
    def place(self) -> Locator:
        return self.page.locator(".player-place")

    @property
    def move(self) -> Locator:
        return self.page.get_by_role("region", name="The move", exact=True)

    @property
    def moves(self) -> Locator:
        return self.page.get_by_role("listbox")


@pytest.fixture
def screen(open_page: Callable[..., Tab], service: httpx.Client) -> RecordsScreen:
    """Return the screen of records in a tab of its own."""
    return RecordsScreen(open_page(), str(service.base_url).rstrip("/"))


def corpus_lines(name: str) -> list[str]:
    return (CORPUS / name).read_text(encoding="utf-8").splitlines()


def link_of(address: str, state: dict[str, Any]) -> str:
    """Return a link to a state, as another program would write it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(state).encode()) + packer.flush()
    return f"{address}/#/position/{state['game']}/{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


# --- stepping through a record ----------------------------------------------------------------------------------------


def test_a_record_is_opened_and_stepped_through_by_every_control(screen):
    page = screen.load("burgundy-2.game").page
    expect(
        page.get_by_role("status").filter(has_text="All 346 moves are legal, and the result is right.")
    ).to_be_visible()
    expect(screen.moves.get_by_role("option")).to_have_count(347)
    expect(page.get_by_text("Seat 1 wins with 67")).to_be_visible()

    page.get_by_role("button", name="Next move").click()
    expect(screen.place).to_have_text("Move 1 of 346")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(screen.place).to_have_text("Move 2 of 346")
    page.keyboard.press("End")
    expect(screen.place).to_have_text("Move 346 of 346")
    expect(screen.move).to_contain_text("This is the end of phase E.")
    page.get_by_label("Position in the record").fill("41")
    expect(screen.moves.get_by_role("option", selected=True)).to_contain_text("Place the market on space 25")
    expect(screen.picture("Round 2 of 5")).to_be_visible()
    screen.moves.press("PageUp")
    screen.moves.get_by_role("option").nth(41).click()
    expect(screen.place).to_have_text("Move 41 of 346")
    plot = page.get_by_role("slider", name="Score of every player after each move")
    plot.press("Home")
    expect(screen.place).to_have_text("Move 0 of 346")
    plot.press("PageUp")
    expect(plot).to_have_attribute("aria-valuetext", "Move 10: Seat 0 0, Seat 1 0")
    assert not screen.tab.page_scrolls_sideways()
    screen.tab.layout_shift()


def test_a_record_plays_until_it_is_paused(screen):
    page = screen.load("settlement-1.game").page
    page.get_by_label("Speed").select_option("5")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.place).to_have_text(re.compile(r"Move \d\d of 84"))
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")
    expect(screen.place).to_have_text("Move 0 of 84")


def test_what_a_move_changed_is_marked_in_the_picture(screen):
    page = screen.load("burgundy-2.game").page
    page.get_by_label("Position in the record").fill("41")
    expect(page.locator("referee-board .picture .highlights > *").first).to_be_attached()


def test_a_seat_sees_its_own_hand_only(screen):
    page = screen.load("empires_north-4-table.game").page
    page.get_by_label("Position in the record").fill("100")
    hand = page.locator("referee-board [data-place^='hand.1.']")
    page.get_by_label("Seen by").select_option("Seat 1")
    expect(hand.first).to_be_attached()
    page.get_by_label("Seen by").select_option("Spectators")
    expect(hand).to_have_count(0)


def test_a_reload_and_another_language_keep_the_place_and_a_download_the_text(screen):
    page = screen.load("settlement-1.game").page
    page.get_by_label("Position in the record").fill("40")
    page.get_by_role("button", name="Français").click()
    expect(screen.place).to_have_text("Coup 40 sur 84")
    page.reload()
    expect(screen.place).to_have_text("Coup 40 sur 84")
    with page.expect_download() as download:
        page.get_by_role("button", name="Télécharger").click()
    assert download.value.suggested_filename == "settlement.game"
    assert Path(download.value.path()).read_text() == (CORPUS / "settlement-1.game").read_text()


# --- dice -------------------------------------------------------------------------------------------------------------


def test_seeded_dice_are_verified_by_the_browser_too(screen):
    screen.load("burgundy-2.game").page.get_by_label("Position in the record").fill("40")
    expect(screen.move).to_contain_text("verified")
    expect(screen.move).to_contain_text("Act 33 of chance: the seed gives the number 4 of 0 to 5.")
    expect(screen.move).to_contain_text("This browser computed the same number.")


def test_real_dice_are_not_provable(screen):
    page = screen.load("settlement-4-table.game").page
    page.keyboard.press("ArrowRight")
    expect(screen.move).to_contain_text("Real dice leave no proof.")
    expect(page.get_by_text("44 not provable")).to_be_visible()


def test_secret_dice_are_verified_with_the_revealed_key_only(screen):
    game = GAMES["settlement"]
    match = new_match(game, seats=2, chance=Chance("secret", commitment(SECRET_KEY)))
    setup = play_chance(game, match, SECRET_KEY)
    lines = [f"chance {move.recorded.notation}" for move in setup.moves]
    screen.open().paste(record_text(new_record(game, match, seats=2)) + "\n".join(lines))
    count = len(lines)
    page = screen.page
    expect(page.get_by_text(f"{count} not provable")).to_be_visible()
    for key, fault in (("0f", "A key has 64 signs"), ("00" * 32, "does not fit the commitment")):
        page.get_by_label("Key of chance").fill(key)
        page.get_by_role("button", name="Verify").click()
        expect(page.get_by_role("alert").filter(has_text=fault)).to_be_visible()
    page.get_by_label("Key of chance").fill(SECRET_KEY.hex())
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text(f"{count} verified")).to_be_visible()


def test_a_wrong_die_ends_a_seeded_record(screen):
    text = "\n".join(corpus_lines("burgundy-2.game")).replace("goods=orange", "goods=pink", 1)
    screen.open().paste(text)
    expect(screen.page.get_by_role("status").filter(has_text="Move 2 is not what chance brought.")).to_be_visible()
    expect(screen.page.locator(".ruling")).to_contain_text("draw_goods goods=orange")
    expect(screen.moves.get_by_role("option", disabled=True).first).to_contain_text("draw_goods goods=pink")


# --- bad records ------------------------------------------------------------------------------------------------------


def test_the_first_illegal_move_has_its_ruling_and_the_position_before_it(screen):
    lines = corpus_lines("burgundy-2.game")
    at = [index for index, line in enumerate(lines) if re.match(r"[01] ", line)][30]
    lines[at] = f"{lines[at][0]} place_tile die=5 tile=bank space=3"
    screen.open().paste("\n".join(lines))
    page, ruling = screen.page, screen.page.locator(".ruling")
    expect(ruling).to_contain_text("Only your own unused dice")
    expect(ruling).to_contain_text("You have no die 5 left; you have 2.")
    expect(ruling).to_contain_text("Source: §")
    page.get_by_role("button", name="Go to the position before it").click()
    expect(screen.place).to_have_text("Move 101 of 101")
    expect(screen.moves.get_by_role("option", disabled=True).first).to_contain_text(
        "place_tile die=5 tile=bank space=3"
    )


def test_a_wrong_claim_is_shown_after_the_last_move(screen):
    screen.open().paste("\n".join(corpus_lines("burgundy-2.game")).replace("[49,67]", "[99,67]"))
    expect(screen.page.locator(".ruling")).to_contain_text("the record claims the scores 99-67; they are 49-67")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to open."),
        ("Dear diary", "This is no record"),
        ("{", "This is not valid JSON."),
        ("game: chess\nseats: 2", "The referee does not know the game “chess”."),
        (f"game: burgundy\nseats: 2\n{HOSTILE}", HOSTILE),
        ("\n".join(corpus_lines("burgundy-2.game")).replace("seats: 2", "seats: 7"), "The match cannot be set up."),
    ],
)
def test_what_cannot_be_opened_says_why(screen, text, sentence):
    screen.open().paste(text)
    expect(screen.page.get_by_role("alert")).to_contain_text(sentence)
    if "status" in str(screen.tab.problems):
        screen.tab.expect_problems("status 4")


def test_hostile_text_is_shown_as_text(screen):
    record = {
        "text": "\n".join([*corpus_lines("settlement-4-table.game")[:40], f"0 {HOSTILE}"]),
        "names": [HOSTILE, "Ben", "", ""],
    }
    screen.open().paste(json.dumps(record))
    expect(screen.page.locator(".record-facts").get_by_text(HOSTILE)).to_be_visible()
    expect(screen.page.locator(".ruling")).to_contain_text(HOSTILE)
    assert screen.page.locator("#screen img").count() == 0
    expect(screen.page).to_have_title(re.compile("Settlement"))


# --- shared positions -------------------------------------------------------------------------------------------------


def test_a_position_is_shared_as_a_link_and_played_on(screen):
    page = screen.load("settlement-4-table.game").page
    page.get_by_label("Position in the record").fill("100")
    page.get_by_role("button", name="Copy link to this position").click()
    link = page.get_by_label("Link to this position").input_value()
    assert all("/position/" not in address for address in screen.tab.addresses)
    page.goto(link)
    page.get_by_label("Seen by").select_option("Seat 0")
    expect(screen.picture("Seat 0")).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("referee-table referee-board svg.picture")).to_be_visible()
    assert all("/position/" not in address for address in screen.tab.addresses)


def test_an_impossible_position_shows_the_faults(screen, service):
    state = service.post("/v1/games/burgundy/states", json={"seats": 2}).json()["state"]
    state["board"]["players"][0]["storage"] = ["bank"] * 3
    screen.page.goto(link_of(screen.address, state))
    expect(screen.page.get_by_role("heading", name="This position is impossible")).to_be_visible()
    expect(screen.page.get_by_text(re.compile(r"There are \d+ banks here; the game has \d+\."))).to_be_visible()


@pytest.mark.parametrize("game_and_state", ["burgundy/", "burgundy/abc", "burgundy/%00", "nogame/abc", LONG_LINK])
def test_a_wrong_link_says_so(screen, game_and_state):
    screen.page.goto(f"{screen.address}/#/position/{game_and_state}")
    expect(screen.page.get_by_role("heading", name="This link does not work")).to_be_visible()


# --- accessibility ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 360)])
def test_the_screens_have_no_violation(open_page, service, theme, width):
    tab = open_page(color_scheme=theme, viewport={"width": width, "height": 800})
    screen = RecordsScreen(tab, str(service.base_url).rstrip("/"))
    assert violations(screen.open().page) == []
    page = screen.load("dice_settlers-1.game").page
    page.get_by_label("Position in the record").fill("60")
    assert violations(page) == []
    assert not tab.page_scrolls_sideways()
    tab.layout_shift()
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("heading", name="Who plays on?")).to_be_visible()
    assert violations(page) == []
