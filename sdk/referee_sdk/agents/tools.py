"""The tools of an agent: one method per tool, with short text as result, or an `AgentError` that says what to do."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import Any, Final

from referee_sdk.agents.choice import chosen_notation
from referee_sdk.agents.errors import AgentError, error_text, refusal_line
from referee_sdk.agents.faults import similar_values, unreadable_move
from referee_sdk.agents.hosted_match import BOTS
from referee_sdk.agents.lookup import Guides, Lookup
from referee_sdk.agents.moves import listed_number, read_move
from referee_sdk.agents.position_text import PositionText
from referee_sdk.agents.registry import SHORT_NAME_BYTES, Join, MatchRegistry, Seat
from referee_sdk.agents.room_seat import RoomSeat
from referee_sdk.agents.setup import check_options, plan_seats
from referee_sdk.agents.texts import Texts
from referee_sdk.client import Client
from referee_sdk.core.room_links import is_link_of, room_link
from referee_sdk.errors import (
    BadRequest,
    BotPlays,
    Forbidden,
    NotFound,
    RefereeError,
    RoomGone,
    ServerError,
    StalePosition,
    Unauthorized,
    UnreadableNotation,
)
from referee_sdk.models import Verdict
from referee_sdk.wsgi import IN_PROCESS_URL

MAX_WAIT_SECONDS: Final = 50
"""Longest wait of one call: clients give up after a minute."""

MOVES_PART: Final = "moves"
"""Part of `look` that no view has: the legal moves with their labels."""

MAX_HINTS: Final = 5
MAX_SHOWN_MOVES: Final = 15
"""Legal moves that `why_not` lists all; of longer lists it shows the similar ones."""
PICTURE_WIDTH: Final = 800


class AgentTools:
    """Tools of one service for any number of agents. Threads may share them.

    `storage` has the matches, so that they survive a restart. `guides` returns the guide of a game. `join` enters a
    room by its link, by default only a room of the client's service. `name_bytes` is the length of match names.
    """

    def __init__(
        self,
        client: Client,
        *,
        storage: MutableMapping[str, str] | None = None,
        guides: Guides = lambda game: "",
        join: Join | None = None,
        name_bytes: int = SHORT_NAME_BYTES,
    ) -> None:
        self.client, self.texts = client, Texts(client.language)
        self.lookup = Lookup(client, self.texts, guides)
        self.registry = MatchRegistry(
            client, join or client.join, {} if storage is None else storage, self.texts, name_bytes=name_bytes
        )
        self._joins_any = join is not None

    # --- without a match ----------------------------------------------------------------------------------------------

    def games(self) -> str:
        """Return all games with their seats and options, and the bots."""
        with self._errors():
            return self.lookup.games()

    def rules(self, game: str, query: str = "") -> str:
        """Return the guide of a game, or the rules that a word or an id finds."""
        with self._errors():
            return self.lookup.rules(game, query)

    def components(self, game: str, query: str = "") -> str:
        """Return what the cards, tiles or dice with a name do, or all names."""
        with self._errors():
            return self.lookup.components(game, query)

    # --- entering a match ---------------------------------------------------------------------------------------------

    def new_match(
        self,
        game: str,
        seats: int | None = None,
        opponents: str | None = None,
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        guarded: bool = False,
    ) -> str:
        """Set up a match, and return its name with the first position; with `guarded` one name per seat."""
        with self._errors():
            info = self.lookup.game(game)
            plan = plan_seats(self.texts, info, seats, opponents, guarded=guarded)
            check_options(self.texts, info, plan.count, options or ())
            if guarded and seed is not None:
                raise AgentError(self.texts.get("guarded seed"))
            if "search" in plan.bots.values():
                self._check_search_address()
            match = self.client.new_match(info.game, seats=plan.count, seed=seed, options=options)
            if "search" in plan.bots.values() and not self.lookup.has_search(match):
                raise AgentError(self.texts.get("no search"))
            names = self.registry.host(match, plan.bots, plan.groups, guarded=guarded)
            if not guarded:
                return f"{self.texts.get('name', name=names[0])}\n{self._position(self.registry.seat(names[0]))}"
            keys = zip((seat for (seat,) in plan.groups), names, strict=True)
            lines = [f"{self.texts.get('seat', seat=seat)}: {name}" for seat, name in keys]
            bots = [
                self.texts.get("players", bot=bot, seats=self.texts.seats((seat,))) for seat, bot in plan.bots.items()
            ]
            return "\n".join([" ".join([*bots, self.texts.get("names")]), *lines])

    def join(self, link: str, name: str = "") -> str:
        """Enter a room by its link, under a name if given, and return the name of the match with the position."""
        link = link.strip(" `\"'<>")
        with self._errors():
            try:
                self._check_service(link)
                match = self.registry.enter(link)
            except RoomGone:
                raise
            except (Unauthorized, Forbidden, BadRequest, NotFound) as error:
                raise AgentError(self.texts.get("bad link", reason=error_text(error, self.texts))) from error
            seat = self.registry.seat(match)
            if isinstance(seat, RoomSeat) and seat.seats:
                seat.enter(name)
            return f"{self.texts.get('name', name=match)}\n{self._position(seat)}"

    def resume(self, match: str) -> str:
        """Return the position of a match that was saved, also by an earlier process."""
        return self.look(match)

    def save(self, match: str) -> str:
        """Store the match now, and return how to continue it."""
        with self._seat(match) as seat:
            folder = self.registry.save(seat)
            place = [self.texts.get("saved in", folder=folder)] if folder else []
            return " ".join([*place, self.texts.get("saved", name=match.strip())])

    # --- a position ---------------------------------------------------------------------------------------------------

    def look(self, match: str, part: str = "") -> str:
        """Return the news, the table and the numbered moves; with `part` only that part of the table.

        The part `moves` has the numbered moves as sentences.
        """
        with self._seat(match) as seat:
            seat.update()
            name = part.strip().casefold()
            if name == MOVES_PART:
                self._require_turn(seat)
                return PositionText(self.texts, seat).explained_moves()
            if not name:
                return self._position(seat)
            try:
                return PositionText(self.texts, seat).table(name)
            except BadRequest as error:
                raise AgentError(self.texts.get("unknown part", reason=error_text(error, self.texts))) from error

    def play(self, match: str, move: str | int, expect: str = "") -> str:
        """Play a move, and return what happened until the agent decides again, with the next numbered moves.

        `expect` is the notation that the agent believes the number has. Nothing is played if it differs.
        """
        called_at = time.monotonic()
        with self._seat(match) as seat:
            seat.update()
            self._require_turn(seat)
            try:
                notation = chosen_notation(self.texts, seat, move, expect, called_at)
            except AgentError as error:
                raise self._not_played(seat, str(error)) from error
            try:
                seat.play(notation)
            except BotPlays:
                seat.take_back()
                raise self._not_played(seat, self.texts.get("bot had seat")) from None
            except StalePosition:
                raise self._not_played(seat, self.texts.get("stale position")) from None
            except ServerError:
                raise
            except RefereeError as error:
                raise self._not_played(seat, self._refusal(seat, notation, error)) from error
            text = PositionText(self.texts, seat)
            return "\n".join([*text.news(), *text.decision()])

    def why_not(self, match: str, move: str | int) -> str:
        """Return whether a move is legal, and every rule against it if not. Nothing is played."""
        called_at = time.monotonic()
        with self._seat(match) as seat:
            seat.update()
            self._require_turn(seat)
            legal = [action.notation for action in seat.legal_actions()]
            try:
                notation = read_move(move).notation or chosen_notation(self.texts, seat, move, "", called_at)
            except AgentError as error:
                raise self._with_moves(seat, str(error)) from error
            number = listed_number(notation, legal)
            if number is not None:
                return self.texts.get("legal move", number=number, notation=legal[number - 1])
            try:
                verdict = seat.judge(notation)
            except UnreadableNotation as error:
                raise self._with_moves(seat, self._refusal(seat, notation, error)) from error
            if verdict.legal:
                return self.texts.get("legal unlisted", notation=notation)
            similar = similar_values(self.texts, notation, seat.legal_actions())
            lines = [self.texts.get("illegal move"), *map(refusal_line, verdict.refusals), *filter(None, [similar])]
            return "\n".join([*lines, *self._near_moves(seat, verdict)])

    def wait_for_turn(self, match: str, seconds: float = 30) -> str:
        """Wait until the agent decides or the match is over, and return what happened with the numbered moves."""
        if not 0 <= seconds <= MAX_WAIT_SECONDS:
            raise AgentError(self.texts.get("seconds", most=MAX_WAIT_SECONDS))
        with self._errors():
            seat = self.registry.seat(match)
            with seat.lock:
                seat.update()
            seat.wait(seconds)  # without the lock of the seat, or its other calls would wait too
            with seat.lock:
                text = PositionText(self.texts, seat)
                news, decision = text.news(), text.decision()
                if seat.seats and not (seat.is_own_turn or seat.is_over) and seat.trouble is None:
                    decision = [self.texts.get("waited", seat=seat.mover)]
                return "\n".join([*news, *decision])

    def hint(self, match: str, bot: str = "greedy") -> str:
        """Return the moves that a bot prefers for the agent, best first."""
        with self._seat(match) as seat:
            seat.update()
            self._require_turn(seat)
            name = bot.strip().casefold()
            if name not in BOTS:
                raise AgentError(self.texts.get("unknown bot hint", bot=bot))
            if name == "search":
                self._check_search_address()
            choices = seat.hint(name).moves
            ranking = choices[0].ranking[:MAX_HINTS] if choices else ()
            if seat.shown is None:  # the numbers of the hint are then those of this list
                PositionText(self.texts, seat).numbered_moves()
            legal = [action.notation for action in seat.legal_actions()]
            lines = []
            for each in ranking:
                value = "" if each.value is None else f": {each.value:+.1f}"
                lines.append(f"{listed_number(each.action.notation, legal) or '-'} {each.action.notation}{value}")
            if lines and all(each.value is None for each in ranking):
                return self.texts.get("no preference", bot=name)
            return "\n".join([self.texts.get("hint", bot=name), *lines]) if lines else self.texts.get("no hint")

    def score(self, match: str) -> str:
        """Return the points of all sides with their lines."""
        with self._seat(match) as seat:
            seat.update()
            return PositionText(self.texts, seat).score(seat.score())

    def picture(self, match: str, part: str = "") -> bytes:
        """Return the table as a PNG picture, as the seat of the agent sees it."""
        with self._seat(match) as seat:
            seat.update()
            try:
                return seat.picture(part or None, PICTURE_WIDTH)
            except NotFound as error:
                if error.code != "no-picture":
                    raise
                raise AgentError(self.texts.get("no picture")) from error

    # --- internal -----------------------------------------------------------------------------------------------------

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn errors of the service into the error of the tools."""
        try:
            yield
        except RefereeError as error:
            raise AgentError(error_text(error, self.texts)) from error

    @contextmanager
    def _seat(self, match: str) -> Iterator[Seat]:
        """Find the seat of a name, and let no other call use it meanwhile."""
        with self._errors():
            seat = self.registry.seat(match)
            with seat.lock:
                yield seat

    def _position(self, seat: Seat) -> str:
        """Return everything that an agent needs to decide: players, news, table, question and numbered moves."""
        text = PositionText(self.texts, seat)
        text.news()  # the table shows what has changed
        seat.explained.clear()
        return "\n".join([text.header(), text.table(), "", *text.decision()])

    def _require_turn(self, seat: Seat) -> None:
        if not seat.is_own_turn:
            text = PositionText(self.texts, seat)
            reason = [] if seat.seats else [self.texts.get("watching")]
            raise AgentError("\n".join([*reason, *text.decision()]))

    def _refusal(self, seat: Seat, notation: str, error: RefereeError) -> str:
        """Return why a move was refused, in plain words, with similar names if it has one that no legal move has."""
        legal = seat.legal_actions()
        if isinstance(error, UnreadableNotation):
            return unreadable_move(self.texts, error_text(error, self.texts), notation, legal)
        return "\n".join(filter(None, [error_text(error, self.texts), similar_values(self.texts, notation, legal)]))

    def _with_moves(self, seat: Seat, reason: str) -> AgentError:
        """Return an error with the legal moves."""
        moves = PositionText(self.texts, seat).numbered_moves()
        return AgentError("\n".join([reason, self.texts.get("legal moves"), moves]))

    def _near_moves(self, seat: Seat, verdict: Verdict) -> list[str]:
        """Return all legal moves if they are few, else the similar ones."""
        legal = [action.notation for action in seat.legal_actions()]
        if len(legal) <= MAX_SHOWN_MOVES:
            return [self.texts.get("legal moves"), PositionText(self.texts, seat).numbered_moves()]
        numbers = ((listed_number(action.notation, legal), action.notation) for action in verdict.suggestions)
        similar = [f"{number} {notation}" for number, notation in numbers if number is not None]
        return [self.texts.get("similar"), *similar] if similar else []

    def _not_played(self, seat: Seat, reason: str) -> AgentError:
        """Return the error for a move that was not played, with what happened meanwhile and the legal moves."""
        text = PositionText(self.texts, seat)
        lines = [reason, self.texts.get("not played"), *text.news()]
        if not seat.is_own_turn:
            return AgentError("\n".join([*lines, *text.decision()]))
        return AgentError("\n".join([*lines, self.texts.get("play one"), text.numbered_moves()]))

    def _check_service(self, link: str) -> None:
        """Raise `AgentError` if these tools may not enter the room of a link, and `BadRequest` if it is no link."""
        if self._joins_any:
            return
        if self.client.base_url == IN_PROCESS_URL or not is_link_of(room_link(link), self.client.base_url):
            raise AgentError(self.texts.get("other service"))

    def _check_search_address(self) -> None:
        if self.client.base_url == IN_PROCESS_URL:
            raise AgentError(self.texts.get("no search"))
