"""Pictures of a table: PNG attachments with alt texts, or a line that says why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.messages import Attachment, Message, escape_markdown, shorten, split_messages
from referee_sdk.chat.table_match import TableMatch
from referee_sdk.errors import RateLimited, RefereeError
from referee_sdk.models import CHANCE
from referee_sdk.options import PictureOptions

WIDTHS = (1200, 900, 600, 300)
"""Widths of a picture in pixels. A narrower one is tried if the file is too large."""

MAX_BYTES = 8_000_000
"""Largest attachment in bytes, within the limits of the usual chats. Pictures of 1200 pixels have less than a tenth."""

MAX_ATTEMPTS = 2
"""Attempts to get a picture. Users wait for the text meanwhile, so they are fewer than for other calls."""

MAX_ALT_CHARS = 500
MAX_REASON_CHARS = 160
MAX_VIEW_WIDTH = 200
"""Longest line in characters that the service accepts for a text."""


@dataclass(frozen=True)
class Illustration:
    """Pictures for one message. `note` is a line that says why there is none."""

    attachments: tuple[Attachment, ...] = ()
    note: str = ""


def attach(messages: Sequence[Message], picture: Illustration, limit: int) -> list[Message]:
    """Return messages with the pictures or the note in the last one. A note that is too long comes before it."""
    *first, last = messages
    if picture.note and len(last.text) + 1 + len(picture.note) > limit:
        first += split_messages([picture.note], limit, to=last.to)
    elif picture.note:
        last = replace(last, text=f"{last.text}\n{picture.note}")
    return [*first, replace(last, attachments=picture.attachments)]


class TablePictures:
    """Pictures of one match. An error of the service becomes a note, so that the text can go out without a picture."""

    def __init__(self, match: TableMatch, formatter: ChatFormatter) -> None:
        self.match, self.formatter = match, formatter
        self._client = match.client.with_retries(max_attempts=MAX_ATTEMPTS)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The parts of the game's pictures; empty if the service draws none."""
        return self._client.game(self.match.game).picture_parts

    def for_viewer(self, seat: int | None) -> Illustration:
        """Return what a seat sees, or a spectator; in a card game the part `table`, for a seat also `mine`."""
        return self._draw(seat, lambda: ("table",) if seat is None else self._seat_parts())

    def for_menu(self, seat: int | None) -> Illustration:
        """Return what the seat to move sees, for a private menu that follows a public picture.

        In a card game this is the part `mine`, after the part `table` if that has places of legal actions too.
        """
        return self._draw(seat, lambda: self._menu_parts(seat))

    def describe(self) -> str:
        """Return the position in a few words: game, round, seat to move and scores. It has only public facts."""
        names = self.formatter.board_names
        match = self._impatient_match()
        text = match.view(None, names=names, width=MAX_VIEW_WIDTH, plain=True).text
        title, status = [*text.splitlines(), ""][:2]
        status = "" if match.is_over else status  # in some games it names the seat that moved last
        score = match.score()
        sides = [*zip(names, score.scores, strict=True), *((rival.label, rival.score) for rival in score.rivals)]
        scores = ", ".join(f"{name} {points}" for name, points in sides)
        lines = (_sentence(title), _sentence(status), self._turn(), self.formatter.text("alt score", scores=scores))
        return " ".join(dict.fromkeys(filter(None, lines)))  # some games write themselves that the match is over

    def _impatient_match(self) -> TableMatch:
        """Return the current match with a client that gives up after MAX_ATTEMPTS."""
        match = copy(self.match)
        match.client = self._client
        return match

    def _seat_parts(self) -> tuple[str, ...]:
        """Return the parts that a seat needs to see all of its own picture."""
        return ("table", "mine") if "mine" in self.parts else ("table",)

    def _menu_parts(self, seat: int | None) -> tuple[str, ...]:
        """Return `mine`, or both parts if a legal action touches a place that `mine` does not show."""
        parts = self._seat_parts()
        shown = {place.name for place in self._impatient_match().picture_places(seat, part=parts[-1]).places}
        groups = (group for action in self.match.legal_actions() for group in action.touches)
        return parts if any(shown.isdisjoint(group) for group in groups) else parts[-1:]

    def _draw(self, seat: int | None, parts: Callable[[], tuple[str, ...]]) -> Illustration:
        try:
            if not self.parts:
                return Illustration(note=self.formatter.text("no pictures"))
            words = self.describe()
            return Illustration(tuple(self._attachment(seat, part, words) for part in parts()))
        except RateLimited:
            return Illustration(note=self.formatter.text("pictures busy"))
        except RefereeError as error:
            reason = escape_markdown(shorten(error_text(error, self.formatter.language), MAX_REASON_CHARS))
            return Illustration(note=self.formatter.text("picture failed", reason=reason))

    def _attachment(self, seat: int | None, part: str, words: str) -> Attachment:
        if part == "mine" and seat is not None:
            words = f"{self.formatter.with_plain_names(self.formatter.text('alt mine', seat=seat))} {words}"
        name = f"{self.match.game}-{self.match.decision_count}-{part}.png"
        return Attachment(self._png(seat, part), name, shorten(words, MAX_ALT_CHARS))

    def _png(self, seat: int | None, part: str) -> bytes:
        """Return the picture in the largest width whose file is small enough, or in the smallest width.

        The seat to move sees its legal actions with their numbers, all others see the last move.
        """
        options: PictureOptions = {"names": self.formatter.board_names, "part": part}
        options["highlight"] = "legal" if seat is not None and seat == self.match.seat else "last"
        match = self._impatient_match()
        for width in WIDTHS:
            options["width"] = width
            png = match.picture(seat, format="png", **options)
            if len(png) <= MAX_BYTES:
                break
        return png

    def _turn(self) -> str:
        seat = self.match.seat
        if seat is None:
            return self.formatter.text("over")
        return "" if seat == CHANCE else self.formatter.text("not your turn", user=self.formatter.names[int(seat)])


def _sentence(line: str) -> str:
    """Return a line with a full stop, or an empty one."""
    return f"{line}." if line and line[-1] not in ".!?" else line
