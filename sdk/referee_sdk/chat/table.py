"""Table in a chat: users write text, and the table returns short Markdown messages. It works with any chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from referee_sdk.chat.agreement import Agreement
from referee_sdk.chat.answers import TableAnswers
from referee_sdk.chat.bot_turns import BotTurns
from referee_sdk.chat.completion import complete_move, complete_name
from referee_sdk.chat.component_answers import component_question
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.departures import Departures
from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.messages import MenuOption, Message, clean_text, split_messages, without_repeats
from referee_sdk.chat.move_parser import MoveParser
from referee_sdk.chat.phrases import MARKS, absent_user, command_in, is_question, number_in
from referee_sdk.chat.prompter import Prompter
from referee_sdk.chat.replies import TableReply
from referee_sdk.chat.room_match import RoomMatch
from referee_sdk.chat.room_table import RoomTable
from referee_sdk.chat.saved_table import SAVED_SETTINGS, saved_text, table_parts
from referee_sdk.chat.seats import BotSeat, OnBotProgress, Player, SeatMap
from referee_sdk.chat.table_match import TableMatch
from referee_sdk.chat.table_player import TablePlayer
from referee_sdk.client import Client
from referee_sdk.errors import RateLimited, RefereeError, RoomGone, ServerError, StalePosition
from referee_sdk.models import Event
from referee_sdk.options import Language
from referee_sdk.records import Chance


class Table:
    """One match with its users and bots. Pass every text of a user to `say`, and send the messages it returns.

    A user is the string by which the chat identifies a person. `names` maps users to display names. `limit` is the
    longest message in characters, `page` the number of actions per menu page, `width` the longest line of a board.
    `pictures` adds a picture to each message that shows the position; without it users get one with `picture`.
    `announce_private` adds a public message to each private menu; a table at one keyboard needs none. `on_change` is
    called before bots play, so that a long search cannot lose the move before it.
    At the table of a room, other seats play elsewhere: send the messages of `refresh` too.
    """

    def __init__(
        self,
        match: TableMatch,
        seats: Sequence[Player],
        *,
        names: Mapping[str, str] | None = None,
        limit: int = 2000,
        page: int = 10,
        width: int = 80,
        pictures: bool = True,
        announce_private: bool = True,
        on_bot_progress: OnBotProgress | None = None,
    ) -> None:
        self.names, self.on_bot_progress = dict(names or {}), on_bot_progress
        self.limit, self.page, self.width = limit, page, width
        self.pictures, self.announce_private = pictures, announce_private
        self.on_change: Callable[[], None] = lambda: None
        self._sit_down(match, seats)

    def _sit_down(self, match: TableMatch, seats: Sequence[Player]) -> None:
        """Play a match at this table from now on."""
        self.match, self._seat_map = match, SeatMap(match, seats)
        self._formatter = ChatFormatter(match.client.language, self.names)
        self._prompter = Prompter(self, match, self._seat_map, self._formatter)
        self._index = ComponentIndex(match.client, match.game, match.content)
        parser = MoveParser(match, self._index, self._formatter.with_plain_names)
        self.answers = TableAnswers(self._prompter, parser)
        self._room = RoomTable(match, self._seat_map, self._prompter) if isinstance(match, RoomMatch) else None
        self._departures = Departures(self._seat_map, self._formatter, self._room)
        self.agreement = Agreement(self._seat_map, self._formatter, self._departures)
        self._departures.show_names()
        self._player = TablePlayer(self._prompter, parser, self._played)

    @classmethod
    def open(
        cls,
        client: Client,
        game: str,
        seats: Sequence[str | BotSeat],
        *,
        language: Language = "en",
        seed: str | None = None,
        chance: Chance | None = None,
        options: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> Table:
        """Set up a new match with these users and bots. `settings` are keyword arguments of `Table`."""
        localized = client.with_language(language)
        match = localized.new_match(game, seats=len(seats), seed=seed, chance=chance, options=options)
        return cls(match, seats, **settings)

    @classmethod
    def join(cls, client: Client, links: Mapping[str, str], *, language: Language = "en", **settings: Any) -> Table:
        """Join a room with the link of each user. `settings` are keyword arguments of `Table`.

        Raises `BadRequest` for a link that is none, or of another room or service.
        """
        localized, (first, *others) = client.with_language(language), links.items()
        match = RoomMatch.join(localized, first[1])
        table = cls(match, [None] * len(match.public.players), **settings)
        for user, link in (first, *others):
            RoomTable.of(table._room).add(user, link)
        return table

    def add_seat(self, user: str, link: str, *, name: str | None = None) -> list[Message]:
        """Give a user the seat of a link to the room of this table. A link for watchers gives none.

        Raises `BadRequest` if the table has no room, or for the link of another one.
        """
        if name is not None:
            self.names[user] = name
        seated = RoomTable.of(self._room).add(user, link)
        return seated if self.match.is_over else seated + self._run_bots()

    # --- saving -------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """Return the table as one string. It contains all hidden information, so only the host may keep it."""
        settings = {name: getattr(self, name) for name in SAVED_SETTINGS}
        return saved_text(self.match, self.seats, {**settings, "request": self.agreement.saved()})

    @classmethod
    def resume(cls, client: Client, saved: str, *, on_bot_progress: OnBotProgress | None = None) -> Table:
        """Return the table that `save` saved. Raises `BadRequest` if the string is not a saved table."""
        match, seats, settings = table_parts(client, saved)
        request = settings.pop("request", None)
        table = cls(match, seats, **settings, on_bot_progress=on_bot_progress)
        table.agreement.restore(request)
        return table

    # --- seats --------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Player, ...]:
        """The user or bot of every seat; None for a seat of a room that is played elsewhere."""
        return self._seat_map.players

    @property
    def users(self) -> list[str]:
        """Every user who plays, each once."""
        return self._seat_map.users

    @property
    def current_player(self) -> str | BotSeat | None:
        """The user or bot that decides now; None if chance decides, a seat elsewhere, or the match is over."""
        return self._seat_map.current_player

    @property
    def room(self) -> RoomMatch | None:
        """The match of the room at which this table plays, if it is a room's."""
        return self.match if isinstance(self.match, RoomMatch) else None

    @property
    def is_gone(self) -> bool:
        """Whether the room of this table does not exist any more."""
        return self._room is not None and self._room.is_gone

    # --- input --------------------------------------------------------------------------------------------------------

    def begin(self) -> list[Message]:
        """Return the messages to send when the table opens or is resumed. Bots play first if it is their turn."""
        info = self.match.client.game(self.match.game)
        names = ", ".join(self._formatter.seat_name(seat) for seat in range(len(self.seats)))
        opening = self._reply("opening", title=info.title, names=names)
        if self.pictures and not info.picture_parts:
            self.pictures = False
            opening += self._reply("no pictures")
        return [*opening, *self._run_bots()]

    def say(self, user: str, text: str, *, is_late: bool = False) -> list[Message]:
        """Handle a text of a user and return the messages to send. Errors of the service become a message too.

        `is_late` if the table changed after the user wrote: a number, `undo` or `agree` then does nothing, because the
        user has meant another list. Moves in words or notation mean the same in every list.
        """
        words, news = clean_text(text), list[Message]()
        try:
            news += self.refresh()
            if isinstance(self.current_player, BotSeat):  # after a restart, or after a failure of the service
                news += self._run_bots()
            if self.is_gone or (news and number_in(words) is not None):  # a number of a list that is not current
                return news
            return news + without_repeats(self._handle(user, words, is_late=is_late), news)
        except RefereeError as error:
            return news + self._failure(user, error)

    def refresh(self) -> list[Message]:
        """Return what happened in the room since the last look, with a prompt if the turn has changed.

        Without a room nothing happens that this table did not send. Raises `RefereeError` if the service fails.
        """
        if self._room is None:
            return []
        seat = self.match.seat
        try:
            lines = self._room.news()
        except RoomGone as error:
            return self._room.gone(error)
        if lines is None:
            return []
        if not self.match.is_over and self.current_player is None and self.match.seat == seat:
            return split_messages(lines, self.limit)  # the same seat elsewhere plays on
        return self._run_bots(lines)

    def choose(self, user: str, menu_id: str, number: int) -> list[Message]:
        """Handle a button: play this number of the menu. If the menu is outdated, play nothing and show the new one."""
        if menu_id == self.menu_id or self._player.turn_error(user) is not None:
            return self.say(user, str(number))
        return self._reply("old menu", to=self._seat_map.recipient(user)) + self._prompter.prompt()

    def complete(self, user: str, text: str, limit: int = 25) -> tuple[MenuOption, ...]:
        """Return the legal moves of a user that fit a half-written text: a number, words or notation.

        An empty text fits all moves. A user who does not decide now gets none. Raises `RefereeError`.
        """
        if self._player.turn_error(user) is not None:
            return ()
        return complete_move(text, self.match.legal_actions(), self._formatter.with_plain_names, limit)

    def complete_component(self, text: str, limit: int = 25) -> tuple[str, ...]:
        """Return the names of cards and pieces that fit a half-written name. Raises `RefereeError`."""
        return complete_name(text, self._index, limit)

    @property
    def menu_id(self) -> str:
        """Id of the numbers that can be chosen now; it changes with every decision."""
        return self._prompter.menu_id

    @property
    def version(self) -> str:
        """What a number, `undo` and `agree` are about now: the list of moves and the pending request."""
        return f"{'' if self.match.is_over else self.menu_id} {self.agreement.saved()}"

    def _failure(self, user: str, error: RefereeError) -> list[Message]:
        """Return why a text was not handled. If others have changed the position, return that."""
        if isinstance(error, StalePosition):
            try:
                return self._reply("moved meanwhile") + self.refresh()
            except RefereeError as later:
                error = later
        if isinstance(error, RoomGone):
            return RoomTable.of(self._room).gone(error)
        return self._reply("failed", reason=error_text(error, self._formatter.language), to=user)

    def _handle(self, user: str, words: str, *, is_late: bool) -> list[Message]:
        command = self.agreement.answer_in(user, words) or command_in(words)
        if is_late and command in ("undo", "agree", "decline"):
            return self._reply("late", to=user)
        if is_late and number_in(words) is not None and self._player.turn_error(user) is None:
            return self._reply("old menu", to=self._seat_map.recipient(user)) + self._prompter.prompt()
        self._departures.note_presence(user)
        presence = self._reply_messages(self.agreement.note_presence(user)) if command != "agree" else []
        return presence + self._answer(user, words, command)

    def _answer(self, user: str, words: str, command: str | None) -> list[Message]:
        if command is not None:
            return self._handlers()[command](user)
        if (absent := absent_user(words)) is not None:
            return self._reply_messages(self.agreement.request_bot(user, absent))
        component = component_question(words)
        if component is None and is_question(words) and self._index.names(words):
            component = words.strip(MARKS)  # "church?"
        if component is not None:  # spectators may ask too, at any time
            label = self._player.explain_number(user, int(component)) if component.isdigit() else None
            if label is not None:
                return split_messages([label], self.limit, to=self._seat_map.recipient(user))
            return self.answers.component(user, component)
        return self._player.handle(user, words)

    # --- moves --------------------------------------------------------------------------------------------------------

    def _run_bots(self, lines: Sequence[str] = ()) -> list[Message]:
        """Play bot moves until a user must decide, then prompt that user. `lines` come before the events of bots."""
        self.agreement.cancel()
        self._prompter.menu = None
        event_lines = list(lines)
        try:
            if isinstance(self.current_player, BotSeat):
                self.on_change()
            for bot_lines in BotTurns(self._seat_map, self._formatter).play(self.on_bot_progress):
                event_lines += bot_lines
            prompt = self.answers.score("") if self.match.is_over else self._prompter.prompt()
        except (ServerError, RateLimited) as error:
            prompt = self._reply("stuck", reason=error_text(error, self._formatter.language))
        self._departures.note_presence(self.current_player)
        return split_messages(event_lines, self.limit) + prompt

    def _played(self, events: Sequence[Event]) -> list[Message]:
        return self._run_bots(self._formatter.events(events))

    def _handlers(self) -> dict[str, Callable[[str], list[Message]]]:
        """Return the function per command."""
        return {
            "help": self.answers.help,
            "table": self.answers.table,
            "picture": self.answers.picture,
            "score": self.answers.score,
            "moves": self.answers.moves,
            "more": self._more,
            "undo": lambda user: self._reply_messages(self.agreement.request_undo(user)),
            "agree": lambda user: self._reply_messages(self.agreement.agree(user)),
            "decline": lambda user: self._reply_messages(self.agreement.decline(user)),
            "leave": self.leave,
            "come_back": self.come_back,
            "rematch": self._rematch,
            "pictures_on": partial(self._switch_pictures, on=True),
            "pictures_off": partial(self._switch_pictures, on=False),
        }

    def leave(self, user: str) -> list[Message]:
        """Give the seats of a user to a bot, until the user comes back. The last user of a table does not leave it."""
        return self._reply_messages(self._departures.leave(user))

    def come_back(self, user: str) -> list[Message]:
        """Give a user the seats back that a bot plays meanwhile."""
        return self._reply_messages(self._departures.come_back(user))

    def _rematch(self, user: str) -> list[Message]:
        """Play a rematch in the room with all users of the table."""
        if user not in self.users:
            return self._reply("watching", user=self._formatter.user_name(user), to=user)
        if self.room is None:
            return self._reply("no room", to=user)
        if not self.match.is_over:
            return self._reply("no rematch", to=user)
        self._sit_down(self.room.rematch(), self.seats)
        return self.begin()

    def _reply_messages(self, reply: TableReply) -> list[Message]:
        """Return a reply as messages. After a change bots play, and the seat to move gets a prompt."""
        messages = [message for line in reply.lines for message in split_messages([line], self.limit, to=reply.to)]
        return messages + (self._run_bots() if reply.is_changed else [])

    def _switch_pictures(self, user: str, *, on: bool) -> list[Message]:
        if user not in self.users:
            return self._reply("watching", user=self._formatter.user_name(user), to=user)
        return self._prompter.switch_pictures(on=on)

    def _more(self, user: str) -> list[Message]:
        """Show the next page of the current menu."""
        return self._player.turn_error(user) or self._prompter.next_page(to=self._seat_map.recipient(user))

    def _reply(self, key: str, *, to: str | None = None, **facts: object) -> list[Message]:
        return self._prompter.reply(key, to=to, **facts)
